import { describe, expect, it } from 'vitest';
import type { Geometry } from '../../../src/core/index.ts';
import { archiveSvg, parallelAxesSvg } from '../../../src/plot/index.ts';
import { cellsOf } from '../cells-of.ts';
import { drawn } from '../drawn.ts';

const roots = ['leaf', 'add', 'sub', 'mul', 'sin'];
const kinds = ['polynomial', 'one sin', 'several sin'];
const box = (dimensions: number) => ({ dimensions, lower: 0, upper: 4 });
const textsOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!);
const slicesOf = (svg: string): number[][] =>
  [...svg.matchAll(/<g class="cells".*?<\/g><\/g>/g)].map(([group]) => {
    const corners = cellsOf(group).flatMap((cell) => cell.corners);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  });

describe('names of cells', () => {
  it.each([1, 2, 4, 8, 16])('are all shown where they have room, beside or below each other: %i slices', (count) => {
    const geometry = { grid: [5, 3, count], names: [roots, kinds] };
    const texts = textsOf(archiveSvg({ archive: drawn(box(3), geometry) }));
    expect(texts).toEqual(expect.arrayContaining([...roots, ...kinds]));
  });

  it('are turned where they do not fit beside each other, above a label that is lower then', () => {
    const names = Array.from({ length: 12 }, (_, i) => `a name, number ${i}`);
    const label = (given: readonly string[]) => {
      const svg = archiveSvg({ archive: drawn(box(1), { grid: [12], names: [given] }), labels: ['choice'] });
      return { svg, y: Number(/y="([\d.]+)">choice</.exec(svg)![1]), height: Number(/height="(\d+)"/.exec(svg)![1]) };
    };
    const [short, long] = [label(names.map((_, i) => `${i}`)), label(names)];
    expect(short.svg).not.toContain('text-anchor="end" transform="rotate(-90');
    expect(long.svg.match(/text-anchor="end" transform="rotate\(-90/g)).toHaveLength(12);
    expect(long.y - short.y).toBeGreaterThan(50);
    expect(long.height - short.height).toBe(long.y - short.y);
  });

  it('stand at whole numbers, from 0, whatever the descriptor space, so that overlays do too', () => {
    const geometry = { grid: [5, 3], names: [roots, kinds] };
    const overlays = [{ points: [[4, 0]] }];
    const svg = archiveSvg({ archive: drawn({ dimensions: 2, lower: -9, upper: 9 }, geometry), overlays });
    const { corners } = cellsOf(svg).find(({ cell }) => cell === 12)!;
    const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis]! / 4, 0));
    const dot = /class="edge" d="M([\d.]+) ([\d.]+)h0"/.exec(svg)!.slice(1).map(Number);
    expect([dot[0]! - x!, dot[1]! - y!].every((error) => Math.abs(error) < 0.2)).toBe(true);
  });

  it('are of the dimensions that have some; others have numbers', () => {
    const mixed: Geometry = { grid: [5, 4], names: [roots, undefined] };
    const texts = textsOf(archiveSvg({ archive: drawn(box(2), mixed) }));
    expect(texts).toEqual(expect.arrayContaining([...roots, '0', '4']));
  });

  it('stand in tooltips for the numbers of descriptors, also of parallel axes', () => {
    const geometry: Geometry = { grid: [5, 3, 4], names: [roots, ['a', 'b & c', 'd'], undefined] };
    const elites = [{ cell: 20, fitness: 2, descriptor: [1, 1, 2.5] }];
    const archive = drawn(box(3), geometry, elites);
    const [tooltip] = cellsOf(archiveSvg({ archive })).filter(({ colour }) => colour !== 'empty');
    expect(tooltip?.title).toBe('cell 20: 2 at add, b &amp; c, 2.5');
    expect(parallelAxesSvg({ archive })).toContain('<title>cell 20: 2 at add, b &amp; c, 2.5</title>');
  });

  it('are the ticks of parallel axes, where elites of the category cross them', () => {
    const elites = [{ cell: 4, fitness: 1, descriptor: [1, 2, 3] }];
    const geometry = { grid: [5, 3, 8], names: [roots, kinds] };
    const svg = parallelAxesSvg({ archive: drawn({ ...box(3), upper: [4, 2, 8] }, geometry, elites) });
    expect(textsOf(svg)).toEqual(expect.arrayContaining([...roots, ...kinds, '8', '0']));
    const heights = ['add', 'several sin'].map((name) =>
      Number(new RegExp(`y="([\\d.]+)"[^>]*>${name}<`).exec(svg)![1]),
    );
    const [, a, b] = /data-cell="4" d="M\d+ (\d+)L\d+ (\d+)/.exec(svg)!;
    expect(heights).toEqual([Number(a) / 10 + 4, Number(b) / 10 + 4]);
    expect(svg).not.toMatch(/>2</);
  });
});

describe('slices', () => {
  it.each([
    [2, 2],
    [3, 3],
    [4, 2],
    [6, 3],
    [7, 4],
    [10, 5],
    [16, 4],
    [12, 4],
    [30, 6],
  ])(
    '%i squares are %i in a row: as large as they can be in 500 px with rows that are even, and as wide as the frame',
    (count, across) => {
      const slices = slicesOf(archiveSvg({ archive: drawn(box(3), { grid: [4, 4, count] }) }));
      expect(new Set(slices.map(([left]) => left)).size).toBe(across);
      expect(slices[0]![0]).toBe(72);
      expect(slices[across - 1]![1]).toBeCloseTo(396, 0);
      const height = slices.at(-1)![3]! - slices[0]![2]!;
      expect(height).toBeLessThan(500);
    },
  );

  it('are four times four where 16 flat ones could be larger with one that stands alone', () => {
    const flat = { dimensions: 3, lower: 0, upper: [1, 0.5, 1] };
    const slices = slicesOf(archiveSvg({ archive: drawn(flat, { grid: [4, 4, 16] }) }));
    expect(new Set(slices.map(([left]) => left)).size).toBe(4);
  });

  it('have ticks where they have numbers', () => {
    const svg = archiveSvg({ archive: drawn(box(3), { grid: [4, 4, 6] }) });
    const ticks = [...svg.matchAll(/class="axis" d="([^"]*)"/g)].map(([, d]) => d!.match(/v4/g)?.length ?? 0);
    expect(ticks).toHaveLength(6);
    expect(ticks.map((count) => count > 0)).toEqual([false, false, false, true, false, false]);
  });

  it('say where they begin, with fewer digits where there are many', () => {
    const cube = { dimensions: 3, lower: -1, upper: 1 };
    const svg = archiveSvg({ archive: drawn(cube, { grid: [4, 4, 30] }) });
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['−1', '−0.93', '−0.07', '0.93']));
    expect(svg).not.toContain('…');
  });
});

describe('ticks of a map', () => {
  it('have the same step on both axes where units are of equal length', () => {
    const descriptor = { dimensions: 2, lower: -0.5, upper: [4.5, 2.5] };
    const texts = textsOf(archiveSvg({ archive: drawn(descriptor, { grid: [5, 3] }) }));
    expect(texts.slice(0, 9)).toEqual(['0', '1', '2', '3', '4', 'descriptor 1', '0', '1', '2']);
  });
});

it('labels are texts, one a descriptor', () => {
  const draw = (labels: unknown) => () =>
    archiveSvg({ archive: drawn(box(2), { grid: [2, 2] }), labels: labels as string[] });
  expect(draw(['a', 'b'])()).toMatch(/>a<.*>b</);
  expect(draw(['a'])).toThrow("archiveSvg: labels must be 2 texts, one a descriptor; got ['a'].");
  expect(draw(['a', 3])).toThrow('labels must be 2 texts');
});

import { describe, expect, it } from 'vitest';
import { type DrawnElite, type ParallelAxesSvgOptions, parallelAxesSvg } from '../../../src/plot/index.ts';
import { elementsOf } from '../well-formed.ts';

const descriptor = { dimensions: 3, lower: 0, upper: [1, 10, 100] };
const draw = (elites: DrawnElite[], options: Partial<ParallelAxesSvgOptions> = {}): string =>
  parallelAxesSvg({ archive: Object.assign([...elites], { descriptor }), ...options });
const elites = [
  { cell: 4, fitness: 2, descriptor: [1, 0, 50] },
  { cell: 2, fitness: 1, descriptor: [0, 5, 100] },
];
/** Corners of each line, in px. */
const linesOf = (svg: string) =>
  [...svg.matchAll(/<path data-cell="(\d+)" d="M([^"]*)"/g)].map(([, cell, d]) => ({
    cell: Number(cell),
    corners: d!.split('L').map((corner) => corner.split(' ').map((number) => Number(number) / 10)),
  }));

describe('parallelAxesSvg', () => {
  it('draws each elite as a line from the axes of its descriptors to that of fitness, the fittest last', () => {
    const svg = draw(elites);
    const [worse, better] = linesOf(svg);
    expect([worse!.cell, better!.cell]).toEqual([2, 4]);
    const [top, bottom] = [40, 270];
    expect(worse!.corners.map(([, y]) => y)).toEqual([bottom, 155, top, bottom]);
    expect(better!.corners.map(([, y]) => y)).toEqual([top, bottom, 155, top]);
    const xs = worse!.corners.map(([x]) => x!);
    expect(xs[2]! - xs[1]!).toBeCloseTo(xs[1]! - xs[0]!, 0);
    expect(svg).toContain('<title>cell 4: 2 at 1, 0, 50</title>');
    expect(svg).toMatch(/>d1<.*>1<.*>0<.*>d2<.*>10<.*>d3<.*>100</);
  });

  it('is well-formed: empty, alike, with every text, with an unbounded space', () => {
    const alike = [elites[0]!, elites[0]!];
    const texts = { labels: ['a <b>', 'c & d', 'e'], title: '<&">', subtitle: 'x', fitnessLabel: 'a "cost"' };
    const endless = { descriptor: { dimensions: 3, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY } };
    const unbounded = parallelAxesSvg({ archive: Object.assign([...elites], endless) });
    for (const svg of [draw([]), draw(alike), draw(elites, texts), unbounded]) {
      expect(elementsOf(svg)[0]).toBe('svg');
      expect(svg).not.toMatch(/NaN|Infinity|undefined|e-\d/);
    }
  });

  it('gives texts to as many axes as there is room for', () => {
    const many = { dimensions: 40, lower: -1000, upper: 1000 };
    const svg = parallelAxesSvg({ archive: Object.assign([] as DrawnElite[], { descriptor: many }) });
    const named = [...svg.matchAll(/>d(\d+)</g)].map(([, number]) => Number(number));
    expect(named.length).toBeGreaterThan(3);
    expect(new Set(named.slice(1).map((number, i) => number - named[i]!)).size).toBe(1);
  });

  it('has whole labels as long as there is room beside the others, over their axes', () => {
    const labelled = (labels: readonly string[], fitnessLabel = 'fitness') => {
      const space = { dimensions: labels.length, lower: 0, upper: 1 };
      const svg = parallelAxesSvg({ archive: Object.assign([], { descriptor: space }), labels, fitnessLabel });
      return [...svg.matchAll(/<text x="([\d.]+)" y="\d+">([^<]*)</g)]
        .filter(([, , text]) => labels.includes(text!))
        .map(([, x, text]) => [text, Number(x)]);
    };
    const [forward, sideways] = ['forward, body lengths a cycle', 'sideways, body lengths a cycle'];
    for (const labels of [[forward, 'duty factor'], [forward, sideways], ['duty', forward], [forward]]) {
      for (const legend of ['fitness', 'minus effort'])
        expect(labelled(labels, legend).map(([text]) => text)).toEqual(labels);
    }
    expect(labelled(['a', 'b', 'c'])).toEqual([
      ['a', 52],
      ['b', 166.7],
      ['c', 281.3],
    ]);
  });

  it('shortens the longest labels first, alike', () => {
    const long = ['forward, body lengths a cycle', 'b', 'sideways, body lengths a cycle', 'duty factor'];
    const svg = parallelAxesSvg({
      archive: Object.assign([], { descriptor: { dimensions: 4, lower: 0, upper: 1 } }),
      labels: long,
    });
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!);
    expect(texts).toEqual(expect.arrayContaining(['b', 'duty factor']));
    expect(texts.filter((text) => text.includes('…'))).toHaveLength(2);
  });

  it('stays small: 1,950 elites of six descriptors', () => {
    const six = { dimensions: 6, lower: 0, upper: 1 };
    const some = Array.from({ length: 1950 }, (_, i) => {
      return {
        cell: i,
        fitness: Math.sin(i),
        descriptor: Array.from({ length: 6 }, (__, j) => Math.abs(Math.cos(i * (j + 1)))),
      };
    });
    const svg = parallelAxesSvg({ archive: Object.assign(some, { descriptor: six }) });
    expect(svg.length / 1950).toBeLessThan(210);
  });

  it('refuses what it cannot draw', () => {
    expect(() => draw([{ cell: 0, fitness: Number.NaN, descriptor: [0, 0, 0] }])).toThrow('fitness must be finite');
    expect(() => draw([{ cell: 0, fitness: 1, descriptor: [0, 0] }])).toThrow('must be 3 finite numbers');
    expect(() => draw([{ cell: 0, fitness: 1 }])).toThrow('must be 3 finite numbers');
    expect(() => draw(elites, { labels: ['a'] })).toThrow('labels must be 3 texts, one a descriptor');
    expect(() => draw(elites, { range: [1, 1] })).toThrow('range must be two finite numbers');
    expect(() => parallelAxesSvg({ archive: [] })).toThrow('archive.descriptor');
    const wide = { dimensions: 65, lower: 0, upper: 1 };
    expect(() => parallelAxesSvg({ archive: Object.assign([], { descriptor: wide }) })).toThrow('in [1, 64]');
  });
});

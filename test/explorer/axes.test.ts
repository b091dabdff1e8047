import { expect, it } from 'vitest';
import { drawAxes, gutter } from '../../src/explorer/map/axes.ts';
import { cellMapOf } from '../../src/explorer/map/map-of-space.ts';
import { MapView } from '../../src/explorer/map/map-view.ts';

/** What is drawn, with letters 8 pixels wide. */
function drawnTexts({
  lower = 0.3,
  upper = 0.7,
  x = '',
  y,
  names,
}: {
  lower?: number;
  upper?: number | readonly number[];
  x?: string;
  y?: string | undefined;
  names?: readonly (readonly string[])[];
}) {
  const descriptor = { dimensions: 2, lower, upper };
  const grid = names?.map(({ length }) => length) ?? [4, 4];
  const view = new MapView(cellMapOf('test', { descriptor, geometry: () => ({ grid, names }) }));
  [view.width, view.height] = [300, 300];
  const texts: {
    readonly text: string;
    readonly y: number;
    readonly end: number;
    readonly room: number | undefined;
  }[] = [];
  const drawn = {
    measureText: (text: string) => ({ width: 8 * text.length }),
    fillText: (text: string, x: number, y: number, room?: number) =>
      texts.push({ text, y, end: x + 4 * text.length, room }),
  };
  const nothing = () => undefined;
  const context = new Proxy(drawn, { get: (own, name) => Reflect.get(own, name) ?? nothing, set: () => true });
  drawAxes(context as never, view, { x, y, names }, { text: '', line: '' }, 1);
  return { texts, view };
}

it('the numbers of the horizontal axis end inside the picture', () => {
  const { texts, view } = drawnTexts({ x: 'x', y: 'y' });
  const ends = texts.filter(({ y }) => y === view.height + 8).map(({ end }) => end);
  expect(ends.length).toBeGreaterThan(1);
  expect(Math.max(...ends)).toBe(gutter.left + view.width);
});

it('the middle of a label that is longer than its axis is left out', () => {
  const { texts } = drawnTexts({ x: `begin ${'x'.repeat(200)} end`, y: `begin ${'y'.repeat(200)} end` });
  const labels = texts.map(({ text }) => text).filter((text) => text.startsWith('begin'));
  expect(labels).toHaveLength(2);
  for (const label of labels) expect(label).toMatch(/^begin (x+…x+|y+…y+) end$/);
  expect(Math.max(...labels.map((label) => label.length))).toBeLessThan(60);
});

it.each([
  [0, 1e-7],
  [-5e-4, 5e-4],
  [0, 3_000_000],
  [-4e9, 4e9],
  [0.1234, 0.1236],
])('from %d to %d, numbers below a map have gaps between them, and those left of it are short', (lower, upper) => {
  const { texts, view } = drawnTexts({ lower, upper, y: '' });
  const below = texts.filter(({ y }) => y === view.height + 8);
  expect(below.length).toBeGreaterThan(0);
  for (const [i, { text, end }] of below.entries())
    if (i > 0) expect(end - 8 * text.length).toBeGreaterThanOrEqual(below[i - 1]!.end + 8);
  const left = texts.filter(({ room, text }) => room !== undefined && text.length > 6);
  expect(lower === 0.1234 ? [] : left).toEqual([]);
});

it('long names of categories below a map have gaps between them, and those left of it have their middle left out', () => {
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(30)}`);
  const { texts, view } = drawnTexts({ y: '', names: [names, names] });
  const below = texts.filter(({ y }) => y === view.height + 8);
  expect(below.length).toBeGreaterThan(1);
  for (const [i, { text, end }] of below.entries())
    if (i > 0) expect(end - 8 * text.length).toBeGreaterThanOrEqual(below[i - 1]!.end + 8);
  const left = texts.filter(({ room }) => room !== undefined);
  expect(left.length).toBeGreaterThan(1);
  for (const { text } of left) expect(text).toMatch(/^(.)\1*…\1+$/);
});

it('height has no numbers where it means nothing', () => {
  expect(drawnTexts({ x: 'x' }).texts.filter(({ room }) => room !== undefined)).toEqual([]);
});

it('a dimension of numbers beside one of categories has numbers, and steps are equal where units are', () => {
  const geometry = () => ({ grid: [2, 5], names: [['oak', 'birch'], undefined] });
  const descriptor = { dimensions: 2, lower: 0, upper: [1, 30] };
  const map = cellMapOf('test', { descriptor, geometry });
  expect([map.x, map.y]).toEqual([
    [-0.5, 1.5],
    [0, 30],
  ]);
  const { texts } = drawnTexts({ lower: -0.5, upper: [4.5, 2.5], x: 'x', y: 'y' });
  expect(texts.map(({ text }) => text)).toEqual(['0', '2', '4', 'x', '0', '2', 'y']);
});

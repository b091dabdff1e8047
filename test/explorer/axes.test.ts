import { expect, it } from 'vitest';
import { drawAxes, gutter } from '../../src/explorer/axes.ts';
import { cellMapOf } from '../../src/explorer/map-of-space.ts';
import { MapView } from '../../src/explorer/map-view.ts';

/** What is drawn, with letters 8 pixels wide. */
function drawnTexts(labels: { readonly x: string; readonly y: string }) {
  const descriptor = { dimensions: 2, lower: 0.3, upper: 0.7 };
  const view = new MapView(cellMapOf('test', { descriptor, geometry: () => ({ grid: [4, 4] }) }));
  [view.width, view.height] = [300, 300];
  const texts: { readonly text: string; readonly y: number; readonly end: number }[] = [];
  const drawn = {
    measureText: (text: string) => ({ width: 8 * text.length }),
    fillText: (text: string, x: number, y: number) => texts.push({ text, y, end: x + 4 * text.length }),
  };
  const nothing = () => undefined;
  const context = new Proxy(drawn, { get: (own, name) => Reflect.get(own, name) ?? nothing, set: () => true });
  drawAxes(context as never, view, { ...labels, names: undefined }, { text: '', line: '' }, 1);
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

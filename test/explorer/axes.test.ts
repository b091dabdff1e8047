import { expect, it } from 'vitest';
import { drawAxes, gutter } from '../../src/explorer/axes.ts';
import { cellMapOf } from '../../src/explorer/map-of-space.ts';
import { MapView } from '../../src/explorer/map-view.ts';

it('the numbers of the horizontal axis end inside the picture', () => {
  const descriptor = { dimensions: 2, lower: 0.3, upper: 0.7 };
  const view = new MapView(cellMapOf('test', { descriptor, geometry: () => ({ grid: [4, 4] }) }));
  [view.width, view.height] = [300, 300];
  const ends: number[] = [];
  const letter = 8; // the width of one, in pixels
  const drawn = {
    measureText: (text: string) => ({ width: letter * text.length }),
    fillText(text: string, x: number, y: number) {
      if (y === view.height + 8) ends.push(x + (letter * text.length) / 2);
    },
  };
  const nothing = () => undefined;
  const context = new Proxy(drawn, { get: (own, name) => Reflect.get(own, name) ?? nothing, set: () => true });
  drawAxes(context as never, view, { x: 'x', y: 'y', names: undefined }, { text: '', line: '' }, 1);
  expect(ends.length).toBeGreaterThan(1);
  expect(Math.max(...ends)).toBe(gutter.left + view.width);
});

import { expect, it } from 'vitest';
import { drawGenes } from '../../src/explorer/renderers.ts';

/** The bars of genes in a square of 100 pixels, from top to bottom; last the line at 0. */
function barsOf(genes: readonly number[]): [top: number, bottom: number][] {
  const bars: [number, number][] = [];
  const fillRect = (_x: number, y: number, _width: number, height: number): void => void bars.push([y, y + height]);
  drawGenes({ fillRect } as never, genes, 100);
  return bars;
}

it('bars of genes of one sign use the whole height, those of both signs half of it each', () => {
  expect(barsOf([1, 2])).toEqual([
    [50, 84],
    [16, 84],
    [84, 85],
  ]);
  expect(barsOf([-1, -2])).toEqual([
    [16, 50],
    [16, 84],
    [16, 17],
  ]);
  expect(barsOf([-1, 2])).toEqual([
    [50, 67],
    [16, 50],
    [50, 51],
  ]);
  expect(barsOf([0])).toEqual([
    [84, 85],
    [84, 85],
  ]);
});

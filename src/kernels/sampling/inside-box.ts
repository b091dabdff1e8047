import { type BoxBounds, copyRow } from '../../core/index.ts';
import { Area } from '../runtime/area.ts';
import { sampling } from './sampling.ts';

/** Genes that are looked at in one call: with their bounds they stay in the near caches. */
const BLOCK = 4096;

const genes: Area = /* @__PURE__ */ new Area(BLOCK);
/** The lower ones, then the upper ones. */
const bounds: Area = /* @__PURE__ */ new Area(8192); // 2 * BLOCK

/** Whether all numbers lie in [lower, upper]; NaN never does. About 0.3 ns each. */
export function insideInterval(lower: number, upper: number, data: Float64Array): boolean {
  const { view, at } = genes;
  const kernels = sampling.common;
  for (let start = 0; start < data.length; start += BLOCK) {
    const count = Math.min(BLOCK, data.length - start);
    copyRow(data, start, view, 0, count);
    if (!kernels.insideInterval(at, count, lower, upper)) return false;
  }
  return true;
}

/** Whether all numbers of `(rows, dimensions)`, row-major, lie in the bounds of their column; NaN never does. About 0.4 ns each. */
export function insideBox({ dimensions, lower, upper }: BoxBounds, data: Float64Array): boolean {
  const kernels = sampling.common;
  const width = Math.min(dimensions, BLOCK);
  // Whole rows, or a piece of one.
  const height = Math.floor(BLOCK / width);
  for (let column = 0; column < dimensions; column += width) {
    const piece = Math.min(width, dimensions - column);
    bounds.view.set(lower.subarray(column, column + piece));
    bounds.view.set(upper.subarray(column, column + piece), BLOCK);
    for (let start = column; start < data.length; start += height * dimensions) {
      const rows = Math.min(Math.ceil((data.length - start) / dimensions), height);
      genes.view.set(data.subarray(start, start + rows * piece));
      if (!kernels.insideBox(genes.at, rows, piece, bounds.at, bounds.at + 8 * BLOCK)) return false;
    }
  }
  return true;
}

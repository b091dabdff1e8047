import { Area } from './area.ts';
import { sharedInstance } from './shared-instance.ts';

const BLOCK = 2048;

const block: Area = /* @__PURE__ */ new Area(BLOCK);

/** Whether all numbers are finite. About 0.3 ns each. */
export function finiteNumbers(data: Float64Array): boolean {
  const { view, at } = block;
  const { exports } = sharedInstance();
  for (let start = 0; start < data.length; start += BLOCK) {
    const piece = data.subarray(start, start + BLOCK);
    view.set(piece);
    if (!exports.finiteNumbers(at, piece.length)) return false;
  }
  return true;
}

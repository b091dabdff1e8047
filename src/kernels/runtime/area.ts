import { commonHeap } from './common-heap.ts';

/**
 * Numbers in the memory of the {@link commonHeap}, reserved and kept. All areas are reserved at the first use of any: to reserve
 * may grow the memory, and that detaches the views of whoever is at work. Made as `@__PURE__` with a name or a number, so
 * that bundlers leave out the areas that nobody uses, and the kernels with them.
 */
export class Area {
  static readonly #all: Area[] = [];
  readonly #numbers: number;
  #at = 0;
  #view: Float64Array = new Float64Array(0);

  constructor(numbers: number) {
    this.#numbers = numbers;
    Area.#all.push(this);
  }

  /** Its address. */
  get at(): number {
    if (this.#at === 0) {
      for (const area of Area.#all) {
        if (area.#at === 0) area.#at = commonHeap().allocate(area.#numbers * 8);
      }
    }
    return this.#at;
  }

  /** Its numbers: a view that is valid until the memory grows, for a kernel's larger arrays. */
  get view(): Float64Array {
    if (this.#view.length === 0) {
      const { at } = this; // before the buffer is read: to reserve may grow the memory
      this.#view = new Float64Array(commonHeap().memory.buffer, at, this.#numbers);
    }
    return this.#view;
  }
}

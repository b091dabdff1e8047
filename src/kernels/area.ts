import { sharedInstance } from './shared-instance.ts';

/** Numbers in the memory of the shared kernels, reserved at the first use and kept. */
export class Area {
  readonly #numbers: number;
  #at = 0;
  #view: Float64Array = new Float64Array(0);

  constructor(numbers: number) {
    this.#numbers = numbers;
  }

  /** Its address. */
  get at(): number {
    if (this.#at === 0) this.#at = sharedInstance().allocate(this.#numbers * 8);
    return this.#at;
  }

  /** Its numbers: a view that is valid until the memory grows, that is, until another area is first used. */
  get view(): Float64Array {
    if (this.#view.length === 0)
      this.#view = new Float64Array(sharedInstance().exports.memory.buffer, this.at, this.#numbers);
    return this.#view;
  }
}

import type { Random } from '../../src/core/index.ts';

/**
 * A stream that says what it is told: first weights that come out as given, shuffles that leave the order as it is, and
 * noise from a list. For golden data that were made with other random numbers.
 */
export class ScriptedRandom implements Random {
  readonly #uniforms: Iterator<number>;
  readonly #normals: ArrayLike<number>;
  #drawn = 0;

  /**
   * @param uniforms - what `uniform` gives, in turn.
   * @param normals - what `normal` and `fillNormal` give, in turn.
   */
  constructor(uniforms: Iterable<number>, normals: ArrayLike<number>) {
    this.#uniforms = uniforms[Symbol.iterator]();
    this.#normals = normals;
  }

  uniform(): number {
    const { done, value } = this.#uniforms.next();
    if (done) throw new Error('ScriptedRandom: no uniform number is left');
    return value;
  }

  /** The highest: Fisher and Yates's shuffle then swaps every entry with itself. */
  integer(_low: number, high: number): number {
    return high;
  }

  normal(): number {
    const value = this.#normals[this.#drawn++];
    if (value === undefined) throw new Error('ScriptedRandom: no normal number is left');
    return value;
  }

  fillNormal(out: Float64Array | Float32Array): void {
    for (let i = 0; i < out.length; i++) out[i] = this.normal();
  }
}

/** The numbers that a learner must draw to get these first weights: layers in order, each weight before its bias. */
export function* weightDraws(tensors: Readonly<Record<string, Float32Array>>): Generator<number> {
  for (const layer of ['fc1', 'fc21', 'fc22', 'fc3', 'fc4']) {
    const weight = tensors[`${layer}.weight`]!;
    const bias = tensors[`${layer}.bias`]!;
    const bound = 1 / Math.sqrt(weight.length / bias.length);
    for (const w of [...weight, ...bias]) yield (w / bound + 1) / 2;
  }
}

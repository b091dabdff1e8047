/** A stream of random numbers. */
export interface Random {
  /** A number in [0, 1) with 53 random bits. */
  uniform(): number;
  /** An integer in [low, high], both ends included, without bias. */
  integer(low: number, high: number): number;
  /** A standard normal. */
  normal(): number;
  /** Fills `out` with standard normals: the numbers that as many calls of {@link Random.normal} give, faster. */
  fillNormal(out: Float64Array | Float32Array): void;
  /** A copy of the state, if the stream can be restored. */
  getState?(): Int32Array;
  /** Continues from a state of {@link Random.getState}. */
  setState?(state: ArrayLike<number>): void;
}

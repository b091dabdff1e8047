import { checkNumber, checkOptions, type Stateful } from '../../core/index.ts';
import { anyFloat64, decodeSnapshot, encodeSnapshot, int32 } from '../../formats/index.ts';
import type { Admission } from './admission.ts';

/** Options of an {@link Annealing} admission. */
export interface AnnealingOptions {
  /** α, in [0, 1]: how far a threshold moves to the fitness of a row that entered. 0: never; 1: all the way. */
  readonly learningRate: number;
  /** The threshold of a cell that no row has entered. Use the problem's fitness floor. */
  readonly minimum: number;
}

/**
 * Soft thresholds: a row enters a cell if its fitness f exceeds the cell's threshold t, also if it is worse than the elite; then
 * t ← (1 − α) t + α f. The archive may so lose its best rows: use it as the guide of a search. [Fontaine2023, Sec. 3]
 */
export class Annealing implements Admission, Stateful {
  readonly #options: AnnealingOptions;
  /** Thresholds of the cells that were entered. */
  readonly #thresholds = new Map<number, number>();

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: AnnealingOptions) {
    const owner = 'Annealing';
    checkOptions(owner, options, ['learningRate', 'minimum']);
    const { learningRate, minimum } = options;
    checkNumber(owner, 'learningRate', learningRate, 0, 1);
    checkNumber(owner, 'minimum', minimum);
    this.#options = { learningRate, minimum };
  }

  /** The cell's threshold. */
  threshold(cell: number): number {
    return this.#thresholds.get(cell) ?? this.#options.minimum;
  }

  /** Moves the cell's threshold. */
  entered(cell: number, fitness: number): void {
    const { learningRate } = this.#options;
    this.#thresholds.set(cell, (1 - learningRate) * this.threshold(cell) + learningRate * fitness);
  }

  /** Options and thresholds. */
  snapshot(): Uint8Array {
    const cells = Int32Array.from(this.#thresholds.keys()).sort();
    const thresholds = Float64Array.from(cells, (cell) => this.threshold(cell));
    return encodeSnapshot(this.#stored(), { cells, thresholds });
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of other options. Nothing has changed then. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    const { state, fail } = decodeSnapshot('Annealing.restore', bytes, this.#stored());
    const { cells, thresholds } = state;
    if (cells.some((cell, i) => cell <= (cells[i - 1] ?? -1))) throw fail('have ascending cells', cells);
    const wrong = thresholds.find((threshold) => !Number.isFinite(threshold));
    if (wrong !== undefined) throw fail('have finite thresholds', wrong);
    this.#thresholds.clear();
    for (const [i, cell] of cells.entries()) this.#thresholds.set(cell, thresholds[i]!);
  }

  #stored() {
    return {
      kind: 'Annealing',
      configuration: this.#options,
      state: { cells: int32(['cells'], 0), thresholds: anyFloat64(['cells']) },
    };
  }
}

import { type AddStatus, Batch } from '../../core/index.ts';
import { anyFloat64, int32, list, record, type StateKind, serial } from '../../formats/index.ts';
import type { RankedRows } from './ranker.ts';

/** In the order of their numbers in snapshots. */
const STATUSES: readonly AddStatus[] = ['rejected', 'improved', 'new', 'invalid', 'revised', 'challenging'];
/** The most generations that are out. */
export const MOST_OUT: number = 2 ** 20;

/** A generation whose rows were told in part. */
interface PartlyTold extends Omit<RankedRows, 'report' | 'archive'> {
  /** `(rows)`: 1 for a row that was told. */
  readonly told: Int32Array;
  readonly status: AddStatus[];
  readonly improvement: Float64Array;
  readonly cell: Int32Array;
  /** NaN where the archive does not measure it. */
  readonly novelty: Float64Array;
}

/** A generation in a snapshot. */
export interface GenerationState {
  readonly ask: number;
  readonly told: Int32Array;
  readonly genomes: Float64Array;
  readonly fitness: Float64Array;
  readonly descriptors: Float64Array;
  readonly status: Int32Array;
  readonly improvement: Float64Array;
  readonly cell: Int32Array;
  readonly novelty: Float64Array;
}

/** Collects the rows of generations that are told in parts. */
export class GenerationRows {
  /** By the number of their ask. */
  readonly #generations = new Map<number, PartlyTold>();

  /**
   * Adds rows of a generation.
   * @param rows - Their numbers in it.
   * @param size - Number of rows of a generation.
   * @returns the whole generation, if these were its last rows.
   */
  add(ask: number, rows: ArrayLike<number>, given: RankedRows, size: number): RankedRows | undefined {
    const { columns } = given.genomes;
    const generation = this.#generations.get(ask) ?? emptyGeneration(size, columns, given.descriptors.columns);
    this.#generations.set(ask, generation);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      generation.told[row] = 1;
      generation.genomes.row(row).set(given.genomes.row(i));
      generation.descriptors.row(row).set(given.descriptors.row(i));
      generation.fitness[row] = given.fitness[i]!;
      generation.status[row] = given.report.status[i]!;
      generation.improvement[row] = given.report.improvement[i]!;
      generation.cell[row] = given.report.cell[i]!;
      generation.novelty[row] = given.report.novelty?.[i] ?? Number.NaN;
    }
    if (generation.told.includes(0)) return undefined;
    this.#generations.delete(ask);
    const { genomes, fitness, descriptors, status, improvement, cell, novelty } = generation;
    const report = { status, improvement, cell, novelty };
    return { rows: size, genomes, fitness, descriptors, report, archive: given.archive };
  }

  clear(): void {
    this.#generations.clear();
  }

  /** The rows for a snapshot. */
  get state(): GenerationState[] {
    return Array.from(this.#generations, ([ask, generation]) => ({
      ask,
      told: generation.told,
      genomes: generation.genomes.data,
      fitness: generation.fitness,
      descriptors: generation.descriptors.data,
      status: Int32Array.from(generation.status, (status) => STATUSES.indexOf(status)),
      improvement: generation.improvement,
      cell: generation.cell,
      novelty: generation.novelty,
    }));
  }

  /** Takes the rows of a snapshot. */
  restore(state: readonly GenerationState[]): void {
    this.#generations.clear();
    for (const { ask, told, genomes, fitness, descriptors, status, improvement, cell, novelty } of state) {
      const rows = told.length;
      this.#generations.set(ask, {
        rows,
        told,
        genomes: new Batch(rows, genomes.length / rows, genomes),
        fitness,
        descriptors: new Batch(rows, descriptors.length / rows, descriptors),
        status: Array.from(status, (one) => STATUSES[one]!),
        improvement,
        cell,
        novelty,
      });
    }
  }
}

/** The kind of {@link GenerationRows.state}, for generations of `rows` genomes. */
export function generationsKind(rows: number, dimensions: number): StateKind<GenerationState[]> {
  return list(
    record({
      ask: serial,
      told: int32([rows], 0, 1),
      genomes: anyFloat64([rows, dimensions]),
      fitness: anyFloat64([rows]),
      descriptors: anyFloat64([rows, undefined]),
      status: int32([rows], 0, STATUSES.length - 1),
      improvement: anyFloat64([rows]),
      cell: int32([rows], -1),
      novelty: anyFloat64([rows]),
    }),
    MOST_OUT,
  );
}

function emptyGeneration(rows: number, genes: number, descriptors: number): PartlyTold {
  return {
    rows,
    told: new Int32Array(rows),
    genomes: Batch.zeros(rows, genes),
    fitness: new Float64Array(rows).fill(Number.NaN),
    descriptors: Batch.zeros(rows, descriptors),
    status: new Array<AddStatus>(rows).fill('rejected'),
    improvement: new Float64Array(rows).fill(Number.NaN),
    cell: new Int32Array(rows),
    novelty: new Float64Array(rows).fill(Number.NaN),
  };
}

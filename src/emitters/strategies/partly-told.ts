import { type AddStatus, Batch } from '../../core/index.ts';
import { anyFloat64, int32, list, record, type StateKind, serial } from '../../formats/index.ts';
import type { RankedRows } from './rankers.ts';

/** In the order of their numbers in snapshots. */
const STATUSES: readonly AddStatus[] = ['rejected', 'improved', 'new', 'invalid', 'revised', 'challenging'];
/** The most generations that are out. */
export const MOST_OUT: number = 2 ** 20;

/** A generation of which some rows were told, as snapshots hold it. */
export interface PartlyTold {
  /** Number of its ask. */
  readonly ask: number;
  /** `(rows)`: 1 for a row that was told. */
  readonly told: Int32Array;
  /** `(rows, genomeDimensions)` */
  readonly genomes: Float64Array;
  readonly fitness: Float64Array;
  /** `(rows, descriptorDimensions)` */
  readonly descriptors: Float64Array;
  readonly status: Int32Array;
  readonly improvement: Float64Array;
  readonly cell: Int32Array;
  /** NaN where the archive does not measure it. */
  readonly novelty: Float64Array;
}

/** The kind of generations of `rows` genomes. */
export function partlyToldKind(rows: number, dimensions: number): StateKind<readonly PartlyTold[]> {
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

/** A generation of `rows` genomes like `given`, of which none was told. */
export function noneTold(ask: number, rows: number, { genomes, descriptors }: RankedRows): PartlyTold {
  return {
    ask,
    told: new Int32Array(rows),
    genomes: new Float64Array(rows * genomes.columns),
    fitness: new Float64Array(rows).fill(Number.NaN),
    descriptors: new Float64Array(rows * descriptors.columns),
    status: new Int32Array(rows),
    improvement: new Float64Array(rows).fill(Number.NaN),
    cell: new Int32Array(rows),
    novelty: new Float64Array(rows).fill(Number.NaN),
  };
}

/** Writes told rows into their generation. @param rows - Their numbers in it. */
export function addTold(generation: PartlyTold, rows: ArrayLike<number>, given: RankedRows): void {
  const { genomes, descriptors, fitness, report } = given;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    generation.told[row] = 1;
    generation.genomes.set(genomes.row(i), row * genomes.columns);
    generation.descriptors.set(descriptors.row(i), row * descriptors.columns);
    generation.fitness[row] = fitness[i]!;
    generation.status[row] = STATUSES.indexOf(report.status[i]!);
    generation.improvement[row] = report.improvement[i]!;
    generation.cell[row] = report.cell[i]!;
    generation.novelty[row] = report.novelty?.[i] ?? Number.NaN;
  }
}

/** A generation whose rows were all told. */
export function wholeGeneration(generation: PartlyTold, archive: RankedRows['archive']): RankedRows {
  const { genomes, fitness, descriptors, improvement, cell, novelty } = generation;
  const rows = fitness.length;
  const batch = (data: Float64Array): Batch => new Batch(rows, data.length / rows, data);
  const status = Array.from(generation.status, (one) => STATUSES[one]!);
  const report = { status, improvement, cell, novelty };
  return { rows, genomes: batch(genomes), fitness, descriptors: batch(descriptors), report, archive };
}

import type { AddReport, Archive, Problem, Random } from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import { drawRows, genomesOf, type Row, resultsOf } from './draw.ts';
import type { Make } from './law.ts';

/** An archive's maker, and the problem that its archives are for. */
export interface Subject<G> {
  readonly make: Make<Archive<G>>;
  readonly problem: Problem<G>;
}

/** Draws as many rows as the case is large. */
export const rowsOf =
  <G>(problem: Problem<G>, faults: boolean = true) =>
  (random: Random, size: number): Row<G>[] =>
    drawRows(problem, size, random, faults);

/** Adds rows as one batch. */
export function addRows<G>(archive: Archive<G>, problem: Problem<G>, rows: readonly Row<G>[]): AddReport {
  return archive.add(
    genomesOf(
      problem.genome,
      rows.map((row) => row.genome),
    ),
    resultsOf(rows),
  );
}

/** An archive to which `rows` valid rows were added. */
export async function filled<G>({ make, problem }: Subject<G>, rows: number = 40): Promise<Archive<G>> {
  const archive = await make();
  addRows(archive, problem, drawRows(problem, rows, randomStream(rows), false));
  return archive;
}

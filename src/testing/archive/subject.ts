import type { AddReport, Archive, FieldKinds, Origins, Problem, Random } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { drawRows, genomesOf, type Row, resultsOf } from '../laws/draw.ts';
import type { Make } from '../laws/law.ts';

/** An archive's maker, and the problem that its archives are for. */
export interface Subject<G> {
  readonly make: Make<Archive<G, FieldKinds>>;
  readonly problem: Problem<G, FieldKinds>;
}

/** Draws as many rows as the case is large. */
export const rowsOf =
  <G>(problem: Problem<G, FieldKinds>, faults: boolean = true) =>
  (random: Random, size: number): Row<G>[] =>
    drawRows(problem, size, random, faults);

/** Adds rows as one batch. */
export function addRows<G>(
  archive: Archive<G, FieldKinds>,
  problem: Problem<G, FieldKinds>,
  rows: readonly Row<G>[],
  origins?: Origins,
): AddReport {
  const genomes = rows.map((row) => row.genome);
  return archive.add(genomesOf(problem.genome, genomes), resultsOf(rows), origins);
}

/** An archive to which 40 valid rows were added. */
export async function filled<G>({ make, problem }: Subject<G>): Promise<Archive<G, FieldKinds>> {
  const archive = await make();
  addRows(archive, problem, drawRows(problem, 40, randomStream(40), false));
  return archive;
}

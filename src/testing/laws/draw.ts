import {
  Batch,
  type Box,
  boxBounds,
  type FieldKind,
  type FieldKinds,
  firstOutside,
  type GenomeSpace,
  type Genomes,
  isFloat64Array,
  isObjectSpace,
  ListBatch,
  type ObjectSpace,
  type Problem,
  type Random,
  type Results,
  typedArrayKind,
} from '../../core/index.ts';
import { expectThat } from './law.ts';
import { write } from './values.ts';

/** Where infinite bounds are cut to draw uniformly. */
const WIDE = 5;

/** A row to be added: what an evaluation found of a genome. */
export interface Row<G> {
  readonly genome: G;
  readonly fitness: number;
  readonly descriptor: readonly number[];
  /** The domain's own columns. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A genome of the space: uniform in a box, a tenth of the genes on a bound; or what an object space samples. */
export function drawGenome<G>(space: GenomeSpace<G>, random: Random): G {
  if (isObjectSpace(space)) return acyclic((space as ObjectSpace<G>).sample(random));
  const { lower, upper } = boxBounds('testing', 'space', space as Box);
  const genome = lower.map((low, j) => {
    const high = upper[j]!;
    // A part of the box that is finite, next to 0 if 0 lies inside.
    const from = Number.isFinite(low) ? low : Math.min(-WIDE, high - WIDE);
    const to = Number.isFinite(high) ? high : Math.max(WIDE, low + WIDE);
    if (random.integer(0, 9) === 0) return random.integer(0, 1) === 0 ? from : to;
    return Math.min(from + random.uniform() * (to - from), to);
  });
  return genome as G;
}

/** The genome. @throws Error if it contains a cycle: it could be neither shown nor compared. */
export function acyclic<G>(genome: G): G {
  const path = cycleIn(genome, ['genome'], new Set());
  if (path === undefined) return genome;
  throw new Error(`A genome must contain no cycle; got one at ${path.join('.')}.`);
}

/** @param around - The objects that contain the value. @returns the keys that lead to an object within itself, if any. */
function cycleIn(value: unknown, path: readonly string[], around: Set<unknown>): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || typedArrayKind(value) !== undefined) return undefined;
  if (around.has(value)) return path;
  around.add(value);
  for (const [key, part] of Object.entries(value)) {
    const found = cycleIn(part, [...path, key], around);
    if (found !== undefined) return found;
  }
  around.delete(value);
  return undefined;
}

/** `rows` genomes of the space: a Batch of vectors, a list of objects. */
export function drawGenomes<G>(space: GenomeSpace<G>, rows: number, random: Random): Genomes<G> {
  const list = Array.from({ length: rows }, () => drawGenome(space, random));
  return genomesOf(space, list);
}

/** Genomes in the container that their space asks for. */
export function genomesOf<G>(space: GenomeSpace<G>, list: readonly G[]): Genomes<G> {
  if (isObjectSpace(space)) return new ListBatch(list);
  const batch = Batch.zeros(list.length, (space as Box).dimensions);
  for (const [i, genome] of list.entries()) batch.row(i).set(genome as Float64Array);
  return batch as unknown as Genomes<G>;
}

/** The rows of a container, vectors copied. */
export function listOf<G>(genomes: Genomes<G>): G[] {
  return Array.from({ length: genomes.rows }, (_, i) => {
    const row = genomes.row(i);
    return isFloat64Array(row) ? (row.slice() as G) : row;
  });
}

/** Genomes as they are now, to be compared later: vectors are copied, objects written by their space or, if it refuses them, value by value. */
export function recordOf<G>(space: GenomeSpace<G>, genomes: Genomes<G>): unknown[] {
  const list: unknown[] = listOf(genomes);
  if (!isObjectSpace(space)) return list;
  return list.map((genome) => {
    try {
      return space.serialize(genome);
    } catch {
      return write(genome);
    }
  });
}

/** Overwrites a vector. */
export function spoil(vector: unknown): void {
  if (isFloat64Array(vector)) vector.fill(77);
}

/** Rows that meet in few cells and few fitnesses; lie on the edges of the space, and outside; with `faults` some are invalid. */
export function drawRows<G>(
  problem: Problem<G, FieldKinds>,
  rows: number,
  random: Random,
  faults: boolean = true,
): Row<G>[] {
  const { lower, upper } = boxBounds('testing', 'problem.descriptor', problem.descriptor);
  const number = (value: number): number => {
    if (!faults || random.integer(0, 11) > 0) return value;
    return [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY][random.integer(0, 2)]!;
  };
  return Array.from({ length: rows }, () => {
    const genome = drawGenome(problem.genome, random);
    if (isFloat64Array(genome)) genome[0] = number(genome[0]!);
    return {
      genome,
      fitness: number((problem.fitnessFloor ?? 0) + random.integer(-1, 6)),
      descriptor: Array.from(lower, (low, j) => number(low + (upper[j]! - low) * (random.integer(-1, 5) / 4))),
      fields: drawFields(problem.fields, random),
    };
  });
}

function drawFields(kinds: FieldKinds = {}, random: Random): Row<unknown>['fields'] {
  const value = (kind: FieldKind): unknown => {
    if (kind === 'number') return random.uniform();
    return kind === 'json'
      ? { drawn: random.integer(0, 9) }
      : Float64Array.from({ length: kind.size }, random.uniform, random);
  };
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, value(kind)]));
}

/** The results part of rows. */
export function resultsOf(rows: readonly Row<unknown>[]): Results {
  const names = Object.keys(rows[0]?.fields ?? {});
  return {
    fitness: rows.map((row) => row.fitness),
    descriptors: rows.map((row) => row.descriptor),
    fields: Object.fromEntries(names.map((name) => [name, rows.map((row) => row.fields[name])])),
  };
}

/** Whether an archive must take the row for valid. */
export function isValid({ genome, fitness, descriptor }: Row<unknown>): boolean {
  const genes = isFloat64Array(genome) ? genome : [];
  return Number.isFinite(fitness) && descriptor.every(Number.isFinite) && genes.every(Number.isFinite);
}

/** @throws Error if a vector leaves its box; objects are taken as they are, but must exist. */
export function expectInside<G>(what: string, genome: G, space: GenomeSpace<G>): void {
  if (isObjectSpace(space)) {
    expectThat(what, 'be a genome', genome !== undefined, genome);
    return;
  }
  const bounds = boxBounds('testing', 'space', space as Box);
  const vector = genome as Float64Array;
  const inside = vector.length === bounds.dimensions && firstOutside(bounds, vector) < 0;
  expectThat(what, 'lie inside the space', inside, genome);
}

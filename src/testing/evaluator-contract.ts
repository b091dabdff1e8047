import {
  ascending,
  checkResults,
  type Evaluator,
  evaluatesRows,
  FIELD,
  type FieldKinds,
  isObjectSpace,
  messageOf,
  type Problem,
  type Random,
  type Results,
  resultSchema,
} from '../core/index.ts';
import { acyclic, drawGenome, genomesOf, recordOf } from './laws/draw.ts';
import { checkContract, eachCase, expectSame, expectThat, type Law, lawOf, type Make } from './laws/law.ts';

/** What {@link evaluatorContract} needs to know. */
export interface EvaluatorContractOptions<G = Float64Array> {
  /** Makes an evaluator. */
  readonly make: Make<Evaluator<G>>;
  /** What it evaluates. */
  readonly problem: Problem<G, FieldKinds>;
}

/** Genomes, and a seed for the evaluation of each. */
export interface EvaluatorCase<G> {
  readonly genomes: readonly G[];
  readonly seeds: Uint32Array;
}

interface Subject<G> {
  readonly evaluator: Evaluator<G>;
  readonly problem: Problem<G, FieldKinds>;
}

/** What was found of a row; why it is invalid, if the evaluation says so. */
interface Found {
  readonly fitness: number;
  readonly descriptor: ArrayLike<number>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly reason: string | undefined;
}

/**
 * The laws of an evaluator, on first genomes and on genomes drawn from the problem's space. `evaluateRows` is looked at if there is one.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function evaluatorContract<G = Float64Array>(options: EvaluatorContractOptions<G>): Law[] {
  checkContract('evaluatorContract', options, ['make', 'problem']);
  const { make, problem } = options;
  return evaluatorLaws('evaluator', async () => ({ evaluator: await make(), problem }));
}

/** The laws of what `make` makes, under another name. */
export function evaluatorLaws<G>(seam: string, make: Make<Subject<G>>): Law[] {
  const law = (name: string, check: (subject: Subject<G>, drawn: EvaluatorCase<G>) => Promise<void>): Law =>
    lawOf(seam, name, async () => {
      const subject = await make();
      await eachEvaluation(subject.problem, (drawn) => check(subject, drawn));
    });
  return [
    law('there are results for each genome, with a descriptor of the right length and all fields', findsAll),
    law("a row's results depend on that row and its seed alone", async (subject, { genomes, seeds }) => {
      const together = await evaluated(subject, genomes, seeds);
      for (const [i, genome] of genomes.entries()) {
        const [alone] = await evaluated(subject, [genome], seeds.slice(i, i + 1));
        expectSame(`The results of row ${i} alone`, alone, together[i]);
      }
    }),
    law('genomes that were written and read are evaluated as they were before', async (subject, { genomes, seeds }) => {
      const space = subject.problem.genome;
      if (!isObjectSpace(space)) return;
      const read = genomes.map((genome) => space.deserialize(space.serialize(genome)) as G);
      expectSame('The results', await evaluated(subject, read, seeds), await evaluated(subject, genomes, seeds));
    }),
    law('no fitness lies below the floor', async (subject, { genomes, seeds }) => {
      const floor = subject.problem.fitnessFloor ?? Number.NEGATIVE_INFINITY;
      for (const { fitness } of await evaluated(subject, genomes, seeds)) {
        expectThat('A fitness', `not be below the floor, ${floor}`, !(fitness < floor), fitness);
      }
    }),
    law('evaluateRows tells of the rows that it is asked for, each once, with the results of evaluate', tellsRows),
    law('evaluateRows leaves genomes and seeds as they are, and may be called while it works', tellsTwoCalls),
    law('evaluateRows ends when its signal is aborted, and tells of no failure', stops),
  ];
}

/** Tries `check` on genomes of a problem, every second a first one. */
export function eachEvaluation<G>(
  { genome: space, initialGenome }: Problem<G, FieldKinds>,
  check: (drawn: EvaluatorCase<G>) => Promise<void>,
): Promise<void> {
  const draw = (random: Random, length: number): EvaluatorCase<G> => ({
    genomes: Array.from({ length }, (_, i) =>
      i % 2 === 0 && initialGenome !== undefined ? acyclic(initialGenome(random)) : drawGenome(space, random),
    ),
    seeds: Uint32Array.from({ length }, () => random.integer(0, 2 ** 32 - 1)),
  });
  return eachCase(draw, check);
}

async function findsAll<G>(subject: Subject<G>, { genomes, seeds }: EvaluatorCase<G>): Promise<void> {
  for (const [i, { reason }] of (await evaluated(subject, genomes, seeds)).entries()) {
    expectThat(`Row ${i}`, 'have all fields', reason?.startsWith(FIELD) !== true, reason);
  }
}

async function tellsRows<G>(subject: Subject<G>, { genomes, seeds }: EvaluatorCase<G>): Promise<void> {
  if (!evaluatesRows(subject.evaluator)) return;
  const expected = await evaluated(subject, genomes, seeds);
  const odd = ascending(genomes.length).filter((row) => row % 2 === 1);
  for (const rows of [undefined, odd]) {
    const told = await toldOf(subject, { genomes, seeds }, { rows });
    const all = Array.from(rows ?? ascending(genomes.length));
    const rowsTold = [...told.keys()].sort((a, b) => a - b);
    expectSame('The rows that were told', rowsTold, all);
    for (const row of all) expectSame(`The results of row ${row}`, told.get(row), expected[row]);
  }
}

async function tellsTwoCalls<G>(subject: Subject<G>, drawn: EvaluatorCase<G>): Promise<void> {
  if (!evaluatesRows(subject.evaluator)) return;
  const reversed = { genomes: [...drawn.genomes].reverse(), seeds: drawn.seeds.slice().reverse() };
  const [first, second] = await Promise.all([toldOf(subject, drawn), toldOf(subject, reversed)]);
  const last = drawn.genomes.length - 1;
  for (const [row, found] of first)
    expectSame(`Row ${last - row} of the reversed genomes`, second.get(last - row), found);
}

async function stops<G>(subject: Subject<G>, drawn: EvaluatorCase<G>): Promise<void> {
  if (!evaluatesRows(subject.evaluator)) return;
  const controller = new AbortController();
  const reason = new Error('the contract has stopped it');
  const running = toldOf(subject, drawn, { signal: controller.signal });
  controller.abort(reason);
  await running.catch((error) => {
    if (error !== reason) throw error;
  });
}

/**
 * What `evaluateRows` tells, by row.
 * @throws Error if a row is told twice, or fails; genomes or seeds are changed.
 */
async function toldOf<G>(
  { evaluator, problem }: Subject<G>,
  { genomes, seeds }: EvaluatorCase<G>,
  more: { readonly rows?: Int32Array | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<ReadonlyMap<number, Found>> {
  const [given, givenSeeds] = [genomesOf(problem.genome, genomes), seeds.slice()];
  const before = recordOf(problem.genome, given);
  const told = new Map<number, Found>();
  const problems: string[] = [];
  await evaluator.evaluateRows!(given, {
    ...more,
    seeds: givenSeeds,
    done(rows, results) {
      for (const [i, found] of foundIn(problem, results, rows.length).entries()) {
        if (told.has(rows[i]!)) problems.push(`row ${rows[i]} was told twice`);
        told.set(rows[i]!, found);
      }
    },
    failed: (row, error) => problems.push(`row ${row} failed: ${messageOf(error)}`),
  });
  expectSame('What went wrong', problems, []);
  expectSame('The genomes after the evaluation', recordOf(problem.genome, given), before);
  expectSame('The seeds after the evaluation', givenSeeds, seeds);
  return told;
}

/** Evaluates genomes together, and gives the results row by row. */
async function evaluated<G>(
  { evaluator, problem }: Subject<G>,
  genomes: readonly G[],
  seeds: Uint32Array,
): Promise<Found[]> {
  const results = await evaluator.evaluate(genomesOf(problem.genome, genomes), { seeds: seeds.slice() });
  return foundIn(problem, results, genomes.length);
}

/** @throws ARGUMENT if results have another shape. */
function foundIn<G>(problem: Problem<G, FieldKinds>, results: Results, rows: number): Found[] {
  const { table, reasons } = checkResults('evaluate', results, rows, resultSchema(problem));
  const names = Object.keys(problem.fields ?? {});
  return Array.from({ length: rows }, (_, i) => ({
    fitness: table.value('fitness', i) as number,
    descriptor: table.value('descriptor', i) as Float64Array,
    fields: Object.fromEntries(names.map((name) => [name, table.value(FIELD + name, i)])),
    reason: reasons?.[i],
  }));
}

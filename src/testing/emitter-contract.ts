import { GridArchive } from '../archives/index.ts';
import {
  ascending,
  checkResults,
  type Emitter,
  type FieldKinds,
  type GenomeSpace,
  type Problem,
  type Proposal,
  type Random,
  resultSchema,
  type Told,
} from '../core/index.ts';
import { type RandomStream, randomStream } from '../random/index.ts';
import { drawRows, expectInside, genomesOf, listOf, recordOf, resultsOf } from './laws/draw.ts';
import { checkContract, eachCase, expectSame, expectThat, type Law, lawOf, type Make } from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';
import { write } from './laws/values.ts';

/** What {@link emitterContract} needs to know. */
export interface EmitterContractOptions<G = Float64Array> {
  /** Makes an emitter that was not asked yet. */
  readonly make: Make<Emitter<NoInfer<G>>>;
  /** What is searched. */
  readonly problem: Problem<G, FieldKinds>;
}

const REPEATED = 'an ask whose batch was not made has the same number `ask` when it is repeated, and may be made again';

/** Each takes several batches. */
const SIZES = Array.from({ length: 12 }, (_, i) => i + 1);

/**
 * The laws of an emitter, asked and told as a search does, with a grid over `problem` that keeps lineage. Results are drawn at random.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function emitterContract<G = Float64Array>(options: EmitterContractOptions<G>): Law[] {
  checkContract('emitterContract', options, ['make', 'problem']);
  const { make, problem } = options;
  const loopOf = async (seed: number): Promise<Loop<G>> => new Loop(await make(), problem, seed);
  const draw = (_random: Random, size: number) => ({ seed: size, count: size });
  const law = (name: string, check: (loop: Loop<G>, size: number, twin: Loop<G>) => Promise<void>): Law =>
    lawOf('emitter', name, () =>
      eachCase(draw, async ({ seed, count }) => check(await loopOf(seed), count, await loopOf(seed)), SIZES),
    );
  let left: Loop<G> | undefined;
  return [
    lawOf('emitter', 'its check takes the archive and the space', async () => {
      (await make()).check?.((await loopOf(1)).archive, problem.genome);
    }),
    law('it gives genomes inside the space, at least one and no more than it is asked for', givesGenomes),
    law('it names elites as parents, and those that are to be evaluated again', namesElites),
    law('the archive, and what it is told, are left as they are', async (loop, size) => {
      loop.watched = true;
      await loop.turns(size, 3);
    }),
    law('the same streams and results lead to the same genomes', async (loop, size, twin) => {
      expectSame('The genomes of another', await twin.turns(size, 3), await loop.turns(size, 3));
    }),
    law('it draws from its streams only while it is asked or learns', async (loop, size, twin) => {
      loop.others = true;
      expectSame('The genomes when others have drawn', await loop.turns(size, 3), await twin.turns(size, 3));
    }),
    law('several batches may be out, and are told in any order and in parts', manyOut),
    law(REPEATED, repeats),
    ...restoreLaws<Emitter<G>>('emitter', {
      make,
      use: async (emitter, time) => {
        if (time === 1) left = new Loop(emitter, problem, 1);
        const loop = time === 1 ? left! : left!.copy(emitter);
        const seen = await loop.turns(7, 2);
        // One batch stays out, to be told after the emitter was restored.
        if (time === 1) await loop.ask(7);
        else for (const asked of [...loop.out]) await loop.tell(asked);
        return [seen, [...loop.archive]];
      },
    }),
  ];
}

async function givesGenomes<G>(loop: Loop<G>, size: number): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    const count = loop.emitter.batchSize ?? size;
    const asked = await loop.ask(count);
    const { rows } = asked.genomes;
    expectThat('The number of genomes', `be in [1, ${count}]`, rows >= 1 && rows <= count, rows);
    for (let i = 0; i < rows; i++) expectInside(`Genome ${i}`, asked.genomes.row(i), loop.problem.genome);
    await loop.tell(asked);
  }
}

async function namesElites<G>(loop: Loop<G>, size: number): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    const elites = new Map([...loop.archive].map((elite) => [elite.origin!.id, elite.genome]));
    const asked = await loop.ask(size);
    const { genomes, parents, revises } = asked;
    if (parents !== undefined) expectSame('The number of lists of parents', parents.length, genomes.rows);
    for (const id of parents?.flat() ?? []) expectThat("A parent's id", "be an elite's", elites.has(id), id);
    if (revises !== undefined) expectSame('The number of ids in revises', revises.length, genomes.rows);
    for (const [i, id] of Array.from(revises ?? []).entries()) {
      // Others challenge an elite.
      if (elites.has(id)) expectSame(`The genome of the elite with id ${id}`, genomes.row(i), elites.get(id));
    }
    await loop.tell(asked);
  }
}

async function manyOut<G>(loop: Loop<G>, size: number): Promise<void> {
  const [first, second, third] = [await loop.ask(size), await loop.ask(size), await loop.ask(size)];
  const rows = ascending(third.genomes.rows);
  for (const rest of [1, 0]) {
    const part = rows.filter((row) => row % 2 === rest);
    await loop.tell(third, part);
  }
  await loop.tell(first);
  await givesGenomes(loop, size);
  await loop.tell(second);
}

async function repeats<G>(loop: Loop<G>, size: number): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    const first = await loop.ask(size);
    for (let time = 0; time < 2; time++) await loop.askInVain(size);
    // Its number is that of the asks before, whose batches nobody tells.
    const second = await loop.ask(size);
    await loop.tell(second);
    await loop.askInVain(size);
    await loop.tell(first);
    await givesGenomes(loop, size);
  }
}

/** A batch that an emitter gave. */
interface Asked<G> extends Proposal<G> {
  readonly number: number;
}

/** A search of one emitter. */
class Loop<G> {
  readonly archive: GridArchive<G, FieldKinds>;
  readonly emitter: Emitter<G>;
  readonly problem: Problem<G, FieldKinds>;
  /** Batches that are out. */
  readonly out: Asked<G>[] = [];
  /** Whether others draw from the emitter's streams. */
  others = false;
  /** Whether to look if the emitter changes what it must not change. */
  watched = false;
  readonly #seed: number;
  /** Number of rows that were not told yet, by batch. */
  readonly #left = new Map<number, number>();
  #asks = 0;
  #generations = 0;

  /** The archive has some elites already. */
  constructor(emitter: Emitter<G>, problem: Problem<G, FieldKinds>, seed: number) {
    this.emitter = emitter;
    this.problem = problem;
    this.#seed = seed;
    // Few cells, however many dimensions.
    const cells = Array.from({ length: problem.descriptor.dimensions }, (_, j) => (j < 2 ? 5 : 1));
    this.archive = new GridArchive({ domain: problem, cells, lineage: true });
    const rows = drawRows(problem, 20, randomStream(seed), false);
    const genomes = rows.map(({ genome }) => genome);
    this.archive.add(genomesOf(problem.genome, genomes), resultsOf(rows));
    emitter.check?.(this.archive, problem.genome);
  }

  /** Where this is, with another emitter. */
  copy(emitter: Emitter<G>): Loop<G> {
    const loop = new Loop(emitter, this.problem, this.#seed);
    loop.archive.restore(this.archive.snapshot());
    loop.out.push(...this.out);
    for (const [number, left] of this.#left) loop.#left.set(number, left);
    loop.#asks = this.#asks;
    loop.#generations = this.#generations;
    return loop;
  }

  /** Lets the emitter learn, and asks it. */
  async ask(count: number): Promise<Asked<G>> {
    const { archive, emitter, problem } = this;
    const space = problem.genome;
    const before = this.#seen();
    const learning = this.#stream(1000);
    const generations = this.#generations;
    await emitter.learn?.({ archive, space, random: learning, generations, entered: archive.size });
    const proposal = await this.askInVain(count);
    expectSame('The archive when it was asked', this.#seen(), before);
    if (this.others) learning.uniform();
    // A search copies them, too.
    const genomes = genomesOf(space, listOf(proposal.genomes));
    const asked = { ...proposal, genomes, number: this.#asks++ };
    this.out.push(asked);
    this.#left.set(asked.number, genomes.rows);
    return asked;
  }

  /** Asks the emitter and makes no batch of its answer: the next ask has the same number and the same random numbers. */
  async askInVain(count: number): Promise<Proposal<G>> {
    const { archive, emitter, problem } = this;
    const random = this.#stream(0);
    const given = { archive, space: problem.genome, random, retries: 0, onError: 'throw' } as const;
    const answer = await emitter.ask(emitter.batchSize ?? count, { ask: this.#asks, ...given });
    if (this.others) random.uniform();
    return 'genomes' in answer ? answer : { genomes: answer };
  }

  /** Takes results of rows that were asked, some of them invalid, and tells the emitter. */
  async tell(asked: Asked<G>, rows: Int32Array = ascending(asked.genomes.rows)): Promise<void> {
    const told = this.#applied(asked, rows);
    const before = this.watched && [this.#seen(), shown(this.problem.genome, told)];
    await this.emitter.tell?.(told);
    if (this.watched) {
      expectSame('The archive and what it was told', [this.#seen(), shown(this.problem.genome, told)], before);
    }
    const left = this.#left.get(asked.number)! - rows.length;
    this.#left.set(asked.number, left);
    if (left > 0) return;
    this.out.splice(this.out.indexOf(asked), 1);
    this.#generations++;
  }

  /** Asks and tells, again and again. @returns the genomes. */
  async turns(count: number, turns: number): Promise<G[][]> {
    const all: G[][] = [];
    for (let turn = 0; turn < turns; turn++) {
      const asked = await this.ask(count);
      all.push(listOf(asked.genomes));
      await this.tell(asked);
    }
    return all;
  }

  /** Has the archive take results. */
  #applied(asked: Asked<G>, rows: Int32Array): Told<G> {
    const { archive, problem } = this;
    const found = drawRows(problem, asked.genomes.rows, randomStream(this.#seed + asked.number));
    const own = Array.from(rows, (row) => found[row]!);
    const results = checkResults('testing', resultsOf(own), rows.length, resultSchema(problem));
    const list = Array.from(rows, (row) => asked.genomes.row(row));
    const genomes = genomesOf(problem.genome, list);
    const revises = asked.revises && Float64Array.from(rows, (row) => asked.revises![row]!);
    const report = revises === undefined ? archive.add(genomes, results) : archive.revise(revises, results);
    return { ask: asked.number, rows, genomes, results, report, revises, archive };
  }

  /** What of the archive can be seen, if it is watched. */
  #seen(): Uint8Array | undefined {
    return this.watched ? this.archive.snapshot() : undefined;
  }

  #stream(more: number): RandomStream {
    return randomStream(2000 * this.#seed + more + this.#asks);
  }
}

/** What an emitter is told, but the archive. */
function shown<G>(space: GenomeSpace<G>, { ask, rows, genomes, results, report, revises }: Told<G>): string {
  const { fitness, descriptors, fields, reasons } = results;
  const found = [
    fitness,
    descriptors.data,
    ...Object.values(fields).map((column) => ('data' in column ? column.data : column)),
    reasons,
  ];
  return write([ask, rows, recordOf(space, genomes), found, { ...report }, revises]);
}

import { type Algorithm, ascending, type Domain, type FieldKinds, type Genomes, type Results } from '../core/index.ts';
import { run } from '../run/index.ts';
import { expectInside, genomesOf, listOf, spoil } from './laws/draw.ts';
import {
  checkContract,
  codeOf,
  expectRefusal,
  expectSame,
  expectThat,
  type Law,
  lawOf,
  type Make,
} from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

/** What {@link algorithmContract} needs to know. */
export interface AlgorithmContractOptions<G = Float64Array> {
  /** Makes an algorithm with an archive of its own; each time from the same seed. */
  readonly make: Make<Algorithm<G>>;
  /** What is searched. */
  readonly domain: Domain<G, FieldKinds>;
}

/**
 * The laws of an algorithm: of ask and tell, and of `pending`, `hold`, `missing` and `learn` if it has them. It makes some ten batches
 * for each.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function algorithmContract<G = Float64Array>(options: AlgorithmContractOptions<G>): Law[] {
  checkContract('algorithmContract', options, ['make', 'domain']);
  const { make, domain } = options;
  const looped = async (): Promise<Loop<G>> => new Loop(await make(), domain);
  const law = (name: string, check: (loop: Loop<G>, twin: Loop<G>) => Promise<void>): Law =>
    lawOf('algorithm', name, async () => check(await looped(), await looped()));
  return [
    law('it gives genomes inside the space, and counts what it is told', counts),
    law('the same evaluations lead to the same archive', async (loop, twin) => {
      expectSame('The elites of another', (await twin.turns(8)).elites, (await loop.turns(8)).elites);
    }),
    law('what is done to a batch that it gave changes nothing', async (loop, twin) => {
      loop.spoils = true;
      expectSame('The elites when batches are overwritten', (await loop.turns(8)).elites, (await twin.turns(8)).elites);
    }),
    law('an invalid row costs no other', costsNoOther),
    law('a batch that is not out is refused with the code STATE and changes nothing', refusesOthers),
    law('results of a wrong shape are refused, and the batch stays out', refusesShapes),
    law('several batches may be out, and are told in any order and in parts', manyOut),
    law('a tell without results applies those that were held', holds),
    law('ask lets it learn, if learn was not called before', async (loop, twin) => {
      twin.learns = true;
      expectSame('The elites', (await loop.turns(8)).elites, (await twin.turns(8)).elites);
    }),
    law('run drives it as a loop of ask and tell does', async (loop, twin) => {
      const { evaluations } = (await twin.turns(8)).algorithm;
      await run(loop.algorithm, { evaluations, evaluator: domain });
      expectSame('The elites', loop.elites, twin.elites);
    }),
    ...restoreLaws<Algorithm<G>>('algorithm', {
      make,
      use: async (algorithm, time) => {
        const loop = new Loop(algorithm, domain);
        for (const batch of algorithm.pending ?? []) await loop.tell(batch);
        await loop.turns(4);
        // One batch stays out.
        if (time === 1 && algorithm.pending !== undefined) await algorithm.ask();
        return loop.elites;
      },
      look: (algorithm) => [algorithm.evaluations, [...algorithm.archive], algorithm.pending?.map(listOf)],
    }),
  ];
}

/** Asks an algorithm, evaluates, and tells it. */
class Loop<G> {
  readonly algorithm: Algorithm<G>;
  readonly domain: Domain<G, FieldKinds>;
  /** Whether batches are overwritten before they are told; whether learning is called for. */
  spoils = false;
  learns = false;

  constructor(algorithm: Algorithm<G>, domain: Domain<G, FieldKinds>) {
    this.algorithm = algorithm;
    this.domain = domain;
  }

  get elites(): unknown[] {
    return [...this.algorithm.archive];
  }

  /** What the domain finds of some rows. */
  async evaluated(batch: Genomes<G>, rows: Int32Array = ascending(batch.rows)): Promise<Results> {
    const { seeds = ascending(batch.rows) } = batch as { readonly seeds?: ArrayLike<number> };
    const genomes = Array.from(rows, (row) => batch.row(row));
    const given = { seeds: Uint32Array.from(rows, (row) => seeds[row]!) };
    const found = await this.domain.evaluate(genomesOf(this.domain.genome, genomes), given);
    const { fitness, descriptors, fields, reasons } = found;
    return { fitness, descriptors, fields, reasons };
  }

  async tell(batch: Genomes<G>, rows?: Int32Array): Promise<void> {
    const results = await this.evaluated(batch, rows);
    if (this.spoils) for (let i = 0; i < batch.rows; i++) spoil(batch.row(i));
    await this.algorithm.tell(batch, results, rows && { rows });
  }

  /** So many batches. @returns this. */
  async turns(turns: number): Promise<this> {
    for (let turn = 0; turn < turns; turn++) {
      if (this.learns) await this.algorithm.learn?.();
      await this.tell(await this.algorithm.ask());
    }
    return this;
  }
}

async function counts<G>(loop: Loop<G>): Promise<void> {
  const { algorithm, domain } = loop;
  for (let turn = 0, evaluations = algorithm.evaluations; turn < 8; turn++) {
    const batch = await algorithm.ask();
    expectThat('The number of genomes', 'be at least 1', batch.rows >= 1, batch.rows);
    for (let i = 0; i < batch.rows; i++) expectInside(`Genome ${i}`, batch.row(i), domain.genome);
    const { status } = await algorithm.tell(batch, await loop.evaluated(batch));
    evaluations += batch.rows;
    expectSame('The number of statuses', status.length, batch.rows);
    expectSame('evaluations', algorithm.evaluations, evaluations);
  }
  expectThat('The archive', 'have elites', algorithm.archive.size > 0, algorithm.archive.size);
}

async function costsNoOther<G>(loop: Loop<G>): Promise<void> {
  const { algorithm } = loop;
  for (let turn = 0; turn < 4; turn++) {
    const batch = await algorithm.ask();
    const reasons = Array.from({ length: batch.rows }, (_, i) => (i % 3 === 1 ? 'lost' : undefined));
    const { status } = await algorithm.tell(batch, { ...(await loop.evaluated(batch)), reasons });
    const invalid = status.map((one) => one === 'invalid');
    const expected = reasons.map((reason) => reason !== undefined);
    expectSame('Which rows are invalid', invalid, expected);
  }
}

async function refusesOthers<G>(loop: Loop<G>): Promise<void> {
  const { algorithm, domain } = loop;
  const told = await algorithm.ask();
  const results = await loop.evaluated(told);
  await algorithm.tell(told, results);
  const before = [algorithm.evaluations, loop.elites];
  const never = genomesOf(domain.genome, listOf(told));
  for (const [what, genomes] of [
    ['A batch that was told', told],
    ['A batch that was never asked', never],
  ] as const) {
    const code = await codeOf(() => algorithm.tell(genomes, results));
    expectSame(`The code with which it refuses ${what.toLowerCase()}`, code, 'STATE');
    expectSame('evaluations and elites afterwards', [algorithm.evaluations, loop.elites], before);
  }
}

async function refusesShapes<G>(loop: Loop<G>, twin: Loop<G>): Promise<void> {
  await loop.turns(2);
  const batch = await loop.algorithm.ask();
  const results = await loop.evaluated(batch);
  const before = [loop.algorithm.evaluations, loop.elites];
  const fitness = [...Array.from(results.fitness), 0];
  await expectRefusal('A fitness too many', () => loop.algorithm.tell(batch, { ...results, fitness }));
  expectSame('evaluations and elites afterwards', [loop.algorithm.evaluations, loop.elites], before);
  await loop.tell(batch);
  expectSame('The elites once it was told', loop.elites, (await twin.turns(3)).elites);
}

async function manyOut<G>(loop: Loop<G>): Promise<void> {
  const { algorithm } = loop;
  if (algorithm.pending === undefined) return;
  await loop.turns(3);
  const start = algorithm.evaluations;
  const batches = [await algorithm.ask(), await algorithm.ask(), await algorithm.ask()] as const;
  const out = (): boolean[] => batches.map((batch) => algorithm.pending!.includes(batch as never));
  expectSame('Which of the batches are pending', out(), [true, true, true]);
  expectSame('The genomes of pending', algorithm.pending.map(listOf), batches.map(listOf));
  const rows = ascending(batches[2].rows);
  for (const rest of [1, 0]) {
    const part = rows.filter((row) => row % 2 === rest);
    if (part.length > 0) await loop.tell(batches[2], part);
  }
  expectSame('Which of the batches are pending', out(), [true, true, false]);
  await loop.tell(batches[0]);
  await loop.tell(batches[1]);
  expectSame('Which of the batches are pending', out(), [false, false, false]);
  const rowsTold = batches.reduce((sum, batch) => sum + batch.rows, 0);
  expectSame('evaluations', algorithm.evaluations, start + rowsTold);
  await loop.turns(2);
}

async function holds<G>(loop: Loop<G>, twin: Loop<G>): Promise<void> {
  const { algorithm } = loop;
  if (algorithm.hold === undefined) return;
  await loop.turns(3);
  const batch = await algorithm.ask();
  const before = [algorithm.evaluations, loop.elites];
  const rows = ascending(batch.rows);
  for (const rest of [1, 0]) {
    const part = rows.filter((row) => row % 2 === rest);
    if (part.length > 0) algorithm.hold(batch, await loop.evaluated(batch, part), { rows: part });
    const missing = algorithm.missing?.(batch);
    if (missing !== undefined) {
      expectSame('missing', missing, rest === 0 ? [] : rows.filter((row) => row % 2 === 0));
    }
  }
  expectSame('evaluations and elites while results are held', [algorithm.evaluations, loop.elites], before);
  await algorithm.tell(batch);
  expectSame('The elites once they are told', loop.elites, (await twin.turns(4)).elites);
}

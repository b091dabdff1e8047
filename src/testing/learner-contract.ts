import {
  Batch,
  type Box,
  boxBounds,
  type Encoding,
  type Learner,
  type LearnerContext,
  sameSpace,
  spaceDifference,
} from '../core/index.ts';
import { columnMeans } from '../linalg/index.ts';
import { type RandomStream, randomStream } from '../random/index.ts';
import { encodingLaws, expectShape } from './encoding-contract.ts';
import { drawGenomes } from './laws/draw.ts';
import { checkContract, expectSame, expectThat, type Law, lawOf, type Make } from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

/** What {@link learnerContract} needs to know. */
export interface LearnerContractOptions {
  /** Makes a learner that has seen nothing. */
  readonly make: Make<Learner>;
  /** Where genomes live. */
  readonly space: Box;
}

/**
 * The laws of a learner, and of the encoding that it gives: {@link encodingContract} of what it learned. Genomes are drawn
 * uniformly from `space`.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function learnerContract(options: LearnerContractOptions): Law[] {
  checkContract('learnerContract', options, ['make', 'space']);
  const { make, space } = options;
  const fitted = async (): Promise<Learner> => taught(await make(), space);
  const law = (name: string, check: (learner: Learner, space: Box) => Promise<void>): Law =>
    lawOf('learner', name, async () => check(await fitted(), space));
  return [
    law('the same genomes and streams teach the same, bit for bit', async (learner) =>
      equals(learner, await fitted(), space),
    ),
    law('reconstructions are finite, new, and of the shape of the genomes', reconstructs),
    law('the genomes it learns from are left as they are', async (learner) => {
      const [given, context] = lesson(space, 5);
      await learner.fit(given, context);
      expectSame('The genomes after the fit', given.data, lesson(space, 5)[0].data);
    }),
    lawOf('learner', 'its check takes the space', async () => (await make()).check?.(space)),
    lawOf('learner', 'it draws from its stream only while it learns', async () =>
      drawsInTime(await make(), await make(), space),
    ),
    law('a fit aside changes nothing until its function is called, and then as much as a fit', async (learner) =>
      fitsAside(learner, await fitted(), space),
    ),
    law(
      'normalize moves the mean of its latents to 0 and their deviations to at most 1, and its reconstructions by rounding only',
      async (learner) => normalizes(learner, await fitted(), await make(), space),
    ),
    law('a fit with pauses learns the same, bit for bit', async (learner) => pauses(learner, await fitted(), space)),
    law('a fit that is stopped learns to its end, or nothing', stops),
    law('it learns from a single genome', async (learner) => {
      await learner.fit(...lesson(space, 6, 1));
      const { data } = await learner.reconstruct(lesson(space, 7)[0]);
      expectThat('The reconstructions', 'be finite', data.every(Number.isFinite), data);
    }),
    law('its encoding is a frozen copy whose phenotypes live in the space', freezes),
    ...restoreLaws<Learner>('learner', {
      make,
      use: async (learner, time) => {
        await learner.fit(...lesson(space, time));
        return seen(learner, space);
      },
      look: (learner) => seen(learner, space),
    }),
    ...encodingLaws("learner's encoding", async () => (await fitted()).encoding()),
  ];
}

async function taught(learner: Learner, space: Box): Promise<Learner> {
  for (const seed of [1, 2]) await learner.fit(...lesson(space, seed));
  return learner;
}

/** What a learner is given to learn from. */
function lesson(space: Box, seed: number, rows: number = 40): [Batch, LearnerContext & { random: RandomStream }] {
  return [drawGenomes(space, rows, randomStream(seed)) as Batch, { space, random: randomStream(seed) }];
}

/** What can be seen of what a learner has learned. */
async function seen(learner: Learner, space: Box): Promise<Float64Array> {
  return (await learner.reconstruct(lesson(space, 3)[0])).data;
}

async function equals(learner: Learner, twin: Learner, space: Box): Promise<void> {
  expectSame('The reconstructions of an equal learner', await seen(twin, space), await seen(learner, space));
  expectSame("What an equal learner's encoding decodes", decoded(twin.encoding()), decoded(learner.encoding()));
}

/** Others draw from the learner's stream after a fit, and not from its twin's. */
async function drawsInTime(learner: Learner, twin: Learner, space: Box): Promise<void> {
  for (const seed of [1, 2]) {
    const [genomes, context] = lesson(space, seed);
    await learner.fit(genomes, context);
    await twin.fit(...lesson(space, seed));
    context.random.uniform();
    expectSame('What it gives when others have drawn', await seen(learner, space), await seen(twin, space));
  }
}

async function fitsAside(learner: Learner, twin: Learner, space: Box): Promise<void> {
  if (learner.fitAside === undefined) return;
  const [given, context] = lesson(space, 10);
  const before = await seen(learner, space);
  const finish = await learner.fitAside(given, context);
  expectSame('What it gives before the function is called', await seen(learner, space), before);
  expectSame('The state of its stream then', context.random.getState(), randomStream(10).getState());
  finish();
  await learnedAs(learner, context.random, twin, space, 10);
  expectSame('The genomes', given.data, lesson(space, 10)[0].data);
}

async function normalizes(learner: Learner, twin: Learner, unfitted: Learner, space: Box): Promise<void> {
  if (learner.normalize === undefined) return;
  const [given] = lesson(space, 13);
  const before = await seen(learner, space);
  const earlier = learner.encoding();
  const decodedBefore = decoded(earlier);
  await learner.normalize(given);
  expectSame('The genomes', given.data, lesson(space, 13)[0].data);
  expectSame('What an encoding decodes that was made before', decoded(earlier), decodedBefore);
  expectReconstructed(await seen(learner, space), before, space);
  expectNormalized(learner.encoding(), given);
  await twin.normalize!(lesson(space, 13)[0]);
  await equals(learner, twin, space);
  if (learner.snapshot === undefined || unfitted.restore === undefined) return;
  unfitted.restore(learner.snapshot());
  await equals(learner, unfitted, space);
}

/** Reconstructions are as before, up to rounding. */
function expectReconstructed(now: Float64Array, before: Float64Array, space: Box): void {
  const { lower, upper } = boxBounds('learnerContract', 'space', space);
  const moved = now.findIndex((x, i) => {
    const j = i % space.dimensions;
    return !(Math.abs(x - before[i]!) <= 1e-4 * (upper[j]! - lower[j]!));
  });
  expectThat('The reconstructions', 'be as before, up to 1e-4 of the range', moved < 0, now[moved]);
}

/** Latents have the mean 0 and a standard deviation of at most 1, up to 1e-5 of their range. */
function expectNormalized(encoding: Encoding, given: Batch): void {
  const latents = encoding.encode?.(given);
  if (latents === undefined) return;
  const { lower, upper } = boxBounds('learnerContract', 'genome', encoding.genome);
  const means = columnMeans(latents);
  const rounding = means.map((_, j) => 1e-5 * (upper[j]! - lower[j]!));
  const small = means.every((mean, j) => Math.abs(mean) <= rounding[j]!);
  expectThat('The means of the latents', 'be 0, up to 1e-5 of their range', small, means);
  const squares = columnMeans(
    new Batch(
      latents.rows,
      latents.columns,
      latents.data.map((x) => x * x),
    ),
  );
  const narrow = squares.every((square, j) => Math.sqrt(square) <= 1 + rounding[j]!);
  expectThat('The standard deviations of the latents', 'be at most 1, up to 1e-5 of their range', narrow, squares);
}

async function pauses(learner: Learner, twin: Learner, space: Box): Promise<void> {
  const [genomes, context] = lesson(space, 11);
  await learner.fit(genomes, { ...context, pause: () => Promise.resolve() });
  await learnedAs(learner, context.random, twin, space, 11);
}

/** The learner and its stream are as its twin's after a plain fit of the same lesson. */
async function learnedAs(
  learner: Learner,
  random: RandomStream,
  twin: Learner,
  space: Box,
  seed: number,
): Promise<void> {
  const [genomes, context] = lesson(space, seed);
  await twin.fit(genomes, context);
  expectSame('What it gives afterwards', await seen(learner, space), await seen(twin, space));
  expectSame('The state of its stream afterwards', random.getState(), context.random.getState());
}

/** At the first pause, if the learner makes any, and before the fit. */
async function stops(learner: Learner, space: Box): Promise<void> {
  for (const early of [true, false]) {
    const before = await seen(learner, space);
    const controller = new AbortController();
    const [genomes, context] = lesson(space, 12);
    const pause = (): Promise<void> => {
      controller.abort();
      return Promise.resolve();
    };
    if (early) controller.abort();
    try {
      await learner.fit(genomes, { ...context, signal: controller.signal, pause });
    } catch {
      expectSame('What it gives after a fit that was stopped', await seen(learner, space), before);
    }
  }
}

function decoded(encoding: Encoding): Float64Array {
  return encoding.decode(drawGenomes(encoding.genome, 5, randomStream(8)) as Batch).data.slice();
}

async function reconstructs(learner: Learner, space: Box): Promise<void> {
  for (const rows of [1, 5]) {
    const [given] = lesson(space, 4, rows);
    const before = given.data.slice();
    const first = await learner.reconstruct(given);
    expectShape('The reconstructions', first, rows, space.dimensions);
    expectThat('The reconstructions', 'be finite', first.data.every(Number.isFinite), first.data);
    const kept = first.data.slice();
    first.data.fill(77);
    expectSame('The genomes after they were reconstructed', given.data, before);
    expectSame('The second reconstruction of the same genomes', (await learner.reconstruct(given)).data, kept);
  }
}

async function freezes(learner: Learner, space: Box): Promise<void> {
  const encoding = learner.encoding();
  const { phenotype } = encoding;
  const [told, got] = spaceDifference(space, phenotype);
  expectThat("The encoding's phenotype", `be the space, ${told},`, sameSpace(phenotype, space), got);
  const before = decoded(encoding);
  await learner.fit(...lesson(space, 9));
  expectSame('What an encoding decodes after a later fit', decoded(encoding), before);
}

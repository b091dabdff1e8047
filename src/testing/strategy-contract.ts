import { Batch, type Box, type Genomes, type Random } from '../core/index.ts';
import type { Strategy } from '../optimizers/index.ts';
import { randomStream } from '../random/index.ts';
import { drawGenome, drawGenomes, expectInside } from './laws/draw.ts';
import { checkContract, codeOf, eachCase, expectSame, expectThat, type Law, lawOf } from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

/** What {@link strategyContract} needs to know. */
export interface StrategyContractOptions {
  /** Makes a strategy around a mean in the space; always with the same other options. */
  readonly make: (mean: Float64Array) => Strategy | Promise<Strategy>;
  /** The strategy's box. */
  readonly space: Box;
}

/**
 * The laws of a search distribution that is told orders. The last one needs a step size that fits the space, so that the mean can cross
 * it, or 10 units where it is not bounded, in 300 generations.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function strategyContract(options: StrategyContractOptions): Law[] {
  checkContract('strategyContract', options, ['make', 'space']);
  const { make, space } = options;
  const start = (seed: number): Float64Array => drawGenome(space, randomStream(seed));
  const draw = (_random: Random, seed: number): number => seed;
  const law: LawOf = (name, check) =>
    lawOf('strategy', name, () =>
      eachCase(draw, async (seed) => check(await make(start(seed)), seed, await make(start(seed))), SEEDS),
    );
  return [
    ...samplingLaws(law, space),
    ...tellingLaws(law, start),
    law('bad input is refused with the code ARGUMENT and changes nothing', (strategy, seed) =>
      refuses(strategy, seed, space),
    ),
    ...restoreLaws<Strategy>('strategy', {
      make: () => make(start(1)),
      use: (strategy, time) => {
        for (let k = 0; k < 4; k++) generation(strategy, 10 * time + k);
        return seen(strategy, time);
      },
      look: (strategy) => seen(strategy, 3),
    }),
    law('its mean approaches the minimum of a sphere', (strategy, seed) => approaches(strategy, seed, start)),
  ];
}

/** Makes a law of a check on two equal new strategies. */
type LawOf = (name: string, check: (strategy: Strategy, seed: number, twin: Strategy) => unknown) => Law;

function samplingLaws(law: LawOf, space: Box): Law[] {
  return [
    law('it samples new rows inside the box, the same of the same stream, and does not change', (strategy, seed) => {
      for (let time = 0; time < 3; time++) {
        samples(strategy, space, seed);
        generation(strategy, seed);
      }
    }),
    law('its mean stays inside the box, its step size above 0, whatever it is told', (strategy, seed) => {
      for (let time = 0; time < 20; time++) {
        generation(strategy, seed + time, injected(space, strategy, seed + time));
        expectInside('The mean', strategy.mean, space);
        expectThat('sigma', 'be finite and above 0', strategy.sigma > 0 && strategy.sigma < Infinity, strategy.sigma);
        samples(strategy, space, seed);
      }
    }),
  ];
}

function tellingLaws(law: LawOf, start: (seed: number) => Float64Array): Law[] {
  return [
    law('0 parents change nothing', (strategy, seed) => {
      generation(strategy, seed);
      const before = strategy.snapshot();
      strategy.tell(strategy.sample(randomStream(seed)), countTo(strategy.populationSize), 0);
      strategy.tell(strategy.sample(randomStream(seed)), [], 0);
      expectSame('The snapshot after it was told 0 parents', strategy.snapshot(), before);
    }),
    law('only the order of the rows counts, not their places', movesRows),
    law('rows that the order leaves out are not read', leavesOut),
    law('it keeps none of the memory that it is given, gives none of its own, and leaves it as it was', keepsNothing),
    law('rows that it did not sample, of any number, change it as those that it did', (strategy, seed, twin) => {
      const rows = strategy.sample(randomStream(seed));
      const more = Batch.from([[...start(seed + 1)], ...Array.from({ length: rows.rows }, (_, k) => [...rows.row(k)])]);
      const order = countTo(rows.rows);
      const laterOrder = order.map((k) => k + 1);
      strategy.tell(rows, order, 2);
      twin.tell(more, laterOrder, 2);
      expectSame('The snapshot after the same rows in a longer batch', twin.snapshot(), strategy.snapshot());
    }),
    law('a restart makes it a new strategy of that mean', (strategy, seed, twin) => {
      for (let time = 0; time < 5; time++) generation(strategy, seed + time);
      strategy.restart(start(seed));
      for (let time = 0; time < 5; time++) {
        expectSame('What it samples after a restart', seen(strategy, seed), seen(twin, seed));
        generation(strategy, seed + time);
        generation(twin, seed + time);
      }
    }),
  ];
}

/** Cases of a law. */
const SEEDS = [1, 2, 3, 4];

const countTo = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

/** Row numbers by ascending cost. */
function orderOf(rows: Genomes<Float64Array>, cost: (row: Float64Array) => number): number[] {
  const costs = countTo(rows.rows).map((k) => cost(rows.row(k)));
  return countTo(rows.rows).sort((a, b) => costs[a]! - costs[b]!);
}

/** A cost without symmetries. */
const slope = (row: Float64Array): number => row.reduce((sum, x, i) => sum + (x + i) ** 2 / (i + 1), 0);

/** Tells a generation, with a number of parents that varies with the seed. */
function generation(strategy: Strategy, seed: number, rows: Batch = strategy.sample(randomStream(seed))): void {
  strategy.tell(rows, orderOf(rows, slope), seed % 3 === 0 ? undefined : 1 + (seed % rows.rows));
}

/** Rows from anywhere in the space. */
function injected(space: Box, { populationSize }: Strategy, seed: number): Batch {
  return drawGenomes(space, populationSize, randomStream(seed)) as Batch;
}

/** What can be seen without a change. */
function seen(strategy: Strategy, seed: number): unknown {
  const { mean, sigma } = strategy;
  return { mean, sigma, reasons: strategy.stopReasons(), rows: strategy.sample(randomStream(seed)).data };
}

function samples(strategy: Strategy, space: Box, seed: number): void {
  const before = strategy.snapshot();
  const sampled = strategy.sample(randomStream(seed));
  const { rows, columns, data } = sampled;
  expectSame('The shape of what it samples', [rows, columns], [strategy.populationSize, strategy.dimensions]);
  expectSame('dimensions', strategy.dimensions, space.dimensions);
  for (let i = 0; i < rows; i++) expectInside(`Row ${i} of what it samples`, sampled.row(i), space);
  const kept = data.slice();
  data.fill(77);
  expectSame('What it samples of the same stream', strategy.sample(randomStream(seed)).data, kept);
  expectSame('Its snapshot after it sampled', strategy.snapshot(), before);
}

function movesRows(strategy: Strategy, seed: number, twin: Strategy): void {
  const rows = strategy.sample(randomStream(seed));
  const order = orderOf(rows, slope);
  strategy.tell(rows, order);
  twin.tell(Batch.from(order.map((row) => [...rows.row(row)])), countTo(rows.rows));
  expectSame('The snapshot after the same rows, sorted', twin.snapshot(), strategy.snapshot());
}

function leavesOut(strategy: Strategy, seed: number, twin: Strategy): void {
  const rows = strategy.sample(randomStream(seed));
  const order = orderOf(rows, slope);
  const last = order.pop()!;
  strategy.tell(rows, order, 1);
  rows.row(last).fill(Number.NaN);
  twin.tell(rows, order, 1);
  const what = 'The snapshot, where a row that the order leaves out is not a number';
  expectSame(what, twin.snapshot(), strategy.snapshot());
}

function keepsNothing(strategy: Strategy, seed: number): void {
  const rows = strategy.sample(randomStream(seed));
  const order = orderOf(rows, slope);
  const [data, numbers] = [rows.data.slice(), [...order]];
  strategy.tell(rows, order);
  expectSame('The rows and the order after they were told', [rows.data, order], [data, numbers]);
  const mean = strategy.mean;
  strategy.restart(mean);
  const before = strategy.snapshot();
  for (const given of [rows.data, mean, strategy.mean]) given.fill(77);
  expectSame('Its snapshot after rows and means were changed', strategy.snapshot(), before);
}

async function refuses(strategy: Strategy, seed: number, space: Box): Promise<void> {
  generation(strategy, seed);
  const before = strategy.snapshot();
  const rows = strategy.sample(randomStream(seed));
  const all = countTo(rows.rows);
  const { columns } = rows;
  const broken = new Batch(rows.rows, columns, rows.data.slice());
  broken.data[columns] = Number.NaN;
  const gone = new Batch(rows.rows, columns, rows.data.slice());
  structuredClone(gone.data, { transfer: [gone.data.buffer] });
  const outside = strategy.mean.fill(Number.NaN);
  const bad: [string, () => void][] = [
    ['an order with a row twice', () => strategy.tell(rows, [0, 0])],
    ['an order with a row that is not there', () => strategy.tell(rows, [rows.rows])],
    ['an order with a fraction', () => strategy.tell(rows, [0.5])],
    ['an order with more numbers than rows', () => strategy.tell(rows, [...all, 0])],
    ['an order that is a text', () => strategy.tell(rows, '01' as unknown as number[])],
    ['more parents than the order has rows', () => strategy.tell(rows, [0, 1], 3)],
    ['−1 parents', () => strategy.tell(rows, all, -1)],
    ['a row that is not a number', () => strategy.tell(broken, all)],
    ['rows whose memory was transferred', () => strategy.tell(gone, all)],
    ['rows with a column more', () => strategy.tell(Batch.zeros(rows.rows, columns + 1), all)],
    ['a mean that is not a number', () => strategy.restart(outside)],
    ['a mean with a number more', () => strategy.restart(new Float64Array(space.dimensions + 1))],
  ];
  for (const [what, act] of bad) {
    expectSame(`The code that ${what} is refused with`, await codeOf(act), 'ARGUMENT');
    expectSame(`The snapshot after ${what} was refused`, strategy.snapshot(), before);
  }
}

/** The minimum is between two points of the space. */
function approaches(strategy: Strategy, seed: number, start: (seed: number) => Float64Array): void {
  const other = start(seed + 200);
  const minimum = start(seed + 100).map((x, i) => (x + other[i]!) / 2);
  const distance = (row: Float64Array): number => row.reduce((sum, x, i) => sum + (x - minimum[i]!) ** 2, 0);
  const before = distance(strategy.mean);
  const random = randomStream(seed);
  for (let time = 0; time < 300; time++) {
    const rows = strategy.sample(random);
    strategy.tell(rows, orderOf(rows, distance));
  }
  const after = distance(strategy.mean);
  const what = 'The squared distance of its mean after 300 generations';
  expectThat(what, `be less than a hundredth of ${before}`, after < before / 100, after);
}

import { type Batch, type Box, boxBounds, type Encoding } from '../../core/index.ts';
import { CmaEs, type Optimizer, SepCmaEs } from '../../optimizers/index.ts';
import { randomStream } from '../../random/index.ts';
import { valueAt } from '../explorer-rows.ts';
import type { LatentEvaluator } from '../latent-panel.ts';
import type { Point } from '../map/cell-map.ts';

/** The most genes of a CMA-ES with a full covariance: its decomposition then takes less than 50 ms. */
const mostGenes = 200;
const [sigma, spread] = [0.1, 0.3];

/** What a {@link TargetRace} looks for, and where. */
export interface TargetRaceOptions {
  readonly encoding: Encoding;
  readonly domain: LatentEvaluator;
  /** `(2)`: in descriptor units. */
  readonly target: Point;
  /** Evaluations of each search. */
  readonly evaluations: number;
  readonly seed: number;
}

/** One search of a race. */
export class RaceSide {
  /** `(points)` each: after each generation, and the shortest distance so far. */
  readonly evaluations: number[] = [];
  readonly distances: number[] = [];
  /** The genome of the shortest distance, and its descriptor. */
  genome: Float64Array | undefined;
  place: Point | undefined;
  readonly #optimizer: Optimizer;
  readonly #decode: (batch: Batch) => Batch;
  readonly #race: TargetRaceOptions;

  constructor(race: TargetRaceOptions, space: Box, decode: (batch: Batch) => Batch) {
    this.#race = race;
    this.#decode = decode;
    this.#optimizer = optimizerOf(space, race.seed);
  }

  get distance(): number {
    return this.distances.at(-1) ?? Number.POSITIVE_INFINITY;
  }

  get spent(): number {
    return this.#optimizer.evaluations;
  }

  get ended(): boolean {
    return this.spent >= this.#race.evaluations || this.#optimizer.stopReasons().length > 0;
  }

  /** One generation. */
  async step(): Promise<void> {
    const batch = this.#optimizer.ask();
    const genomes = this.#decode(batch);
    const { descriptors } = await this.#race.domain.evaluate(genomes);
    const places = Array.from({ length: batch.rows }, (_, i) => valueAt(descriptors, i) as unknown as Point);
    const [x, y] = this.#race.target;
    const costs = places.map(([a, b]) => Math.sqrt((a - x) ** 2 + (b - y) ** 2));
    this.#optimizer.tell(batch, costs);
    for (const [i, cost] of costs.entries()) {
      if (!(cost < this.distance) && this.genome !== undefined) continue;
      this.genome = genomes.row(i).slice();
      this.place = places[i];
    }
    this.evaluations.push(this.spent);
    this.distances.push(this.#optimizer.best.cost);
  }
}

/**
 * CMA-ES looks for a genome whose descriptor is at a target: among the latents of an encoding, and among the genes themselves, with the same
 * settings. The cost is the distance alone; the start is 0.3 times a standard normal, σ is 0.1. [Gaier2020, §5.3]
 */
export class TargetRace {
  readonly encoded: RaceSide;
  readonly direct: RaceSide;

  constructor(options: TargetRaceOptions) {
    const { encoding } = options;
    this.encoded = new RaceSide(options, encoding.genome, (batch) => encoding.decode(batch));
    this.direct = new RaceSide(options, encoding.phenotype, (batch) => batch);
  }

  get ended(): boolean {
    return this.encoded.ended && this.direct.ended;
  }

  /** One generation of the search that has spent less. */
  step(): Promise<void> {
    const { encoded, direct } = this;
    const first = !encoded.ended && (direct.ended || encoded.spent <= direct.spent);
    return (first ? encoded : direct).step();
  }
}

function optimizerOf(space: Box, seed: number): Optimizer {
  const { lower, upper, dimensions } = boxBounds('TargetRace', 'space', space);
  const mean = new Float64Array(dimensions);
  randomStream(seed).fillNormal(mean);
  for (let j = 0; j < dimensions; j++) mean[j] = Math.min(upper[j]!, Math.max(lower[j]!, spread * mean[j]!));
  const Kind = dimensions <= mostGenes ? CmaEs : SepCmaEs;
  return new Kind({ mean, sigma, lower, upper, seed });
}

import { type CellArchive, evaluateEach } from '../archives/index.ts';
import {
  type Archive,
  argumentError,
  asBatch,
  Batch,
  type BoxBounds,
  boxBounds,
  type CheckedResults,
  checkFunction,
  checkInteger,
  checkMethods,
  checkOptions,
  checkPositive,
  checkSignal,
  clip,
  type Encoding,
  type Evaluator,
  type FieldKinds,
  firstOutside,
  type Genomes,
  type Problem,
  pause,
  type Random,
  resultSchema,
  shapeError,
  uniformRows,
} from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import { checkPhenotypeSpace, mapped } from './with-encoding.ts';

/** What {@link encodingQuality} measures with. */
export interface EncodingQualityOptions {
  /** Its elites are encoded; it may be empty. Its cells are those that random latents fill, if it has `emptied`, as CellArchive has. */
  readonly archive: Archive<Float64Array, FieldKinds>;
  /** `(rows, phenotypeDimensions)`: phenotypes to measure the error on, such as elites that were not trained on (default: all elites). */
  readonly heldOut?: Genomes<ArrayLike<number>> | undefined;
  /** Evaluates what is decoded. Without `evaluate`, `randomCoverage` and `stepDeviation` are undefined. */
  readonly domain?: (Problem<Float64Array, FieldKinds> & Partial<Evaluator>) | undefined;
  /** Number of random latents (default 1000). Each costs two evaluations. 0: `randomCoverage` and `stepDeviation` are undefined. */
  readonly samples?: number | undefined;
  /** Euclidean length of a step in latent space, above 0 (default 1; the latents of elites have a standard deviation of about 1). */
  readonly step?: number | undefined;
  /** Any safe integer; latents, steps and the seeds of evaluations are drawn from it. */
  readonly seed: number;
  /** Stops it; evaluations get it. */
  readonly signal?: AbortSignal | undefined;
}

/** How good an encoding is. A plain object. */
export interface EncodingQuality {
  /**
   * Root mean square difference, over rows and genes, between phenotypes and what they are encoded and decoded to; each gene in units of
   * its range, upper − lower (1 if that is infinite). Undefined if the encoding has no `encode`, or there are no phenotypes.
   */
  readonly error: number | undefined;
  /** Number of latents. */
  readonly latents: number;
  /** Number of latents whose mean varies over the elites with a variance above 0.01 [Burda2016]. Undefined as `error`. */
  readonly activeLatents: number | undefined;
  /** Share of cells of an empty archive that random latents fill, in [0, 1]. Undefined without `evaluate` or `emptied`. */
  readonly randomCoverage: number | undefined;
  /**
   * Mean Euclidean distance between the descriptors of a random latent and of one a step away, in a random direction; each descriptor in
   * units of its range. Undefined without `evaluate`, and NaN if no pair is valid.
   */
  readonly stepDeviation: number | undefined;
  /** Number of random latents. */
  readonly samples: number;
  /** Length of the step. */
  readonly step: number;
}

/** A latent whose mean has less variance over the elites is not used. [Burda2016, Sec. 2] */
const ACTIVE = 0.01;

/** Random latents at most. */
export const MOST_SAMPLES: number = 1e7;

const OWNER = 'encodingQuality';

/**
 * Measures how good an encoding is. Random latents are drawn by its `sample`, or uniformly in its box. Evaluates 2 × `samples`
 * phenotypes, in batches of 100, and yields to the event loop every 20 ms, between batches. Draws from the seed.
 * @throws ARGUMENT if an option breaks its contract, or spaces do not fit; what the evaluation of a whole batch throws; the signal's
 *   reason.
 */
export async function encodingQuality(encoding: Encoding, options: EncodingQualityOptions): Promise<EncodingQuality> {
  checkMethods(OWNER, 'encoding', encoding, 'decode');
  for (const method of ['encode', 'sample'] as const)
    if (encoding[method] !== undefined) checkFunction(OWNER, `encoding.${method}`, encoding[method]);
  checkOptions(OWNER, options, ['archive', 'heldOut', 'domain', 'samples', 'step', 'seed', 'signal']);
  const { archive, domain, samples = 1000, step = 1, seed, signal } = options;
  checkSignal(OWNER, signal);
  checkMethods(OWNER, 'archive', archive, 'genomes');
  checkInteger(OWNER, 'samples', samples, 0, MOST_SAMPLES);
  checkPositive(OWNER, 'step', step);
  for (const [name, space] of Object.entries({ archive: archive.genome, domain: domain?.genome }))
    if (space !== undefined) checkPhenotypeSpace(OWNER, encoding, name, space);
  const random = randomStream(seed, OWNER);
  const space = boxBounds(OWNER, 'encoding.phenotype', encoding.phenotype);
  const elites = asBatch(OWNER, archive.genomes(), space.dimensions, 'phenotype');
  const heldOut = asBatch(OWNER, options.heldOut ?? elites, space.dimensions, 'phenotype');
  const encoded = {
    error: errorOf(encoding, heldOut, space),
    latents: encoding.genome.dimensions,
    activeLatents: activeLatents(encoding, elites),
  };
  const behaviour = await behaviourOf(encoding, { ...options, samples, step }, random);
  return { ...encoded, ...behaviour, samples, step };
}

/**
 * Root mean square difference over rows and genes, each gene in units of its range (1 if that is infinite).
 * @throws ARGUMENT, in the name of `owner`, if the shapes differ.
 */
export function reconstructionError(owner: string, genomes: Batch, reconstructed: Batch, space: BoxBounds): number {
  const { dimensions } = space;
  const { rows, data } = asBatch(owner, reconstructed, dimensions);
  if (rows !== genomes.rows)
    throw shapeError(owner, 'genomes', [genomes.rows, dimensions], 'rows, genomeDimensions', [rows, dimensions]);
  const ranges = rangesOf(space);
  let sum = 0;
  for (let i = 0, j = 0; i < data.length; i++) {
    sum += ((data[i]! - genomes.data[i]!) / ranges[j]!) ** 2;
    if (++j === dimensions) j = 0;
  }
  return Math.sqrt(sum / data.length);
}

function rangesOf({ lower, upper }: BoxBounds): Float64Array {
  return lower.map((low, i) => (Number.isFinite(upper[i]! - low) ? upper[i]! - low : 1));
}

function errorOf(encoding: Encoding, phenotypes: Batch, space: BoxBounds): number | undefined {
  if (encoding.encode === undefined || phenotypes.rows === 0) return undefined;
  const reconstructed = mapped(OWNER, encoding, 'decode', mapped(OWNER, encoding, 'encode', phenotypes));
  return reconstructionError(OWNER, phenotypes, reconstructed, space);
}

function activeLatents(encoding: Encoding, elites: Batch): number | undefined {
  if (encoding.encode === undefined || elites.rows === 0) return undefined;
  const { rows, columns, data } = mapped(OWNER, encoding, 'encode', elites);
  let active = 0;
  for (let k = 0; k < columns; k++) {
    let [mean, squares] = [0, 0];
    for (let i = 0; i < rows; i++) {
      const difference = data[i * columns + k]! - mean;
      mean += difference / (i + 1);
      squares += difference * (data[i * columns + k]! - mean);
    }
    if (squares / rows > ACTIVE) active++;
  }
  return active;
}

type Measured = EncodingQualityOptions & { readonly samples: number; readonly step: number };

/** Rows that are evaluated at a time. */
const ROWS = 100;

/** What random latents decode to. */
async function behaviourOf(
  encoding: Encoding,
  { archive, domain, samples, step, signal }: Measured,
  random: Random,
): Promise<Pick<EncodingQuality, 'randomCoverage' | 'stepDeviation'>> {
  const nothing = { randomCoverage: undefined, stepDeviation: undefined };
  const latents = boxBounds(OWNER, 'encoding.genome', encoding.genome);
  const drawable = encoding.sample !== undefined || latents.finite;
  if (typeof domain?.evaluate !== 'function' || samples === 0 || !drawable) return nothing;
  const evaluator = domain as Evaluator;
  const empty = (archive as Partial<Pick<CellArchive, 'emptied'>>).emptied?.();
  const schema = resultSchema({ descriptor: domain.descriptor });
  const ranges = rangesOf(boxBounds(OWNER, 'domain.descriptor', domain.descriptor));
  const distances = { pairs: 0, sum: 0 };
  const evaluated = async (points: Batch): Promise<readonly [Batch, CheckedResults]> => {
    signal?.throwIfAborted();
    await pause();
    const seeds = Uint32Array.from({ length: points.rows }, () => random.integer(0, 2 ** 32 - 1));
    const phenotypes = mapped(OWNER, encoding, 'decode', points);
    return [phenotypes, await evaluateEach(OWNER, evaluator, phenotypes, { seeds, schema, signal })];
  };
  for (let left = samples; left > 0; left -= ROWS) {
    const from = draw(encoding, latents, Math.min(ROWS, left), random);
    const [phenotypes, results] = await evaluated(from);
    empty?.add(phenotypes, results);
    const [, beside] = await evaluated(stepFrom(from, latents, step, random));
    for (const distance of distancesOf(results, beside, ranges)) {
      distances.sum += distance;
      distances.pairs++;
    }
  }
  signal?.throwIfAborted();
  return { randomCoverage: empty?.metrics().coverage, stepDeviation: distances.sum / distances.pairs };
}

function draw(encoding: Encoding, bounds: BoxBounds, rows: number, random: Random): Batch {
  if (encoding.sample === undefined) return uniformRows(rows, bounds, random);
  // Each is copied before the next is drawn.
  const drawn = { rows, row: () => encoding.sample!(random) };
  const latents = asBatch(`${OWNER}: encoding.sample()`, drawn, bounds.dimensions, 'latent');
  const outside = firstOutside(bounds, latents.data);
  if (outside < 0) return latents;
  throw argumentError(OWNER, 'encoding.sample()', 'lie in encoding.genome', latents.data[outside]);
}

/** Each latent moved in a random direction by the step; along an axis where that leaves the box, the other way. */
function stepFrom(from: Batch, { lower, upper }: BoxBounds, step: number, random: Random): Batch {
  const { rows, columns } = from;
  const latents = Batch.zeros(rows, columns);
  const direction = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    random.fillNormal(direction);
    const length = Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0));
    for (let k = 0; k < columns; k++) {
      const at = from.row(i)[k]!;
      const move = (step * direction[k]!) / length;
      const inside = at + move >= lower[k]! && at + move <= upper[k]!;
      latents.row(i)[k] = clip(inside ? at + move : at - move, lower[k]!, upper[k]!);
    }
  }
  return latents;
}

/** The distances between descriptors of pairs of which both are valid. */
function distancesOf(some: CheckedResults, others: CheckedResults, ranges: Float64Array): number[] {
  return Array.from({ length: some.rows }, (_, i) => i).flatMap((i) => {
    if (some.reasons?.[i] !== undefined || others.reasons?.[i] !== undefined) return [];
    const [a, b] = [some.descriptors.row(i), others.descriptors.row(i)];
    return Math.sqrt(a.reduce((sum, x, j) => sum + ((x - b[j]!) / ranges[j]!) ** 2, 0));
  });
}

import { asBatch, Batch, checkInteger, checkOptions, type Genomes } from '../core/index.ts';
import { cos } from '../kernels/index.ts';
import { type VectorDomain, type VectorResults, vectorDomain } from './vector-domain.ts';

/** Options of {@link sphereProjection} and {@link rastriginProjection}. */
export interface LinearProjectionOptions {
  /** Number of genes, an integer in [2, 2^20]. */
  readonly dimensions: number;
}

/** Genes beyond ±this count less in the descriptor, the farther out the less. */
const BOUND = 5.12;

/** Each gene of the best genome. */
const SHIFT = BOUND * 0.4;

/**
 * The sphere function under a linear projection [Fontaine2020], shifted and normalised as pyribs does [Tjanaka2023].
 *
 * Genome: `(dimensions)`, unbounded; the first genome is 0, as pyribs starts. Fitness: 100 at the best genome (every
 * gene 2.048), 0 at the corner −5.12 of the box ±5.12, lower far outside. Descriptor: `(2)`, the sum over the first
 * ⌊dimensions/2⌋ genes and the sum over the rest, where a gene x beyond ±5.12 counts as 5.12/x; each in ±5.12 times the
 * number of its genes. Fitness floor: 0, from which the published QD scores are counted.
 *
 * Deviation: far outside the box ±5.12 fitness falls below the floor, because it has no lower bound.
 * @throws ARGUMENT if an option is out of range, or, in `evaluate`, if the genomes have another number of columns.
 */
export function sphereProjection(options: LinearProjectionOptions): VectorDomain {
  return linearProjection('sphereProjection', 'sphere', options, (offset) => offset * offset);
}

/**
 * The Rastrigin function (A = 10) under a linear projection [Fontaine2020]; everything else as {@link sphereProjection}.
 * The cosine is that of the kernels.
 *
 * Deviation: far outside the box ±5.12 fitness falls below the floor, because it has no lower bound.
 * @throws ARGUMENT if an option is out of range, or, in `evaluate`, if the genomes have another number of columns.
 */
export function rastriginProjection(options: LinearProjectionOptions): VectorDomain {
  return linearProjection('rastriginProjection', 'Rastrigin', options, (offset) => {
    // Whole turns are subtracted first; that is exact.
    const turn = offset - Math.round(offset);
    return offset * offset + 10 * (1 - cos(2 * Math.PI * turn));
  });
}

function linearProjection(
  owner: string,
  title: string,
  options: LinearProjectionOptions,
  term: (offset: number) => number,
): VectorDomain {
  checkOptions(owner, options, ['dimensions']);
  const { dimensions } = options;
  checkInteger(owner, 'dimensions', dimensions, 2, 2 ** 20);
  const half = Math.floor(dimensions / 2);
  const ranges = [half * BOUND, (dimensions - half) * BOUND];
  const worst = dimensions * term(-BOUND - SHIFT);
  const evaluate = (genomes: Genomes<Float64Array>): VectorResults => {
    const { rows, data } = asBatch(`${owner}.evaluate`, genomes, dimensions);
    const fitness = new Float64Array(rows);
    const descriptors = Batch.zeros(rows, 2);
    for (let i = 0; i < rows; i++) {
      const genome = data.subarray(i * dimensions, (i + 1) * dimensions);
      let sum = 0;
      for (let j = 0; j < dimensions; j++) sum += term(genome[j]! - SHIFT);
      fitness[i] = 100 * (1 - sum / worst);
      descriptors.data[2 * i] = sumOfClipped(genome, 0, half);
      descriptors.data[2 * i + 1] = sumOfClipped(genome, half, dimensions);
    }
    return { fitness, descriptors };
  };
  const problem = {
    name: `${title}, linear projection, ${dimensions} dimensions`,
    genome: { dimensions, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY },
    descriptor: { dimensions: 2, lower: ranges.map((range) => -range), upper: ranges },
    fitnessFloor: 0,
    initialGenome: () => new Float64Array(dimensions),
  };
  return vectorDomain(problem, evaluate);
}

function sumOfClipped(genome: Float64Array, start: number, end: number): number {
  let sum = 0;
  for (let j = start; j < end; j++) {
    const gene = genome[j]!;
    sum += Math.abs(gene) > BOUND ? BOUND / gene : gene;
  }
  return sum;
}

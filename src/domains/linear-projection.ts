import { asBatch, Batch, checkInteger, checkOptions, type Genomes } from '../core/index.ts';
import { cos, sin } from '../kernels/index.ts';
import { type DifferentiableDomain, type VectorResults, vectorDomain } from './vector-domain.ts';

/** Options of {@link sphereProjection} and {@link rastriginProjection}. */
export interface LinearProjectionOptions {
  /** Number of genes, an integer in [2, 2^20]. */
  readonly dimensions: number;
  /** Number of descriptor dimensions, an integer in [1, dimensions] (default 2). */
  readonly descriptors?: number | undefined;
}

/** Genes beyond ±this count less in the descriptor, the farther out the less. */
const BOUND = 5.12;

/** Each gene of the best genome. */
const SHIFT = BOUND * 0.4;

/**
 * The sphere function under a linear projection [Fontaine2020], shifted and normalised as pyribs does [Tjanaka2023].
 *
 * Genome: `(dimensions)`, unbounded; the first genome is 0, as pyribs starts. Fitness: 100 at the best genome (every
 * gene 2.048), 0 at the corner −5.12 of the box ±5.12, lower far outside. Descriptor: `(descriptors)`, the sums over
 * that many blocks of genes, of which block k begins at gene ⌊k dimensions / descriptors⌋ (2: the halves), where a gene x beyond ±5.12 counts
 * as 5.12/x; each in ±5.12 times the number of its genes. Fitness floor: 0, from which the published QD scores are counted.
 *
 * Deviation: far outside the box ±5.12 fitness falls below the floor, because it has no lower bound.
 * @throws ARGUMENT if an option is out of range, or, in `evaluate`, if the genomes have another number of columns.
 */
export function sphereProjection(options: LinearProjectionOptions): DifferentiableDomain {
  return linearProjection('sphereProjection', 'sphere', options, {
    value: (offset) => offset * offset,
    derivative: (offset) => 2 * offset,
  });
}

/**
 * The Rastrigin function (A = 10) under a linear projection [Fontaine2020]; everything else as {@link sphereProjection}.
 * The cosine is that of the kernels.
 *
 * Deviation: far outside the box ±5.12 fitness falls below the floor, because it has no lower bound.
 * @throws ARGUMENT if an option is out of range, or, in `evaluate`, if the genomes have another number of columns.
 */
export function rastriginProjection(options: LinearProjectionOptions): DifferentiableDomain {
  return linearProjection('rastriginProjection', 'Rastrigin', options, {
    value: (offset) => offset * offset + 10 * (1 - cos(2 * Math.PI * turnOf(offset))),
    derivative: (offset) => 2 * offset + 20 * Math.PI * sin(2 * Math.PI * turnOf(offset)),
  });
}

/** The part of a turn beyond whole turns; exact. */
function turnOf(offset: number): number {
  return offset - Math.round(offset);
}

/** One gene's part of the fitness before normalisation, by its distance from the best gene. */
interface Term {
  value(offset: number): number;
  derivative(offset: number): number;
}

function linearProjection(
  owner: string,
  title: string,
  options: LinearProjectionOptions,
  term: Term,
): DifferentiableDomain {
  checkOptions(owner, options, ['dimensions', 'descriptors']);
  const { dimensions, descriptors: count = 2 } = options;
  checkInteger(owner, 'dimensions', dimensions, 2, 2 ** 20);
  checkInteger(owner, 'descriptors', count, 1, dimensions);
  const starts = Array.from({ length: count + 1 }, (_, k) => Math.floor((k * dimensions) / count));
  const ranges = Array.from({ length: count }, (_, k) => (starts[k + 1]! - starts[k]!) * BOUND);
  const worst = dimensions * term.value(-BOUND - SHIFT);
  const evaluate = (genomes: Genomes<Float64Array>): VectorResults => {
    const { rows, data } = asBatch(`${owner}.evaluate`, genomes, dimensions);
    const fitness = new Float64Array(rows);
    const descriptors = Batch.zeros(rows, count);
    for (let i = 0, at = 0; i < rows; i++) {
      let sum = 0;
      for (let k = 0; k < count; k++) {
        let clipped = 0;
        for (let j = starts[k]!; j < starts[k + 1]!; j++, at++) {
          const gene = data[at]!;
          sum += term.value(gene - SHIFT);
          clipped += Math.abs(gene) > BOUND ? BOUND / gene : gene;
        }
        descriptors.data[count * i + k] = clipped;
      }
      fitness[i] = 100 * (1 - sum / worst);
    }
    return { fitness, descriptors };
  };
  const gradients = (genomes: Genomes<ArrayLike<number>>): Batch => {
    const { rows, data } = asBatch(`${owner}.gradients`, genomes, dimensions);
    const found = Batch.zeros(rows, (1 + count) * dimensions);
    for (let i = 0; i < rows; i++) {
      const row = found.row(i);
      for (let j = 0, block = 1; j < dimensions; j++) {
        if (j === starts[block]) block++;
        const gene = data[i * dimensions + j]!;
        row[j] = (-100 * term.derivative(gene - SHIFT)) / worst;
        row[block * dimensions + j] = Math.abs(gene) > BOUND ? -BOUND / (gene * gene) : 1;
      }
    }
    return found;
  };
  const problem = {
    name: `${title}, linear projection, ${dimensions} dimensions`,
    genome: { dimensions, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY },
    descriptor: { dimensions: count, lower: ranges.map((range) => -range), upper: ranges },
    fitnessFloor: 0,
    initialGenome: () => new Float64Array(dimensions),
  };
  return { ...vectorDomain(problem, evaluate), gradients };
}

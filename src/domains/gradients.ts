import {
  type AnySpace,
  argumentError,
  asBatch,
  Batch,
  type Domain,
  type FieldKinds,
  isThenable,
  sameSpace,
  shapeError,
  shapeOf,
} from '../core/index.ts';
import { withSafeSquares } from '../linalg/index.ts';

/** Which gradients {@link gradientsAt} is to give. */
export interface GradientsWanted {
  /** Gradients of a row: of the fitness, then of descriptors; undefined for as many as the domain answers. */
  readonly parts: number | undefined;
  /** Whether each gradient is scaled to length 1; zeros stay. */
  readonly unit: boolean;
  /** Passed to the domain. */
  readonly signal: AbortSignal | undefined;
}

/** @throws ARGUMENT, in the name of `owner`, if a domain says that its genomes are others than those of `space`. */
export function checkGradients(owner: string, domain: object, space: AnySpace): void {
  const { genome = space } = domain as { readonly genome?: AnySpace };
  if (!sameSpace(genome, space))
    throw argumentError(owner, 'domain.genome', 'be the genome space of the search', genome);
}

/**
 * Gradients of a domain at genomes, `(rows, parts * genomeDimensions)`, new. A gradient that is not finite counts as zeros.
 * @param domain - Has `gradients`.
 * @param genomes - Copied before the domain sees them.
 * @throws ARGUMENT if the answer has another shape; what `gradients` throws.
 */
export function gradientsAt(
  owner: string,
  domain: Pick<Domain<Float64Array, FieldKinds>, 'gradients'>,
  genomes: Batch,
  { parts, unit, signal }: GradientsWanted,
): Batch | Promise<Batch> {
  const { rows, columns } = genomes;
  const checked = (given: Batch): Batch => {
    const what = `${owner}: domain.gradients`;
    const width = parts === undefined ? given?.columns : parts * columns;
    const fits = given?.rows === rows && given.columns === width && width > 0 && width % columns === 0;
    const wanted = [rows, parts === undefined ? `n × ${columns}` : parts * columns];
    if (!fits) throw shapeError(what, 'the answer', wanted, 'rows, parts × genomeDimensions', shapeOf(given));
    const { data } = asBatch(what, given, width, 'gradient');
    const usable = new Float64Array(data.length);
    for (let start = 0; start < data.length; start += columns) {
      const gradient = data.subarray(start, start + columns);
      if (gradient.every(Number.isFinite)) usable.set(unit ? unitVector(gradient) : gradient, start);
    }
    return new Batch(rows, width, usable);
  };
  const answer = domain.gradients!(new Batch(rows, columns, genomes.data.slice()), { signal });
  return isThenable(answer) ? Promise.resolve(answer).then(checked) : checked(answer);
}

function unitVector(vector: Float64Array): Float64Array {
  const safe = withSafeSquares(vector);
  let squares = 0;
  for (const x of safe) squares += x * x;
  const length = Math.sqrt(squares);
  return length > 0 ? safe.map((x) => x / length) : safe;
}

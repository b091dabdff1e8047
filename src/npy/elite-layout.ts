import {
  argumentError,
  boxBounds,
  checkFields,
  checkObject,
  type Elite,
  type FieldKinds,
  isObjectSpace,
  isRow,
  type Problem,
  shapeError,
  shapeOf,
} from '../core/index.ts';

/** Numbers of a row that belong together. */
export interface Part {
  readonly name: string;
  readonly size: number;
  /** What errors call the size. */
  readonly sizeName: string;
  readonly kind: 'number' | 'vector' | 'json';
  readonly isField: boolean;
}

/** What rows hold. */
export interface Layout {
  readonly fitness: Part;
  readonly descriptor: Part;
  readonly genome: Part;
  readonly fields: readonly Part[];
}

/**
 * The layout of the elites of a domain.
 * @throws ARGUMENT, in the name of `owner`, if genomes are no vectors.
 */
export function layoutOf(owner: string, domain: Problem<Float64Array, FieldKinds>): Layout {
  checkObject(owner, 'domain', domain);
  if (isObjectSpace(domain.genome)) throw argumentError(owner, 'domain.genome', 'be a box of vectors', domain.genome);
  const { fields = {} } = domain;
  checkFields(owner, fields);
  const boxOf = (name: 'descriptor' | 'genome'): Part => {
    const size = boxBounds(owner, `domain.${name}`, domain[name]).dimensions;
    return { name, size, sizeName: `${name}Dimensions`, kind: 'vector', isField: false };
  };
  const own = Object.entries(fields).map(([name, kind]) => {
    const part = { name, sizeName: 'size', isField: true };
    return typeof kind === 'object'
      ? { ...part, kind: 'vector' as const, size: kind.size }
      : { ...part, kind, size: 1 };
  });
  const fitness: Part = { name: 'fitness', size: 1, sizeName: '', kind: 'number', isField: false };
  return { fitness, descriptor: boxOf('descriptor'), genome: boxOf('genome'), fields: own };
}

/** The numbers of a part of an elite, which is no JSON. @throws ARGUMENT if the elite has not the part, or of another length. */
export function numbersOf(
  owner: string,
  { name, size, sizeName, kind, isField }: Part,
  elite: Partial<Elite<Float64Array, FieldKinds>>,
): ArrayLike<unknown> {
  const value: unknown = (isField ? elite.fields : (elite as Record<string, unknown>))?.[name];
  const argument = isField ? `fields.${name}` : name;
  if (kind === 'number' && value === undefined) throw argumentError(owner, argument, 'be given', value);
  if (kind === 'number') return [value];
  if (isRow(value, size)) return value;
  throw shapeError(owner, argument, [size], sizeName, shapeOf(value));
}

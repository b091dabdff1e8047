import {
  argumentError,
  boxBounds,
  checkFields,
  checkFunction,
  checkObject,
  type Elite,
  type FieldKinds,
  isObjectSpace,
  isRow,
  type Problem,
  plainJson,
  shapeError,
  shapeOf,
  type TextCodec,
} from '../core/index.ts';

/** A problem with genomes of any type. */
// biome-ignore lint/suspicious/noExplicitAny: a problem of no other type is one of every type
export type AnyProblem = Problem<any, FieldKinds>;

/** Numbers of a row that belong together, or a text, which a codec writes and reads. */
export interface Part {
  readonly name: string;
  readonly size: number;
  /** What errors call the size. */
  readonly sizeName: string;
  readonly kind: 'number' | 'vector' | TextCodec<unknown>;
  readonly isField: boolean;
}

/** What rows hold. */
export interface Layout {
  readonly fitness: Part;
  readonly descriptor: Part;
  readonly genome: Part;
  readonly fields: readonly Part[];
}

/** The layout of the elites of a domain. @throws ARGUMENT, in the name of `owner`, if a part of the domain breaks its contract. */
export function layoutOf(owner: string, domain: AnyProblem): Layout {
  checkObject(owner, 'domain', domain);
  const { fields = {} } = domain;
  checkFields(owner, fields);
  const boxOf = (name: 'descriptor' | 'genome'): Part => {
    const size = boxBounds(owner, `domain.${name}`, domain[name]).dimensions;
    return { name, size, sizeName: `${name}Dimensions`, kind: 'vector', isField: false };
  };
  const own = Object.entries(fields).map(([name, kind]) => {
    const part = { name, sizeName: 'size', isField: true };
    if (typeof kind === 'object') return { ...part, kind: 'vector' as const, size: kind.size };
    return { ...part, kind: kind === 'json' ? plainJson : kind, size: 1 };
  });
  const fitness: Part = { name: 'fitness', size: 1, sizeName: '', kind: 'number', isField: false };
  if (!isObjectSpace(domain.genome))
    return { fitness, genome: boxOf('genome'), descriptor: boxOf('descriptor'), fields: own };
  const codec: TextCodec<unknown> = domain.genome;
  for (const name of ['serialize', 'deserialize'] as const) checkFunction(owner, `domain.genome.${name}`, codec[name]);
  return { fitness, descriptor: boxOf('descriptor'), genome: { ...fitness, name: 'genome', kind: codec }, fields: own };
}

/** The numbers of a part of an elite, which is no text. @throws ARGUMENT if the elite has not the part, or of another length. */
export function numbersOf(
  owner: string,
  { name, size, sizeName, kind, isField }: Part,
  elite: Partial<Elite<unknown, FieldKinds>>,
): ArrayLike<unknown> {
  const value: unknown = (isField ? elite.fields : (elite as Record<string, unknown>))?.[name];
  const argument = isField ? `fields.${name}` : name;
  if (kind === 'number' && value === undefined) throw argumentError(owner, argument, 'be given', value);
  if (kind === 'number') return [value];
  if (isRow(value, size)) return value;
  throw shapeError(owner, argument, [size], sizeName, shapeOf(value));
}

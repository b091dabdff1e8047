import {
  areIds,
  argumentError,
  type Column,
  checkObject,
  type Elite,
  FIELD,
  type FieldKinds,
  type FieldValues,
  isCodec,
  isRow,
  type Origin,
  type Origins,
  plainJson,
  type Repeats,
  type Schema,
  type Table,
} from '../core/index.ts';
import { counted, type StateKind, table } from '../formats/index.ts';

/** The number or the seed of an evaluation; −1 if it is not known. */
const ORIGIN = { ...counted, low: -1, high: 2 ** 53 };

function isOrigin(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= ORIGIN.low && (value as number) <= ORIGIN.high;
}

function isIdList(value: unknown): boolean {
  return Array.isArray(value) && areIds(value);
}

/** Elites as the state of an archive. */
export function elitesKind(schema: Schema, rows: string): StateKind<Table> {
  const finite = {};
  const isGiven = (value: unknown): boolean => value !== undefined;
  const given = Object.keys(schema).filter((name) => name.startsWith(FIELD) && schema[name] === plainJson);
  const ranges = {
    ...Object.fromEntries(given.map((name) => [name, isGiven])),
    genome: isCodec(schema.genome!) ? isGiven : finite,
    parents: isIdList,
    evaluation: ORIGIN,
    seed: ORIGIN,
    emitter: (value: unknown) => typeof value === 'string',
    fitness: finite,
    descriptor: finite,
    // As large as `nextId` may be.
    id: { ...counted, high: 2 ** 53 },
    repeats: { ...counted, low: 1 },
    squares: { low: 0 },
    failures: counted,
  };
  return table(schema, rows, ranges);
}

export function fitnessOf(rows: Table, row: number): number {
  return (rows.data.fitness as Float64Array)[row]!;
}

/** A row of an archive's table as an elite. */
export function eliteOf<G, F extends FieldKinds>(rows: Table, row: number): Elite<G, F> {
  const { schema } = rows;
  const elite: Record<string, unknown> = {
    cell: rows.value('cell', row),
    fitness: rows.value('fitness', row),
    descriptor: rows.value('descriptor', row),
    genome: rows.value('genome', row),
    fields: fieldsOf(rows, row),
  };
  if (schema.parents !== undefined) elite.origin = originOf(rows, row);
  if (schema.repeats !== undefined) elite.repeats = repeatsOf(rows, row);
  return elite as unknown as Elite<G, F>;
}

function fieldsOf(rows: Table, row: number): FieldValues<FieldKinds> {
  const fields: Record<string, unknown> = {};
  for (const name in rows.schema) {
    if (name.startsWith(FIELD)) fields[name.slice(FIELD.length)] = rows.value(name, row);
  }
  return fields;
}

function originOf(rows: Table, row: number): Origin {
  const value = <T>(name: string): T => rows.value(name, row) as T;
  return {
    id: value('id'),
    parents: value('parents'),
    emitter: value('emitter'),
    evaluation: value('evaluation'),
    seed: value('seed'),
  };
}

function repeatsOf(rows: Table, row: number): Repeats {
  const evaluations = rows.value('repeats', row) as number;
  const squares = rows.value('squares', row) as number;
  return { evaluations, deviation: evaluations < 2 ? Number.NaN : Math.sqrt(squares / (evaluations - 1)) };
}

/**
 * The columns of lineage of rows that are added.
 * @throws ARGUMENT, in the name of `owner`, if origins lack a row, or have one that files could not hold.
 */
export function originColumns(owner: string, rows: number, origins: Partial<Origins> = {}): Record<string, Column> {
  checkObject(owner, 'origins', origins);
  const number = `be an integer in [${ORIGIN.low}, ${ORIGIN.high}]`;
  const isText = (value: unknown): boolean => typeof value === 'string';
  const fill = <C extends Column>(
    column: C,
    name: keyof Origins,
    none: unknown,
    rule: string,
    test: (value: unknown) => boolean,
  ): C => {
    const given: ArrayLike<unknown> | undefined = origins[name];
    if (given !== undefined && !isRow(given, rows))
      throw argumentError(owner, `origins.${name}`, `have ${rows} rows`, given);
    for (let i = 0; i < rows; i++) {
      const value = given?.[i] ?? none;
      if (!test(value)) throw argumentError(owner, `origins.${name}[${i}]`, rule, value);
      column[i] = Array.isArray(value) ? [...value] : value;
    }
    return column;
  };
  return {
    parents: fill(new Array(rows), 'parents', [], 'be a list of ids, integers from 0 on', isIdList),
    emitter: fill(new Array(rows), 'emitters', '', 'be a text', isText),
    evaluation: fill(new Float64Array(rows), 'evaluations', -1, number, isOrigin),
    seed: fill(new Float64Array(rows), 'seeds', -1, number, isOrigin),
  };
}

/** What a noisy domain's row has after its first evaluation: it is the mean of one, and no evaluation has failed. */
export const FIRST: Readonly<Record<string, number>> = { repeats: 1, squares: 0, failures: 0 };

import { Batch, type Box, boxBounds, type Geometry, type ObjectSpace, type Origin } from '../../core/index.ts';
import type { ExplorerRows } from '../explorer-rows.ts';
import type { DrawnGeometry, ExplorerSpace } from '../explorer-space.ts';

/** Rows of numbers as text. */
interface PackedMatrix {
  readonly columns: number;
  /** base64 of float32, little-endian; of uint16 if there are bounds: 0 is the lower, 65535 the upper. */
  readonly data: string;
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
}

/** {@link ExplorerRows} as JSON: what a page holds and a server sends. */
export interface PackedRows {
  readonly cells: string;
  readonly fitness: string;
  readonly descriptors?: PackedMatrix | undefined;
  readonly genomes?: PackedMatrix | readonly unknown[] | undefined;
  readonly origins?: PackedOrigins | undefined;
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
}

interface PackedOrigins {
  readonly ids: string;
  readonly evaluations: string;
  readonly emitters: readonly string[];
  readonly emitter: readonly number[];
  readonly parents: readonly (readonly number[])[];
}

/** {@link ExplorerSpace} as JSON. */
export interface PackedSpace extends Omit<ExplorerSpace, 'genome' | 'geometry'> {
  readonly cells: Extract<Geometry, { grid: unknown }> | { readonly centroids: string; readonly columns: number };
}

/** Packs a space. */
export function packSpace({ geometry: _, genome: __, ...space }: ExplorerSpace, cells: DrawnGeometry): PackedSpace {
  if ('grid' in cells) return { ...space, cells };
  const { columns, data } = cells.centroids;
  return { ...space, cells: { centroids: toBase64(data), columns } };
}

export function unpackSpace({ cells, ...space }: PackedSpace): ExplorerSpace {
  if ('grid' in cells) return { ...space, geometry: () => cells };
  const data = new Float64Array(fromBase64(cells.centroids));
  const centroids = new Batch(data.length / cells.columns, cells.columns, data);
  return { ...space, geometry: () => ({ centroids }) };
}

/**
 * Packs rows. Descriptors are rounded to float32; genes to 1/65535 of their range if `genome` is a finite box, else to float32.
 * @param genome - The space of genomes that are vectors. Others, such as texts that stand for them, are kept as JSON, and left out if JSON
 *   cannot hold them.
 */
export function packRows(rows: ExplorerRows, genome: Box | undefined): PackedRows {
  const { cells, fitness, descriptors, genomes, origins, fields = {} } = rows;
  return {
    cells: toBase64(Int32Array.from(cells)),
    fitness: toBase64(Float64Array.from(fitness)),
    descriptors: descriptors && { columns: descriptors.columns, data: toBase64(Float32Array.from(descriptors.data)) },
    genomes: packGenomes(genomes as readonly unknown[] | undefined, genome),
    origins: packOrigins(origins),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, column]) => [name, plainList(column as ArrayLike<unknown>)]),
    ),
  };
}

/** @param genome - The space that reads the texts of genomes, if they are texts. */
export function unpackRows(
  { cells, fitness, descriptors, genomes, origins, fields }: PackedRows,
  genome?: ObjectSpace<unknown>,
): ExplorerRows {
  const numbers = new Float64Array(fromBase64(fitness));
  return {
    cells: new Int32Array(fromBase64(cells)),
    fitness: numbers,
    descriptors: descriptors && unpackMatrix(descriptors),
    genomes: genomes !== undefined && 'data' in genomes ? unpackMatrix(genomes) : readAll(genomes, genome),
    origins: origins && unpackOrigins(origins, numbers),
    fields,
  };
}

function packGenomes(genomes: readonly unknown[] | undefined, space: Box | undefined): PackedRows['genomes'] {
  if (genomes === undefined) return undefined;
  if (space === undefined) return plainList(genomes);
  const { dimensions, lower, upper, finite } = boxBounds('packRows', 'genome', space);
  const data = finite ? new Uint16Array(genomes.length * dimensions) : new Float32Array(genomes.length * dimensions);
  for (const [row, genome] of (genomes as readonly (ArrayLike<number> | undefined)[]).entries()) {
    for (let j = 0; j < dimensions; j++) {
      const gene = genome?.[j] ?? 0;
      const range = upper[j]! - lower[j]! || 1;
      data[row * dimensions + j] = finite ? Math.round((65535 * (gene - lower[j]!)) / range) : gene;
    }
  }
  const bounds = finite ? { lower: shortened(lower), upper: shortened(upper) } : {};
  return { columns: dimensions, data: toBase64(data), ...bounds };
}

/** Reads texts of genomes; undefined where one cannot be read. The first error is passed to `reportError`. */
function readAll(
  genomes: readonly unknown[] | undefined,
  space: ObjectSpace<unknown> | undefined,
): ExplorerRows['genomes'] {
  if (genomes === undefined || space === undefined) return genomes;
  let failed = false;
  return genomes.map((text) => {
    try {
      return typeof text === 'string' ? space.deserialize(text) : undefined;
    } catch (error) {
      if (!failed) reportError(error);
      failed = true;
      return undefined;
    }
  });
}

/** One number if all are equal. */
function shortened(bounds: Float64Array): number[] {
  return bounds.every((bound) => bound === bounds[0]) ? [bounds[0]!] : [...bounds];
}

function unpackMatrix({ columns, data, lower, upper }: PackedMatrix): Batch {
  const buffer = fromBase64(data);
  const gene = (share: number, i: number): number => {
    const j = i % columns;
    const [low, high] = [lower![j] ?? lower![0]!, upper![j] ?? upper![0]!];
    return low + (share / 65535) * (high - low);
  };
  const numbers =
    lower === undefined
      ? Float64Array.from(new Float32Array(buffer))
      : Float64Array.from(new Uint16Array(buffer), gene);
  return new Batch(numbers.length / columns, columns, numbers);
}

function packOrigins(origins: ExplorerRows['origins']): PackedOrigins | undefined {
  if (origins === undefined || !origins.some((origin) => origin !== undefined)) return undefined;
  const emitters = [...new Set(origins.map((origin) => origin?.emitter ?? ''))];
  return {
    ids: toBase64(Float64Array.from(origins, (origin) => origin?.id ?? -1)),
    evaluations: toBase64(Float64Array.from(origins, (origin) => origin?.evaluation ?? -1)),
    emitters,
    emitter: origins.map((origin) => emitters.indexOf(origin?.emitter ?? '')),
    parents: origins.map((origin) => origin?.parents ?? []),
  };
}

/** Origins without seeds; none where a cell is empty. */
function unpackOrigins(
  { ids, evaluations, emitters, emitter, parents }: PackedOrigins,
  fitness: Float64Array,
): (Origin | undefined)[] {
  const [id, evaluation] = [new Float64Array(fromBase64(ids)), new Float64Array(fromBase64(evaluations))];
  return parents.map((list, i) =>
    Number.isNaN(fitness[i]!)
      ? undefined
      : { id: id[i]!, evaluation: evaluation[i]!, emitter: emitters[emitter[i]!]!, parents: list, seed: -1 },
  );
}

/** Values that JSON can hold; null for others. */
function plainList(column: ArrayLike<unknown>): unknown[] {
  return Array.from(column, (value) => {
    if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
    try {
      return JSON.parse(JSON.stringify(value) ?? 'null');
    } catch {
      return null;
    }
  });
}

export function toBase64({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

export function fromBase64(text: string): ArrayBuffer {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}

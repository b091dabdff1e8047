import type { GenomeSpace, ObjectSpace } from '../core/index.ts';
import {
  argumentError,
  Batch,
  type Box,
  boxBounds,
  firstOutside,
  type Genomes,
  isBatch,
  isObjectSpace,
  ListBatch,
} from '../core/index.ts';
import type { Safetensor } from './safetensors.ts';
import type { StoredSnapshot } from './stored-snapshot.ts';

/**
 * Genomes as a tensor: `(rows, genomeDimensions)` of a batch, not copied; others as a JSON list of the strings that their
 * space serializes them to, null where there is no genome.
 * @throws ARGUMENT, in the name of `owner`, if `serialize` answers with no string; what it throws.
 */
export function genomeTensor<G>(owner: string, genomes: Genomes<G>, space: GenomeSpace<G>): Safetensor {
  if (!isObjectSpace(space)) {
    if (!isBatch(genomes)) throw argumentError(owner, 'genomes', 'be a Batch', genomes);
    return { shape: [genomes.rows, genomes.columns], data: genomes.data };
  }
  const { serialize } = space as ObjectSpace<G>;
  const texts = Array.from({ length: genomes.rows }, (_, i) => {
    const genome = genomes.row(i);
    if (genome === undefined) return null;
    const text: unknown = serialize(genome);
    if (typeof text !== 'string') throw argumentError(owner, 'serialize', 'answer with a string', text);
    return text;
  });
  const data = new TextEncoder().encode(JSON.stringify(texts));
  return { shape: [data.length], data };
}

/**
 * Reads what {@link genomeTensor} wrote.
 * @param valid - Whether each must be a genome that an archive holds: in its box, or not undefined.
 * @throws SNAPSHOT if there are not so many genomes, or they cannot be read.
 */
export function readGenomes<G>(
  snapshot: StoredSnapshot,
  name: string,
  rows: number,
  space: GenomeSpace<G>,
  valid: boolean,
): Genomes<G> {
  if (!isObjectSpace(space)) {
    const bounds = boxBounds('readGenomes', 'space', space as Box);
    const data = snapshot.anyFloat64(name, [rows, bounds.dimensions]);
    const wrong = valid ? firstOutside(bounds, data) : -1;
    if (wrong >= 0) throw snapshot.fail(`have ${name} inside their box`, data[wrong]);
    return new Batch(rows, bounds.dimensions, data) as never;
  }
  const { deserialize } = space as ObjectSpace<G>;
  try {
    const texts: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(snapshot.bytes(name)));
    if (Array.isArray(texts) && texts.length === rows) {
      const list = texts.map((text: unknown) => {
        if (typeof text !== 'string' && text !== null) throw new Error(`${name} are strings`);
        const genome = text === null ? undefined : deserialize(text);
        if (genome === undefined && valid) throw new Error('a genome is undefined');
        return genome as G;
      });
      return new ListBatch(list);
    }
  } catch (cause) {
    throw snapshot.fail(`have ${name} that can be read`, (cause as Error | undefined)?.message, cause);
  }
  throw snapshot.fail(`have ${rows} ${name}`, 'another number');
}

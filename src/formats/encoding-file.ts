import { checkSafeInteger, type ElitesError, isFloat64Array, LATENT_BOUND, version } from '../core/index.ts';
import { foundTensor, type SafetensorsFile } from './safetensors.ts';

/** The version of the files of encodings, all kinds. */
const VERSION = '1';

/** What the file of a kind of encoding says of it, read back it must say the same. */
export type EncodingFacts = Readonly<Record<string, string>>;

/** What a file says of its latents' box. */
export const latentsFact: EncodingFacts = { latents: JSON.stringify([-LATENT_BOUND, LATENT_BOUND]) };

/** @throws ARGUMENT, in the name of `owner`, if a seed is given that is no safe integer. */
export function checkSeed(owner: string, seed: number | undefined): void {
  if (seed !== undefined) checkSafeInteger(owner, 'seed', seed);
}

/** The metadata of an encoding's file: format, its version, the package's version, facts, and the seed if it is known. */
export function encodingMetadata(format: string, facts: EncodingFacts, seed: number | undefined): Map<string, string> {
  const entries = Object.entries({ format, version: VERSION, elites: version, ...facts });
  return new Map(seed === undefined ? entries : [...entries, ['seed', String(seed)]]);
}

/** Checks version and facts; facts may lack, as in files of older versions. */
export function checkEncodingMetadata(
  { metadata }: SafetensorsFile,
  facts: EncodingFacts,
  fail: (rule: string, value: unknown) => ElitesError,
): void {
  const written = metadata.get('version');
  if (written !== VERSION) throw fail(`be of version ${VERSION}`, written);
  for (const [key, text] of Object.entries(facts)) {
    const got = metadata.get(key) ?? text;
    if (got !== text) throw fail(`have ${key} ${text}`, got);
  }
}

/** A number of the metadata, NaN if it is none; undefined if there is nothing. */
export function metadataNumber({ metadata }: SafetensorsFile, key: string): number | undefined {
  return metadata.has(key) ? Number(metadata.get(key)) : undefined;
}

/** Float64 numbers of a shape. */
export function float64Tensor(
  file: SafetensorsFile,
  name: string,
  shape: readonly number[],
  fail: (rule: string, value: unknown) => ElitesError,
): Float64Array {
  const tensor = file.tensors.get(name);
  if (isFloat64Array(tensor?.data) && `${tensor.shape}` === `${shape}`) return tensor.data;
  throw fail(`have float64 ${name} of shape (${shape.join(', ')})`, foundTensor(file, name));
}

import { checkSafeInteger, isFloat64Array, LATENT_BOUND, version } from '../core/index.ts';
import { foundTensor, type SafetensorsFile } from './safetensors.ts';
import type { Fail } from './state.ts';

/** The version of encoding files, of all kinds. */
const VERSION = '1';

/** Metadata that is fixed for a kind of encoding; a file must have the same values. */
export type EncodingFacts = Readonly<Record<string, string>>;

/** The fact that states the box of the latents. */
export const latentsFact: EncodingFacts = { latents: JSON.stringify([-LATENT_BOUND, LATENT_BOUND]) };

/** @throws ARGUMENT, in the name of `owner`, if a seed is given that is not a safe integer. */
export function checkSeed(owner: string, seed: number | undefined): void {
  if (seed !== undefined) checkSafeInteger(owner, 'seed', seed);
}

/** The metadata of an encoding's file: format, its version, the package's version, facts, and the seed if known. */
export function encodingMetadata(format: string, facts: EncodingFacts, seed: number | undefined): Map<string, string> {
  const entries = Object.entries({ format, version: VERSION, elites: version, ...facts });
  return new Map(seed === undefined ? entries : [...entries, ['seed', String(seed)]]);
}

/** Checks version and facts. A fact may be missing, because older files have fewer. */
export function checkEncodingMetadata({ metadata }: SafetensorsFile, facts: EncodingFacts, fail: Fail): void {
  const written = metadata.get('version');
  if (written !== VERSION) throw fail(`be of version ${VERSION}`, written);
  for (const [key, text] of Object.entries(facts)) {
    const got = metadata.get(key) ?? text;
    if (got !== text) throw fail(`have ${key} ${text}`, got);
  }
}

/** A number from the metadata: NaN if the text is not a number, undefined if there is none. */
export function metadataNumber({ metadata }: SafetensorsFile, key: string): number | undefined {
  return metadata.has(key) ? Number(metadata.get(key)) : undefined;
}

/** A float64 tensor of the given shape. @throws what `fail` makes. */
export function float64Tensor(file: SafetensorsFile, name: string, shape: readonly number[], fail: Fail): Float64Array {
  const tensor = file.tensors.get(name);
  if (isFloat64Array(tensor?.data) && `${tensor.shape}` === `${shape}`) return tensor.data;
  throw fail(`have float64 ${name} of shape (${shape.join(', ')})`, foundTensor(file, name));
}

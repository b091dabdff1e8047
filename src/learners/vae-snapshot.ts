import { type Box, ElitesError, finiteBounds, snapshotError } from '../core/index.ts';
import { networkWeights, weightEntries } from '../encodings/index.ts';
import { decodeSafetensors, encodeSafetensors, type Safetensor } from '../formats/index.ts';
import type { AdamState, VaeTensors } from '../kernels/index.ts';
import type { VaeSettings } from './vae-options.ts';

/** What a fitted Vae remembers. */
export interface VaeState {
  readonly weights: VaeTensors;
  readonly adam: AdamState;
  readonly space: Box;
}

const FORMAT = 'elites.vae';
const VERSION = '1';
const OWNER = 'Vae.restore';
const failure = (rule: string, value: unknown): ElitesError => snapshotError(OWNER, rule, value);
const FIRST = 'adam.first.';
const SECOND = 'adam.second.';

/** A Vae's settings and state as a safetensors file; state undefined before the first fit. */
export function writeVaeSnapshot(settings: VaeSettings, state: VaeState | undefined): Uint8Array {
  const metadata = new Map([
    ['format', FORMAT],
    ['version', VERSION],
    ['settings', JSON.stringify(settings)],
  ]);
  const tensors = new Map<string, Safetensor>();
  if (state !== undefined) {
    const { weights, adam, space } = state;
    const sizes = { inputs: settings.inputs, hidden: 2 * settings.latent, latent: settings.latent };
    metadata.set('steps', String(adam.steps));
    for (const entry of weightEntries(sizes, weights, '')) tensors.set(...entry);
    for (const entry of weightEntries(sizes, adam.firstMoment, FIRST)) tensors.set(...entry);
    for (const entry of weightEntries(sizes, adam.secondMoment, SECOND)) tensors.set(...entry);
    const { dimensions, lower, upper } = finiteBounds('Vae.snapshot', 'space', space);
    tensors.set('space.lower', { shape: [dimensions], data: lower });
    tensors.set('space.upper', { shape: [dimensions], data: upper });
  }
  return encodeSafetensors({ tensors, metadata });
}

/** Reads what {@link writeVaeSnapshot} wrote. @throws SNAPSHOT if it is damaged or of other settings. */
export function readVaeSnapshot(bytes: Uint8Array, settings: VaeSettings): VaeState | undefined {
  const { tensors, metadata } = decodeSafetensors(bytes, OWNER);
  const expected = { format: FORMAT, version: VERSION, settings: JSON.stringify(settings) };
  for (const [key, value] of Object.entries(expected)) {
    if (metadata.get(key) !== value) throw failure(`have ${key} ${value}`, metadata.get(key));
  }
  const steps = metadata.get('steps');
  if (steps === undefined) return undefined;
  if (!/^\d{1,15}$/.test(steps)) throw failure('have a number of steps', steps);
  const read = (prefix: string): VaeTensors => {
    const { sizes, tensors: read } = networkWeights(tensors, prefix, failure);
    const same = sizes.inputs === settings.inputs && sizes.latent === settings.latent;
    if (!same || sizes.hidden !== 2 * settings.latent)
      throw failure(`have ${prefix}weights of the settings' sizes`, sizes);
    return read;
  };
  const adam = { steps: Number(steps), firstMoment: read(FIRST), secondMoment: read(SECOND) };
  return { weights: read(''), adam, space: readSpace(tensors, settings.inputs) };
}

function readSpace(tensors: ReadonlyMap<string, Safetensor>, dimensions: number): Box {
  const lower = tensors.get('space.lower')?.data;
  const upper = tensors.get('space.upper')?.data;
  if (!(lower instanceof Float64Array && upper instanceof Float64Array)) throw failure('have a space', lower ?? upper);
  try {
    finiteBounds(OWNER, 'space', { dimensions, lower, upper });
  } catch (cause) {
    throw new ElitesError('SNAPSHOT', `${OWNER}: bytes must have a valid space; ${(cause as Error).message}`, {
      cause,
    });
  }
  return { dimensions, lower, upper };
}

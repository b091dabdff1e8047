import { decodeSnapshot, encodeSnapshot, type Safetensor } from '../formats/index.ts';
import type { PaperVariant } from '../presets/index.ts';
import type { StoredRun } from './illumination.ts';

/** What `elites illuminate` was told. */
export interface IlluminationPlan {
  readonly joints: number;
  readonly algorithm: readonly PaperVariant[];
  readonly evaluations: number;
  readonly seed: number;
  /** The folder as it was written then. */
  readonly out: string;
  /** Seconds between checkpoints; 0: one after each generation. */
  readonly checkpoint: number;
}

/** All that is needed to go on: the plan, and how far each algorithm is, up to the one that runs. */
export interface IlluminationState {
  readonly plan: IlluminationPlan;
  readonly runs: readonly StoredRun[];
}

/** The file of checkpoints in the command's folder. */
export const checkpointName = 'checkpoint.safetensors';

const what = { kind: 'elites illuminate', configuration: {} };

/** Writes it as the bytes of a file. */
export function encodeIllumination({ plan, runs }: IlluminationState): Uint8Array {
  const tensors: [string, Safetensor][] = runs.flatMap(({ search, history }, i) => [
    [`search.${i}`, { shape: [search.length], data: search }],
    [`history.${i}`, { shape: [3, history.length / 3], data: history }],
  ]);
  return encodeSnapshot({ ...what, state: { plan, seconds: runs.map(({ seconds }) => seconds) }, tensors });
}

/** Reads it. @throws SNAPSHOT if the bytes are damaged. */
export function decodeIllumination(bytes: Uint8Array): IlluminationState {
  const stored = decodeSnapshot('elites resume', bytes, what);
  const seconds = stored.value('seconds') as StoredRun['seconds'][];
  const runs = seconds.map((one, i) => {
    const points = stored.tensors.get(`history.${i}`)?.shape[1] ?? -1;
    return {
      search: stored.bytes(`search.${i}`),
      history: stored.float64(`history.${i}`, [3, points], false),
      seconds: one,
    };
  });
  return { plan: stored.value('plan') as IlluminationPlan, runs };
}

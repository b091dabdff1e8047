import { decodeSnapshot, encodeSnapshot, type Safetensor } from '../formats/index.ts';
import type { PaperVariant } from '../presets/index.ts';
import { illuminateOptions } from './illuminate-options.ts';
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

/** Reads it. @throws SNAPSHOT if the bytes are damaged, or break a rule of the command's options. */
export function decodeIllumination(bytes: Uint8Array): IlluminationState {
  const stored = decodeSnapshot('elites resume', bytes, what);
  const plan = planOf(stored);
  const seconds = secondsOf(stored, plan.algorithm.length);
  const runs = seconds.map((one, i) => {
    const points = stored.tensors.get(`history.${i}`)?.shape[1] ?? -1;
    return {
      search: stored.bytes(`search.${i}`),
      history: stored.anyFloat64(`history.${i}`, [3, points]),
      seconds: one,
    };
  });
  return { plan, runs };
}

type Stored = ReturnType<typeof decodeSnapshot>;

function planOf(stored: Stored): IlluminationPlan {
  const { json: _, ...options } = illuminateOptions;
  const given = (stored.value('plan') ?? {}) as Record<string, unknown>;
  const plan = Object.entries(options).map(([name, option]) => {
    const found = given[name];
    const result = option.read(Array.isArray(found) ? found.map(String) : [String(found)]);
    if (!('value' in result)) throw stored.fail(`have a plan whose ${name} must ${result.rule}`, found);
    // What is read as something else, such as a number that is written as text, was not written by the command.
    if (JSON.stringify(result.value) === JSON.stringify(found)) return [name, result.value] as const;
    throw stored.fail(`have a plan with ${name} as the command writes it`, found);
  });
  return Object.fromEntries(plan) as unknown as IlluminationPlan;
}

function secondsOf(stored: Stored, most: number): StoredRun['seconds'][] {
  const list = stored.value('seconds');
  const fits = (one: unknown): boolean =>
    ['total', 'evaluation', 'learning', 'rest'].every((name) => {
      const value = (one as Record<string, unknown> | null)?.[name];
      return typeof value === 'number' && value >= 0;
    });
  if (Array.isArray(list) && list.length <= most && list.every(fits)) return list;
  throw stored.fail(`have seconds of at most ${most} runs`, list);
}

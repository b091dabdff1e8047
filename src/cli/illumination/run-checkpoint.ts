import {
  bytes,
  choice,
  decodeSnapshot,
  encodeSnapshot,
  flag,
  integer,
  list,
  optional,
  rare,
  record,
  type StateKind,
  text,
} from '../../formats/index.ts';
import { errorChoices, mostRetries, type OnErrors } from '../modules/evaluation-errors.ts';
import type { Range } from '../terminal/command-options.ts';

/** The options of `elites illuminate`. */
export interface IlluminationPlan extends OnErrors {
  /** The user's module; undefined: the planar arm. */
  readonly module: { readonly path: string; readonly digest: string } | undefined;
  /** Of the planar arm. */
  readonly joints: number | undefined;
  readonly algorithm: readonly string[];
  readonly evaluations: number;
  readonly seed: number;
  /** Seconds between checkpoints; 0: one after each generation. */
  readonly checkpoint: number;
  /** Whether the encoding is finished at the end. */
  readonly finish: boolean;
  /** The output folder as given on the command line. */
  readonly out: string;
}

/** The state of a run, from which it can be resumed. */
export interface RunCheckpoint {
  readonly plan: IlluminationPlan;
  /** Snapshots of the searches, in the plan's order, up to the one in progress. */
  readonly searches: readonly Uint8Array[];
}

/** Name of the checkpoint file in the output folder. */
export const checkpointName = 'checkpoint.safetensors';

/** Ranges of the numbers in a plan. */
export const planRanges: Readonly<Record<'joints' | 'evaluations' | 'seed' | 'checkpoint', Range>> = {
  joints: { low: 2, high: 100_000 },
  evaluations: { low: 1, high: 1e9 },
  seed: { low: 0, high: Number.MAX_SAFE_INTEGER },
  checkpoint: { low: 0, high: 1e6 },
};

const within = (name: keyof typeof planRanges): StateKind<number> =>
  integer(planRanges[name].low, planRanges[name].high);
const most = 1000;

const what = {
  kind: 'elites illuminate',
  configuration: {},
  state: {
    plan: record({
      module: optional(record({ path: text, digest: text })),
      joints: optional(within('joints')),
      algorithm: list(text, most),
      evaluations: within('evaluations'),
      seed: within('seed'),
      checkpoint: within('checkpoint'),
      finish: flag,
      out: text,
      retries: rare(integer(0, mostRetries)),
      onEvaluationError: rare(choice(errorChoices)),
    }),
    searches: list(bytes, most),
  },
};

/** Encodes a checkpoint as the bytes of a file. */
export function encodeCheckpoint(checkpoint: RunCheckpoint): Uint8Array {
  const { plan, searches } = checkpoint;
  const { retries, onEvaluationError } = plan;
  return encodeSnapshot(what, { plan: { ...plan, retries, onEvaluationError }, searches });
}

/** Decodes a checkpoint. @throws SNAPSHOT if the bytes are damaged, or not a valid checkpoint. */
export function decodeCheckpoint(file: Uint8Array): RunCheckpoint {
  const { state, fail } = decodeSnapshot('elites resume', file, what);
  const { plan, searches } = state;
  const { module, joints, algorithm } = plan;
  if (algorithm.length === 0) throw fail('have at least one algorithm', algorithm);
  if ((module === undefined) === (joints === undefined)) throw fail('have a module or joints', joints);
  if (searches.length > algorithm.length) throw fail(`have at most ${algorithm.length} searches`, searches.length);
  return state;
}

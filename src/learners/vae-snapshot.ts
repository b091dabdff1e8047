import { type Box, scalableBounds } from '../core/index.ts';
import {
  anyFloat64,
  decodeSnapshot,
  encodeSnapshot,
  flag,
  float64,
  integer,
  optional,
  record,
  type SnapshotLayout,
  tensors,
} from '../formats/index.ts';
import { type AdamState, type VaeTensors, vaeShapes } from '../kernels/index.ts';
import type { VaeFit } from './training.ts';
import type { VaeSettings } from './vae-options.ts';

/** The state of a fitted Vae. */
export interface VaeState {
  readonly weights: VaeTensors;
  readonly adam: AdamState;
  readonly space: Box;
  readonly lastFit: VaeFit;
}

function snapshotOf(kind: string, settings: VaeSettings): SnapshotLayout<ReturnType<typeof kindsOf>> {
  return { kind, configuration: settings, state: kindsOf(settings) };
}

function kindsOf({ inputs, latent, hidden, epochs }: VaeSettings) {
  const shapes = vaeShapes({ inputs, hidden, latent });
  const fitted = record({
    weights: tensors(shapes),
    steps: integer(),
    first: tensors(shapes),
    // Adam takes its square root.
    second: tensors(shapes, 0),
    losses: anyFloat64([3]),
    epochs: integer(1, epochs),
    diverged: flag,
    lower: float64([inputs]),
    upper: float64([inputs]),
  });
  return { fitted: optional(fitted) };
}

/** A snapshot of the settings and state of a Vae, or a learner like it; `state` is undefined before the first fit. */
export function writeVaeSnapshot(kind: string, settings: VaeSettings, state: VaeState | undefined): Uint8Array {
  if (state === undefined) return encodeSnapshot(snapshotOf(kind, settings), { fitted: undefined });
  const { weights, adam, space, lastFit } = state;
  const { loss, squaredError, kl, epochs, diverged } = lastFit;
  const { lower, upper } = scalableBounds(`${kind}.snapshot`, 'space', space);
  const losses = Float64Array.of(loss, squaredError, kl).map(oneNaN);
  const { steps, firstMoment: first, secondMoment: second } = adam;
  const fitted = { weights, steps, first, second, losses, epochs, diverged, lower, upper };
  return encodeSnapshot(snapshotOf(kind, settings), { fitted });
}

/** Reads a snapshot of {@link writeVaeSnapshot}. @throws SNAPSHOT if it is damaged or of other settings. */
export function readVaeSnapshot(
  kind: string,
  bytes: Uint8Array | ArrayBuffer,
  settings: VaeSettings,
): VaeState | undefined {
  const { state, fail } = decodeSnapshot(`${kind}.restore`, bytes, snapshotOf(kind, settings));
  if (state.fitted === undefined) return undefined;
  const { weights, steps, first, second, losses, epochs, diverged, lower, upper } = state.fitted;
  const space = { dimensions: settings.inputs, lower, upper };
  try {
    scalableBounds(`${kind}.restore`, 'space', space);
  } catch (cause) {
    throw fail('have a valid space', (cause as Error).message, cause);
  }
  const [loss, squaredError, kl] = losses as unknown as [number, number, number];
  return {
    weights,
    adam: { steps, firstMoment: first, secondMoment: second },
    space,
    lastFit: { loss, squaredError, kl, epochs, diverged },
  };
}

/** Replaces any NaN by one and the same NaN: engines and threads may change a NaN's bits. */
function oneNaN(x: number): number {
  return Number.isNaN(x) ? Number.NaN : x;
}

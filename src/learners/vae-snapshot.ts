import { type Box, ElitesError, scalableBounds } from '../core/index.ts';
import { networkWeights, weightEntries } from '../encodings/index.ts';
import { decodeSnapshot, encodeSnapshot, type Safetensor, type StoredSnapshot } from '../formats/index.ts';
import type { AdamState, VaeTensors } from '../kernels/index.ts';
import type { VaeFit } from './training.ts';
import type { VaeSettings } from './vae-options.ts';

/** What a fitted Vae remembers. */
export interface VaeState {
  readonly weights: VaeTensors;
  readonly adam: AdamState;
  readonly space: Box;
  readonly lastFit: VaeFit;
}

const FIRST = 'adam.first.';
const SECOND = 'adam.second.';

/** Settings and state of a learner like Vae as a snapshot; state undefined before the first fit. */
export function writeVaeSnapshot(kind: string, settings: VaeSettings, state: VaeState | undefined): Uint8Array {
  const configuration = settings;
  if (state === undefined) return encodeSnapshot({ kind, configuration, state: { fitted: false } });
  const { weights, adam, space, lastFit } = state;
  const { loss, squaredError, kl, epochs, diverged } = lastFit;
  const sizes = { inputs: settings.inputs, hidden: 2 * settings.latent, latent: settings.latent };
  const { dimensions, lower, upper } = scalableBounds(`${kind}.snapshot`, 'space', space);
  const tensors: [string, Safetensor][] = [
    ...weightEntries(sizes, weights, ''),
    ...weightEntries(sizes, adam.firstMoment, FIRST),
    ...weightEntries(sizes, adam.secondMoment, SECOND),
    ['losses', { shape: [3], data: Float64Array.of(loss, squaredError, kl).map(oneNaN) }],
    ['space.lower', { shape: [dimensions], data: lower }],
    ['space.upper', { shape: [dimensions], data: upper }],
  ];
  return encodeSnapshot({
    kind,
    configuration,
    state: { fitted: true, steps: adam.steps, epochs, diverged },
    tensors,
  });
}

/** Reads what {@link writeVaeSnapshot} wrote. @throws SNAPSHOT if it is damaged or of other settings. */
export function readVaeSnapshot(kind: string, bytes: Uint8Array, settings: VaeSettings): VaeState | undefined {
  const snapshot = decodeSnapshot(`${kind}.restore`, bytes, { kind, configuration: settings });
  if (!snapshot.flag('fitted')) return undefined;
  const read = (prefix: string): VaeTensors => {
    const { sizes, tensors } = networkWeights(snapshot, prefix, snapshot.fail);
    const same = sizes.inputs === settings.inputs && sizes.latent === settings.latent;
    if (same && sizes.hidden === 2 * settings.latent) return tensors;
    throw snapshot.fail(`have ${prefix}weights of the settings' sizes`, sizes);
  };
  const [loss, squaredError, kl] = snapshot.anyFloat64('losses', [3]) as unknown as [number, number, number];
  const secondMoment = read(SECOND);
  for (const [name, moments] of Object.entries(secondMoment)) {
    // Their roots are taken.
    const negative = moments.find((moment) => moment < 0);
    if (negative !== undefined) throw snapshot.fail(`have numbers of at least 0 in ${SECOND}${name}`, negative);
  }
  return {
    weights: read(''),
    adam: { steps: snapshot.integer('steps'), firstMoment: read(FIRST), secondMoment },
    space: readSpace(`${kind}.restore`, snapshot, settings.inputs),
    lastFit: {
      loss,
      squaredError,
      kl,
      epochs: snapshot.integer('epochs', 1, settings.epochs),
      diverged: snapshot.flag('diverged'),
    },
  };
}

function readSpace(owner: string, snapshot: StoredSnapshot, dimensions: number): Box {
  const lower = snapshot.float64('space.lower', [dimensions]);
  const upper = snapshot.float64('space.upper', [dimensions]);
  try {
    scalableBounds(owner, 'space', { dimensions, lower, upper });
  } catch (cause) {
    throw new ElitesError('SNAPSHOT', `${owner}: bytes must have a valid space; ${(cause as Error).message}`, {
      cause,
    });
  }
  return { dimensions, lower, upper };
}

/** The number, but of all NaNs one: engines and threads hand on their bits as they like. */
function oneNaN(x: number): number {
  return Number.isNaN(x) ? Number.NaN : x;
}

import type { VaeExports } from './vae-memory.ts';

/** A minibatch: addresses of the network's record, of the data and of the order of its rows. */
export interface VaeStep {
  readonly record: number;
  readonly data: number;
  readonly order: number;
  readonly rows: number;
  /** False to find the loss alone. */
  readonly train: boolean;
}

/** Takes share `share` of `shares` of a step, and meets the takers of the others after each phase. */
export function takeShare(
  exports: VaeExports,
  { record, data, order, rows, train }: VaeStep,
  share: number,
  shares: number,
  meet: () => void,
): void {
  for (let phase = 0, more = 1; more !== 0; phase++) {
    more = exports.vaePhase(record, data, order, rows, train, phase, share, shares);
    meet();
  }
}

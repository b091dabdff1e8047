import { argumentError, checkInteger, checkNumber, checkOptions, checkPositive } from '../core/index.ts';

/** Options of a Vae. */
export interface VaeOptions {
  /** Number of genes. */
  readonly inputs: number;
  /** Latent dimensions (default: half of the genes, at most 32). The paper: 10 for 20 genes, 32 for 200 and 1000. */
  readonly latent?: number | undefined;
  /** Units of each hidden layer (default: the number of genes, at most 256, but never below 2 × latent). The paper: 2 × latent. */
  readonly hidden?: number | undefined;
  /** Weight of the KL divergence in the loss, at least 0 (default 0.1, the released code's; the paper's text: 1). */
  readonly beta?: number | undefined;
  /** Passes over the genomes in each fit (default 5). */
  readonly epochs?: number | undefined;
  /** Genomes in each step of Adam; the last step of an epoch may have fewer (default 64). */
  readonly minibatch?: number | undefined;
  /** Adam's learning rate (default 0.001). */
  readonly learningRate?: number | undefined;
}

/** {@link VaeOptions}, checked, with the defaults filled in. */
export type VaeSettings = { readonly [K in keyof VaeOptions]-?: number };

/** The names of {@link VaeOptions}. */
export const vaeOptionNames: readonly string[] = [
  'inputs',
  'latent',
  'hidden',
  'beta',
  'epochs',
  'minibatch',
  'learningRate',
];

/**
 * @param threads - Number of threads that take a step together; each has a copy of the minibatch.
 * @throws ARGUMENT, in the name of `owner`, if an option is unknown, missing or out of its range.
 */
export function vaeSettings(owner: string, options: VaeOptions, threads = 1): VaeSettings {
  checkOptions(owner, options, vaeOptionNames);
  const { inputs, beta = 0.1, epochs = 5, minibatch = 64, learningRate = 0.001 } = options;
  checkInteger(owner, 'inputs', inputs, 1, 1_000_000);
  const { latent = Math.min(32, Math.ceil(inputs / 2)) } = options;
  checkInteger(owner, 'latent', latent, 1, 4096);
  const { hidden = Math.max(2 * latent, Math.min(256, inputs)) } = options;
  checkInteger(owner, 'hidden', hidden, 1, 8192);
  checkNumber(owner, 'beta', beta, 0);
  checkInteger(owner, 'epochs', epochs, 1);
  checkInteger(owner, 'minibatch', minibatch, 1);
  checkPositive(owner, 'learningRate', learningRate);
  const numbers =
    3 * hidden * (2 * inputs + 3 * latent) +
    Math.min(minibatch, 65_536) * ((1 + threads) * inputs + 7 * hidden + 4 * latent);
  if (4 * numbers >= 2 ** 30) {
    const rule = 'need less than 1 GiB of weights and activations';
    throw argumentError(owner, 'inputs, latent and hidden', rule, [inputs, latent, hidden]);
  }
  return { inputs, latent, hidden, beta, epochs, minibatch, learningRate };
}

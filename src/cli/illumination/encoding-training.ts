import { setImmediate } from 'node:timers/promises';
import type { Batch, Box } from '../../core/index.ts';
import type { DataDrivenEncoding } from '../../encodings/index.ts';
import { Vae, type VaeFit } from '../../learners/index.ts';
import { randomStream } from '../../random/index.ts';
import { significantText } from '../terminal/number-text.ts';
import { Progress, type ProgressFigure } from '../terminal/progress.ts';

/** The data and settings of a training. */
export interface EncodingTraining {
  /** `(rows, genes)` */
  readonly genomes: Batch;
  readonly space: Box;
  readonly latent: number;
  readonly rounds: number;
  /** Of each round. */
  readonly epochs: number;
  readonly seed: number;
}

/** The result of a training. */
export interface TrainedEncoding {
  readonly encoding: DataDrivenEncoding;
  /** Number of epochs done, over all rounds. */
  readonly epochs: number;
  /** Root of the mean squared error of a gene, in half widths of its range; of the last epoch, latents drawn. */
  readonly error: number;
  /** KL divergence of a genome's latents, in nats. */
  readonly kl: number;
  /** Whether the loss or a weight became NaN or infinite. If so, the encoding is that of the step before. */
  readonly diverged: boolean;
}

const breathe = 20;

/**
 * Trains an encoding on a finished archive as the paper did separately: full batch, the weight of KL rising from 0 to 1
 * over the first quarter of each round, weights and Adam's state carried over from round to round. [Gaier2020] At the end its latents are
 * normalized, which the paper does not do.
 * @param signal - stops it within some epochs.
 */
export async function trainEncoding(training: EncodingTraining, signal: AbortSignal): Promise<TrainedEncoding> {
  const { genomes, space, latent, rounds, epochs, seed } = training;
  const chunk = divisor(epochs);
  const vae = new Vae({
    inputs: genomes.columns,
    latent,
    hidden: 2 * latent,
    beta: 1,
    epochs: chunk,
    minibatch: genomes.rows,
  });
  const random = randomStream(seed);
  const total = rounds * epochs;
  const progress = new Progress({ stream: process.stderr, name: 'encode', total, unit: 'epochs' });
  let [done, fit] = [0, undefined as VaeFit | undefined];
  const perGene = genomes.rows * genomes.columns;
  const figures = (): ProgressFigure[] => [
    { name: 'error', text: significantText(Math.sqrt(fit!.squaredError / perGene)) },
    { name: 'KL', text: significantText(fit!.kl) },
  ];
  while (done < total && !fit?.diverged && !(signal.aborted && done > 0)) {
    const start = done % epochs;
    vae.fit(genomes, { space, random, beta: (epoch) => Math.min(1, (start + epoch) / (epochs / 4)) });
    fit = vae.lastFit!;
    done += chunk;
    progress.update(() => ({ done, figures: figures() }), done);
    await setImmediate();
  }
  progress.end({ done, figures: figures() });
  const { squaredError, kl, diverged } = fit!;
  vae.normalize(genomes);
  return { encoding: vae.encoding(), epochs: done, error: Math.sqrt(squaredError / perGene), kl, diverged };
}

/** The largest divisor of at most {@link breathe}: signals are handled between chunks of so many epochs. */
function divisor(epochs: number): number {
  for (let chunk = Math.min(breathe, epochs); ; chunk--) if (epochs % chunk === 0) return chunk;
}

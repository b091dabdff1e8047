import { ElitesError } from '../../core/index.ts';
import { paperLatent } from '../../paper/index.ts';
import { type Command, command } from '../command.ts';
import { checkNotInput, prepareFile, writeOut } from '../files/out-folder.ts';
import { CliError, withoutOwner } from '../terminal/cli-error.ts';
import { integerOption, jsonOption, type OptionValues, seedOption, textOption } from '../terminal/command-options.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { integerText, significantText } from '../terminal/number-text.ts';
import { readArmArchive } from './arm-archive.ts';
import { type TrainedEncoding, trainEncoding } from './encoding-training.ts';

const owner = 'elites encode';
const options = {
  latent: integerOption({ low: 1, high: 4096, help: 'latents of the encoding (default 10 up to 20 joints, else 32)' }),
  rounds: integerOption({ low: 1, high: 10_000, default: 50, help: 'rounds of training' }),
  epochs: integerOption({ low: 1, high: 1e6, default: 1000, help: 'epochs of each round' }),
  seed: seedOption,
  out: textOption({ placeholder: 'FILE', default: 'dde.safetensors', help: 'the encoding' }),
  json: jsonOption,
};

/** `elites encode`: learns an encoding from a finished archive. */
export const encodeCommand: Command = command({
  owner,
  summary: 'learn an encoding from an archive of planar arms',
  argument: 'ARCHIVE',
  options,
  about: `Trains a variational autoencoder on a finished archive of planar arms: a .npy file with
one elite in each row (fitness, x, y, genome), or a .archive.safetensors file. As in
the paper's training after a run, each step takes all elites, and the weight of the KL
divergence rises from 0 to 1 over the first quarter of each round. At the end the
latents are normalized: over the elites each has the mean 0 and a standard deviation
of at most 1. elites recreate, elites reach and DataDrivenEncoding.fromBytes read the
file that is written.`,
  more: `At 200 joints the default takes about 20 minutes of one core, at 1000 more than
an hour; few rounds are often enough. Ctrl-c stops and writes the encoding so far.`,
  run: encode,
});

async function encode(values: OptionValues<typeof options>, path: string): Promise<number> {
  const { rounds, seed, out, json } = values;
  const { genomes, joints, domain } = await readArmArchive(owner, path);
  const latent = values.latent ?? paperLatent(joints);
  await prepareFile(owner, out);
  await checkNotInput(owner, out, [path]);
  const { signal, release } = onInterrupt(process.stderr, 'Stopping; the encoding so far is kept.');
  const start = performance.now();
  const training = { genomes, space: domain.genome, latent, rounds, epochs: values.epochs, seed };
  const trained = await trainEncoding(training, signal).catch(tooLarge).finally(release);
  const seconds = (performance.now() - start) / 1000;
  await writeOut(owner, out, trained.encoding.toBytes({ seed }));
  const { epochs, error, kl, diverged } = trained;
  process.stdout.write(
    `${integerText(genomes.rows)} arms of ${integerText(joints)} joints, ${latent} latents: error ${significantText(error)} a gene, KL ${significantText(kl)}\n${out}\n`,
  );
  const result = { archive: path, rows: genomes.rows, joints, latent, seed, epochs, error, kl, diverged, seconds };
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  if (diverged) throw new CliError(owner, `training diverged after ${epochs} epochs; ${out} holds what was before.`, 1);
  return signal.aborted ? 130 : 0;
}

function tooLarge(error: unknown): TrainedEncoding {
  if (!(error instanceof ElitesError)) throw error;
  throw new CliError(owner, withoutOwner(error), 1);
}

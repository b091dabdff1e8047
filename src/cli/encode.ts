import { storedElites } from '../archives/index.ts';
import { type Batch, type Box, ElitesError, snapshotError } from '../core/index.ts';
import { isSnapshot } from '../formats/index.ts';
import { paperLatent } from '../paper/index.ts';
import { countText } from '../plot/index.ts';
import { armArchiveOf } from './arms/arm-archive.ts';
import { type Command, command } from './command.ts';
import { readInput } from './files/input-file.ts';
import { checkNotInput, prepareFile, writeOut } from './files/out-folder.ts';
import { type TrainedEncoding, trainEncoding } from './illumination/encoding-training.ts';
import { CliError, withoutOwner } from './terminal/cli-error.ts';
import { integerOption, jsonOption, type OptionValues, seedOption, textOption } from './terminal/command-options.ts';
import { onInterrupt } from './terminal/interrupt.ts';
import { significantText } from './terminal/number-text.ts';

const owner = 'elites encode';
const options = {
  latent: integerOption({
    low: 1,
    high: 4096,
    help: 'latents of the encoding (default 10 up to 20 genes, else 32; at most the genes)',
  }),
  rounds: integerOption({ low: 1, high: 10_000, default: 50, help: 'rounds of training' }),
  epochs: integerOption({ low: 1, high: 1e6, default: 1000, help: 'epochs of each round' }),
  seed: seedOption,
  out: textOption({ placeholder: 'FILE', default: 'dde.safetensors', help: 'the encoding' }),
  json: jsonOption,
};

/** `elites encode`: learns an encoding from a finished archive. */
export const encodeCommand: Command = command({
  owner,
  summary: 'learn an encoding from an archive',
  argument: 'ARCHIVE',
  options,
  about: `Trains a variational autoencoder on a finished archive: a .archive.safetensors file of
vectors from any domain, or a .npy file of planar arms with one elite in each row
(fitness, x, y, genome). As in the paper's training after a run, each step takes all
elites, and the weight of the KL divergence rises from 0 to 1 over the first quarter of
each round. At the end the latents are normalized: over the elites each has the mean 0
and a standard deviation of at most 1. DataDrivenEncoding.fromBytes and elites encoding
read the file that is written; for arms also elites recreate and elites reach.`,
  more: `With 200 genes the default takes about 20 minutes of one core, with 1000 more than
an hour; few rounds are often enough. Ctrl-c stops and writes the encoding so far.`,
  run: encode,
});

async function encode(values: OptionValues<typeof options>, path: string): Promise<number> {
  const { rounds, seed, out, json } = values;
  const { genomes, space } = await readInput(owner, 'ARCHIVE', path, vectorsOf);
  const { rows, columns: genes } = genomes;
  const latent = values.latent ?? Math.min(genes, paperLatent(genes));
  await prepareFile(owner, out);
  await checkNotInput(owner, out, [path]);
  const { signal, release } = onInterrupt(process.stderr, 'Stopping; the encoding so far is kept.');
  const start = performance.now();
  const training = { genomes, space, latent, rounds, epochs: values.epochs, seed };
  const trained = await trainEncoding(training, signal).catch(tooLarge).finally(release);
  const seconds = (performance.now() - start) / 1000;
  await writeOut(owner, out, trained.encoding.toBytes({ seed }));
  const { epochs, error, kl, diverged } = trained;
  process.stdout.write(
    `${countText(rows, 'elite')} of ${countText(genes, 'gene')}, ${latent} latents: error ${significantText(error)} a gene, KL ${significantText(kl)}\n${out}\n`,
  );
  const result = { archive: path, rows, genes, latent, seed, epochs, error, kl, diverged, seconds };
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  if (diverged) throw new CliError(owner, `training diverged after ${epochs} epochs; ${out} holds what was before.`, 1);
  return signal.aborted ? 130 : 0;
}

/** The genomes in the file of an archive, and the box that they lie in. */
function vectorsOf(bytes: Uint8Array): { readonly genomes: Batch; readonly space: Box } {
  if (!isSnapshot(bytes)) {
    const { genomes, domain } = armArchiveOf(bytes);
    return { genomes, space: domain.genome };
  }
  const elites = storedElites('ARCHIVE', bytes);
  if (elites.genomes.rows === 0) throw snapshotError('ARCHIVE', 'hold at least one elite', 0);
  return elites;
}

function tooLarge(error: unknown): TrainedEncoding {
  if (!(error instanceof ElitesError)) throw error;
  throw new CliError(owner, withoutOwner(error), 1);
}

import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import {
  type Encoding,
  type Evaluator,
  type FieldKinds,
  type Problem,
  sameSpace,
  show,
  spaceDifference,
} from '../core/index.ts';
import { encodingQuality, planarArm } from '../domains/index.ts';
import { DataDrivenEncoding } from '../encodings/index.ts';
import { countText } from '../plot/index.ts';
import { checkArms } from './arms/arm-archive.ts';
import { armSubject } from './arms/arm-subject.ts';
import { type Command, command } from './command.ts';
import { elitesOf } from './files/elites-file.ts';
import { encodingFormat } from './files/encoding-format.ts';
import { readInput } from './files/input-file.ts';
import { encodingText, figuresOf } from './illumination/finished-encoding.ts';
import { moduleSubject } from './illumination/module-subject.ts';
import type { Subject } from './illumination/subject.ts';
import type { AnyArchive } from './modules/domain-variants.ts';
import { loadSearchModule } from './modules/search-module.ts';
import { CliError } from './terminal/cli-error.ts';
import { integerOption, jsonOption, type OptionValues, seedOption, textOption } from './terminal/command-options.ts';
import { onInterrupt } from './terminal/interrupt.ts';
import { integerText } from './terminal/number-text.ts';

const owner = 'elites encoding';
const options = {
  archive: textOption({
    placeholder: 'ARCHIVE',
    help: 'its elites, .npy or .archive.safetensors (default: the .npy beside FILE, see below)',
  }),
  module: textOption({ placeholder: 'MODULE', help: "your domain's module (default: the planar arm)" }),
  samples: integerOption({ low: 0, high: 1e7, default: 1000, help: 'random latents; each is evaluated twice' }),
  seed: seedOption,
  json: jsonOption,
};

/** `elites encoding`: how good the encoding of a file is. */
export const encodingCommand: Command = command({
  owner,
  summary: 'measure how good an encoding is',
  argument: 'FILE',
  options,
  about: `Measures an encoding (.safetensors):

- how well it reconstructs the elites of an archive: the root mean square error of a
  gene, in units of its range (--finish prints that of the tenth it held out)
- how many latents are active: their variance over the elites is above 0.01
- what share of the cells random latents fill
- how far a latent step of length 1 moves the descriptor, in units of its range`,
  more: `Beside NAME.safetensors that is NAME.npy, beside dde.safetensors also dde-elites.npy;
else the only .npy file of the folder. Without an archive, the first two are left out.`,
  run: measure,
});

type Searched = Problem<Float64Array, FieldKinds> & Partial<Evaluator>;

async function measure(values: OptionValues<typeof options>, path: string): Promise<number> {
  const { samples, seed, json } = values;
  const encoding = await readEncoding(path);
  const subject = await subjectOf(path, values.module, encoding);
  const { archive, domain } = await subject.make(subject.algorithms[0]!, seed);
  const [cells, problem] = [archive as AnyArchive, domain as Searched];
  if (!sameSpace(problem.genome as never, encoding.phenotype as never)) {
    const [told, got] = spaceDifference(problem.genome, encoding.phenotype);
    const rule = `${path}: the encoding must decode to the genes of the domain, ${told}`;
    throw new CliError(owner, `${rule}; got ${show(got)}.`, 1);
  }
  const elites = values.archive ?? (await archiveBeside(path));
  if (elites !== undefined) await readElites(elites, cells, problem, values.module === undefined);
  const { signal, release } = onInterrupt(process.stderr, 'Stopping.');
  const quality = await subject
    .guard(() => encodingQuality(encoding, { archive: cells, domain: problem, samples, seed, signal }))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    })
    .finally(release);
  if (quality === undefined) return 130;
  const figures = figuresOf(quality);
  const from = elites === undefined ? 'no archive found beside it' : `${countText(cells.size, 'elite')} of ${elites}`;
  const sizes = `${integerText(figures.latents)} latents, ${integerText(encoding.phenotype.dimensions)} genes`;
  process.stdout.write(`${sizes}, ${from}\n${encodingText(figures)}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ file: path, archive: elites, seed, samples, ...figures })}\n`);
  return 0;
}

async function readEncoding(path: string): Promise<Encoding> {
  const format = await readInput(owner, 'FILE', path, (bytes) => encodingFormat(owner, bytes));
  if (format !== 'elites.linear-encoding') return readInput(owner, 'FILE', path, DataDrivenEncoding.fromBytes);
  // Imported only when needed: loading ml-matrix takes 70 ms.
  const { LinearEncoding } = await import('../pca/index.ts');
  return readInput(owner, 'FILE', path, LinearEncoding.fromBytes);
}

/** The domain of the module, or the planar arm that the encoding decodes to. */
async function subjectOf(path: string, module: string | undefined, { phenotype }: Encoding): Promise<Subject> {
  if (module !== undefined) return moduleSubject(owner, await loadSearchModule(owner, module));
  const { dimensions } = phenotype;
  const isArm = dimensions >= 2 && sameSpace(planarArm({ joints: dimensions }).genome, phenotype as never);
  if (isArm) return armSubject(dimensions);
  const rule = "--module must name the domain's module, for the encoding decodes to no planar arm";
  throw new CliError(owner, `${path}: ${rule}; got ${show(phenotype)}.`, 1);
}

/** The file that `elites illuminate` writes beside an encoding; undefined if it is not there, or there are several. */
async function archiveBeside(path: string): Promise<string | undefined> {
  const folder = dirname(path);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.npy'));
  const name = basename(path, extname(path));
  const wanted = [`${name}.npy`, ...(name === 'dde' ? ['dde-elites.npy'] : [])];
  const found = wanted.find((one) => files.includes(one)) ?? (files.length === 1 ? files[0] : undefined);
  return found && join(folder, found);
}

/** Fills the archive with the elites of a file. */
async function readElites(path: string, archive: AnyArchive, domain: Searched, ofArms: boolean): Promise<void> {
  const { invalid, reasons } = await readInput(owner, '--archive', path, (bytes) => {
    const kinds = Object.entries(domain.fields ?? {});
    const numbers = Object.fromEntries(kinds.filter(([, kind]) => kind !== 'json'));
    const { genomes, results } = elitesOf('--archive', bytes, () => ({ ...domain, fields: numbers }));
    if (ofArms) checkArms('--archive', genomes, results.descriptors, 'give --module for those of your own domain');
    // .npy files have no JSON fields. No metric depends on them.
    const others = kinds.flatMap(([name, kind]) =>
      kind === 'json' ? [[name, new Array(genomes.rows).fill(null)]] : [],
    );
    return archive.add(genomes, { ...results, fields: { ...Object.fromEntries(others), ...results.fields } });
  });
  if (invalid === 0) return;
  const reason = reasons.find((one) => one !== undefined);
  throw new CliError(owner, `${path}: ${countText(invalid, 'row')} are no elites of the domain: ${reason}`, 1);
}

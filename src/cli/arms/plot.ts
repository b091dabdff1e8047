import { CvtArchive, GridArchive, ringCentroids } from '../../archives/index.ts';
import { Batch, snapshotError } from '../../core/index.ts';
import { decodeNpy } from '../../npy/index.ts';
import { countText } from '../../plot/index.ts';
import { type Command, command } from '../command.ts';
import { readInput } from '../files/input-file.ts';
import { checkNotInput, writeOut } from '../files/out-folder.ts';
import { CliError } from '../terminal/cli-error.ts';
import { integerOption, lastOption, type OptionValues, textOption } from '../terminal/command-options.ts';
import { integerText, significantText } from '../terminal/number-text.ts';
import { type ArmArchive, readArmArchive } from './arm-archive.ts';
import { armArchiveSvg } from './arm-archive-svg.ts';

const owner = 'elites plot';
const gridHelp = { help: 'cells along x and along y, in place of rings' };
const gridOption = lastOption('N,N', gridHelp, (text, refuse): readonly number[] => {
  const value = text.split(',').map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : 0));
  if (value.length === 2 && value.every((n) => n >= 1 && n <= 1000)) return value;
  throw refuse('be two integers in [1, 1000] with a comma between', text);
});
const options = {
  rings: integerOption({ low: 1, high: 200, help: "rings of cells (default 25: the paper's 1950 cells)" }),
  grid: gridOption,
  centroids: textOption({ placeholder: 'FILE', help: '.npy file of cell centres (x, y), in place of rings' }),
  title: textOption({ placeholder: 'TEXT', help: "above the picture (default: the file's name)" }),
  out: textOption({ placeholder: 'FILE', help: 'the picture (default: ARCHIVE.svg)' }),
};

/** `elites plot`: draws an archive file. */
export const plotCommand: Command = command({
  owner,
  summary: 'draw an archive of planar arms as SVG',
  argument: 'ARCHIVE',
  options,
  about: `Draws an archive of planar arms: a .npy file of elites illuminate or numpy.save with one
elite in each row (fitness, x, y, genome), or a .archive.safetensors file. Of several
elites in one cell the fittest is drawn.`,
  async run(values, word) {
    const given = (['rings', 'grid', 'centroids'] as const).filter((name) => values[name] !== undefined);
    if (given.length > 1) {
      throw new CliError(owner, `--${given.join(' and --')} must not be given together.`);
    }
    const arms = await readArmArchive(owner, word);
    const archive = await fill(arms, values);
    const { size, cells: count, meanFitness } = archive.metrics();
    const out = values.out ?? `${word}.svg`;
    await checkNotInput(owner, out, [word, ...(values.centroids === undefined ? [] : [values.centroids])]);
    const title = values.title ?? word.split(/[\\/]/).at(-1)!;
    const outline = values.grid === undefined && values.centroids === undefined ? 'hull' : 'box';
    await writeOut(owner, out, armArchiveSvg(archive, { outline, title }));
    const lost = arms.genomes.rows - size;
    const rest = lost === 0 ? '' : `, ${countText(lost, 'elite')} less fit than another of their cell`;
    process.stdout.write(
      `${integerText(arms.joints)} joints, ${integerText(size)} of ${integerText(count)} cells filled, mean fitness ${significantText(meanFitness)}${rest}\n${out}\n`,
    );
    return 0;
  },
});

async function fill(
  { domain, genomes, fitness, descriptors }: ArmArchive,
  { rings = 25, grid, centroids: file }: OptionValues<typeof options>,
): Promise<CvtArchive | GridArchive> {
  const archive =
    grid !== undefined
      ? new GridArchive({ domain, cells: grid })
      : file === undefined
        ? new CvtArchive({ domain, centroids: ringCentroids({ rings }) })
        : await readInput(owner, '--centroids', file, (bytes) => new CvtArchive({ domain, centroids: matrix(bytes) }));
  archive.add(genomes, { fitness, descriptors });
  return archive;
}

function matrix(bytes: Uint8Array): Batch {
  const { shape, data } = decodeNpy(bytes);
  if (shape.length !== 2 || shape[1] !== 2) {
    throw snapshotError('--centroids', 'have shape (cells, 2)', `(${shape.join(', ')})`);
  }
  return new Batch(shape[0]!, 2, Float64Array.from(data));
}

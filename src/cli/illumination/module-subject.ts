import { type FieldKinds, isObjectSpace, type Problem } from '../../core/index.ts';
import { archiveToCsv, archiveToNpy } from '../../npy/index.ts';
import { countText } from '../../plot/index.ts';
import type { AnyArchive } from '../modules/domain-variants.ts';
import { type GenomeReading, genomeReading } from '../modules/genome-reading.ts';
import type { ModuleView } from '../modules/module-view.ts';
import { whyDrawingFails, whyRoundTripFails, whySourceFails } from '../modules/renderer-trial.ts';
import type { SearchModule } from '../modules/search-module.ts';
import { usersCode } from '../modules/users-code.ts';
import { archivePictures } from '../reports/archive-pictures.ts';
import { drawnElites } from '../reports/explorer-insert.ts';
import { byOperator } from '../reports/operator-pictures.ts';
import { CliError } from '../terminal/cli-error.ts';
import { shellWord } from '../terminal/own-command.ts';
import { visible } from '../terminal/visible.ts';
import type { FileOptions, IlluminatedSearch, SearchFile, Subject } from './subject.ts';

/** What a search must have besides what run needs. */
const members = ['archive', 'snapshot', 'restore', 'history'] as const;

/** The domain of a user's module, for `elites illuminate`. */
export function moduleSubject(owner: string, { path, name, variants, view }: SearchModule): Subject {
  const guard = <T>(call: () => T | Promise<T>, cure?: string): Promise<T> => usersCode(owner, path, call, cure);
  const readings = new Map<unknown, GenomeReading>();
  return {
    algorithms: [...variants.keys()],
    async make(variant, seed) {
      const search = (await guard(() => variants.get(variant)!({ seed }))) as unknown as IlluminatedSearch;
      const lacks = members.filter((member) => (search as IlluminatedSearch | undefined)?.[member] === undefined);
      if (lacks.length > 0) {
        const rule = 'must be a Search, such as MapElites or DdeElites, or have what it has';
        const got = `it lacks ${lacks.join(', ')}`;
        throw new CliError(owner, `${path}: the search of variant ${variant} ${rule}: ${got}.`, 1);
      }
      const { genome } = search.archive;
      if (genome !== undefined && !readings.has(genome)) readings.set(genome, await genomeReading(genome));
      const fault = await whyNotShown(search, view, readings.get(genome)?.source);
      if (fault !== undefined) throw new CliError(owner, `${path}: ${fault}.`, 1);
      return search;
    },
    // The budget does not contain evaluations for measuring.
    finish: { samples: 0 },
    guard,
    facts: { module: name },
    argument: shellWord(path),
    words: {
      title: view.title,
      introduction: 'Each cell of the archive keeps the fittest genome that was found for it.',
      meanFitness: view.fitnessLabel === undefined ? 'mean fitness' : `mean of ${view.fitnessLabel}`,
      settings: [[['Module', path]], []],
    },
    explorer: {
      labels: view.labels,
      fitnessLabel: view.fitnessLabel,
      drawing: view.render === undefined ? undefined : { source: view.render },
    },
    reading(genome) {
      const { source, warning } = readings.get(genome) ?? { source: undefined };
      return { source, warning: warning && visible(`${path}: ${warning}.`) };
    },
    async drawingWarning(search) {
      const reader = readings.get(search.archive.genome)?.source;
      const fault = view.render && (await whyDrawingFails(view.render, drawnElites(this, search), reader));
      return fault && visible(`${path}: ${fault}.`);
    },
    files: (search, options) => moduleFiles(search, options, view),
  };
}

type Searched = Partial<Problem<Float64Array, FieldKinds>>;

/** What is searched; without a domain, as far as the archive knows. */
function problemOf({ domain, archive }: IlluminatedSearch): Searched {
  return (domain ?? archive) as Searched;
}

/** Why a search cannot be shown as the module says; undefined if it can. */
async function whyNotShown(
  search: IlluminatedSearch,
  { labels, render, text }: ModuleView,
  reader: string | undefined,
): Promise<string | undefined> {
  const { genome, descriptor } = problemOf(search);
  if (genome === undefined || descriptor === undefined) return undefined;
  const { dimensions } = descriptor;
  if (labels !== undefined && labels.length !== dimensions)
    return `labels must be ${countText(dimensions, 'text')}, one for each descriptor; got ${labels.length}`;
  if (render === undefined) return undefined;
  const problem = { genome, descriptor };
  const got = await whySourceFails(render, text, problem);
  if (got !== undefined)
    return `render must use nothing but its arguments, since only its text goes into the page; got ${got}`;
  const thrown = reader && (await whyRoundTripFails(render, reader, problem));
  return thrown && `render must draw what deserialize makes of a genome's text, which the page has; got ${thrown}`;
}

function moduleFiles(
  search: IlluminatedSearch,
  { algorithm, metrics, range, operators }: FileOptions,
  { labels, fitnessLabel }: ModuleView,
): SearchFile[] {
  const archive = search.archive as AnyArchive;
  const problem = problemOf(search);
  const { descriptor } = problem;
  const shown = { archive, descriptor, metrics, range, labels, fitnessLabel, title: algorithm };
  const files = archivePictures(shown);
  if (operators !== undefined) {
    const [first] = archivePictures({ ...shown, operators });
    if (first !== undefined) files.push(byOperator(first));
  }
  return [...files, ...tableFiles(archive, problem), ...archiveFiles(archive)];
}

/** The elites as CSV, and of vectors as a NumPy file. */
function tableFiles(archive: AnyArchive, { genome, descriptor, fields = {} }: Searched): SearchFile[] {
  if (genome === undefined || descriptor === undefined) return [];
  const numbers = isObjectSpace(genome) ? [] : [numbersFile(archive, { genome, descriptor, fields })];
  try {
    const table = archiveToCsv(archive, { genome, descriptor, fields });
    const columns = isObjectSpace(genome) ? 'genomes as texts' : 'in the columns of pyribs';
    return [...numbers, { ending: '.csv', content: table, description: `the elites as a table, ${columns}` }];
  } catch {
    // A field has the name of a column, such as `index`; or genomes cannot be serialized, which RunKeeper has reported.
    return numbers;
  }
}

/** The elites as a NumPy file, with the fields that are numbers. */
function numbersFile(
  archive: AnyArchive,
  { genome, descriptor, fields = {} }: Problem<Float64Array, FieldKinds>,
): SearchFile {
  const numbers = Object.fromEntries(Object.entries(fields).filter(([, kind]) => kind !== 'json'));
  const columns = [
    'fitness',
    countText(descriptor.dimensions, 'descriptor'),
    countText(genome.dimensions, 'gene'),
    ...Object.keys(numbers),
  ];
  const content = archiveToNpy(archive, { genome, descriptor, fields: numbers });
  return { ending: '.npy', content, description: `the elites for NumPy, one in each row: ${columns.join(', ')}` };
}

/** The archive as a file; none if its genomes cannot be serialized, which RunKeeper has reported for the checkpoint. */
function archiveFiles(archive: object): SearchFile[] {
  const { toBytes } = archive as { toBytes?: () => Uint8Array };
  if (toBytes === undefined) return [];
  try {
    const description = 'the archive with all that the elites carry; fromBytes of its class reads it';
    return [{ ending: '.archive.safetensors', content: toBytes.call(archive), description }];
  } catch {
    return [];
  }
}

import { encodeCsv } from '../../formats/index.ts';
import { valueRange } from '../../plot/index.ts';
import type { Illumination } from '../illumination/illumination.ts';
import { asJson } from '../illumination/illumination-result.ts';
import type { IlluminationPlan } from '../illumination/run-checkpoint.ts';
import type { SearchFile, Subject } from '../illumination/subject.ts';
import { timesName } from '../illumination/times-file.ts';
import { explorerInsert } from './explorer-insert.ts';
import { drawCurves } from './illumination-pictures.ts';
import { type IlluminationOutcome, illuminationReport } from './illumination-report.ts';
import { hasOperators, operatorsOf, sharesPicture, tellMakers } from './operator-pictures.ts';
import { filesOf, type ListedFile } from './summary-report.ts';

/** All output files, by name. */
export function illuminationFiles(outcome: IlluminationOutcome): Map<string, string | Uint8Array> {
  const { subject, plan, runs, results } = outcome;
  const curves = drawCurves(subject, plan, runs);
  const searches = searchFiles(subject, plan, runs);
  const json = `${JSON.stringify(asJson(results), undefined, 2)}\n`;
  const numbers = [
    { path: 'results.json', content: json, description: 'the numbers of the table' },
    { path: 'history.csv', content: historyCsv(runs), description: 'the numbers of the curves' },
  ];
  const times = { path: timesName, description: 'the seconds spent, over evaluations' };
  const learned = runs.filter((run) => run.encoding !== undefined);
  const others: ListedFile[] = [
    ...searches.flatMap((own, i) => own.map((file) => ({ ...file, path: fileName(runs[i]!.algorithm) + file.ending }))),
    ...curves,
    ...learned.map(({ algorithm, encoding }) => {
      const name = learned.length === 1 ? 'dde' : fileName(algorithm);
      return { path: `${name}.safetensors`, content: encoding!, description: `the encoding that ${algorithm} learned` };
    }),
  ];
  const pictures = searches.flat().filter(isPicture);
  const archives = pictures.filter(({ shows }) => shows === undefined);
  const operators = pictures.filter(({ shows }) => shows === 'operators');
  const explorer = explorerInsert(subject, runs);
  const files = [...numbers, times, ...others];
  const page = illuminationReport({ ...outcome, archives, operators, curves, explorer, files });
  return filesOf([...numbers, ...others], page);
}

/** `(runs)`: the files of each run; all pictures have the same colour scale. */
function searchFiles(
  subject: Subject,
  { evaluations }: IlluminationPlan,
  runs: readonly Illumination[],
): readonly (readonly SearchFile[])[] {
  const range = valueRange(...runs.map(({ search }) => Array.from(search.archive, (elite) => elite.fitness)));
  const categories = operatorsOf(runs.map(({ search }) => search));
  return runs.map(({ search, algorithm, metrics }) => {
    const several = hasOperators(search);
    const operators = several && tellMakers(search) ? categories : undefined;
    const files = subject.files(search, { algorithm, metrics, range, operators });
    return several ? [...files, sharesPicture(search, algorithm, categories, evaluations)] : files;
  });
}

function isPicture(file: SearchFile): file is SearchFile & { content: string } {
  return file.ending.endsWith('.svg');
}

/** An algorithm's name in file names. Renamed if a module's variant is called like another output file. */
function fileName(algorithm: string): string {
  return /^(coverage|fitness|checkpoint|history|times)$/i.test(algorithm) ? `${algorithm}-variant` : algorithm;
}

function historyCsv(runs: readonly Illumination[]): string {
  const records = runs.flatMap(({ algorithm, curve: { evaluations, coverage, meanFitness } }) =>
    evaluations.map((done, i) => [algorithm, done, coverage[i], meanFitness[i]]),
  );
  return encodeCsv([['algorithm', 'evaluations', 'coverage', 'meanFitness'], ...records]);
}

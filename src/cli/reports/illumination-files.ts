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

/** All output files, by name. */
export function illuminationFiles(outcome: IlluminationOutcome): Map<string, string | Uint8Array> {
  const { subject, plan, runs, results } = outcome;
  const curves = drawCurves(subject, plan, runs);
  const searches = searchFiles(subject, plan, runs);
  const files = new Map<string, string | Uint8Array>();
  const listed: { path: string; description: string }[] = [];
  const add = (path: string, content: string | Uint8Array, description: string): void => {
    files.set(path, content);
    listed.push({ path, description });
  };
  add('results.json', `${JSON.stringify(asJson(results), undefined, 2)}\n`, 'the numbers of the table');
  add('history.csv', historyCsv(runs), 'the numbers of the curves');
  listed.push({ path: timesName, description: 'the seconds spent, over evaluations' });
  for (const [i, own] of searches.entries()) {
    for (const { ending, content, description } of own)
      add(fileName(runs[i]!.algorithm) + ending, content, description);
  }
  for (const { path, content, description } of curves) add(path, content, description);
  const learned = runs.filter((run) => run.encoding !== undefined);
  for (const { algorithm, encoding } of learned) {
    const name = learned.length === 1 ? 'dde' : fileName(algorithm);
    add(`${name}.safetensors`, encoding!, `the encoding that ${algorithm} learned`);
  }
  const pictures = searches.flat().filter(isPicture);
  const archives = pictures.filter(({ shows }) => shows === undefined);
  const operators = pictures.filter(({ shows }) => shows === 'operators');
  const explorer = explorerInsert(subject, runs);
  files.set('report.html', illuminationReport({ ...outcome, archives, operators, curves, explorer, files: listed }));
  return files;
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

import { archiveToNpy } from '../npy/index.ts';
import type { Illumination } from './illumination.ts';
import { drawPictures } from './illumination-pictures.ts';
import { illuminationReport } from './illumination-report.ts';
import { asJson, type IlluminationResult } from './illumination-result.ts';

/**
 * Everything that is written of the runs, by file name.
 * @param command - What makes the same numbers again.
 */
export function illuminationFiles(
  runs: readonly Illumination[],
  results: readonly IlluminationResult[],
  command: string,
): Map<string, string | Uint8Array> {
  const pictures = drawPictures(runs);
  const files = new Map<string, string | Uint8Array>();
  const listed: { path: string; description: string }[] = [];
  const add = (path: string, content: string | Uint8Array, description: string): void => {
    files.set(path, content);
    listed.push({ path, description });
  };
  add('results.json', `${JSON.stringify(asJson(results), undefined, 2)}\n`, 'the numbers of the table');
  add('history.csv', historyCsv(runs), 'the numbers of the curves');
  runs.forEach(({ settings, archive }, i) => {
    add(`${settings.algorithm}.svg`, pictures.archives[i]!, `the archive of ${settings.algorithm}`);
    const elites = archiveToNpy(archive, archive);
    add(`${settings.algorithm}.npy`, elites, `its elites for NumPy: fitness, x, y, ${settings.joints} genes`);
  });
  add('coverage.svg', pictures.coverage, 'coverage over evaluations');
  add('fitness.svg', pictures.fitness, 'mean fitness over evaluations');
  const learned = runs.filter((run) => run.encoding !== undefined);
  for (const { settings, encoding } of learned) {
    const name = learned.length === 1 ? 'dde' : settings.algorithm;
    add(`${name}.safetensors`, encoding!, `the encoding that ${settings.algorithm} learned`);
  }
  files.set('report.html', illuminationReport({ runs, results, pictures, command, files: listed }));
  return files;
}

function historyCsv(runs: readonly Illumination[]): string {
  const lines = ['algorithm,evaluations,coverage,meanFitness'];
  for (const { settings, history } of runs) {
    history.evaluations.forEach((evaluations, i) => {
      const mean = history.meanFitness[i]!;
      lines.push([settings.algorithm, evaluations, history.coverage[i], Number.isNaN(mean) ? '' : mean].join(','));
    });
  }
  return `${lines.join('\n')}\n`;
}

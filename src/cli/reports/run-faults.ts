import type { Illumination } from '../illumination/illumination.ts';
import { integerText } from '../terminal/number-text.ts';
import { visible } from '../terminal/visible.ts';
import { outsideWarning } from './summary-report.ts';

/** Reasons of invalid rows that are shown. */
const SHOWN = 3;

/** What was wrong in a run, a sentence each. */
export function faultSentences({
  algorithm,
  search,
  faults,
  corrected,
  uncorrected,
  finished,
}: Illumination): string[] {
  const { rows, invalid, reasons, outsideDescriptor, belowFloor } = faults;
  const since = rows < search.evaluations ? ' since the run was resumed' : '';
  const tell = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${algorithm}: ${integerText(count)} of ${integerText(rows)} evaluations${since} ${what}.`];
  const { unfinished } = finished;
  const sentences = [
    tell(invalid, `were invalid: ${becauseOf(reasons)}`),
    tell(belowFloor, `had a fitness below the domain's fitnessFloor, ${belowFloorMeans(search)}`),
    outsideWarning(algorithm, outsideDescriptor / (rows - invalid)) ?? [],
    correction(algorithm, corrected),
    uncorrected === undefined ? [] : `${algorithm}: the metrics could not be corrected: ${uncorrected}`,
    unfinished === undefined ? [] : `${algorithm}: the encoding could not be finished: ${unfinished}`,
  ];
  return sentences.flat().map(visible);
}

/** The most frequent reasons of invalid rows, each with its number of rows. */
function becauseOf(reasons: Illumination['faults']['reasons']): string {
  const shown = reasons.slice(0, SHOWN).map(({ reason, rows }) => `${integerText(rows)} because ${reason}`);
  return [...shown, ...(reasons.length > SHOWN ? ['others for other reasons'] : [])].join('; ');
}

/** What fitness below the floor means: only elites count in the score. */
function belowFloorMeans({ archive, domain }: Illumination['search']): string {
  const { fitnessFloor = domain?.fitnessFloor ?? Number.NaN } = archive as { readonly fitnessFloor?: number };
  const isScoreLow = Array.from(archive, (elite) => elite.fitness).some((fitness) => fitness < fitnessFloor);
  if (isScoreLow) return 'which makes the QD score too low';
  return 'which is no lower bound of the fitness then; the QD score is right, since no elite is below it';
}

/** What was wrong in the evaluations for the corrected metrics. */
function correction(algorithm: string, corrected: Illumination['corrected']): string[] {
  if (corrected === undefined || !(corrected.invalid > 0)) return [];
  const { invalid, leftOut } = corrected;
  const without = leftOut === 0 ? '' : `; elites without a valid one are left out: ${integerText(leftOut)}`;
  return [`${algorithm}: evaluations for the corrected metrics that were invalid: ${integerText(invalid)}${without}.`];
}

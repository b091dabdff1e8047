import type { Illumination } from '../illumination/illumination.ts';
import { integerText } from '../terminal/number-text.ts';
import { visible } from '../terminal/visible.ts';
import { outsideWarning } from './summary-report.ts';

/** What was wrong in a run, a sentence each. */
export function faultSentences({ algorithm, search, faults, uncorrected, finished }: Illumination): string[] {
  const { rows, invalid, reasons, outsideDescriptor, belowFloor } = faults;
  const since = rows < search.evaluations ? ' since the run was resumed' : '';
  const tell = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${algorithm}: ${integerText(count)} of ${integerText(rows)} evaluations${since} ${what}.`];
  const failed = (what: string, reason: string | undefined): string[] =>
    reason === undefined ? [] : [`${algorithm}: ${what}: ${reason}`];
  const sentences = [
    ...tell(invalid, `were invalid, the first because ${reasons[0]}`),
    ...tell(belowFloor, "had a fitness below the domain's fitnessFloor, which makes the QD score too low"),
    ...[outsideWarning(algorithm, outsideDescriptor / (rows - invalid))].filter((text) => text !== undefined),
    ...failed('the metrics could not be corrected', uncorrected),
    ...failed('the encoding could not be finished', finished.unfinished),
  ];
  return sentences.map(visible);
}

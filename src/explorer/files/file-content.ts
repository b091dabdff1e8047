import type { AddReport, Encoding } from '../../core/index.ts';
import { countText, formatNumber } from '../../plot/index.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';

/** What a file holds: an archive, or an encoding. */
export type FileContent =
  | {
      readonly name: string;
      readonly archive: ExplorerArchive;
      /** What became of its rows, if they were put into other cells. */
      readonly report?: FileReport | undefined;
    }
  | { readonly name: string; readonly encoding: Encoding };

/** What became of the rows of a file. */
export interface FileReport {
  readonly rows: number;
  readonly invalid: number;
  /** Rows with a descriptor outside its space. */
  readonly outside: number;
  /** Why the first invalid row is none, with its place. */
  readonly reason: string | undefined;
}

/** What was found, in a sentence. */
export function contentSentence(content: FileContent): string {
  if ('archive' in content) {
    const { name, archive, report } = content;
    const size = [...archive].length;
    const parts = report === undefined ? [] : reportTexts(report, size);
    const all = parts.length === 0 ? '' : ` of ${countText(report!.rows, 'row')}`;
    return `${name}: ${[`${countText(size, 'elite')}${all}`, ...parts].join('; ')}.`;
  }
  const { genome, phenotype } = content.encoding;
  return `${content.name}: an encoding of ${phenotype.dimensions} genes in ${genome.dimensions} latents.`;
}

/** Why there are not as many elites as rows, or not where their descriptors are. */
function reportTexts({ rows, invalid, outside, reason }: FileReport, size: number): string[] {
  const behind = rows - invalid - size;
  return [
    ...(invalid === 0 ? [] : [`${formatNumber(invalid, 0)} left out (the first: ${reason})`]),
    ...(behind === 0 ? [] : [`${formatNumber(behind, 0)} not shown, since elites as fit or fitter are in their cells`]),
    ...(outside === 0 ? [] : [`${formatNumber(outside, 0)} outside the descriptor space, in cells at its edge`]),
  ];
}

/** Why the first invalid row is none, with its place; undefined if none is. @param before - Rows before these. */
export function firstReason(reasons: AddReport['reasons'], before: number): string | undefined {
  const row = reasons.findIndex((reason) => reason !== undefined);
  const reason = reasons[row];
  // Of a CSV file's line that cannot be read, the reason names the line.
  return reason === undefined || /^line \d/.test(reason) ? reason : `row ${before + row + 1}: ${reason}`;
}

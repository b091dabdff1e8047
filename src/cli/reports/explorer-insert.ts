import type { Archive, Box, FieldKinds } from '../../core/index.ts';
import {
  changedRows,
  type ExplorerArchive,
  isDrawn,
  type PageData,
  type PageRun,
  packRows,
  packSpace,
  shownRange,
  toBase64,
} from '../../explorer/index.ts';
import type { Illumination } from '../illumination/illumination.ts';
import type { IlluminatedSearch, Subject } from '../illumination/subject.ts';
import { operatorsOf } from './operator-pictures.ts';
import { pageScript } from './page-script.ts';

/** The most cells, and the most genes of all elites, that a page holds. */
const mostCells = 200_000;
const mostGenes = 8e6;

/** An archive that can be shown in an explorer. */
type ShownArchive = ExplorerArchive<unknown> &
  Pick<Archive, 'size' | 'cells'> & { readonly genome?: Box | object | undefined };

/** Its archive, if an explorer can show it: its cells are a grid or have centroids. */
export function shownArchive({ archive }: Pick<IlluminatedSearch, 'archive'>): ShownArchive | undefined {
  const shown = archive as unknown as ShownArchive;
  if (shown.descriptor === undefined || shown.cells > mostCells) return undefined;
  return isDrawn(shown.geometry?.()) ? shown : undefined;
}

/** What an explorer needs to show a run. */
export function pageRun(
  subject: Subject,
  name: string,
  archive: ShownArchive,
  more: Partial<PageRun['space']> = {},
): PageRun {
  const { drawing, ...words } = subject.explorer;
  const space = { descriptor: archive.descriptor, ...words, ...more };
  return { name, space: packSpace(space, archive.geometry!()), rows: packedChanges(archive, 0).rows, drawing };
}

/** The cells that have changed since a version, packed; and the version to ask from next. */
export function packedChanges(archive: ShownArchive, since: number): { version: number; rows: PageRun['rows'] } {
  const { version, rows } = changedRows(archive, since);
  const box = archive.genome !== undefined && 'dimensions' in archive.genome ? (archive.genome as Box) : undefined;
  const large = archive.size * (box?.dimensions ?? 1) > mostGenes;
  return { version, rows: packRows(large ? { ...rows, genomes: undefined } : rows, box) };
}

/** The explorer of a report as HTML; undefined if there is a run that it cannot show, or no elite. */
export function explorerInsert(subject: Subject, runs: readonly Illumination[]): string | undefined {
  const archives = runs.map(({ search }) => shownArchive(search));
  if (archives.includes(undefined)) return undefined;
  const fitness = runs.flatMap(({ search }) =>
    Array.from(search.archive as Archive<never, FieldKinds>, (elite) => elite.fitness),
  );
  if (fitness.length === 0) return undefined;
  const range = shownRange(Float64Array.from(fitness));
  const operators = operatorsOf(runs.map(({ search }) => search));
  const shown = runs.map(({ algorithm, encoding }, i) => ({
    ...pageRun(subject, algorithm, archives[i]!, { range, operators }),
    encoding: encoding && toBase64(encoding),
  }));
  return explorerHtml({ runs: shown });
}

/** The element, its data and its script. */
export function explorerHtml(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<style>${style}</style><elites-explorer files></elites-explorer>
<script type="application/json" class="elites-data">${json}</script>
<script>${pageScript}</script>`;
}

const style =
  '.runs[hidden]{display:none!important}elites-explorer{display:block;min-height:320px}.runs{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-bottom:12px}.runs label{font-size:14px}' +
  '.runs button,.runs select{padding:7px 14px;color:inherit;background:var(--card);border:1px solid var(--rule);border-radius:8px;font:inherit;font-size:14px;cursor:pointer}' +
  '.runs button[aria-pressed=true]{color:var(--page);background:var(--ink);border-color:var(--ink)}';

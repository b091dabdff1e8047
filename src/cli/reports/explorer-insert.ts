import { type Archive, type Batch, type Box, type FieldKinds, isObjectSpace, plainJson } from '../../core/index.ts';
import {
  changedRows,
  type DrawnGeometry,
  type ExplorerArchive,
  type ExplorerRows,
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
import type { TrialElite } from '../modules/renderer-thread.ts';
import { operatorsOf } from './operator-pictures.ts';
import { pageScript } from './page-script.ts';

/** The most cells, and the most genes of all elites, that a page holds. */
const mostCells = 200_000;
const mostGenes = 8e6;

/** An archive that can be shown in an explorer. */
type ShownArchive = Omit<ExplorerArchive<unknown>, 'geometry'> &
  Pick<Archive, 'size' | 'cells'> & { geometry(): DrawnGeometry };

/** Its archive, if an explorer can show it: its cells are a grid or have centroids. */
export function shownArchive({ archive }: Pick<IlluminatedSearch, 'archive'>): ShownArchive | undefined {
  const shown = archive as unknown as ShownArchive;
  if (shown.descriptor === undefined || shown.cells > mostCells) return undefined;
  return isDrawn(shown.geometry?.()) ? shown : undefined;
}

type SpaceMore = Partial<PageRun['space']>;

/** What an explorer needs to show a run. */
export function pageRun(subject: Subject, name: string, archive: ShownArchive, more: SpaceMore): PageRun {
  const { drawing, ...words } = subject.explorer;
  const space = { descriptor: archive.descriptor, ...words, ...more };
  const { rows } = packedChanges(subject, archive, 0);
  return { name, space: packSpace(space, archive.geometry()), rows, genome: pageGenomes(subject, archive), drawing };
}

/** How a page reads its genomes, if they are no vectors. */
function pageGenomes(subject: Subject, { genome }: ShownArchive): PageRun['genome'] {
  if (!isObjectSpace(genome)) return undefined;
  if (genome.deserialize === plainJson.deserialize) return 'json';
  const source = subject.reading?.(genome)?.source;
  return source === undefined ? undefined : { source };
}

/** The cells that have changed since a version, packed; and the version to ask from next. */
export function packedChanges(
  subject: Subject,
  archive: ShownArchive,
  since: number,
): { version: number; rows: PageRun['rows'] } {
  const { version, rows } = changedRows(archive, since);
  const genomes = isLarge(archive) ? undefined : genomesIn(subject, archive, rows);
  return { version, rows: packRows({ ...rows, genomes }, boxOf(archive)) };
}

/** Genomes as they are packed: as texts, if the page reads them from these; undefined where there is none, or it cannot be written. */
function genomesIn(subject: Subject, archive: ShownArchive, { genomes }: ExplorerRows): ExplorerRows['genomes'] {
  const { genome: space } = archive;
  if (!isObjectSpace(space) || typeof pageGenomes(subject, archive) !== 'object') return genomes;
  return (genomes as readonly unknown[]).map((genome) => {
    try {
      return genome === undefined ? undefined : space.serialize(genome);
    } catch {
      return undefined;
    }
  });
}

/** Whether a page holds no genomes of it. */
function isLarge(archive: ShownArchive): boolean {
  return archive.size * (boxOf(archive)?.dimensions ?? 1) > mostGenes;
}

/** The space of its genomes, if they are vectors. */
function boxOf({ genome }: ShownArchive): Box | undefined {
  return genome === undefined || isObjectSpace(genome) ? undefined : genome;
}

/** The elites whose genomes a page draws, as it gets them: as texts that it reads, or without what JSON cannot hold. */
export function drawnElites(subject: Subject, search: Pick<IlluminatedSearch, 'archive'>): TrialElite[] {
  const archive = shownArchive(search);
  if (archive === undefined || isLarge(archive)) return [];
  const { rows } = changedRows(archive, 0);
  const { origins } = rows;
  const descriptors = rows.descriptors as Batch | undefined;
  const genomes = genomesIn(subject, archive, rows);
  const packed = packRows({ ...rows, genomes: boxOf(archive) === undefined ? genomes : undefined }, undefined);
  const kept = (packed.genomes ?? genomes) as readonly unknown[];
  return Array.from(rows.cells).flatMap((cell, row): TrialElite[] => {
    const fitness = rows.fitness[row]!;
    if (!Number.isFinite(fitness)) return [];
    const fields = Object.fromEntries(Object.entries(packed.fields).map(([name, column]) => [name, column[row]]));
    return [{ cell, fitness, descriptor: descriptors!.row(row), genome: kept[row], origin: origins?.[row], fields }];
  });
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

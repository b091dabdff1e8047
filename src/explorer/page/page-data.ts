import type { ExplorerHistory } from '../charts.ts';
import type { PackedRows, PackedSpace } from './packed.ts';

/** How a page draws genomes (default: genes as bars): as planar arms, or by a renderer of the user's, of which it has the source. */
export type Drawing = 'planar-arm' | { readonly source: string };

/**
 * How a page reads genomes that are no vectors, of rows and of files: as plain JSON; or by the function with this source, from the texts that
 * its rows then hold.
 */
export type ReadGenomes = 'json' | { readonly source: string };

/** A run in a page. */
export interface PageRun {
  readonly name: string;
  readonly space: PackedSpace;
  readonly rows: PackedRows;
  /** undefined: rows hold vectors, or what JSON has kept of others; files with others cannot be read. */
  readonly genome?: ReadGenomes | undefined;
  readonly drawing?: Drawing | undefined;
  /** A learned encoding: base64 of its file. */
  readonly encoding?: string | undefined;
}

/** What the script of a page finds in it, as JSON: finished runs, or the address of the events of one that is going on. */
export type PageData = { readonly runs: readonly PageRun[] } | { readonly events: string };

/** How far a run is. */
export interface LiveProgress {
  readonly evaluations: number;
  readonly total: number;
  /** Figures of the archive in words. */
  readonly text: string;
}

/** What a server sends to a page, by the name of the event. */
export interface LiveEvents {
  /** A run begins, or the page was opened in its middle. Of a run that cannot be shown, why. */
  readonly run: PageRun | { readonly name: string; readonly why: string };
  /** Cells have changed. */
  readonly rows: PackedRows;
  readonly progress: LiveProgress;
  readonly history: ExplorerHistory;
  /** All has ended: a sentence. */
  readonly end: { readonly text: string };
}

import type { Algorithm, Metrics } from '../../core/index.ts';
import type { ValueRange } from '../../plot/index.ts';
import type { HistoryColumns } from '../../search/index.ts';

/** A search that can be stopped, gone on with and drawn; of genomes of any type. */
export interface IlluminatedSearch extends Algorithm {
  readonly history: HistoryColumns;
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
}

/** A file that is written of one search. */
export interface SearchFile {
  /** What follows the algorithm's name, such as `.npy`. */
  readonly ending: string;
  readonly content: string | Uint8Array;
  readonly description: string;
  /** What the report says below a picture. */
  readonly caption?: string | undefined;
}

/** What an archive is filled with: the planar arm, or the domain of a user's own module. */
export interface Subject {
  /** Names of its algorithms. */
  readonly algorithms: readonly string[];
  /** The one that is run if none is named. */
  readonly first: string;
  /** Makes the search of an algorithm, with parts of its own. */
  make(algorithm: string, seed: number): Promise<IlluminatedSearch>;
  /** Calls what may run the user's code: what that throws is told as the module's error. */
  guard<T>(call: () => Promise<T>): Promise<T>;
  /** What results.json says of it. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** What names it on a command line. */
  readonly argument: string;
  readonly words: SubjectWords;
  /** The files of one search, the pictures of its archive first. */
  files(search: IlluminatedSearch, options: FileOptions): readonly SearchFile[];
}

/** How the pictures of a search are to be drawn. */
export interface FileOptions {
  readonly algorithm: string;
  readonly metrics: Metrics;
  /** Of the fitness of all archives that are compared. */
  readonly range: ValueRange;
}

/** How a report speaks of a subject. */
export interface SubjectWords {
  readonly title: string;
  /** What is asked, and what each cell keeps. */
  readonly introduction: string;
  /** Below the table of results: what fitness is. */
  readonly note: string | undefined;
  readonly meanFitness: string;
  /** The highest fitness that there can be. */
  readonly best: number | undefined;
  /** Settings that stand before those of every run, and after them. */
  readonly settings: readonly [before: readonly Setting[], after: readonly Setting[]];
  /** What kind of cells, such as ` in rings`. */
  readonly cells: string;
}

type Setting = readonly [name: string, value: string];

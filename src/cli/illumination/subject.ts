import type { Algorithm, Metrics } from '../../core/index.ts';
import type { Drawing, ExplorerSpace } from '../../explorer/index.ts';
import type { ValueRange } from '../../plot/index.ts';
import type { FinishOptions, HistoryColumns } from '../../search/index.ts';
import type { GenomeReading } from '../modules/genome-reading.ts';

/** A search of genomes of any type that can be stopped, resumed and drawn. */
export interface IlluminatedSearch extends Algorithm {
  readonly history: HistoryColumns;
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): void;
}

/** An output file of one search. */
export interface SearchFile {
  /** What follows the algorithm's name, such as `.npy`. */
  readonly ending: string;
  readonly content: string | Uint8Array;
  readonly description: string;
  /** Shown below the picture in the report. */
  readonly caption?: string | undefined;
  /** What a picture shows (default: the archive). */
  readonly shows?: 'operators' | undefined;
}

/** What is illuminated: the planar arm, or the domain of a user's module. */
export interface Subject {
  /** Names of its algorithms; the first is run by default. */
  readonly algorithms: readonly string[];
  /** Makes a new search of an algorithm. */
  make(algorithm: string, seed: number): Promise<IlluminatedSearch>;
  /** How a learned encoding is finished, with `--finish`. */
  readonly finish: FinishOptions;
  /**
   * Makes a call that may run the user's code; errors thrown there are reported as errors of the module.
   * @param cure - What can be done about them: a sentence, or '' (default).
   */
  guard<T>(call: () => Promise<T>, cure?: string): Promise<T>;
  /** Its entries in results.json. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** The command-line argument that selects it. */
  readonly argument: string;
  readonly words: SubjectWords;
  /** How an explorer shows its archives. */
  readonly explorer: Pick<ExplorerSpace, 'outline' | 'labels' | 'fitnessLabel'> & {
    readonly drawing?: Drawing | undefined;
  };
  /** How a page gets genomes of a space that are no vectors, as far as `make` has tried it (default: as JSON). */
  reading?(genome: unknown): GenomeReading | undefined;
  /** What is wrong with how the elites of a finished search are drawn, in a sentence; undefined if nothing, as far as some of them tell. */
  drawingWarning?(search: IlluminatedSearch): Promise<string | undefined>;
  /** The output files of one search, pictures of the archive first. */
  files(search: IlluminatedSearch, options: FileOptions): readonly SearchFile[];
}

/** How to draw the pictures of a search. */
export interface FileOptions {
  readonly algorithm: string;
  readonly metrics: Metrics;
  /** The range of fitness over all archives that are compared. */
  readonly range: ValueRange;
  /** The categories of a picture by operator; undefined: none is drawn. */
  readonly operators: readonly string[] | undefined;
}

/** Texts of a report. */
export interface SubjectWords {
  readonly title: string;
  /** The question, and what each cell keeps. */
  readonly introduction: string;
  /** The note below the table of results: what fitness is. */
  readonly note?: string;
  readonly meanFitness: string;
  /** The highest possible fitness, if known. */
  readonly best?: number;
  /** Settings to list before and after the common ones. */
  readonly settings: readonly [before: readonly Setting[], after: readonly Setting[]];
  /** Appended to the number of cells, such as ` in rings`. */
  readonly cells?: string;
}

type Setting = readonly [name: string, value: string];

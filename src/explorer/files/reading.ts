import { ElitesError, pause } from '../../core/index.ts';
import type { ExplorerSpace } from '../explorer-space.ts';

/** A file that is being read. */
export interface Reading {
  /** As messages name it. */
  readonly name: string;
  /** The space that is shown. Files that do not say where cells lie are put into its cells, if descriptors are as long as there. */
  readonly like: ExplorerSpace | undefined;
  /** Lets the page answer, if it has waited long enough. @param doing - What is told then. */
  readonly pause: (doing: string) => Promise<void>;
}

/** ms of work without a pause, and between two texts. */
const [longest, textEvery] = [30, 250];

/** Begins to read a file. @param tell - Told what is being done. */
export function readingOf(name: string, like: ExplorerSpace | undefined, tell: (text: string) => void): Reading {
  let [since, told] = [performance.now(), Number.NEGATIVE_INFINITY];
  const rest = async (doing: string): Promise<void> => {
    const now = performance.now();
    if (now - since < longest) return;
    if (now - told > textEvery) {
      tell(`${name}: ${doing} …`);
      told = now;
    }
    // At infinity a pause is always due.
    await pause(Number.POSITIVE_INFINITY);
    since = performance.now();
  };
  return { name, like, pause: rest };
}

/** The error for a file that breaks a rule. */
export function fileError({ name }: Pick<Reading, 'name'>, text: string): ElitesError {
  return new ElitesError('SNAPSHOT', `${name}: ${text}.`);
}

import { pause } from '../../core/index.ts';

/** Lets the page answer, if it has waited long enough. @param doing - What is told then. */
export type Pause = (doing: string) => Promise<void>;

/** ms of work without a pause, and between two texts. */
const [longest, textEvery] = [30, 250];

/** Pauses while a file is read. @param tell - Told what is being done. */
export function pauses(name: string, tell: (text: string) => void): Pause {
  let [since, told] = [performance.now(), Number.NEGATIVE_INFINITY];
  return async (doing) => {
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
}

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
    await nextTask();
    since = performance.now();
  };
}

/** Timers would wait for seconds in a page that is not seen. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

// The script of the thread in which a renderer is tried. Embedded as text by scripts/embed-scripts.mjs.
import { types } from 'node:util';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../core/index.ts';
import type { ShownElite } from '../../explorer/index.ts';

export interface TrialData {
  readonly source: string;
  readonly elites: readonly TrialElite[];
}

/** An elite that is drawn. */
export interface TrialElite extends Omit<ShownElite, 'fields'> {
  /** undefined before the domain has evaluated one: then any field may be read. */
  readonly fields: object | undefined;
}

export interface TrialError {
  /** undefined where something else than an error was thrown. */
  readonly name: string | undefined;
  readonly message: string;
}

/** What a call threw, or that it returned a promise; undefined if it just drew. Sent after each elite. */
export type TrialResult = TrialError | 'promise' | undefined;

/** What a drawing may use of a page besides the language; the trial goes on past these. */
const windows = ['window', 'self', 'document', 'console', 'devicePixelRatio', 'performance'];
const calls = ['getComputedStyle', 'matchMedia', 'requestAnimationFrame'];
const classes = [
  'CanvasRenderingContext2D',
  'DOMMatrix',
  'DOMPoint',
  'Image',
  'ImageData',
  'OffscreenCanvas',
  'Path2D',
];
const ofPages = [...windows, ...calls, ...classes];
/** What pages and Node have, but not the language: to read genomes from texts. */
const ofBoth = { atob, btoa, structuredClone, TextDecoder, TextEncoder, URL, URLSearchParams };

/** Can be called and read in any way, and counts as 0. */
const anything: unknown = new Proxy((() => {}) as never, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : anything),
  set: () => true,
  apply: () => anything,
  construct: () => anything as object,
});

function draw(source: string, { fields = anything as object, ...known }: TrialElite): TrialResult {
  const elite = { ...known, fields };
  const globals = Object.fromEntries(ofPages.map((name) => [name, anything]));
  try {
    // Not called inside of runInNewContext: Node would read name and message of an error there, and terminate() does not stop a getter that
    // loops.
    const call: () => unknown = runInNewContext(`() => (${source}\n)(...elitesArguments)`, {
      ...globals,
      ...ofBoth,
      elitesArguments: [anything, elite.genome, 200, elite],
    });
    return types.isPromise(call()) ? 'promise' : undefined;
  } catch (error) {
    return { name: types.isNativeError(error) ? error.name : undefined, message: messageOf(error) };
  }
}

// A promise of the renderer that is rejected says nothing about its source.
process.on('unhandledRejection', () => {});
void drawAll(workerData);

async function drawAll({ source, elites }: TrialData): Promise<void> {
  for (const elite of elites) {
    const result = draw(source, elite);
    // Only after what the call has left to promises, which may not end.
    await new Promise(setImmediate);
    parentPort!.postMessage(result);
  }
}

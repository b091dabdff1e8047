import { Worker } from 'node:worker_threads';
import { type AnySpace, type Box, boxBounds, isObjectSpace } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import type { TrialData, TrialElite, TrialError, TrialResult } from './renderer-thread.ts';
import { rendererThread } from './renderer-thread-script.ts';

/** Longest call of a trial, in ms. */
const timeout = 1000;
/** Elites of a finished archive that are drawn, at most. */
const mostElites = 20;

/**
 * Draws one genome with the source of a renderer alone, on a canvas that takes anything, in a thread of its own: what never ends
 * is terminated with it.
 * @param module - The text of the module and of the files that it imports: a name that is not known and does not occur elsewhere in it is
 *   thought to be one of pages.
 * @returns why the source cannot stand alone in a page, as the end of a sentence; undefined if it can, as far as this call tells. Other
 *   errors may come from the genome or the canvas, and are none here.
 */
export async function whySourceFails(
  source: string,
  module: string,
  { genome: space, descriptor: kinds }: { readonly genome: AnySpace; readonly descriptor: Box },
): Promise<string | undefined> {
  const genome = isObjectSpace(space) ? space.sample(randomStream(1)) : middleOf(space as Box);
  const elite = { cell: 0, fitness: 0, descriptor: middleOf(kinds), genome, origin: undefined, fields: undefined };
  const result = (await trial({ source, elites: [elite] }))?.result;
  if (result === 'promise') return 'one that returns a promise, where it has to draw at once';
  if (result === 'timeout') return `one that takes longer than ${timeout / 1000} s`;
  return result === undefined ? undefined : whyErrorIsOfSource(result, source, module);
}

/**
 * Draws some of the elites of an archive in such a thread: the fittest, and others in equal distances.
 * @param all - As a page has them.
 * @returns what was wrong with the first that could not be drawn, in a sentence without its stop; undefined if all were drawn.
 */
export async function whyDrawingFails(source: string, all: readonly TrialElite[]): Promise<string | undefined> {
  if (all.length === 0) return undefined;
  const step = Math.ceil(all.length / (mostElites - 1));
  const best = all.reduce((one, other) => (other.fitness > one.fitness ? other : one), all[0]!);
  const tried = new Set([best, ...all.filter((_, i) => i % step === 0)]);
  const elites = [...tried];
  const fault = await trial({ source, elites });
  if (fault === undefined) return undefined;
  const { result, place } = fault;
  const texts = { promise: 'returned a promise', timeout: `took longer than ${timeout / 1000} s` };
  const what = typeof result === 'string' ? texts[result] : `threw ${result.name ?? 'a value'} (${result.message})`;
  return `render ${what} when it drew the elite of cell ${elites[place]!.cell}`;
}

/** What was wrong with a call, and with which elite. */
interface TrialFault {
  readonly result: TrialError | 'promise' | 'timeout';
  readonly place: number;
}

/** @returns undefined if nothing was wrong, or the trial tells nothing, as where a genome cannot be cloned. */
async function trial(workerData: TrialData): Promise<TrialFault | undefined> {
  let thread: Worker;
  try {
    thread = new Worker(rendererThread, { eval: true, workerData });
  } catch {
    return undefined;
  }
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      let place = 0;
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(resolve, timeout, { result: 'timeout', place });
      };
      thread.on('online', wait);
      thread.on('message', (result: TrialResult) => {
        if (result !== undefined) resolve({ result, place });
        place++;
        wait();
      });
      thread.on('error', () => resolve(undefined));
      thread.on('exit', () => resolve(undefined));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** Why the source is to blame for an error that was thrown; undefined if it may be the genome or the canvas. */
function whyErrorIsOfSource({ name, message }: TrialError, source: string, module: string): string | undefined {
  if (name === 'SyntaxError')
    return `one whose text is no function by itself (${message}); write function render(…) {…}`;
  const [, missing] = /^(\S+) is not defined$/.exec(message) ?? [];
  const own = name === 'ReferenceError' && missing !== undefined && count(missing, module) > count(missing, source);
  const isOfPages = missing !== undefined && missing in globalThis && !ofNode.includes(missing);
  return own && !isOfPages ? `one that uses ${missing}` : undefined;
}

/** Globals of Node that pages lack; the others, such as structuredClone, they have. */
const ofNode = ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate'];

/** How often a name is in a text. */
function count(name: string, text: string): number {
  return text.split(/[^\p{ID_Continue}$]+/u).filter((word) => word === name).length;
}

/** The middle of a box; 0 along dimensions without finite bounds. */
function middleOf(box: Box): Float64Array {
  const { lower, upper } = boxBounds('render', 'genome', box);
  return lower.map((low, j) => {
    const middle = (low + upper[j]!) / 2;
    return Number.isFinite(middle) ? middle : 0;
  });
}

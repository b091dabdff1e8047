import { Worker } from 'node:worker_threads';
import { type AnySpace, type Box, boxBounds, isObjectSpace } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import type { TrialData, TrialError, TrialResult } from './renderer-thread.ts';
import { rendererThread } from './renderer-thread-script.ts';

/** Longest call of a trial, in ms. */
const timeout = 1000;

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
  const result = await trial({ source, genome, descriptor: middleOf(kinds) });
  if (result === 'promise') return 'one that returns a promise, where it has to draw at once';
  if (result === 'timeout') return `one that takes longer than ${timeout / 1000} s`;
  return result === undefined ? undefined : whyErrorIsOfSource(result, source, module);
}

/** @returns undefined if nothing was wrong, or the trial tells nothing, as where a genome cannot be cloned. */
async function trial(workerData: TrialData): Promise<TrialResult | 'timeout'> {
  let thread: Worker;
  try {
    thread = new Worker(rendererThread, { eval: true, workerData });
  } catch {
    return undefined;
  }
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      thread.on('online', () => {
        timer = setTimeout(resolve, timeout, 'timeout');
      });
      thread.on('message', resolve);
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

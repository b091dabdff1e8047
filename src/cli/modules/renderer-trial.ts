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
  { genome: space, descriptor }: TrialProblem,
): Promise<string | undefined> {
  const genome = isObjectSpace(space) ? space.sample(randomStream(1)) : middleOf(space as Box);
  const result = await drawOne(source, genome, middleOf(descriptor));
  if (!isError(result)) return whySlow(result, 'draw');
  return whyErrorIsOfSource(result, source, module);
}

/**
 * Draws one genome as itself, and as what a page reads of its text.
 * @param reader - Source of the function that reads it there.
 * @returns what a renderer throws that can draw the one but not the other; undefined if it can draw both, as far as this call tells.
 */
export async function whyRoundTripFails(
  source: string,
  reader: string,
  { genome: space, descriptor }: TrialProblem,
): Promise<string | undefined> {
  if (!isObjectSpace(space)) return undefined;
  const genome = space.sample(randomStream(1));
  if (!isCloneable(genome)) return undefined;
  const read = await drawOne(withReader(source, reader), space.serialize(genome), middleOf(descriptor));
  if (!isError(read)) return undefined;
  return (await drawOne(source, genome, middleOf(descriptor))) === undefined ? errorText(read) : undefined;
}

/** What is drawn. */
interface TrialProblem {
  readonly genome: AnySpace;
  readonly descriptor: Box;
}

async function drawOne(
  source: string,
  genome: unknown,
  descriptor?: Float64Array,
): Promise<TrialFault['result'] | undefined> {
  const elite = { cell: 0, fitness: 0, descriptor, genome, origin: undefined, fields: undefined };
  return (await trial({ source, elites: [elite] }))?.result;
}

/**
 * Reads one genome with the source of a function alone, in such a thread.
 * @param text - The genome as `serialize` of its space writes it.
 * @returns why the source cannot stand alone in a page, as the end of a sentence; undefined if it can.
 */
export async function whyReadingFails(source: string, text: string): Promise<string | undefined> {
  const result = await drawOne(readingOf(source), text);
  if (!isError(result)) return whySlow(result, 'read');
  const missing = missingName(result);
  if (missing !== undefined) return isOfPages(missing) ? undefined : `one that uses ${missing}`;
  return whyNoFunction(result, 'deserialize') ?? `one that throws ${errorText(result)}`;
}

/** What reads the texts of genomes, as a renderer that draws nothing. */
function readingOf(reader: string): string {
  return `(_, text) => (${reader}\n)(text)`;
}

/** A renderer of the texts of genomes. */
function withReader(source: string, reader: string): string {
  return `(context, text, size, elite) => {
    const genome = (${reader}\n)(text);
    return (${source}\n)(context, genome, size, { ...elite, genome });
  }`;
}

/** What is wrong with a function that does not answer at once. */
function whySlow(result: TrialFault['result'] | undefined, does: string): string | undefined {
  if (result === 'promise') return `one that returns a promise, where it has to ${does} at once`;
  return result === 'timeout' ? `one that takes longer than ${timeout / 1000} s` : undefined;
}

function isError(result: TrialFault['result'] | undefined): result is TrialError {
  return typeof result === 'object';
}

function errorText({ name, message }: TrialError): string {
  return `${name ?? 'a value'} (${message})`;
}

function isCloneable(genome: unknown): boolean {
  try {
    structuredClone(genome);
    return true;
  } catch {
    return false;
  }
}

/**
 * Draws some of the elites of an archive in such a thread: the fittest, and others in equal distances.
 * @param all - As a page has them. @param reader - Source of the function that reads their genomes, if these are texts.
 * @returns what was wrong with the first that could not be drawn, in a sentence without its stop; undefined if all were drawn.
 */
export async function whyDrawingFails(
  source: string,
  all: readonly TrialElite[],
  reader?: string,
): Promise<string | undefined> {
  if (all.length === 0) return undefined;
  const step = Math.ceil(all.length / (mostElites - 1));
  const best = all.reduce((one, other) => (other.fitness > one.fitness ? other : one), all[0]!);
  const tried = new Set([best, ...all.filter((_, i) => i % step === 0)]);
  const elites = [...tried];
  const unread = reader && (await trial({ source: readingOf(reader), elites }));
  const fault = unread || (await trial({ source: reader === undefined ? source : withReader(source, reader), elites }));
  if (fault === undefined) return undefined;
  const { result, place } = fault;
  const texts = { promise: 'returned a promise', timeout: `took longer than ${timeout / 1000} s` };
  const what = typeof result === 'string' ? texts[result] : `threw ${errorText(result)}`;
  const [who, did] = unread ? ['deserialize', 'read the genome of'] : ['render', 'drew'];
  return `${who} ${what} when it ${did} the elite of cell ${elites[place]!.cell}`;
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
function whyErrorIsOfSource(error: TrialError, source: string, module: string): string | undefined {
  const missing = missingName(error);
  const own = missing !== undefined && count(missing, module) > count(missing, source);
  return own && !isOfPages(missing) ? `one that uses ${missing}` : whyNoFunction(error, 'render');
}

function whyNoFunction({ name, message }: TrialError, called: string): string | undefined {
  if (name !== 'SyntaxError') return undefined;
  return `one whose text is no function by itself (${message}); write function ${called}(…) {…}`;
}

function missingName({ name, message }: TrialError): string | undefined {
  return name === 'ReferenceError' ? /^(\S+) is not defined$/.exec(message)?.[1] : undefined;
}

function isOfPages(name: string): boolean {
  return name in globalThis && !ofNode.includes(name);
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

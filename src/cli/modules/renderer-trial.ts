import { types } from 'node:util';
import { runInNewContext } from 'node:vm';
import { type AnySpace, type Box, boxBounds, isObjectSpace, messageOf } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';

/** Longest call of a trial, in ms. */
const timeout = 1000;

/**
 * Draws one genome with the source of a renderer alone, on a canvas that takes anything.
 * @param module - The text of the module: a name that is not known and does not occur elsewhere in it is thought to be one of pages.
 * @returns why the source cannot stand alone in a page, as the end of a sentence; undefined if it can, as far as this call tells. Other
 *   errors may come from the genome or the canvas, and are none here.
 */
export function faultOfSource(
  source: string,
  module: string,
  { genome: space, descriptor: kinds }: { readonly genome: AnySpace; readonly descriptor: Box },
): string | undefined {
  const genome = isObjectSpace(space) ? space.sample(randomStream(1)) : middleOf(space as Box);
  const elite = { cell: 0, fitness: 0, descriptor: middleOf(kinds), genome, origin: undefined, fields: {} };
  const globals = Object.fromEntries(ofPages.map((name) => [name, anything]));
  process.on('unhandledRejection', ofTrial);
  try {
    const called: unknown = runInNewContext(
      `(${source}\n)(...elitesArguments)`,
      { ...globals, elitesArguments: [anything, genome, 200, elite] },
      { timeout, microtaskMode: 'afterEvaluate' },
    );
    return types.isPromise(called) ? 'one that returns a promise, where it has to draw at once' : undefined;
  } catch (error) {
    return faultOfError(error, source, module);
  } finally {
    setImmediate(() => process.off('unhandledRejection', ofTrial));
  }
}

/** Ignores a promise of the trial that is rejected later; its realm has a Promise of its own. */
function ofTrial(reason: unknown, promise: unknown): void {
  if (promise instanceof Promise) throw reason;
}

function faultOfError(error: unknown, source: string, module: string): string | undefined {
  const { code, name } = (types.isNativeError(error) ? error : {}) as Partial<NodeJS.ErrnoException>;
  const message = messageOf(error);
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return `one that takes longer than ${timeout / 1000} s`;
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

/** What a drawing may use of a page besides the language; the trial goes on past these. */
const ofPages = [
  'window',
  'self',
  'document',
  'console',
  'devicePixelRatio',
  'getComputedStyle',
  'matchMedia',
  'performance',
  'requestAnimationFrame',
  'CanvasRenderingContext2D',
  'DOMMatrix',
  'DOMPoint',
  'Image',
  'ImageData',
  'OffscreenCanvas',
  'Path2D',
];

/** Can be called and read in any way, and counts as 0. */
const anything: unknown = new Proxy((() => {}) as never, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : anything),
  set: () => true,
  apply: () => anything,
  construct: () => anything as object,
});

/** The middle of a box; 0 along dimensions without finite bounds. */
function middleOf(box: Box): Float64Array {
  const { lower, upper } = boxBounds('faultOfSource', 'space', box);
  return lower.map((low, j) => {
    const middle = (low + upper[j]!) / 2;
    return Number.isFinite(middle) ? middle : 0;
  });
}

import { runInNewContext } from 'node:vm';
import { type AnySpace, type Box, boxBounds, isObjectSpace } from '../../core/index.ts';
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
  try {
    const genome = isObjectSpace(space) ? space.sample(randomStream(1)) : middleOf(space as Box);
    const elite = { cell: 0, fitness: 0, descriptor: middleOf(kinds), genome, origin: undefined, fields: {} };
    const globals = Object.fromEntries(ofPages.map((name) => [name, anything]));
    const called = runInNewContext(
      `(${source}\n)(...elitesArguments)`,
      { ...globals, elitesArguments: [anything, genome, 200, elite] },
      { timeout },
    );
    void Promise.resolve(called).catch(() => undefined);
  } catch (error) {
    const { name, message } = (error ?? {}) as Partial<Error>;
    if (name === 'SyntaxError') return `one whose text is no function by itself (${message})`;
    const [, missing] = /^(\S+) is not defined$/.exec(message ?? '') ?? [];
    const own = name === 'ReferenceError' && missing !== undefined && count(missing, module) > count(missing, source);
    if (own) return `one that uses ${missing}`;
  }
  return undefined;
}

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

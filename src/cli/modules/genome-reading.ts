import { Script } from 'node:vm';
import { type AnySpace, isObjectSpace, plainJson } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { whyReadingFails } from './renderer-trial.ts';

/** How a page gets genomes of a space that are no vectors. */
export interface GenomeReading {
  /** Source of the function that reads there what `serialize` of the space writes; undefined: the page gets genomes as JSON. */
  readonly source: string | undefined;
  /** Why it gets them as JSON though the space has functions of its own, in a sentence without its stop. */
  readonly warning?: string | undefined;
}

/** Tries whether `deserialize` of a space can stand alone in a page, like a renderer. */
export async function genomeReading(space: AnySpace): Promise<GenomeReading> {
  if (!isObjectSpace(space) || space.deserialize === plainJson.deserialize) return { source: undefined };
  const text = textOfSample(space);
  // The keeper of the run says that genomes cannot be written.
  if (text === undefined) return { source: undefined };
  const source = sourceOf(space.deserialize);
  const got = await whyReadingFails(source, text);
  if (got === undefined) return { source };
  const rule =
    'deserialize of the genome space must use nothing but its argument, since only its text goes into the page';
  return {
    source: undefined,
    warning: `${rule}; got ${got}. The page gets genomes as JSON instead, and so does render`,
  };
}

function textOfSample({ sample, serialize }: Extract<AnySpace, { sample: unknown }>): string | undefined {
  try {
    const text: unknown = serialize(sample(randomStream(1)));
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a function as an expression. That of a method, and of a function of the language, is none by itself. */
function sourceOf(deserialize: (text: string) => unknown): string {
  if (deserialize === JSON.parse) return 'JSON.parse';
  const text = Function.prototype.toString.call(deserialize);
  const { name } = deserialize;
  if (/\{\s*\[native code\]\s*\}$/.test(text) && (globalThis as Record<string, unknown>)[name] === deserialize)
    return name;
  const method = `Object.values({ ${text}\n})[0]`;
  return !isExpression(text) && isExpression(method) ? method : text;
}

function isExpression(text: string): boolean {
  try {
    new Script(`(${text}\n)`);
    return true;
  } catch {
    return false;
  }
}

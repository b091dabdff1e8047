import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Algorithm, show } from '../core/index.ts';
import { CliError } from './cli-error.ts';
import { isName } from './is-name.ts';
import { usersCode } from './users-code.ts';

/** Makes a search of one variant; the seed is the replicate's number. */
type MakeSearch = (context: { readonly seed: number }) => Algorithm<unknown> | Promise<Algorithm<unknown>>;

/** A user's module that exports `variants`. */
export interface CompareModule {
  /** The file's name without its ending. */
  readonly name: string;
  /** The name, and a digest of the file's text: another text, other replicates. */
  readonly group: string;
  readonly variants: ReadonlyMap<string, MakeSearch>;
}

/**
 * Loads a module that exports `variants`, an object of functions by name.
 * @throws CliError if there is none, it throws, or a name does not fit a file.
 */
export async function loadCompareModule(owner: string, path: string): Promise<CompareModule> {
  const text = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(owner, `the module must be a file that can be read; got ${show(path)} (${error.code}).`, 1);
  });
  const { href } = pathToFileURL(resolve(path));
  const { variants } = await usersCode(owner, path, () => import(href) as Promise<{ variants?: unknown }>);
  const entries = Object.entries((variants ?? {}) as Record<string, unknown>);
  const valid = entries.length > 0 && entries.every(([name, make]) => isName(name) && typeof make === 'function');
  if (!valid) {
    const rule = 'must export variants, an object of functions by names of at most 100 letters, digits, dots, _ and -';
    throw new CliError(owner, `${path} ${rule}; got ${show(variants)}.`, 1);
  }
  const name = basename(path, extname(path)).replaceAll(/[^\w.-]/g, '_');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { name, group: `${name}-${digest}`, variants: new Map(entries as [string, MakeSearch][]) };
}

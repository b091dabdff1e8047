import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shorten, show } from '../../core/index.ts';
import { asFileName, isName } from '../files/out-folder.ts';
import { CliError } from '../terminal/cli-error.ts';
import { withNodeFlags } from '../terminal/own-command.ts';
import { type MakeSearch, type ModuleParts, variantsOf, whyNoSearches } from './domain-variants.ts';
import { moduleTexts, typeScriptOf } from './module-texts.ts';
import { type ModuleView, type ViewParts, viewOf, whyNoView } from './module-view.ts';
import { usersCode } from './users-code.ts';

/** A user's module. */
export interface SearchModule {
  /** As given on the command line. */
  readonly path: string;
  /** The file's name without its ending, see {@link asFileName}. */
  readonly name: string;
  /** A hash of {@link moduleTexts}. */
  readonly digest: string;
  /** The searches that it makes, at least one. */
  readonly variants: ReadonlyMap<string, MakeSearch>;
  readonly view: ModuleView;
}

/** What a module exports; part of the help of commands that take one. */
export const moduleHelp = `MODULE is a JavaScript module (.mjs, or .js with "type": "module" in package.json) that
exports a domain. It may also export functions that make the archive (default: 100
cells for one descriptor, 32 × 32 for two, 1000 centroids for more) and a learner:

  export const domain = defineDomain({ … });
  export const archive = () => new GridArchive({ domain, cells: [40, 40] });
  export const learner = () => new Vae({ inputs: 12, latent: 4 });

Its variants are me-line (iso+line mutation) and map-elites (isometric mutation); with a
learner also dde-elites, as the first. Or MODULE exports its own variants:

  export const variants = {
    gaussian: ({ seed }) => new MapElites({ …, seed }),
    'iso-line': ({ seed }) => new MapElites({ …, seed }),
  };`;

/**
 * Loads a module that exports `variants`, an object of functions by name, or a `domain`.
 * @throws CliError if it exports neither, throws, or a name cannot be a file name.
 */
export async function loadSearchModule(owner: string, path: string): Promise<SearchModule> {
  if (!/\.[cm]?[jt]sx?$/.test(path))
    throw new CliError(owner, `MODULE must be a JavaScript file, .mjs or .js; got ${show(path)}.`, 1);
  const texts = await moduleTexts(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code ?? error.message;
    throw new CliError(owner, `MODULE must be a file that can be read; got ${show(path)} (${reason}).`, 1);
  });
  const { href } = pathToFileURL(resolve(path));
  const wrongWith = (text: string): CliError => new CliError(owner, `${path}: ${text}`, 1);
  const exported = await usersCode(owner, path, () => imported(href, [...texts.keys()], wrongWith));
  const { variants: given, ...parts } = exported;
  const isDomain = given === undefined && parts.domain !== undefined;
  const fault = (isDomain ? whyNoSearches(parts as ModuleParts) : undefined) ?? whyNoView(exported);
  if (fault !== undefined) throw wrongWith(`${fault}.`);
  const made = isDomain ? variantsOf(parts as ModuleParts) : ((given ?? {}) as Record<string, MakeSearch>);
  const variants = new Map(Object.entries(made));
  const wrong = [...variants].find(([name, make]) => !isName(name) || typeof make !== 'function');
  if (variants.size === 0 || wrong !== undefined) {
    const rule =
      'a domain, or variants, an object of functions by names of at most 100 letters, digits, dots, _, + and -';
    const got = wrong === undefined ? found(exported) : `${show(wrong[1])} named ${show(wrong[0])}`;
    throw new CliError(owner, `${path} must export ${rule}; got ${got}.`, 1);
  }
  const name = asFileName(basename(path, extname(path)));
  const text = Array.from(texts.values(), (one) => `${one}\n`).join('');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { path, name, digest, variants, view: viewOf(name, text, exported) };
}

/** @throws CliError where this Node cannot read TypeScript, or the syntax of a file is wrong; what the module throws. */
async function imported(
  href: string,
  files: readonly string[],
  wrongWith: (text: string) => CliError,
): Promise<Partial<ModuleParts> & ViewParts & { variants?: unknown }> {
  try {
    return await import(href);
  } catch (error) {
    // An error that tells its place is not of the text, but of an import of a name that is not there.
    const isOfText = error instanceof SyntaxError && !/^file:\S+:\d+\n/.test(error.stack ?? '');
    const wrong = isOfText ? syntaxFault(error, files) : undefined;
    if (wrong !== undefined) throw wrongWith(wrong);
    if (!isOfTypeScript((error ?? {}) as Partial<NodeJS.ErrnoException>)) throw error;
    const loader = `call ${withNodeFlags(['--import', 'tsx'])}, after npm install tsx`;
    const compiled = 'compile it, and give the .js file, as a project of elites init does';
    throw wrongWith(`Node cannot read this TypeScript by itself: ${loader}; or ${compiled}.`);
  }
}

/**
 * Whether an import failed because Node does not read TypeScript, or not all of it: newer versions erase types, but change nothing else,
 * and find no file whose import is written as that of the compiled one.
 */
function isOfTypeScript({ code, message = '', url }: Partial<NodeJS.ErrnoException> & { url?: unknown }): boolean {
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return /"\.[cm]?tsx?"/.test(message);
  if (code !== 'ERR_MODULE_NOT_FOUND') return /TYPESCRIPT|TYPE_STRIPPING/.test(code ?? '');
  return typeof url === 'string' && typeScriptOf(url).some((one) => existsSync(fileURLToPath(one)));
}

/** What Node says of an ES module that it reads as CommonJS. */
const readAsCommonJs = /outside a module$|^Unexpected token 'export'$|^await is only valid in async functions/;

/**
 * The message of a SyntaxError of an import, with file and line, which the error itself does not tell; undefined if the text of each file
 * is right. Starts a process for each file.
 */
function syntaxFault({ message }: SyntaxError, files: readonly string[]): string | undefined {
  const text = `SyntaxError: ${message}`;
  for (const file of files) {
    const { status, stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' });
    const place = stderr.split('\n').find((line) => line.startsWith(`${file}:`));
    if (status === 0 || place === undefined || !stderr.includes(text)) continue;
    const cure = `Node reads ${basename(file)} as CommonJS: name it .mjs, or put "type": "module" into package.json. `;
    return `${file.endsWith('.js') && readAsCommonJs.test(message) ? cure : ''}${text} (${place})`;
  }
  return undefined;
}

/** What a module without variants exports, in words. */
function found(exported: { readonly variants?: unknown }): string {
  if (exported.variants !== undefined) return `variants: ${show(exported.variants)}`;
  const names = Object.keys(exported);
  if (names.length === 0) return 'no exports';
  return `exports named ${names.slice(0, 8).map(shorten).join(', ')}${names.length > 8 ? ', …' : ''}`;
}

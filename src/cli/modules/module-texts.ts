import { readFile, realpath, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The relative path in `from '…'`, `import '…'`, `import('…')` and `require('…')`. */
const relativeImport = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])(\.\.?\/.*?)\1/g;

/**
 * The texts of a module and of the files that it imports by relative paths, by their paths without links, as far as they can be read.
 * @throws the error of the file system if the module cannot be read.
 */
export async function moduleTexts(path: string): Promise<Map<string, string>> {
  const module = await realpath(path);
  const texts = new Map([[module, await readFile(module, 'utf8')]]);
  // The loop also visits what is added to it.
  for (const [file, text] of texts) {
    for (const [, , imported] of text.matchAll(relativeImport)) {
      const next = await importedFile(file, imported!);
      if (next === undefined || texts.has(next)) continue;
      const found = await readFile(next, 'utf8').catch(() => undefined);
      if (found !== undefined) texts.set(next, found);
    }
  }
  return texts;
}

/** Where a loader of TypeScript looks if there is no file at a URL: for `a.js` and for `a` at `a.ts`, `a.tsx` and `a/index.ts`. */
export function typeScriptOf(url: string): string[] {
  const [, base, end] = /^(.*?)(?:\.([cm]?)jsx?)?(?:[?#].*)?$/s.exec(url)!;
  return [`${base}.${end ?? ''}ts`, `${base}.tsx`, `${base}/index.ts`];
}

/**
 * The path, without links, of what a file imports; undefined if there is no such file.
 * @param imported - As the text has it, a part of a URL: `./a%20b.js?c` is the file `a b.js`, or `a b.ts` with a loader of TypeScript.
 */
async function importedFile(file: string, imported: string): Promise<string | undefined> {
  const { href } = new URL(imported, pathToFileURL(file));
  for (const url of [href, ...typeScriptOf(href)]) {
    const found = await fileOf(url).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function fileOf(url: string): Promise<string | undefined> {
  const file = await realpath(fileURLToPath(url));
  return (await stat(file)).isFile() ? file : undefined;
}

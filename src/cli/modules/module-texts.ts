import { readFile, realpath } from 'node:fs/promises';
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
      const next = await importedFile(file, imported!).catch(() => undefined);
      if (next === undefined || texts.has(next)) continue;
      const found = await readFile(next, 'utf8').catch(() => undefined);
      if (found !== undefined) texts.set(next, found);
    }
  }
  return texts;
}

/** What is imported is part of a URL: `./a%20b.js?c` is the file `a b.js`. */
async function importedFile(file: string, imported: string): Promise<string> {
  return realpath(fileURLToPath(new URL(imported, pathToFileURL(file))));
}

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The relative path in `from '…'`, `import '…'`, `import('…')` and `require('…')`. */
const relativeImport = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])(\.\.?\/.*?)\1/g;

/**
 * The texts of a module and of the files that it imports by relative paths, by absolute path, as far as they can be read.
 * @throws the error of the file system if the module cannot be read.
 */
export async function moduleTexts(path: string): Promise<Map<string, string>> {
  const module = resolve(path);
  const texts = new Map([[module, await readFile(module, 'utf8')]]);
  // The loop also visits what is added to it.
  for (const [file, text] of texts) {
    for (const [, , imported] of text.matchAll(relativeImport)) {
      const next = resolve(dirname(file), imported!);
      if (texts.has(next)) continue;
      const found = await readFile(next, 'utf8').catch(() => undefined);
      if (found !== undefined) texts.set(next, found);
    }
  }
  return texts;
}

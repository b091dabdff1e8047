import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The relative path in `from '…'`, `import '…'`, `import('…')` and `require('…')`. */
const relativeImport = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])(\.\.?\/.*?)\1/g;

/**
 * The text of a module and of the files that it imports by relative paths, as far as these can be read.
 * @throws the error of the file system if the module cannot be read.
 */
export async function moduleText(path: string): Promise<string> {
  const module = resolve(path);
  // The loop also visits what is added to it.
  const files = new Set([module]);
  let all = '';
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch((error) => {
      if (file === module) throw error;
      return '';
    });
    for (const [, , imported] of text.matchAll(relativeImport)) files.add(resolve(dirname(file), imported!));
    all += `${text}\n`;
  }
  return all;
}

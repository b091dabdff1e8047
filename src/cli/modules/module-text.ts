import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The relative path in `from '…'`, `import '…'`, `import('…')` and `require('…')`. */
const relativeImport = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])(\.\.?\/.*?)\1/g;

/** The text of a module and of the files that it imports by relative paths, as far as they can be read. */
export async function moduleText(path: string): Promise<string> {
  // Also those that are added while it is read.
  const files = new Set([resolve(path)]);
  let all = '';
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const [, , imported] of text.matchAll(relativeImport)) files.add(resolve(dirname(file), imported!));
    all += `${text}\n`;
  }
  return all;
}

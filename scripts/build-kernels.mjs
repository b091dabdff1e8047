// Compiles src/kernels/assembly (AssemblyScript) to WebAssembly and embeds it as text in src/kernels/binary.ts,
// so that ESM, CJS and browsers need no asset. Skips the work when the binary is newer than every source.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src/kernels/assembly');
const target = join(root, 'src/kernels/binary.ts');

/** The 90 printable characters without quotes, \\, ` and $, as frequent as they are in our minified code. */
const CHARACTERS = 'etrnsio,a(). =lhucf{};m:dp#wg[]b0vy+1&*>A!?2N<IMFS-4xE|6U3Ojkz/_TGR8VCB5PqYDLJ9W7XHQ^ZK%~@';

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(
  modified(fileURLToPath(import.meta.url)),
  modified(fileURLToPath(new URL('compile-kernels.mjs', import.meta.url))),
  ...readdirSync(sources).map((name) => modified(join(sources, name))),
);
if (modified(target) > newest) process.exit(0);

// Loaded only now: tests ask before every run whether there is anything to do.
const { compileKernels } = await import('./compile-kernels.mjs');
const { bytes, flags } = importMemory(await compileKernels('src/kernels/assembly/index.ts'));
writeFileSync(
  target,
  source(
    split(bytes).map((part) => part.flatMap(symbols)),
    flags,
  ),
);
console.log(`kernels: ${bytes.length} bytes of WebAssembly`);

/**
 * A module's bytes with its memory imported, as '' of '': whoever instantiates it says how large that may become, and whether
 * it is shared. Sections are a number, the length of the rest as LEB128, and the rest; imports (2) stand behind types (1), and
 * the memory's own (5) is left out.
 */
function importMemory(module) {
  const header = 8;
  const bytes = [...module.subarray(0, header)];
  let flags = 0;
  for (let at = header; at < module.length; ) {
    const start = at;
    const section = module[at++];
    let length = 0;
    let shift = 0;
    do {
      length |= (module[at] & 127) << shift;
      shift += 7;
    } while (module[at++] > 127);
    at += length;
    if (section !== 5) bytes.push(...module.subarray(start, at));
    if (section !== 1) continue;
    // One import: two empty names; a memory (2) with a maximum (1; 3 if it is shared as well), of 1 to 65536 pages.
    flags = bytes.length + 6;
    bytes.push(2, 9, 1, 0, 0, 2, 1, 1, 128, 128, 4);
  }
  return { bytes, flags };
}

/**
 * The bytes behind 0x20 to 0x22 apart from all others. Nearly always that is the number of a local variable behind its
 * instruction: gzip finds a fourteenth more where code that differs only in its locals is the same.
 */
function split(bytes) {
  const others = [];
  const locals = [];
  for (let i = 0; i < bytes.length; i++) {
    others.push(bytes[i]);
    if (bytes[i] >= 0x20 && bytes[i] <= 0x22 && i + 1 < bytes.length) locals.push(bytes[++i]);
  }
  return [others, locals];
}

/** The symbols of a byte: one for each of the 88 from -16 to 71, the usual ones, and two for any other, the first 0 or 1. */
function symbols(byte) {
  const value = (byte + 16) & 255;
  return value < 88 ? [value + 2] : [value < 176 ? 0 : 1, (value % 88) + 2];
}

/**
 * What stands in src/kernels/binary.ts. gzip, which sees bytes, packs symbols a quarter smaller than base64, where three
 * bytes share four characters; and still half a kilobyte smaller if the usual ones have the characters that are usual in
 * the program around them, since both share a code.
 */
function source(parts, flags) {
  const counts = new Array(90).fill(0);
  for (const symbol of parts.flat()) counts[symbol]++;
  const alphabet = [];
  const usual = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
  for (const [rank, symbol] of usual.entries()) alphabet[symbol] = CHARACTERS[rank];
  const [others, locals] = parts.map((part) => part.map((symbol) => alphabet[symbol]).join(''));
  return `// Written by scripts/build-kernels.mjs; never edited by hand.
/** The characters of the 90 symbols in {@link others} and {@link locals}. */
export const alphabet: string =
  '${alphabet.join('')}';
/** The compiled kernels without the bytes behind 0x20 to 0x22, as kernelBytes in instance.ts reads them. */
export const others: string =
  '${others}';
/** The bytes behind 0x20 to 0x22. */
export const locals: string =
  '${locals}';
/** Where the module says of its memory whether it is shared: 1, or 3 if it is. */
export const memoryFlags: number = ${flags};
`;
}

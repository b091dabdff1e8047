// Compiles each folder of src/kernels/assembly (AssemblyScript) to a WebAssembly module, and embeds that as text in the folder of
// src/kernels that has the same name, so that ESM, CJS and browsers need no asset, and bundlers leave out the modules that a
// program does not use. Skips the work when what it writes is newer than every source.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kernels = fileURLToPath(new URL('../src/kernels/', import.meta.url));
const sources = join(kernels, 'assembly');
const names = readdirSync(sources, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const target = (folder) => join(kernels, folder, 'binary.ts');

/** The 90 printable characters without quotes, \\, ` and $, as frequent as they are in our minified code. */
const CHARACTERS = 'etrnsio,a(). =lhucf{};m:dp#wg[]b0vy+1&*>A!?2N<IMFS-4xE|6U3Ojkz/_TGR8VCB5PqYDLJ9W7XHQ^ZK%~@';

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(
  modified(fileURLToPath(import.meta.url)),
  modified(fileURLToPath(new URL('compile-kernels.mjs', import.meta.url))),
  ...readdirSync(sources, { recursive: true }).map((name) => modified(join(sources, name))),
);
if (Math.min(...['runtime', ...names].map((folder) => modified(target(folder)))) > newest) process.exit(0);

// Loaded only now: tests ask before every run whether there is anything to do.
const { compileKernels } = await import('./compile-kernels.mjs');

/**
 * The modules, compiled to share one memory: the static data of each lie behind those of the one before, and what is free begins
 * behind the last. So any of them may be instantiated in a memory in which others are at work.
 */
const modules = [];
let base = 1024;
for (const name of names) {
  const { bytes, end } = await compileKernels(`src/kernels/assembly/${name}/index.ts`, base);
  const imported = importMemory(bytes);
  modules.push({ name, flags: imported.flags, parts: split(imported.bytes).map((part) => part.flatMap(symbols)) });
  console.log(`kernels: ${name}, ${bytes.length} bytes of WebAssembly`);
  base = Math.ceil(end / 64) * 64;
}

const alphabet = alphabetOf(modules.flatMap(({ parts }) => parts.flat()));
for (const { name, flags, parts } of modules) writeFileSync(target(name), moduleSource(flags, parts));
writeFileSync(target('runtime'), runtimeSource());

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
 * The characters of the 90 symbols. gzip, which sees bytes, packs symbols a quarter smaller than base64, where three bytes share
 * four characters; and still half a kilobyte smaller if the usual ones have the characters that are usual in the program around
 * them, since both share a code.
 */
function alphabetOf(all) {
  const counts = new Array(90).fill(0);
  for (const symbol of all) counts[symbol]++;
  const characters = [];
  const usual = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
  for (const [rank, symbol] of usual.entries()) characters[symbol] = CHARACTERS[rank];
  return characters.join('');
}

/** What stands in the binary.ts of a module. */
function moduleSource(flags, parts) {
  const [others, locals] = parts.map((part) => part.map((symbol) => alphabet[symbol]).join(''));
  return `// Written by scripts/build-kernels.mjs; never edited by hand.
import type { KernelBinary } from '../runtime/kernel-module.ts';

/** The compiled kernels of this folder. */
export const binary: KernelBinary = {
  others: '${others}',
  locals: '${locals}',
  memoryFlags: ${flags},
};
`;
}

/** What stands in runtime/binary.ts: what the modules have in common. */
function runtimeSource() {
  return `// Written by scripts/build-kernels.mjs; never edited by hand.
/** The characters of the 90 symbols in the text of a module. */
export const alphabet: string =
  '${alphabet}';
/** Where memory that no module's static data takes begins. */
export const heapBase: number = ${base};
`;
}

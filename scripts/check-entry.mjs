// The root entry runs in browsers, workers and Deno: whatever it loads, in either module system, imports nothing but its
// own chunks. And importing it is quick: four files are loaded, and no WebAssembly is compiled before it is needed.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const problems = [];

/** Specifiers of a built file's imports: static, dynamic and required. */
function specifiers(text) {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])([^"'\s,]+)\1/g;
  return [...text.matchAll(pattern)].map((match) => match[2]);
}

/** What a relative import names: from a file of types, the types of that chunk. */
function sibling(specifier, file) {
  return /\.d\.c?ts$/.test(file) ? specifier.replace(/\.(c?)js$/, '.d.$1ts') : specifier;
}

/** Walks the chunks from `entry` on and answers with them; an import of anything else is a problem. */
function walk(entry) {
  const seen = new Set();
  const waiting = [resolve(dist, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of specifiers(readFileSync(file, 'utf8'))) {
      if (specifier.startsWith('.')) waiting.push(resolve(dirname(file), sibling(specifier, file)));
      else problems.push(`${entry} loads ${specifier} (in ${file.slice(dist.length)})`);
    }
  }
  return seen;
}

for (const entry of ['index.cjs', 'index.d.ts', 'index.d.cts']) walk(entry);
const { size } = walk('index.js');
if (size > 4) problems.push(`index.js loads ${size} files, not 4: see oneLibrary in tsup.config.ts`);
for (const entry of ['plot.js', 'plot.cjs', 'plot.d.ts', 'testing.js', 'testing.cjs', 'testing.d.ts']) {
  if (existsSync(resolve(dist, entry))) walk(entry);
}

const { Module, Instance } = WebAssembly;
let compiled = 0;
WebAssembly.Module = class extends Module {
  constructor(bytes) {
    compiled++;
    super(bytes);
  }
};
WebAssembly.Instance = class extends Instance {
  constructor(module, imports) {
    compiled++;
    super(module, imports);
  }
};
await import(pathToFileURL(resolve(dist, 'index.js')).href);
if (compiled > 0) problems.push('importing index.js compiles WebAssembly');

for (const problem of problems) console.error(`check-entry: ${problem}`);
if (problems.length === 0) console.log('check-entry: the root entry loads its own chunks alone, and does no work');
process.exitCode = problems.length === 0 ? 0 : 1;

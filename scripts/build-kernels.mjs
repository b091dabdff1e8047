// Compiles src/kernels/assembly (AssemblyScript) to WebAssembly and embeds it as text in src/kernels/binary.ts,
// so that ESM, CJS and browsers need no asset. Skips the work when the binary is newer than every source.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src/kernels/assembly');
const target = join(root, 'src/kernels/binary.ts');

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = Math.max(
  modified(fileURLToPath(import.meta.url)),
  ...readdirSync(sources).map((name) => modified(join(sources, name))),
);
if (modified(target) > newest) process.exit(0);

// Loaded only now: tests ask before every run whether there is anything to do.
const { default: asc } = await import('assemblyscript/asc');
const { default: binaryen } = await import('assemblyscript/binaryen');

const folder = mkdtempSync(join(tmpdir(), 'elites-kernels-'));
try {
  const wasm = join(folder, 'kernels.wasm');
  const entry = join(sources, 'index.ts');
  // binaryen's own optimisation of what AssemblyScript left almost alone is as fast as -O3, and a twentieth smaller gzipped.
  const options = ['-O1', '--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort=', '--outFile', wasm];
  const { error, stderr } = await asc.main([entry, '--baseDir', root, ...options]);
  if (error) {
    console.error(stderr.toString());
    process.exit(1);
  }
  const module = binaryen.readBinary(readFileSync(wasm));
  const { SIMD128, BulkMemory, BulkMemoryOpt, NontrappingFPToInt, SignExt, MutableGlobals } = binaryen.Features;
  module.setFeatures(SIMD128 | BulkMemory | BulkMemoryOpt | NontrappingFPToInt | SignExt | MutableGlobals);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAlwaysInlineMaxSize(2);
  binaryen.setFlexibleInlineMaxSize(20);
  binaryen.setOneCallerInlineMaxSize(10);
  binaryen.setAllowInliningFunctionsWithLoops(false);
  module.optimize();
  const bytes = module.emitBinary();
  writeFileSync(
    target,
    `// Written by scripts/build-kernels.mjs; never edited by hand.\n/** The compiled kernels, as decodeBinary in instance.ts reads them. */\nexport const binary: string =\n  '${encode(bytes)}';\n`,
  );
  console.log(`kernels: ${bytes.length} bytes of WebAssembly`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * One character for each of the 88 bytes from -16 to 71, the usual ones, and two for any other: gzip, which sees bytes, packs
 * this a quarter smaller than base64, where three bytes share four characters. Printable, without quotes, \\, ` and $.
 */
function encode(bytes) {
  const characters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
    (c) => !`'"\\\`$`.includes(c),
  );
  return Array.from(bytes, (byte) => {
    const value = (byte + 16) & 255;
    return value < 88 ? characters[value + 2] : characters[value < 176 ? 0 : 1] + characters[(value % 88) + 2];
  }).join('');
}

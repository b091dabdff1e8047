// How AssemblyScript becomes the WebAssembly that is shipped; tests of a single file of it compile that file so, too.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The bytes of the module with the exports of a file, named by its path from the project's root, and where its static data ends,
 * which begins at `base`.
 */
export async function compileKernels(file, base = 1024) {
  const folder = mkdtempSync(join(tmpdir(), 'elites-kernels-'));
  try {
    const wasm = join(folder, 'kernels.wasm');
    const entries = [file, 'src/kernels/assembly/heap-base.ts', '--baseDir', root, '--memoryBase', String(base)];
    // binaryen's own optimisation of what AssemblyScript left alone is about as fast as -O3, and a tenth smaller gzipped.
    const options = ['--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort=', '--outFile', wasm];
    const { error, stderr } = await asc.main([...entries, ...options]);
    if (error) throw new Error(stderr.toString(), { cause: error });
    const plain = readFileSync(wasm);
    const end = new WebAssembly.Instance(new WebAssembly.Module(plain)).exports.heapBase();
    const module = binaryen.readBinary(plain);
    module.removeExport('heapBase');
    const { SIMD128, BulkMemory, BulkMemoryOpt, NontrappingFPToInt, SignExt, MutableGlobals } = binaryen.Features;
    module.setFeatures(SIMD128 | BulkMemory | BulkMemoryOpt | NontrappingFPToInt | SignExt | MutableGlobals);
    binaryen.setOptimizeLevel(2);
    binaryen.setShrinkLevel(0);
    module.optimize();
    return { bytes: module.emitBinary(), end };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

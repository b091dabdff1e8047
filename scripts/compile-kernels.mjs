// How AssemblyScript becomes the WebAssembly that is shipped; tests of a single file of it compile that file so, too.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The bytes of the module with the exports of a file, named by its path from the project's root. */
export async function compileKernels(file) {
  const folder = mkdtempSync(join(tmpdir(), 'elites-kernels-'));
  try {
    const wasm = join(folder, 'kernels.wasm');
    // binaryen's own optimisation of what AssemblyScript left alone is about as fast as -O3, and a tenth smaller gzipped.
    const options = ['--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort=', '--outFile', wasm];
    const { error, stderr } = await asc.main([file, '--baseDir', root, ...options]);
    if (error) throw new Error(stderr.toString(), { cause: error });
    const module = binaryen.readBinary(readFileSync(wasm));
    const { SIMD128, BulkMemory, BulkMemoryOpt, NontrappingFPToInt, SignExt, MutableGlobals } = binaryen.Features;
    module.setFeatures(SIMD128 | BulkMemory | BulkMemoryOpt | NontrappingFPToInt | SignExt | MutableGlobals);
    binaryen.setOptimizeLevel(2);
    binaryen.setShrinkLevel(0);
    module.optimize();
    return module.emitBinary();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// The kernels: AssemblyScript, compiled by scripts/build-kernels.mjs, never seen by tsc or biome.

/** Where free memory begins. */
export function heapBase(): usize {
  return __heap_base;
}

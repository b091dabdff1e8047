/** Where memory that no static data takes begins: asked when the kernels are built. */
export function heapBase(): usize {
  return __heap_base;
}

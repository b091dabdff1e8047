import { makeMemory, OwnHeap, PAGE } from './heap.ts';

/** Bytes of its memory that are for what is {@link Cached}, at first. */
export const CACHE_BYTES: number = 2 ** 24;

/** 1 MB, and the cache. */
const FIRST_PAGES = (2 ** 20 + CACHE_BYTES) / PAGE;
/** 1 GiB, what it may grow to. */
const LAST_PAGES = 16_384;

let heap: OwnHeap | undefined;

/** The one heap that all stateless kernels share, made at the first use, with room for every {@link Area} and the cache. */
export function commonHeap(): OwnHeap {
  heap ??= new OwnHeap(makeMemory({ initial: FIRST_PAGES, maximum: LAST_PAGES }));
  return heap;
}

/** The script of a worker thread: src/node/thread.ts, as the build makes it. */
export function threadFile(): URL {
  return new URL('./thread.js', import.meta.url);
}

/** The script of the thread of a ThreadVae: src/node/vae-thread.ts, as the build makes it. */
export function vaeThreadFile(): URL {
  return new URL('./vae-thread.js', import.meta.url);
}

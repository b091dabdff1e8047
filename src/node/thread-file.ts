/** The script of a worker thread: src/node/thread.ts, as the build makes it. */
export function threadFile(): URL {
  return new URL('./thread.js', import.meta.url);
}

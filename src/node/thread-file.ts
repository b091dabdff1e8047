/** Each written out as bundlers look for it. */
const files = {
  /** src/node/thread.ts, as the build makes it. */
  'thread.js': (): URL => new URL('./thread.js', import.meta.url),
  /** src/node/vae-thread.ts, as the build makes it. */
  'vae-thread.js': (): URL => new URL('./vae-thread.js', import.meta.url),
};

/** The script of a thread; undefined if a bundler took away `import.meta.url`. */
export function threadFile(name: keyof typeof files): URL | undefined {
  try {
    return files[name]();
  } catch {
    return undefined;
  }
}

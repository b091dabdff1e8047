import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread with the options of this process, such as `--import` and `--experimental-strip-types`.
 * @param script - Text of an ES module that imports Node's own modules alone. A bundler keeps a text, where it would lose a file.
 * @param name - What stack traces call the script.
 */
export function startThread(script: string, name: string, options: WorkerOptions): Worker {
  const text = `${script}\n//# sourceURL=elites/${name}`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), options);
}

import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread with the options of this process, but for --input-type, which no file may have. */
export function startThread(file: URL, options: WorkerOptions): Worker {
  const text = process.execArgv.some((argument) => argument.startsWith('--input-type'));
  return new Worker(file, text ? { ...options, execArgv: [] } : options);
}

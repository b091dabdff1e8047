import { existsSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { stateError } from '../core/index.ts';
import { threadFile } from './thread-file.ts';

/**
 * Starts a thread with the options of this process, such as `--import` and `--experimental-strip-types`.
 * @throws STATE, in the name of `owner`, if its script is not where it belongs.
 */
export function startThread(owner: string, name: Parameters<typeof threadFile>[0], options: WorkerOptions): Worker {
  const file = threadFile(name);
  if (file === undefined || (file.protocol === 'file:' && !existsSync(file))) {
    const remedy = 'a bundler must leave elites out of the bundle, as an external package';
    throw stateError(owner, `the script of its threads, ${file ?? name}, is missing: ${remedy}`);
  }
  // No file may have --input-type, but a text that imports it may.
  const text = process.execArgv.some((argument) => argument.startsWith('--input-type'));
  return text ? new Worker(`import(${JSON.stringify(file)})`, { ...options, eval: true }) : new Worker(file, options);
}

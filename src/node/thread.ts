// The script of a worker thread of a ThreadPool: loads the module it is told of, and evaluates with its domain. Embedded as text
// by scripts/embed-scripts.mjs.
import { parentPort } from 'node:worker_threads';
import { argumentError, isError } from '../core/index.ts';
import { type CreateDomain, type LoadMessage, servePort } from '../workers/index.ts';

interface DomainModule {
  readonly createDomain?: unknown;
  /** What a CommonJS module exports. */
  readonly default?: { readonly createDomain?: unknown } | undefined;
}

parentPort!.once('message', ({ port, module, options }: LoadMessage) => {
  servePort(port, async () => {
    const loaded: DomainModule = await import(module!).catch((error) => Promise.reject(readable(error)));
    const createDomain = loaded.createDomain ?? loaded.default?.createDomain;
    if (typeof createDomain !== 'function') {
      throw argumentError('createDomain', `module ${module}`, 'export a function createDomain(options)', loaded);
    }
    return (createDomain as CreateDomain)(options as never);
  });
});

/** The error of an import, with what to do, and without the text of this script, which is its URL. */
function readable(error: unknown): unknown {
  if (!isError(error)) return error;
  for (const key of ['message', 'stack'] as const) {
    if (error[key]?.includes(import.meta.url)) error[key] = error[key].replaceAll(import.meta.url, 'elites/node');
  }
  if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_FILE_EXTENSION') return error;
  // Module hooks are a thread's own: those of the main thread may know a file that this one does not.
  const remedy = 'this thread has no loader for it: compile it, or see "A domain in TypeScript" in docs/node.md';
  return new Error(`${error.message}; ${remedy}`, { cause: error });
}

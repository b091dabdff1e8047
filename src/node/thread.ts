// The script of a worker thread of a ThreadPool: loads the module it is told of, and evaluates with its domain.
import { parentPort } from 'node:worker_threads';
import { argumentError } from '../core/index.ts';
import { type CreateDomain, type LoadMessage, servePort } from '../workers/index.ts';

interface DomainModule {
  readonly createDomain?: unknown;
  /** What a CommonJS module exports. */
  readonly default?: { readonly createDomain?: unknown } | undefined;
}

parentPort!.once('message', ({ port, module, options }: LoadMessage) => {
  servePort(port, async () => {
    const loaded: DomainModule = await import(module!);
    const createDomain = loaded.createDomain ?? loaded.default?.createDomain;
    if (typeof createDomain !== 'function') {
      throw argumentError('createDomain', `module ${module}`, 'export a function createDomain(options)', loaded);
    }
    return (createDomain as CreateDomain)(options as never);
  });
});

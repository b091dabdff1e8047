import type { Domain, FieldKinds } from '../../../src/core/index.ts';
import { answerRequest, type Lane } from '../../../src/workers/index.ts';

/** A lane to a domain in this thread; what is sent is cloned, as between threads. */
export function laneTo<G, F extends FieldKinds>(domain: Domain<G, F>): Lane {
  return {
    ask: async (request, signal) => structuredClone(await answerRequest(domain, structuredClone(request), signal)),
    close: () => undefined,
  };
}

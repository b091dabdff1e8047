import {
  argumentError,
  Batch,
  type Box,
  boxBounds,
  CallSignals,
  checkResults,
  type Domain,
  ElitesError,
  type EvaluationContext,
  type Genomes,
  isObjectSpace,
  ListBatch,
  type MaybeStateful,
  type ObjectSpace,
  sentError,
} from '../core/index.ts';
import type { Answer, LoadMessage, Port, Request, SliceGenomes } from './messages.ts';

/** Makes the domain that a worker evaluates with. */
export type CreateDomain = (options: never) => unknown;

/**
 * Makes this Web Worker one of a pool's: call it once, at the top of the worker's script.
 * @param createDomain - Is given the pool's `options` and answers with the domain, or a promise of it.
 */
export function serveDomain(createDomain: CreateDomain): void {
  const start = ({ data }: MessageEvent<LoadMessage>): void => {
    servePort(data.port, () => createDomain(data.options as never));
  };
  globalThis.addEventListener('message', start as (event: Event) => void, { once: true });
}

/** Evaluates what comes through the port with the domain that `load` makes; says so if it cannot be made. */
export async function servePort(port: Port, load: () => unknown): Promise<void> {
  const answer = (message: Answer, transfer: object[] = []): void => port.postMessage(message, transfer);
  answer({ kind: 'started' });
  try {
    const domain = checkDomain(await load());
    let running = new AbortController();
    port.onmessage = async ({ data }: MessageEvent<Request>) => {
      if (data.kind === 'abort') {
        running.abort();
        return;
      }
      running = new AbortController();
      const context = new CallSignals(running.signal).context({ seeds: data.seeds });
      const found = await evaluate(domain, data.genomes, context);
      answer(found, found.kind === 'evaluated' ? [found.fitness.buffer, found.descriptors.buffer] : []);
    };
    answer({ kind: 'loaded', genome: boxOf(domain.genome), descriptor: boxOf(domain.descriptor)! });
  } catch (error) {
    // Listening keeps a thread alive: one that ended by itself could be gone before its answer has come.
    port.onmessage = () => undefined;
    answer({ kind: 'failed', error: sentError(error) });
  }
}

async function evaluate(
  domain: Domain<unknown>,
  genomes: SliceGenomes,
  context: EvaluationContext,
): Promise<Extract<Answer, { kind: 'evaluated' | 'failed' }>> {
  try {
    const batch = received(genomes, domain);
    const results = await domain.evaluate(batch, context);
    const owner = `${domain.name ?? 'domain'}.evaluate`;
    const { fitness, descriptors, reasons } = checkResults(owner, results, batch.rows, domain.descriptor.dimensions);
    // A copy: what is sent away must not be the domain's own.
    const data = descriptors.data.slice();
    return { kind: 'evaluated', fitness, descriptors: data, reasons };
  } catch (error) {
    return { kind: 'failed', error: sentError(error) };
  }
}

function received(genomes: SliceGenomes, { genome }: Domain<unknown>): Genomes<unknown> {
  if ('data' in genomes) return new Batch(genomes.rows, genomes.columns, genomes.data);
  return new ListBatch(genomes.texts.map((text) => (genome as ObjectSpace<unknown>).deserialize(text)));
}

function checkDomain(made: unknown): Domain<unknown> {
  const domain = made as Domain<unknown>;
  if (typeof domain?.evaluate !== 'function') {
    throw argumentError('createDomain', 'its answer', 'be a domain with evaluate()', made);
  }
  if (!isObjectSpace(domain.genome)) boxBounds('createDomain', 'genome', domain.genome as Box);
  boxBounds('createDomain', 'descriptor', domain.descriptor);
  checkStateless('createDomain', 'its answer', domain);
  return domain;
}

/** @throws ARGUMENT if a domain has state, which no snapshot of a search would hold: each worker has its own. */
export function checkStateless(owner: string, argument: string, { stateful, snapshot }: MaybeStateful): void {
  if (stateful !== true && typeof snapshot !== 'function') return;
  const got = stateful === true ? 'stateful: true' : 'snapshot()';
  const rule = 'must have no state, which would live in the workers, where no snapshot finds it';
  throw new ElitesError('ARGUMENT', `${owner}: ${argument} ${rule}; got ${got}.`);
}

/** A box that can be sent; undefined for a space of objects, whose functions cannot. */
function boxOf(space: unknown): Box | undefined {
  if (isObjectSpace(space)) return undefined;
  const { dimensions, lower, upper } = boxBounds('createDomain', 'space', space as Box);
  return { dimensions, lower, upper };
}

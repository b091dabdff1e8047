import {
  argumentError,
  ascending,
  type Box,
  boxBounds,
  CallSignals,
  type CheckedResults,
  CollectedRows,
  checkResults,
  type Domain,
  ElitesError,
  type EvaluationContext,
  evaluatesRows,
  type FieldKinds,
  type Genomes,
  genomeKind,
  isObjectSpace,
  ListBatch,
  type MaybeStateful,
  resultSchema,
  type SentError,
  sentError,
} from '../core/index.ts';
import type { EvaluatedRows, LaneAnswer, LaneRequest } from './lane.ts';
import { receivedTable, type SentTable, sentTable } from './sent-table.ts';

type AnyDomain = Domain<unknown, FieldKinds>;

/**
 * Answers a pool's request with a domain: what the other end of a lane calls.
 * @param request - As the pool has sent it.
 * @param signal - Given to the evaluation.
 * @returns the answer, to be sent back; never rejected.
 */
export async function answerRequest<G, F extends FieldKinds>(
  domain: Domain<G, F>,
  request: LaneRequest,
  signal?: AbortSignal,
): Promise<LaneAnswer> {
  try {
    if (request.kind === 'problem') {
      const { genome, descriptor, fields = {} } = checkDomain(domain);
      return { kind: 'problem', genome: boxOf(genome), descriptor: boxOf(descriptor)!, fields };
    }
    return await evaluated(domain as AnyDomain, request.genomes, signal);
  } catch (error) {
    return { kind: 'failed', error: sentError(error) };
  }
}

/** @throws what `evaluate` throws: then all rows have failed. */
async function evaluated(domain: AnyDomain, sent: SentTable, signal?: AbortSignal): Promise<EvaluatedRows> {
  const seeded = sent.columns.seed !== undefined;
  const kind = genomeKind('createDomain', domain.genome);
  const table = receivedTable({ genome: kind, ...(seeded ? { seed: 'number' } : {}) }, sent);
  const genomes: Genomes<unknown> = isObjectSpace(domain.genome)
    ? new ListBatch(table.values('genome'))
    : table.vectors('genome');
  const seeds = seeded ? Uint32Array.from(table.numbers('seed')) : undefined;
  const signals = new CallSignals(signal);
  const context = signals.context({ seeds });
  try {
    if (evaluatesRows(domain)) return await rowByRow(domain, genomes, context);
    const given = await domain.evaluate(genomes, context);
    return answerOf(checkResults(`${domain.name ?? 'domain'}.evaluate`, given, genomes.rows, resultSchema(domain)));
  } finally {
    signals.release();
  }
}

/** Evaluates by the domain's `evaluateRows`: a row that fails does not affect the others. */
async function rowByRow(
  domain: AnyDomain,
  genomes: Genomes<unknown>,
  given: EvaluationContext,
): Promise<EvaluatedRows> {
  const { rows } = genomes;
  const owner = `${domain.name ?? 'domain'}.evaluateRows`;
  const failures: (SentError | undefined)[] = new Array(rows).fill(undefined);
  const collected = new CollectedRows(owner, rows, resultSchema(domain), {
    failed(row, error) {
      failures[row] = sentError(error);
    },
  });
  const { done, failed } = collected;
  await domain.evaluateRows!(genomes, { ...given, rows: ascending(rows), done, failed });
  for (const row of collected.missing()) failures[row] ??= { message: `${owner} must tell of every row.` };
  return answerOf(collected.table(), collected.left > 0 ? failures : undefined);
}

function answerOf(results: CheckedResults, failures?: EvaluatedRows['failures']): EvaluatedRows {
  return { kind: 'evaluated', results: sentTable(results.table), reasons: results.reasons, failures };
}

function checkDomain(made: unknown): AnyDomain {
  const domain = made as AnyDomain;
  if (typeof domain?.evaluate !== 'function') {
    throw argumentError('createDomain', 'its answer', 'be a domain with evaluate()', made);
  }
  if (!isObjectSpace(domain.genome)) boxBounds('createDomain', 'genome', domain.genome);
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

import {
  type AddStatus,
  type Archive,
  areIds,
  type Bandit,
  CheckedResults,
  type FieldKinds,
  type GenomeSpace,
  isObjectSpace,
  isStatus,
  type MaybeStateful,
  type Problem,
  plainJson,
  ReportRows,
  type Schema,
  Table,
} from '../core/index.ts';
import {
  anyFloat64,
  decodeSnapshot,
  encodeSnapshot,
  type Fail,
  flag,
  float64Counts,
  integer,
  list,
  optional,
  record,
  serial,
  table,
} from '../formats/index.ts';
import { type RandomStream, streamState } from '../random/index.ts';
import type { EmitterState } from './emit.ts';
import type { History } from './history.ts';
import { type Block, PendingBatch } from './pending-batch.ts';
import type { Ratios } from './search-options.ts';

/** A search that is being stored or restored. */
export interface StoredSearch<G> {
  /** The method, for errors. */
  readonly owner: string;
  readonly name: string;
  readonly domain: Problem<G, FieldKinds>;
  readonly archive: Archive<G, FieldKinds>;
  /** The archive that judges rows; it may be `archive`. */
  readonly guide: Archive<G, FieldKinds>;
  readonly batchSize: number;
  /** The configuration of the first genomes. */
  readonly initial: object;
  readonly emitters: readonly EmitterState<G>[];
  readonly mixtures: readonly Ratios[] | undefined;
  readonly bandit: Bandit | undefined;
  readonly streams: Readonly<Record<string, RandomStream>>;
  /** The columns of results. */
  readonly schema: Schema;
  /** The columns of batches that are out. */
  readonly rowSchema: Schema;
  readonly history: History;
  readonly pending: PendingBatch<G>[];
}

const COUNTS = {
  evaluations: integer(),
  asked: serial,
  batches: serial,
  initialAsked: integer(),
  generations: integer(),
  entered: integer(),
  continues: flag,
};

const BLOCK = record({ emitter: integer(-1), start: integer(), rows: integer(1), ask: serial });

/** Columns for the reports on a pending batch's rows that were told. */
const OUTCOME: Schema = {
  status: plainJson,
  improvement: 'number',
  cell: 'integer',
  reason: plainJson,
  // NaN without novelty.
  novelty: 'number',
};

function kindsOf<G>(search: StoredSearch<G>) {
  const { emitters, history } = search;
  return {
    counts: record(COUNTS),
    learned: integer(-1),
    totals: record(Object.fromEntries(Object.keys(history.totals).map((name) => [name, anyFloat64([1])]))),
    asks: list(serial, emitters.length),
    streams: record(Object.fromEntries(Object.keys(streamsOf(search)).map((name) => [name, streamState]))),
    history: history.kind,
    shares: float64Counts([emitters.length]),
    entered: float64Counts([emitters.length + 1]),
    pending: list(pendingKind(search), 2 ** 24),
  };
}

/** The streams of the search, and the learning streams of its emitters. */
function streamsOf<G>({ streams, emitters }: StoredSearch<G>): Readonly<Record<string, RandomStream>> {
  return { ...streams, ...Object.fromEntries(emitters.map(({ name, learning }) => [`learning.${name}`, learning])) };
}

const BIT = { low: 0, high: 1 };

function heldSchema<G>({ schema }: StoredSearch<G>): Schema {
  return { ...schema, reason: plainJson };
}

/** A pending batch: a table of its rows, and values for the whole batch. */
function pendingKind<G>(search: StoredSearch<G>) {
  const { emitters, domain, rowSchema } = search;
  const ranges = {
    seed: { low: 0, high: 2 ** 32 - 1, whole: true },
    told: BIT,
    held: BIT,
    parents: (value: unknown) => value === undefined || (Array.isArray(value) && areIds(value)),
    ...(isObjectSpace(domain.genome) && { genome: (value: unknown) => value !== undefined }),
  };
  return record({
    number: serial,
    first: serial,
    arm: integer(-1),
    blocks: list(BLOCK, Math.max(1, emitters.length)),
    rows: table(rowSchema, 'rows', ranges),
    held: optional(table(heldSchema(search), 'rows')),
    outcome: optional(table(OUTCOME, 'rows', { status: (value) => value === undefined || isStatus(value) })),
    belowFloor: integer(),
    outsideDescriptor: integer(),
  });
}

function snapshotOf<G>(search: StoredSearch<G>) {
  const { name, domain, archive, guide, bandit, batchSize, initial, emitters, mixtures } = search;
  const own = Object.fromEntries(emitters.map(({ name, emitter }) => [`emitters.${name}`, emitter]));
  const parts = {
    archive,
    ...(guide === archive ? {} : { guide }),
    ...(bandit === undefined ? {} : { bandit }),
  };
  const { name: title, genome, descriptor, fitnessFloor, fields, noisy } = domain;
  return {
    kind: name,
    configuration: {
      domain: { name: title, genome: spaceOf(genome), descriptor, fitnessFloor, fields, noisy },
      batchSize,
      initial,
      emitters: emitters.map((one) => one.name).join(', '),
      mixtures,
    },
    state: kindsOf(search),
    parts,
    maybeParts: { ...own, domain: domain as MaybeStateful },
  };
}

function spaceOf<G>(space: GenomeSpace<G>): object | string {
  return isObjectSpace(space) ? 'objects' : space;
}

/** A search's configuration and state as a snapshot. */
export function searchBytes<G>(search: StoredSearch<G>): Uint8Array {
  const { emitters, history, pending } = search;
  const totals = Object.entries(history.totals).map(([name, sum]) => [name, Float64Array.of(sum)]);
  const streams = Object.entries(streamsOf(search)).map(([name, stream]) => [name, stream.getState()]);
  return encodeSnapshot(snapshotOf(search), {
    counts: history,
    learned: history.learned,
    totals: Object.fromEntries(totals),
    asks: emitters.map(({ asks }) => asks),
    streams: Object.fromEntries(streams),
    history: history.points,
    shares: history.rows,
    entered: history.entries,
    pending: pending.map((batch) => writtenBatch(search, batch)),
  });
}

type PendingState = ReturnType<ReturnType<typeof pendingKind>['read']>;

function writtenBatch<G>(search: StoredSearch<G>, batch: PendingBatch<G>): PendingState {
  const { asked, first, arm, blocks, held, outcome } = batch;
  const rows = batch.complete();
  const list = <T>(value: (i: number) => T): T[] => Array.from({ length: rows.rows }, (_, i) => value(i));
  const results = held && { ...held.table.data, reason: list((i) => held.reasons?.[i]) };
  const told = outcome && {
    status: list((i) => outcome.status[i]),
    improvement: outcome.improvement,
    cell: outcome.cell,
    reason: list((i) => outcome.reasons[i]),
    novelty: Float64Array.from(list((i) => outcome.novelty?.[i] ?? Number.NaN)),
  };
  return {
    number: asked.number,
    first,
    arm,
    blocks,
    rows,
    held: results && new Table(heldSchema(search), rows.rows, results),
    outcome: told && new Table(OUTCOME, rows.rows, told),
    belowFloor: outcome?.belowFloor ?? 0,
    outsideDescriptor: outcome?.outsideDescriptor ?? 0,
  };
}

/**
 * Restores a search, its parts and its streams from a snapshot.
 * @throws SNAPSHOT if the bytes are damaged or of another configuration; what a part throws. Nothing has changed then.
 */
export function restoreSearch<G>(search: StoredSearch<G>, bytes: Uint8Array | ArrayBuffer): void {
  const { state, fail, restoreParts } = decodeSnapshot(search.owner, bytes, snapshotOf(search));
  const entries = state.entered.reduce((sum, count) => sum + count, 0);
  if (entries !== state.counts.entered) throw fail(`have ${state.counts.entered} rows that entered`, entries);
  const { bandit } = search;
  // A bandit that gives shares has no arm for a batch.
  const arms = bandit === undefined || bandit.shares !== undefined ? 0 : bandit.arms;
  const pending = state.pending.map((batch) => readBatch(search, batch, arms, fail));
  const numbers = pending.map(({ asked }) => asked.number);
  if (numbers.some((number, i) => number >= state.counts.batches || number <= (numbers[i - 1] ?? -1))) {
    throw fail(`have pending batches of ascending numbers below ${state.counts.batches}`, numbers);
  }
  restoreParts();
  const { emitters, history } = search;
  // How many rows entered in all follows from the entries of the emitters.
  const { entered: _, ...counts } = state.counts;
  Object.assign(history, counts, { learned: state.learned });
  for (const [name, sum] of Object.entries(state.totals)) history.totals[name] = sum[0]!;
  for (const [i, emitter] of emitters.entries()) emitter.asks = state.asks[i] ?? 0;
  for (const [name, stream] of Object.entries(streamsOf(search))) stream.setState(state.streams[name]!);
  history.restore(state.history, state.shares, state.entered);
  search.pending.splice(0, search.pending.length, ...pending);
}

function readBatch<G>(search: StoredSearch<G>, state: PendingState, arms: number, fail: Fail): PendingBatch<G> {
  const { number, first, arm, blocks, rows } = state;
  const names = search.emitters.map(({ name }) => name);
  if (arm >= arms) throw fail(`have an arm below ${arms}`, arm);
  checkBlocks(blocks, rows.rows, names.length, fail);
  const revises = rows.numbers('revises');
  if (search.archive.revise === undefined && !revises.every(Number.isNaN))
    throw fail('have no elites that are evaluated again', revises);
  const batch = new PendingBatch<G>(rows, blocks, arm);
  batch.ask(number, first, names, false);
  if (batch.left === 0) throw fail('have untold rows in each pending batch', rows.rows);
  if (state.held !== undefined) batch.held = readHeld(state.held, rows.integers('held'), search.schema, fail);
  else if (rows.integers('held').includes(1)) throw fail('have the results of held rows', undefined);
  if (state.outcome !== undefined) batch.outcome = readOutcome(state.outcome, rows.integers('told'), state);
  if (batch.outcome === undefined && batch.left < rows.rows)
    throw fail('have the outcome of rows that were told', undefined);
  return batch;
}

function checkBlocks(blocks: readonly Block[], rows: number, emitters: number, fail: Fail): void {
  let end = 0;
  for (const { emitter, start, rows: count } of blocks) {
    if (start !== end || emitter >= emitters) throw fail('have contiguous blocks of known emitters', blocks);
    end += count;
  }
  if (end !== rows) throw fail(`have ${rows} rows in the blocks of emitters`, end);
}

/** @throws SNAPSHOT if a held row that is valid has no finite fitness and descriptor, or lacks a field. */
function readHeld(table: Table, isHeld: Int32Array, schema: Schema, fail: Fail): CheckedResults {
  const held = new CheckedResults(new Table(schema, table.rows, table.data));
  for (const [i, reason] of table.values('reason').entries()) {
    if (typeof reason === 'string') held.fault(i, reason);
    else if (isHeld[i] === 1) {
      const numbers = [held.fitness[i]!, ...held.descriptors.row(i)];
      const given = Object.keys(schema).every((name) => table.value(name, i) !== undefined);
      if (!(given && numbers.every(Number.isFinite))) throw fail(`have results of held row ${i}`, numbers);
    }
  }
  return held;
}

function readOutcome(table: Table, told: Int32Array, { belowFloor, outsideDescriptor }: PendingState): ReportRows {
  const report = new ReportRows(table.rows);
  const novelty = table.numbers('novelty');
  if (!novelty.every(Number.isNaN)) report.novelty = new Float64Array(table.rows).fill(Number.NaN);
  const stored = {
    status: table.values('status') as AddStatus[],
    reasons: table.values('reason') as (string | undefined)[],
    improvement: table.numbers('improvement'),
    cell: table.integers('cell'),
    novelty: report.novelty && novelty,
    belowFloor,
  };
  for (const [row, one] of told.entries()) if (one === 1) report.copy(row, stored, row);
  return Object.assign(report, { belowFloor, outsideDescriptor });
}

// How a search is driven: by run, or by hand, with several batches out, told whole, in parts, from what was held, or in any order. What
// is done next follows from the state of the search alone, so that a search that was restored, or failed, goes on as any other.
import { pick } from './checks.mjs';
import { Probe } from './searches.mjs';

/** Evaluations that a search is driven to. */
export const STOPS = [48];

/** How a search may be driven: `learns` calls learn by hand, `twice` asks for two batches at once. */
export const DRIVES = [
  { by: 'run', out: 1 },
  { by: 'run', out: 3 },
  { by: 'run', out: 1, retries: 1 },
  { by: 'run', out: 3, onEvaluationError: 'invalid' },
  { by: 'run', out: 1, onEvaluationError: 'invalid', retries: 1 },
  { by: 'hand', out: 1, tells: 'whole', learns: false },
  { by: 'hand', out: 1, tells: 'whole', learns: true, view: true },
  { by: 'hand', out: 3, tells: 'whole', learns: true, twice: true },
  { by: 'hand', out: 3, tells: 'parts', learns: true },
  { by: 'hand', out: 3, tells: 'held', learns: true, view: true },
  { by: 'hand', out: 3, tells: 'mixed', learns: true },
];

/** A drive that ends alike, and is simple. */
const simple = ({ tells, out }) => (tells === 'mixed' ? DRIVES.at(-1) : { by: 'run', out });

/** Simpler drives. */
export const simpler = (how) => (how.by === 'run' && how.out === 1 ? [] : [simple(how), DRIVES[0]]);

/**
 * What comes of each search if nothing is in its way, found once for drives that end alike: its end, its snapshots after each
 * batch, and the names of the calls that it makes.
 */
export function unbrokenRuns(library, searches) {
  const known = new Map();
  return async (name, how) => {
    const key = JSON.stringify([name, simple(how)]);
    if (!known.has(key)) {
      const probe = new Probe();
      const search = searches.get(name)(probe.wrap);
      const [snapshots, names] = [[search.snapshot()], []];
      probe.around = ({ name: call }, work) => {
        names.push(call);
        return work();
      };
      const onGeneration = probe.wrap('onGeneration', () => snapshots.push(search.snapshot()));
      await drive(library, search, simple(how), STOPS, { onGeneration });
      known.set(key, { snapshots, end: search.snapshot(), names, evaluations: search.evaluations });
    }
    return known.get(key);
  };
}

/** The number of a call of a run: any, or one of a name, so that those that are rare come as often. */
export function drawCall(random, names) {
  if (random.integer(0, 2) === 0) return random.integer(0, names.length);
  const name = pick(random, [...new Set(names)]);
  return pick(
    random,
    [...names.keys()].filter((i) => names[i] === name),
  );
}

const throwIt = (error) => {
  throw error;
};

/**
 * Drives to each of `stops`, in evaluations, one after the other; what there was to learn is learned then. At the end the encoding is
 * finished, if the search has one. What goes wrong on the way
 * is given to `recover`, which throws what is no fault of the case's; then the same call is made again, as the documentation says.
 * `caller` gets what whoever drives by hand is given.
 */
export async function drive(library, search, how, stops, options = {}) {
  const given = { recover: throwIt, ...options };
  for (const evaluations of stops) {
    if (how.by === 'run') await byRun(library, search, how, evaluations, given);
    else await new Hand(library, search, how, given).driveTo(evaluations);
  }
  if (search.finish !== undefined)
    await again(() => search.finish({ patience: 1, fits: 2, samples: 0 }), given.recover);
}

/** Makes a call again until it succeeds. */
async function again(act, recover) {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      recover(error);
    }
  }
}

async function byRun({ run }, search, { out: inFlight, onEvaluationError, retries }, evaluations, given) {
  const { recover, onGeneration, signal } = given;
  for (let stoppedBy; stoppedBy !== 'evaluations'; ) {
    try {
      const options = { evaluations, inFlight, onEvaluationError, retries, onGeneration };
      ({ stoppedBy } = await run(search, { ...options, signal: signal?.() }));
    } catch (error) {
      recover(error);
    }
  }
}

/** Drives a search by its methods. */
class Hand {
  /** Batches of which parts were told here. */
  begun = new WeakSet();

  constructor(library, search, how, { recover, onGeneration, caller }) {
    Object.assign(this, { library, search, how, recover, onGeneration, caller });
  }

  async driveTo(evaluations) {
    const { search, how } = this;
    while (search.evaluations < evaluations || search.pending.length > 0) {
      const rows = search.pending.reduce((sum, batch) => sum + batch.rows, search.evaluations);
      if (search.pending.length < how.out && rows < evaluations) await this.ask(rows + 8 < evaluations);
      else await this.step();
    }
    await this.learn();
  }

  again(act) {
    return again(act, this.recover);
  }

  async ask(more) {
    const { search, how } = this;
    const view = how.view === true;
    const count = how.twice && more && search.pending.length + 2 <= how.out ? 2 : 1;
    const asked = await Promise.allSettled(Array.from({ length: count }, () => search.ask({ view })));
    for (const { status, reason } of asked) if (status === 'rejected') this.recover(reason);
  }

  learn() {
    return this.again(async () => this.search.learn?.());
  }

  /** One tell, hold or drop, of a batch that is out. */
  async step() {
    const { search, how } = this;
    const { pending, evaluations } = search;
    const batch = how.tells === 'mixed' ? pending[(5 * evaluations + pending.length) % pending.length] : pending[0];
    const missing = search.missing(batch);
    if (how.tells === 'mixed' && batch.number % 4 === 3 && missing.length < batch.rows)
      return this.tell(batch, () => search.drop(batch));
    const rows = chosen(how.tells, missing, batch, evaluations);
    if (rows.length === 0) return this.tell(batch, () => search.tell(batch));
    const results = await this.evaluate(batch, rows);
    if (results === undefined) return;
    // What was asked is not needed any more.
    if (rows.length === missing.length) this.caller?.('ask', { genomes: batch.data, seeds: batch.seeds });
    if (rows.length === batch.rows && how.tells === 'whole') return this.tell(batch, () => search.tell(batch, results));
    // Rows that were held before are not applied yet, and must not be overtaken by later ones.
    const isHeld = missing.length < batch.rows && !this.begun.has(batch);
    const holds = how.tells === 'mixed' ? (batch.number + rows.length) % 2 === 0 : how.tells !== 'parts' || isHeld;
    if (!holds) this.begun.add(batch);
    if (!holds) return this.tell(batch, () => search.tell(batch, results, { rows }));
    try {
      search.hold(batch, results, { rows });
    } catch (error) {
      this.recover(error);
    }
  }

  /** Results of some rows; undefined if that failed. */
  async evaluate(batch, rows) {
    const seeds = Uint32Array.from(rows, (row) => batch.seeds[row]);
    try {
      if (rows.length === batch.rows && this.how.tells !== 'mixed')
        return await this.search.domain.evaluate(batch, { seeds });
      const list = Array.from(rows, (row) => batch.row(row));
      const some = batch.data === undefined ? new this.library.ListBatch(list) : this.library.Batch.from(list);
      return await this.search.domain.evaluate(some, { seeds });
    } catch (error) {
      this.recover(error);
    }
  }

  async tell(batch, act) {
    const { search, how } = this;
    try {
      const report = await act();
      this.caller?.('tell', report);
    } catch (error) {
      // Whether the batch was taken or is still out, the search says.
      this.recover(error);
    }
    if (search.pending.includes(batch)) return;
    if (how.learns) await this.learn();
    await this.again(async () => this.onGeneration?.({ search }));
  }
}

/** The rows of a batch to evaluate next, of those that miss results. */
function chosen(tells, missing, batch, evaluations) {
  if (tells === 'parts') return missing.slice(0, Math.ceil(missing.length / 2));
  if (tells === 'held') return missing.filter((_, i) => i % 2 === missing.length % 2 || missing.length < 3);
  if (tells !== 'mixed') return missing;
  const some = missing.filter((row) => (row + evaluations + batch.number) % 3 === 0);
  return (some.length > 0 ? some : missing).reverse();
}

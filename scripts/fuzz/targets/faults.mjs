// Errors thrown out of every part and callback of a search, and signals aborted at every moment. The error must reach the caller
// as it was thrown, and a search that is gone on with must end, bit for bit, as one without faults.
import { checkHeard, expect, isNoisy, pick, same } from '../checks.mjs';
import { DRIVES, drawCall, drive, STOPS, simpler } from '../drives.mjs';
import { Probe, unheard } from '../searches.mjs';

/**
 * When a part fails: before it does anything; when it has drawn, and has put its own state back; later, if it is awaited; and
 * an archive when it has added what it was given.
 */
const MOMENTS = ['before', 'after', 'later', 'kept'];

/** What is thrown: anything may be. */
const THROWN = {
  error: () => new Error('lost'),
  'type error': () => new TypeError('lost'),
  'ElitesError of a part': ({ ElitesError }) => new ElitesError('STATE', 'part: lost.'),
  'frozen error': () => Object.freeze(new Error('lost')),
  text: () => 'lost',
  nothing: () => undefined,
  null: () => null,
  number: () => 7,
  'error of an aborted call': () => new DOMException('lost', 'AbortError'),
};

/** @returns a target. */
export function faultTarget({ library, searches, unbroken }) {
  return {
    name: 'faults',
    async draw(random) {
      const [search, how] = [pick(random, [...searches.keys()]), pick(random, DRIVES)];
      const { names } = await unbroken(search, how);
      const faults = Array.from({ length: random.integer(1, 4) }, () => ({
        at: drawCall(random, names),
        ...pick(random, [
          { abort: true },
          { abort: true, moment: pick(random, MOMENTS), thrown: 'error of an aborted call' },
          ...MOMENTS.map((moment) => ({ moment, thrown: pick(random, Object.keys(THROWN)) })),
        ]),
      }));
      return { search, drive: how, faults };
    },
    play: async (scenario) =>
      play(library, searches.get(scenario.search), scenario, await unbroken(scenario.search, scenario.drive)),
    smaller: ({ faults, ...rest }) => [
      ...(faults.length > 1 ? faults.map((_, i) => ({ ...rest, faults: faults.filter((__, j) => j !== i) })) : []),
      ...simpler(rest.drive).map((how) => ({ ...rest, faults, drive: how })),
      ...faults.flatMap((fault, i) =>
        fault.moment === undefined || (fault.moment === 'before' && fault.thrown === 'error')
          ? []
          : [{ ...rest, faults: faults.with(i, { ...fault, moment: 'before', thrown: 'error' }) }],
      ),
    ],
  };
}

async function play(library, make, scenario, { end, evaluations }) {
  const { drive: how, faults } = scenario;
  const probe = new Probe();
  const caller = new Caller();
  const rules = new Rules(scenario);
  const evaluated = new Evaluated();
  probe.around = (point, work) => {
    const fault = faults.find(({ at }) => at === point.index);
    const does = () => whenDone(work(), (answer) => evaluated.keep(point, answer));
    if (fault === undefined) return does();
    caller.hits.push(`${JSON.stringify(fault)} in ${point.name}`);
    if (fault.abort && how.by === 'run') caller.controller.abort();
    if (fault.thrown === undefined) return does();
    const value = THROWN[fault.thrown](library);
    rules.hit(point, fault);
    const silent = rules.silent(point) || caller.controller.signal.aborted;
    return fail(probe, point, work, fault.moment, () => {
      caller.thrown.add({ value, silent });
      throw value;
    });
  };
  const search = make(probe.wrap);
  const onGeneration = probe.wrap('onGeneration', () => undefined);
  try {
    await drive(library, search, how, STOPS, { ...caller, onGeneration });
    expect(
      'every error reached the caller',
      [...caller.thrown].every(({ silent }) => silent),
    );
    checkHeard(unheard(search, rules.deaf));
    if (how.tells !== 'mixed' && !isNoisy(search) && rules.whole) evaluated.check(search.archive);
    if (!rules.exact) return make().restore(search.snapshot());
    expect(`${evaluations} evaluations; got ${search.evaluations}`, search.evaluations === evaluations);
    expect('the end is that of a search without faults', same(search.snapshot(), end));
  } catch (error) {
    error.message += `\n  ${caller.hits.join('\n  ')}`;
    throw error;
  }
}

/** What must come of the faults of a scenario. */
class Rules {
  /** Whether the end is that of a search without faults. */
  exact = true;
  /** Emitters that need not be told of all their rows. */
  deaf = [];
  /** Whether all rows that were evaluated are in the archive. */
  whole = true;

  constructor({ search, drive: how, faults }) {
    Object.assign(this, { search, how, several: faults.length > 1 });
  }

  hit({ name, method }, { moment }) {
    const { search, how } = this;
    const invalid = how.onEvaluationError === 'invalid';
    // What was earned, or not heard, is lost with the error; what was added is not added again; under 'invalid' rows may be lost.
    if (method === 'tell') this.deaf.push(name.split('.')[0]);
    if (name === 'reward' || method === 'reward' || method === 'tell') this.exact = false;
    // Of a batch of several emitters, rows may be in the archive before it fails; a noisy one then takes them twice.
    const single = search.startsWith('MapElites') && search !== 'MapElites, noisy';
    if (/^archive\.(add|revise)$/.test(name) && (moment === 'kept' || !single)) this.exact = false;
    // The counting operator was called, and has counted.
    if (!/^(MapElites( of words)?|Search.*)$/.test(search) && /^archive\.(?!add)/.test(name)) this.exact = false;
    if (invalid && (this.several || (how.retries ?? 0) === 0 || name.startsWith('archive.'))) this.exact = false;
    // If measuring fails, the finished encoding stays, and finishing again trains once more. A learner that throws STATE counts as untrained.
    if (name === 'learner.encoding') this.exact = false;
    // Emitters of operators repeat what fails in them; that their ask as a whole fails is not expected.
    if (invalid && /^(iso|learning|again)\.ask$/.test(name)) this.exact = false;
    // An ask that failed when an emitter had given its rows may be repeated without that emitter, if it then fails too.
    if (invalid && this.several) this.deaf = ['own', 'fixed'];
    if (invalid && name === 'evaluateRows' && moment !== 'before') this.whole = false;
  }

  /** Whether an error need not reach the caller. */
  silent({ name, method }) {
    const { onEvaluationError, retries = 0, by } = this.how;
    const again = onEvaluationError === 'invalid' || retries > 0;
    // Of several errors that come together one is heard; of a fit aside that fails, when it is finished. A learner whose encoding()
    // throws STATE counts as untrained, so that error is not heard.
    if (this.several || method === 'fitAside' || name === 'learner.encoding') return true;
    if (/^evaluate (one|later|row)$/.test(name)) return again;
    if (name === 'evaluate') return again && by === 'run';
    return (
      again &&
      !/^(initialGenome|evaluateRows|onGeneration|reward)$|\.(tell|learn|fit|reward|add|revise)$| finish$/.test(name)
    );
  }
}

/** Rows that were evaluated. */
class Evaluated {
  rows = [];

  keep({ name, args: [given] }, answer) {
    if (/^evaluate (one|later|row)$/.test(name)) this.push(given, answer.fitness, answer.descriptor);
    if (name === 'evaluate') {
      for (let i = 0; i < given.rows; i++) {
        const { descriptors, fitness } = answer;
        this.push(given.row(i), fitness[i], Array.isArray(descriptors) ? descriptors[i] : descriptors.row(i));
      }
    }
    return answer;
  }

  push(genome, fitness, descriptor) {
    this.rows.push([String(genome), fitness, Array.from(descriptor)]);
  }

  /** Every elite was evaluated, and no row that was evaluated is better than the elite of its cell. */
  check(archive) {
    const elites = [...archive];
    const known = new Set(this.rows.map(([genome, fitness]) => `${genome} ${fitness}`));
    expect(
      'every elite was evaluated',
      elites.every(({ genome, fitness }) => known.has(`${genome} ${fitness}`)),
    );
    const best = new Map(elites.map(({ cell, fitness }) => [cell, fitness]));
    if (archive.cellOf === undefined) return;
    for (const [genome, fitness, descriptor] of this.rows)
      expect(`${genome} is there, or a better one`, best.get(archive.cellOf(descriptor)) >= fitness);
  }
}

/** Who drives the search, and takes the errors that parts threw, each once. */
class Caller {
  thrown = new Set();
  hits = [];
  controller = new AbortController();
  recover = (error) => {
    const equal = [...this.thrown].filter(({ value }) => Object.is(value, error));
    const known = equal.find(({ silent }) => !silent) ?? equal[0];
    if (known !== undefined) return void this.thrown.delete(known);
    // Under 'invalid' an emitter that fails gives nothing.
    const empty = error?.code === 'STATE' && /no emitter gave/.test(error.message) && this.thrown.size > 0;
    if (!empty) throw new Error(`an error that no part threw: ${error?.stack ?? error}`);
  };
  /** A signal for the next call of run. */
  signal = () => {
    if (this.controller.signal.aborted) this.controller = new AbortController();
    return this.controller.signal;
  };
}

const whenDone = (answer, act) => (typeof answer?.then === 'function' ? answer.then(act) : act(answer));

/** Fails as a well-behaved part does: its own state is as before, but it may have drawn. */
function fail(probe, { awaited, part, name }, work, moment, throwIt) {
  if (moment === 'before') return throwIt();
  const before = part.snapshot?.();
  const kept = moment === 'kept' && /^archive\.(add|revise)$/.test(name);
  const end = () => {
    if (before !== undefined && !kept) probe.quietly(() => part.restore(before));
    return throwIt();
  };
  if (!awaited) {
    work();
    return end();
  }
  return (async () => {
    await work();
    if (moment === 'later') await new Promise((resolve) => setImmediate(resolve));
    return end();
  })();
}

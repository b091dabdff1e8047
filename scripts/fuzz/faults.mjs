// Errors thrown out of every part and callback of a search, and signals aborted at every moment. The error must reach the caller
// as it was thrown, and a search that is gone on with must end, bit for bit, as one without faults.
import { expect, pick, same } from './checks.mjs';
import { DRIVES, drive, Probe, STOPS } from './searches.mjs';

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
      const search = pick(random, [...searches.keys()]);
      const { calls } = await unbroken(search);
      const faults = Array.from({ length: random.integer(1, 4) }, () => ({
        at: random.integer(0, calls),
        ...pick(random, [
          { abort: true },
          { abort: true, moment: pick(random, MOMENTS), thrown: 'error of an aborted call' },
          ...MOMENTS.map((moment) => ({ moment, thrown: pick(random, Object.keys(THROWN)) })),
        ]),
      }));
      return { search, drive: pick(random, DRIVES), faults };
    },
    play: async (scenario) =>
      play(library, searches.get(scenario.search), scenario, (await unbroken(scenario.search)).end),
    smaller: ({ faults, ...rest }) => [
      ...(faults.length > 1 ? faults.map((_, i) => ({ ...rest, faults: faults.filter((__, j) => j !== i) })) : []),
      ...(rest.drive.by === 'run' ? [] : [{ ...rest, faults, drive: DRIVES[0] }]),
      ...faults.flatMap((fault, i) =>
        fault.moment === undefined || (fault.moment === 'before' && fault.thrown === 'error')
          ? []
          : [{ ...rest, faults: faults.with(i, { ...fault, moment: 'before', thrown: 'error' }) }],
      ),
    ],
  };
}

async function play(library, make, { search: name, drive: how, faults }, end) {
  const probe = new Probe();
  const caller = new Caller();
  const evaluated = [];
  let exact = true;
  probe.around = (point, work) => {
    const fault = faults.find(({ at }) => at === point.index);
    const keep = (results) => {
      evaluated.push([point.args[0], results]);
      return results;
    };
    const evaluates = point.name === 'domain.evaluate';
    const does = evaluates ? () => whenDone(work(), keep) : work;
    if (fault === undefined) return does();
    caller.hits.push(`${JSON.stringify(fault)} in ${point.name}`);
    if (fault.abort && how.by === 'run') caller.controller.abort();
    if (fault.thrown === undefined) return does();
    const row = evaluates && how.onEvaluationError === 'invalid';
    // What was earned is lost with the error; a row that fails alone is invalid; what was added is not added again.
    if (/^(reward|bandit\.reward)$/.test(point.name) || (row && point.args[0].rows === 1)) exact = false;
    if (point.name === 'archive.add' && fault.moment === 'kept' && name.startsWith('Dde')) exact = false;
    const value = THROWN[fault.thrown](library);
    // By the rule for failures; a fit aside that fails is heard of when it is finished.
    const silent = row || point.name === 'learner.fitAside' || (evaluates && caller.controller.signal.aborted);
    return fail(point, work, fault.moment, () => {
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
    expect(`48 evaluations; got ${search.evaluations}`, search.evaluations === STOPS.at(-1));
    const { archive } = make();
    for (const [genomes, results] of evaluated) archive.add(genomes, results);
    expect('every elite that was evaluated is there', same(search.archive.snapshot(), archive.snapshot()));
    if (exact) expect('the end is that of a search without faults', same(search.snapshot(), end));
    else make().restore(search.snapshot());
  } catch (error) {
    error.message += `\n  ${caller.hits.join('\n  ')}`;
    throw error;
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
    if (known === undefined) throw new Error(`an error that no part threw: ${error?.stack ?? error}`);
    this.thrown.delete(known);
  };
  /** A signal for the next call of run. */
  signal = () => {
    if (this.controller.signal.aborted) this.controller = new AbortController();
    return this.controller.signal;
  };
}

const whenDone = (answer, act) => (typeof answer?.then === 'function' ? answer.then(act) : act(answer));

/** Fails as a well-behaved part does: its own state is as before, but it may have drawn. */
function fail({ awaited, part, name }, work, moment, throwIt) {
  if (moment === 'before') return throwIt();
  const before = part.snapshot?.();
  const kept = moment === 'kept' && name === 'archive.add';
  const end = () => {
    if (before !== undefined && !kept) part.restore(before);
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

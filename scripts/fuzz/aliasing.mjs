// Parts that keep, change or transfer whatever they are given. The search must be, bit for bit, that of well-behaved parts; or it
// says what is wrong, and goes on.
import { expect, pick, same } from './checks.mjs';
import { DRIVES, drive, Probe, STOPS } from './searches.mjs';

/**
 * What is done, once the answer is made, to what was given: `keep` changes it at the next point. `reuse` is done to the answer:
 * its memory is used again at the next call.
 */
const DEEDS = ['change', 'transfer', 'keep', 'reuse'];
const WHO = [
  '',
  '',
  '.',
  'evaluate',
  'vary',
  'add',
  'fit',
  'reconstruct',
  'reward',
  'onGeneration',
  'initialGenome',
  'caller',
];
/** What may not be kept (docs/testing.md): it is the part that uses it later that is wrong. */
const BORROWED = /\.(vary|add)$/;
/** Live views, and what a search is driven with: not given to be changed. */
const LIVE = ['archive', 'search', 'random', 'signal', 'into', 'space'];

/** @returns a target. */
export function aliasingTarget({ library, searches, unbroken }) {
  return {
    name: 'aliasing',
    draw: async (random) => ({
      search: pick(random, [...searches.keys()]),
      drive: pick(random, DRIVES),
      deed: pick(random, DEEDS),
      who: pick(random, WHO),
      every: random.integer(1, 3),
    }),
    play: async (scenario) =>
      play(library, searches.get(scenario.search), scenario, (await unbroken(scenario.search)).end),
    smaller: ({ who, ...rest }) => [
      ...(who === '' || who === '.' ? WHO.slice(3).map((one) => ({ ...rest, who: one })) : []),
      ...(rest.drive.by === 'run' ? [] : [{ ...rest, who, drive: DRIVES[0] }]),
    ],
  };
}

async function play(library, make, { drive: how, deed, who, every }, end) {
  const probe = new Probe();
  const kept = [];
  let greedy = true;
  const answers = new Map();
  const act = (point, answer) => {
    // What sample is given may be what it answers with.
    if (!greedy || point.index % every > 0 || !point.name.includes(who) || point.name === 'archive.sample') return;
    if (deed === 'reuse') answers.set(point.name, answer);
    else if (deed !== 'keep') spoil(point.args, deed);
    else if (!BORROWED.test(point.name)) kept.push(point.args);
  };
  probe.around = (point, work) => {
    for (const args of kept.splice(0)) spoil(args, 'change');
    if (!point.name.startsWith('archive.')) spoil(answers.get(point.name), 'change');
    const answer = work();
    if (typeof answer?.then !== 'function') {
      act(point, answer);
      return answer;
    }
    return answer.then((value) => {
      act(point, value);
      return value;
    });
  };
  const caller = (given) => act({ name: 'caller', index: 0, args: [given] });
  const search = make(probe.wrap);
  const onGeneration = probe.wrap('onGeneration', () => undefined);
  const errors = [];
  const recover = (error) => {
    if (error?.name !== 'ElitesError' || errors.length > 9) throw error;
    errors.push(error);
    greedy = false;
  };
  await drive(library, search, how, STOPS, { onGeneration, recover, caller });
  if (errors.length === 0) expect('the end is that of parts that behave', same(search.snapshot(), end));
  expect('48 evaluations', search.evaluations === 48);
  make().restore(search.snapshot());
  return errors.length === 0;
}

/** Changes or transfers all memory that can be reached, and the fields of plain objects. */
function spoil(value, deed, seen = new Set()) {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (ArrayBuffer.isView(value)) {
    if (deed === 'change') value.fill?.(3);
    else if (value.buffer.byteLength > 0 && value.buffer instanceof ArrayBuffer)
      structuredClone(value.buffer, { transfer: [value.buffer] });
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!LIVE.includes(key)) spoil(inner, deed, seen);
    if (deed !== 'change' || Object.isFrozen(value)) continue;
    try {
      value[key] = undefined;
    } catch {
      // It cannot be set.
    }
  }
}

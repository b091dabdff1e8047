// Parts that do with what they are given whatever they may (docs/testing.md), and use the memory of their answers again. The search
// must be, bit for bit, that of parts that do not, and nobody may write into what a part keeps.
import { expect, pick, same } from '../checks.mjs';
import { DRIVES, drive, STOPS, simpler } from '../drives.mjs';
import { Probe } from '../searches.mjs';

/**
 * What may be done once the answer is made, by who is called: to `change` or `transfer` what was given, to `keep` it and read it later,
 * and to `reuse` the memory of the answer at the next call.
 */
const MAY = {
  evaluate: ['keep', 'change', 'transfer', 'reuse'],
  'evaluate one': ['reuse'],
  initialGenome: ['reuse'],
  vary: ['reuse'],
  'own.ask': ['reuse'],
  'fixed.ask': ['reuse'],
  tell: ['keep'],
  fit: ['keep'],
  fitAside: ['keep'],
  normalize: ['keep'],
  reconstruct: ['keep', 'reuse'],
  select: ['keep'],
  reward: ['keep'],
  caller: ['keep', 'change', 'transfer'],
};
const CASES = Object.entries(MAY).flatMap(([who, deeds]) => deeds.map((deed) => ({ who, deed })));
/** Live views, what a search is driven with, and objects, which are never copied. */
const LIVE = ['note', 'archive', 'search', 'random', 'signal', 'into', 'space', 'pause'];

/** @returns a target. */
export function aliasingTarget({ library, searches, unbroken }) {
  return {
    name: 'aliasing',
    draw: async (random) => ({
      search: pick(random, [...searches.keys()]),
      drive: pick(random, DRIVES),
      ...pick(random, CASES),
      every: random.integer(1, 3),
    }),
    play: async (scenario) =>
      play(library, searches.get(scenario.search), scenario, await unbroken(scenario.search, scenario.drive)),
    smaller: ({ drive: how, ...rest }) => simpler(how).map((other) => ({ ...rest, drive: other })),
  };
}

async function play(library, make, { drive: how, deed, who, every }, { end }) {
  // A view is not the caller's, nor the evaluator's that a caller hands it to.
  const lent = how.by === 'hand' && how.view === true && (who === 'caller' || who === 'evaluate');
  const probe = new Probe();
  const kept = [];
  const answers = new Map();
  const act = ({ name, method, args, index, part }, answer) => {
    if ((name !== who && method !== who) || index % every > 0) return;
    // Operators of the library hand their answers over.
    if (deed === 'reuse' && method === 'vary' && !isPlain(part)) return;
    if (deed === 'reuse') answers.set(name, answer);
    else if (deed === 'keep') kept.push({ name, args, before: written(args) });
    else if (!lent) spoil(args, deed);
  };
  probe.around = (point, work) => {
    spoil(answers.get(point.name), 'change');
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
  let told = 0;
  const caller = (what, given) => act({ name: `caller.${what}`, method: 'caller', index: told++, args: [given] });
  const search = make(probe.wrap);
  const onGeneration = probe.wrap('onGeneration', () => undefined);
  await drive(library, search, how, STOPS, { onGeneration, caller });
  for (const { name, args, before } of kept) expect(`what ${name} kept is as it was`, written(args) === before);
  expect('the end is that of parts that behave', same(search.snapshot(), end));
}

/** All numbers and texts that can be reached, as text. */
function written(value) {
  return JSON.stringify(value, (key, inner) => {
    if (LIVE.includes(key)) return undefined;
    return ArrayBuffer.isView(inner) ? Array.from(inner, String) : inner;
  });
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
    if (LIVE.includes(key)) continue;
    spoil(inner, deed, seen);
    if (deed === 'change' && isPlain(value) && !Object.isFrozen(value)) value[key] = undefined;
  }
}

const isPlain = (value) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

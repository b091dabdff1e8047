// Snapshots whose checksums are right and whose content is not: as an attacker writes them, or a bug. What may be done to one piece
// is what test/support/forged.ts does to all of them, one by one.
import { mutateBytes } from './changed-bytes.mjs';
import { pick } from './checks.mjs';

const isPart = (name) => name.startsWith('parts.');

/**
 * Forges one to three pieces, at any depth: another value, a piece less, or one of another snapshot in its place.
 * @param donors - Snapshots to take pieces of: of other moments, other seeds, other options, other kinds.
 * @returns the bytes, and what was done.
 */
export function forge(random, bytes, donors, library) {
  const done = [];
  const change = (content, from, place) => {
    const [what, act] = drawChange(random, content, from, library);
    done.push(`${place}${what}`);
    act(content);
  };
  /** If there are parts: exchanges one, goes down into one, or stays. */
  const descend = (content, from, place) => {
    const parts = [...content.tensors.keys()].filter(isPart);
    const way = pick(random, ['exchange', 'exchange', 'down', 'down', 'down', 'stay']);
    if (parts.length === 0 || way === 'stay') return change(content, from, place);
    const name = pick(random, parts);
    const { data } = content.tensors.get(name);
    if (way === 'exchange') {
      const others = [...(from ?? content).tensors].filter(([other]) => isPart(other));
      const same = others.find(([other]) => other === name);
      const [other, found] =
        (random.integer(0, 2) > 0 && same) || pick(random, [...others, [name, { shape: [data.length], data }]]);
      done.push(`${place}${other} of another as ${name}`);
      return void content.tensors.set(name, copied(found));
    }
    const inner = contentOf(data, library);
    if (inner === undefined) {
      // A part of a user's own writes what it likes.
      const changed = mutateBytes(random, data, 1);
      done.push(`${place}${name}: other bytes`);
      content.tensors.set(name, { shape: [changed.length], data: changed });
      return undefined;
    }
    const other = from?.tensors.get(name)?.data;
    const donor = other && contentOf(other, library);
    return library.forgePart(content, name, (part) => descend(part, donor, `${place}${name}: `));
  };
  let forged = bytes;
  for (let i = pick(random, [1, 1, 2, 3]); i > 0; i--) {
    const donor = contentOf(pick(random, donors), library);
    forged = library.forged(forged, (content) => descend(content, donor, ''));
  }
  return [forged, done.join('; ')];
}

function contentOf(bytes, library) {
  try {
    return library.contentOf(bytes);
  } catch {
    return undefined;
  }
}

function drawChange(random, content, donor, library) {
  const exchange = random.integer(0, 2) === 0 ? drawExchange(random, content, donor) : undefined;
  if (exchange !== undefined) return exchange;
  const { state, tensors, configuration } = content;
  const names = [...Object.keys(state), ...tensors.keys()];
  if (random.integer(0, 19) === 0 || names.length === 0) {
    const key = pick(random, [...Object.keys(configuration), 'batchSize']);
    return [
      `configuration ${key}`,
      () => Object.assign(configuration, { [key]: pick(random, [0, 1, 'x', undefined]) }),
    ];
  }
  const name = pick(random, random.integer(0, 1) === 0 && Object.keys(state).length > 0 ? Object.keys(state) : names);
  const list = tensors.has(name)
    ? [...library.tensorChanges(name, tensors.get(name).data), ...nearChanges(random, name)]
    : [...library.stateChanges(name, state[name])];
  return pick(random, list);
}

/** Numbers of a tensor replaced by what might well stand there; and another shape, or type. */
function nearChanges(random, name) {
  const other = (what, act) => [`${name}: ${what}`, ({ tensors }) => tensors.set(name, act(tensors.get(name).data))];
  const like = (act) => (data) => ({ shape: [data.length], data: act(data) });
  const at = (what, act) => [
    `${name}: a number ${what}`,
    ({ tensors }) => {
      const { data } = tensors.get(name);
      if (data.length === 0) return;
      const i = random.integer(0, data.length - 1);
      data[i] = act(data[i], data);
    },
  ];
  return [
    at('a little larger', (x) => x + 1e-9 * (1 + Math.abs(x))),
    at('one more', (x) => x + 1),
    at('a thousand times', (x) => 1000 * x),
    at('negated', (x) => -x),
    at('infinite', () => Number.POSITIVE_INFINITY),
    at('no number', () => Number.NaN),
    at('of another place', (_, data) => pick(random, data)),
    at('drawn', () => random.normal()),
    other('of two dimensions', (data) => ({ shape: [1, data.length], data })),
    other(
      'of another type',
      like((data) => (data instanceof Float64Array ? Float32Array : Float64Array).from(data)),
    ),
    other(
      'doubled',
      like((data) => data.map((x) => 2 * x)),
    ),
    other(
      'all its first',
      like((data) => data.map(() => data[0])),
    ),
    other(
      'turned by one',
      like((data) => data.map((_, i) => data.at(i - 1))),
    ),
  ];
}

/** A piece of another snapshot, or of another place of this one. */
function drawExchange(random, { state, tensors }, donor) {
  const tensorNames = [...tensors.keys()];
  const given = donor ?? { state, tensors };
  const [from, to] = [pick(random, [...given.tensors.keys(), '']), pick(random, [...tensorNames, ''])];
  const kind = random.integer(0, 3);
  if (kind === 0) return ['the state of another', ({ state: own }) => Object.assign(own, given.state)];
  if (kind === 1 && tensorNames.length > 0) {
    const name = pick(random, tensorNames);
    const other = given.tensors.get(name);
    return [`${name} of another`, ({ tensors: own }) => (other ? own.set(name, copied(other)) : own.delete(name))];
  }
  const [found, name] = [given.tensors.get(from), kind === 2 ? to : 'more'];
  if (found === undefined || name === '') return undefined;
  return [`${from} of another as ${name}`, ({ tensors: own }) => own.set(name, copied(found))];
}

const copied = ({ shape, data }) => ({ shape, data: data.slice() });

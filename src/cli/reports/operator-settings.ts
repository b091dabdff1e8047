import { typedArrayKind } from '../../core/index.ts';
import { openSnapshot } from '../../formats/index.ts';
import { STEP_OPTIONS } from '../../variation/index.ts';
import type { Illumination } from '../illumination/illumination.ts';

/** Entries of a configuration that are no options of a part: how it is composed, and the space. */
const composition = /^(?:parts|operators|bounds\..*)$/;

/** The options of each emitter of a run, with its operators and learners, as its snapshot has them. Emitters with the same are one entry. */
export function operatorSettings({
  algorithm,
  search,
}: Pick<Illumination, 'algorithm' | 'search'>): [string, string][] {
  let emitters: (readonly [string, Uint8Array])[];
  try {
    emitters = partsOf(search.snapshot()).filter(([place]) => place.startsWith('emitters.'));
  } catch {
    // A search of the user's own, or genomes that cannot be serialized.
    return [];
  }
  const alike = new Map<string, string[]>();
  for (const [place, bytes] of emitters) {
    const text = optionsOf(bytes).join('; ');
    if (text !== '') alike.set(text, [...(alike.get(text) ?? []), place.replace('emitters.', '')]);
  }
  return [...alike].map(([text, names]) => {
    const all = names.length < 3 ? names.join(', ') : `${names[0]} and ${names.length - 1} more`;
    return [emitters.length === 1 ? algorithm : `${algorithm}, ${all}`, text];
  });
}

/** The snapshots in a snapshot, by the name of their part. @throws SNAPSHOT if it is none. */
function partsOf(bytes: Uint8Array): (readonly [string, Uint8Array])[] {
  return [...openSnapshot('operatorSettings', bytes).tensors].flatMap(([place, { data }]) =>
    place.startsWith('parts.') && typedArrayKind(data) === 'Uint8Array'
      ? [[place.replace('parts.', ''), data as Uint8Array] as const]
      : [],
  );
}

/** `Kind (option value, …)` of a part and of those in it; none if it is a user's own, whose bytes are in no known form. */
function optionsOf(bytes: Uint8Array): string[] {
  try {
    const { metadata } = openSnapshot('operatorSettings', bytes);
    const kind = metadata.get('kind')!;
    const stored = JSON.parse(metadata.get('configuration')!) as Record<string, unknown>;
    const own = Object.entries(stored).filter(([name]) => !composition.test(name));
    const options = { ...defaultStep(kind), ...Object.fromEntries(own) };
    // Numbers have the digits that matter to a reader.
    const list = Object.entries(options).map(([name, value]) => {
      return `${name} ${typeof value === 'number' ? Number(value.toPrecision(6)) : value}`;
    });
    const parts = partsOf(bytes);
    const inner = parts.flatMap(([, part]) => optionsOf(part));
    if (kind === 'OperatorChain') {
      // Operators without options have no snapshot, so their names are not known.
      const areNamed = parts.length === stored.operators;
      return areNamed ? inner : [`a chain of ${stored.operators} operators`, ...inner];
    }
    return [list.length === 0 ? kind : `${kind} (${list.join(', ')})`, ...inner];
  } catch {
    return [];
  }
}

/** The step that an operator has by default; snapshots leave it out. */
function defaultStep(kind: string): Readonly<Record<string, string>> {
  if (!Object.hasOwn(STEP_OPTIONS, kind)) return {};
  const { argument, share } = STEP_OPTIONS[kind as keyof typeof STEP_OPTIONS];
  return { [argument]: `${share} × range` };
}

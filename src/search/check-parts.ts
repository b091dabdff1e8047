import {
  type Archive,
  argumentError,
  checkInteger,
  checkMethods,
  checkNumber,
  checkObject,
  type Emitter,
  type FieldKinds,
  isObjectSpace,
  type Problem,
  sameKind,
  sameSpace,
  spaceDifference,
  stateError,
} from '../core/index.ts';
import type { SearchOptions } from './search-options.ts';

/**
 * @param guide - A second archive, or `archive` itself.
 * @throws ARGUMENT, in the name of `owner`, unless they are archives for the domain's spaces and noise, and a noisy domain has no second.
 */
export function checkArchives<G>(
  owner: string,
  domain: Problem<G, FieldKinds>,
  archive: Archive<G, FieldKinds>,
  guide: Archive<G, FieldKinds>,
): void {
  checkObject(owner, 'domain', domain);
  checkArchive(owner, domain, archive, 'archive');
  if (archive.elitesIn !== undefined)
    throw argumentError(owner, 'archive', 'store elites; use it as the guide', archive);
  if (guide === archive) return;
  checkArchive(owner, domain, guide, 'guide');
  const { elitesIn = archive } = guide;
  if (elitesIn !== archive) throw argumentError(owner, 'guide.archive', "be the search's archive", elitesIn);
  if (domain.noisy === true) throw argumentError(owner, 'guide', 'be left out for a noisy domain', guide);
  // Its ids are of its own.
  if (guide.lineage === true && guide.elitesIn === undefined)
    throw argumentError(owner, 'guide.lineage', 'be false: the archive has the lineage', true);
}

function checkArchive<G>(
  owner: string,
  domain: Problem<G, FieldKinds>,
  archive: Archive<G, FieldKinds>,
  argument: string,
): void {
  checkMethods(owner, argument, archive, 'add');
  for (const name of ['genome', 'descriptor'] as const) {
    const [space, wanted] = [archive[name], domain[name]];
    if (space === undefined || sameSpace(space, wanted)) continue;
    const [told, got] = spaceDifference(wanted, space);
    const rule = isObjectSpace(wanted)
      ? 'be domain.genome itself: read files with fromBytes(bytes, { domain })'
      : `be the ${name} space of the domain, ${told}`;
    throw argumentError(owner, `${argument}.${name}`, rule, got);
  }
  checkFieldsOf(owner, domain, archive, argument);
  const [noisy, wanted] = [(archive as { readonly noisy?: boolean }).noisy, domain.noisy === true];
  if (noisy === !wanted) throw argumentError(owner, `${argument}.noisy`, `be ${wanted}, as the domain says`, noisy);
}

/** @throws ARGUMENT, in the name of `owner`, if an archive wants a field that the domain has not: every row would be invalid. */
function checkFieldsOf(
  owner: string,
  { fields: given = {} }: Pick<Problem<never, FieldKinds>, 'fields'>,
  archive: object,
  argument: string,
): void {
  const { fields = {} } = archive as { readonly fields?: FieldKinds | undefined };
  for (const [name, kind] of Object.entries(fields)) {
    if (sameKind(kind, given[name])) continue;
    throw argumentError(owner, `${argument}.fields.${name}`, 'be a field of the domain, of the same kind', kind);
  }
}

/**
 * @throws ARGUMENT, in the name of `owner`, unless all are emitters with names, and no two are the same object or share a part.
 * @returns their names.
 */
export function checkEmitters<G>(owner: string, emitters: Readonly<Record<string, Emitter<G>>>): readonly string[] {
  checkObject(owner, 'emitters', emitters);
  const names = Object.keys(emitters);
  if (names.length === 0) throw argumentError(owner, 'emitters', 'have at least one', emitters);
  // '' stands for first genomes, in Origin and in the history.
  if (names.includes('')) throw argumentError(owner, 'emitters', 'have names that are not empty', names);
  for (const name of names) {
    checkMethods(owner, `emitters.${name}`, emitters[name], 'ask');
    const { batchSize, share } = emitters[name]!;
    if (batchSize !== undefined) checkInteger(owner, `emitters.${name}.batchSize`, batchSize, 1, 2 ** 24);
    if (share !== undefined) checkNumber(owner, `emitters.${name}.share`, share, Number.MIN_VALUE, 1);
  }
  const owners = new Map<object, string>();
  for (const name of names) {
    const { parts = [] } = emitters[name]!;
    if (!(Array.isArray(parts) && parts.every((part) => Object(part) === part)))
      throw argumentError(owner, `emitters.${name}.parts`, 'be a list of objects', parts);
    const own = [emitters[name]!, ...parts];
    const other = own.map((part) => owners.get(part)).find((found) => found !== undefined);
    if (other !== undefined) {
      const rule = `be another object than emitters.${other}, with a strategy, ranker or learner of its own`;
      throw argumentError(owner, `emitters.${name}`, rule, 'a part of both');
    }
    for (const part of own) owners.set(part, name);
  }
  return names;
}

/** @throws ARGUMENT, in the name of `owner`, if there are no elites and no first genomes, but an emitter that needs them. */
export function checkStart<G>(
  owner: string,
  initial: object,
  { size }: Archive<G, FieldKinds>,
  emitters: Readonly<Record<string, Emitter<G>>>,
): void {
  if (size > 0 || (initial as { readonly evaluations?: unknown }).evaluations !== 0) return;
  const needs = Object.keys(emitters).find((name) => emitters[name]!.startsEmpty !== true);
  if (needs === undefined) return;
  throw argumentError(owner, 'initial.evaluations', `be at least 1, because emitters.${needs} needs elites`, 0);
}

/** The parts that no other search may use while batches are out, with their names. */
export function partsOf<G>({
  archive,
  guide,
  bandit,
  emitters,
}: Pick<SearchOptions<G>, 'archive' | 'bandit' | 'emitters'> & {
  readonly guide: Archive<G, FieldKinds>;
}): ReadonlyMap<object, string> {
  // The guide may be the archive, which then has this name.
  const parts = new Map<object, string>([
    [guide, 'guide'],
    [archive, 'archive'],
  ]);
  if (bandit !== undefined) parts.set(bandit, 'bandit');
  for (const [name, emitter] of Object.entries(emitters)) {
    for (const part of emitter.parts ?? []) parts.set(part, `a part of emitters.${name}`);
    parts.set(emitter, `emitters.${name}`);
  }
  return parts;
}

/** The search that used a part last. */
const users = new WeakMap<object, User>();

/** What a part needs to know of the search that uses it. */
interface User {
  /** Whether batches of it are out, or it is asking, telling or learning. */
  isBusy(): boolean;
}

/**
 * Records that a search uses parts.
 * @param owner - The method that errors name.
 * @param parts - With their names in errors.
 * @throws STATE if another search that uses one of them has a batch out: both would change its state.
 */
export function take(owner: string, search: User, parts: ReadonlyMap<object, string>): void {
  for (const [part, name] of parts) {
    const user = users.get(part);
    if (user === search) continue;
    if (user?.isBusy() === true) {
      const why = `${name} is in use by another search, which has batches out`;
      throw stateError(owner, `${why}: tell or drop them`);
    }
  }
  for (const part of parts.keys()) users.set(part, search);
}

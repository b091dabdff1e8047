import {
  type Archive,
  argumentError,
  type Box,
  checkInteger,
  checkMethods,
  checkObject,
  type Emitter,
  type FieldKinds,
  type Problem,
  sameSpace,
  show,
  stateError,
} from '../core/index.ts';

/** @throws ARGUMENT, in the name of `owner`, unless `archive` is an archive for the domain's spaces, and for its noise. */
export function checkArchive<G>(owner: string, domain: Problem<G, FieldKinds>, archive: Archive<G, FieldKinds>): void {
  checkObject(owner, 'domain', domain);
  checkMethods(owner, 'archive', archive, 'add');
  for (const name of ['genome', 'descriptor'] as const) {
    const [space, wanted] = [archive[name], domain[name]];
    if (space === undefined || sameSpace(space as Box, wanted as Box)) continue;
    throw argumentError(owner, `archive.${name}`, `be the ${name} space of the domain, ${show(wanted)}`, space);
  }
  const [noisy, wanted] = [(archive as { readonly noisy?: boolean }).noisy, domain.noisy === true];
  if (noisy === !wanted) throw argumentError(owner, 'archive.noisy', `be ${wanted}, as the domain says`, noisy);
}

/** @throws ARGUMENT, in the name of `owner`, unless all are emitters with names, and no two are the same object. @returns their names. */
export function checkEmitters<G>(owner: string, emitters: Readonly<Record<string, Emitter<G>>>): readonly string[] {
  checkObject(owner, 'emitters', emitters);
  const names = Object.keys(emitters);
  if (names.length === 0) throw argumentError(owner, 'emitters', 'have at least one', emitters);
  // '' stands for first genomes, in Origin and in the history.
  if (names.includes('')) throw argumentError(owner, 'emitters', 'have names that are not empty', names);
  for (const name of names) {
    checkMethods(owner, `emitters.${name}`, emitters[name], 'ask');
    const { batchSize } = emitters[name]!;
    if (batchSize !== undefined) checkInteger(owner, `emitters.${name}.batchSize`, batchSize, 1, 2 ** 24);
  }
  const twin = names.find((name, i) => names.findIndex((other) => emitters[other] === emitters[name]) < i);
  if (twin !== undefined)
    throw argumentError(owner, `emitters.${twin}`, 'be another object than the emitters before it', twin);
  return names;
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
 * @throws STATE if another search that uses one of them has a batch out: both would change its state.
 */
export function take(owner: string, search: User, parts: readonly object[]): void {
  for (const part of parts) {
    const user = users.get(part);
    if (user === search) continue;
    if (user?.isBusy() === true) {
      const why = 'the archive, the bandit or an emitter is in use by another search, which has batches out';
      throw stateError(owner, `${why}: tell or drop them`);
    }
  }
  for (const part of parts) users.set(part, search);
}

import {
  type Box,
  ElitesError,
  type FieldKinds,
  isObjectSpace,
  type Problem,
  sameSpace,
  show,
  spaceDifference,
} from '../core/index.ts';
import type { LaneProblem } from './lane.ts';

/** @throws ARGUMENT if the worker's domain is of other spaces or fields than the pool's, naming what differs. */
export function checkProblem<G, F extends FieldKinds>(
  { genome, descriptor, fields = {} as F }: Problem<G, F>,
  loaded: LaneProblem,
): void {
  checkSpace('genome', isObjectSpace(genome) ? undefined : (genome as Box), loaded.genome);
  checkSpace('descriptor', descriptor, loaded.descriptor);
  for (const name of new Set([...Object.keys(fields), ...Object.keys(loaded.fields)])) {
    const [expected, got] = [kindText(fields[name]), kindText(loaded.fields[name])];
    if (expected !== got) throw differs(`field ${name}`, expected, got);
  }
}

function checkSpace(name: string, expected: Box | undefined, got: Box | undefined): void {
  if (expected === undefined ? got === undefined : got !== undefined && sameSpace(expected, got)) return;
  const [wanted, other] = expected && got ? spaceDifference(expected, got) : [textOf(expected), textOf(got)];
  throw differs(`${name} space`, wanted, typeof other === 'string' ? other : show(other));
}

function textOf(box: Box | undefined): string {
  return box === undefined ? 'a space of objects' : show(box);
}

function differs(what: string, expected: string, got: string): ElitesError {
  return new ElitesError('ARGUMENT', `its ${what} must be that of the pool's domain, ${expected}; got ${got}.`);
}

function kindText(kind: FieldKinds[string] | undefined): string {
  if (kind === undefined) return 'none';
  return typeof kind === 'object' ? `{ size: ${show(kind.size)} }` : show(kind);
}

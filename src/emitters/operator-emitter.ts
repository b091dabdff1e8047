import {
  type Archive,
  argumentError,
  asBatch,
  type Box,
  checkGenomes,
  checkMethods,
  checkSynchronous,
  type Emitter,
  type EmitterContext,
  type FieldKinds,
  type GenomeSpace,
  type Genomes,
  isBatch,
  isObjectSpace,
  isThenable,
  ListBatch,
  type Proposal,
  type Selection,
  selectElites,
  stateMethodsOf,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import { retried } from './retried.ts';

/** How often another parent is drawn for a row without a child. */
const MOST_PARENTS = 100;

/** Children of a selection, and the errors of rows without a child. */
interface Children<G> extends Proposal<G> {
  readonly failures: readonly unknown[] | undefined;
}

/**
 * Makes an emitter of a variation operator: it draws parents uniformly from the archive, with replacement, and gives their
 * children. A parent without a child is replaced by another, at most 100 times a row. Draws the parents from the given stream first;
 * the operator then draws from the same stream.
 * @throws ARGUMENT if the operator has no `vary`.
 */
export function operatorEmitter<G = Float64Array>(operator: VariationOperator<G>): Emitter<G> {
  checkMethods('operatorEmitter', 'operator', operator, 'vary');
  return new OperatorEmitter(operator);
}

class OperatorEmitter<G> implements Emitter<G> {
  readonly retries: boolean = true;
  readonly #operator: VariationOperator<G>;

  constructor(operator: VariationOperator<G>) {
    this.#operator = operator;
    Object.assign(this, stateMethodsOf(operator));
  }

  /** @throws ARGUMENT if the operator does not fit the space. */
  check(_archive: Archive<G, FieldKinds>, space: GenomeSpace<G>): void {
    checkSynchronous('operatorEmitter', 'operator.check()', this.#operator.check?.(space));
  }

  ask(count: number, context: EmitterContext<G>): Proposal<G> | Promise<Proposal<G>> {
    const children = this.#children(count, context);
    // The usual case: one batch of vectors, made at once.
    if (!isThenable(children) && isBatch(children.genomes)) return children;
    return complete(count, children, (missing) => this.#children(missing, context));
  }

  /** Children of `count` newly drawn parents; undefined in rows without a child. */
  #children(count: number, context: EmitterContext<G>): Children<G> | Promise<Children<G>> {
    const asking = new Asking(count, context);
    const vary = (): Genomes<G> | Promise<Genomes<G>> => this.#operator.vary(asking.begin(), asking.context);
    // If the whole call fails, no row has a child.
    const children = retried<Genomes<G>>(vary, context, (error) => {
      asking.failed(0, error);
      return new ListBatch<G>(new Array(count).fill(undefined));
    });
    if (!isThenable(children)) return asking.finish(children);
    const answer = Promise.resolve(children);
    try {
      // The archive may change before the operator answers.
      asking.fix();
    } catch (error) {
      // The operator draws until it has answered: an ask may be repeated only then.
      return answer.catch(() => undefined).then(() => Promise.reject(error));
    }
    return answer.then((made) => asking.finish(made));
  }
}

/** One call of an operator. It records the elites drawn and the rows that failed. */
class Asking<G> {
  /** What the operator is given. */
  readonly context: VariationContext<G>;
  readonly #count: number;
  readonly #throws: boolean;
  readonly #parents: Selection<G>;
  #others: Selection<G>[] | undefined;
  #failures: unknown[] | undefined;

  constructor(count: number, { archive, random, space, signal, retries, onError }: EmitterContext<G>) {
    this.context = { archive, random, space, signal, retries, select: this.#select, failed: this.failed };
    this.#count = count;
    this.#throws = onError === 'throw';
    this.#parents = selectElites(archive, count, random);
  }

  // Arrow functions: operators may destructure the context.
  readonly #select = (count: number): Selection<G> => {
    const { archive, random } = this.context;
    const selection = selectElites(archive, count, random);
    this.#others ??= [];
    this.#others.push(selection);
    return selection;
  };

  readonly failed = (_row: number, error: unknown): void => {
    this.#failures ??= [];
    this.#failures.push(error);
  };

  /** Starts an attempt: forgets the elites and failures of the last one. @returns the parents. */
  begin(): Selection<G> {
    this.#others = undefined;
    this.#failures = undefined;
    return this.#parents;
  }

  /** Copies the values of all selections. */
  fix(): void {
    this.#parents.fix();
    for (const selection of this.#others ?? []) selection.fix();
  }

  /** @throws the first failure, if failures are to be thrown; ARGUMENT if the children have a wrong shape. */
  finish(genomes: Genomes<G>): Children<G> {
    if (this.#failures !== undefined && this.#throws) throw this.#failures[0];
    const children = checkChildren(genomes, this.#count, this.context.space);
    return { genomes: children, parents: this.#parentIds(), failures: this.#failures };
  }

  /** `(count)`: the ids of each child's parents, from all selections with one elite for each child; undefined without lineage. */
  #parentIds(): number[][] | undefined {
    if (this.#parents.ids === undefined) return undefined;
    const drawn = [this.#parents, ...(this.#others ?? [])];
    const ids = drawn.flatMap((selection) => (selection.rows === this.#count && selection.ids ? [selection.ids] : []));
    const parents = new Array<number[]>(this.#count);
    for (let i = 0; i < parents.length; i++) {
      const own: number[] = [];
      for (const one of ids) own.push(one[i]!);
      parents[i] = own;
    }
    return parents;
  }
}

/**
 * Draws other parents for rows without a child, until every row has one or 100 draws were made.
 * @throws the last error of the operator, if no row has a child.
 */
async function complete<G>(
  count: number,
  first: Children<G> | Promise<Children<G>>,
  more: (missing: number) => Children<G> | Promise<Children<G>>,
): Promise<Proposal<G>> {
  const genomes: G[] = [];
  const parents: (readonly number[])[] = [];
  let failures: readonly unknown[] | undefined;
  let made = await first;
  for (let draws = 1; ; draws++) {
    failures = made.failures ?? failures;
    for (let i = 0; i < made.genomes.rows; i++) {
      const genome = made.genomes.row(i);
      if (genome === undefined) continue;
      genomes.push(genome);
      if (made.parents !== undefined) parents.push(made.parents[i]!);
    }
    if (genomes.length === count || draws === MOST_PARENTS) break;
    made = await more(count - genomes.length);
  }
  if (genomes.length === 0 && failures !== undefined) throw failures.at(-1);
  return { genomes: new ListBatch(genomes), parents: parents.length > 0 ? parents : undefined };
}

/** @throws ARGUMENT if the number of rows is not `count`, or vectors have another length. */
function checkChildren<G>(children: Genomes<G>, count: number, space: EmitterContext<G>['space']): Genomes<G> {
  const owner = 'operatorEmitter';
  checkGenomes(owner, 'what the operator answers', children);
  if (children.rows !== count)
    throw argumentError(owner, 'what the operator answers', `have ${count} rows`, children.rows);
  if (isObjectSpace(space) || !isBatch(children)) return children;
  return asBatch(owner, children, (space as Box).dimensions) as never;
}

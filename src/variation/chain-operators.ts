import {
  argumentError,
  checkMethods,
  checkSynchronous,
  type GenomeSpace,
  type Genomes,
  isBatch,
  isThenable,
  ListBatch,
  type Stateful,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot } from '../formats/index.ts';

/**
 * Makes one operator of several: each varies the children of the one before, as a genetic algorithm mutates what a crossover made. A
 * parent without a child in one of them has none. Operators draw from the given stream in their order. Its state is that of its parts.
 *
 * ```ts
 * const operator = chainOperators(new TwoPointCrossover(), new IsoLineMutation());
 * ```
 *
 * @throws ARGUMENT if there are fewer than two operators, or one has no `vary`.
 */
export function chainOperators<G = Float64Array>(
  ...operators: readonly VariationOperator<G>[]
): VariationOperator<G> & Stateful {
  if (operators.length < 2) throw argumentError(OWNER, 'operators', 'be at least two', operators.length);
  for (const [i, operator] of operators.entries()) checkMethods(OWNER, `operators[${i}]`, operator, 'vary');
  return new OperatorChain([...operators]);
}

const OWNER = 'chainOperators';

class OperatorChain<G> implements VariationOperator<G>, Stateful {
  readonly #operators: readonly VariationOperator<G>[];

  constructor(operators: readonly VariationOperator<G>[]) {
    this.#operators = operators;
  }

  /** One child for each parent. @throws what an operator throws; ARGUMENT if one answers with another number of rows. */
  vary(parents: Genomes<G>, context: VariationContext<G>): Genomes<G> | Promise<Genomes<G>> {
    return this.#from(0, parents, context);
  }

  #from(i: number, genomes: Genomes<G>, context: VariationContext<G>): Genomes<G> | Promise<Genomes<G>> {
    const operator = this.#operators[i];
    if (operator === undefined) return genomes;
    const children = i === 0 ? operator.vary(genomes, context) : varyPresent(operator, i, genomes, context);
    const next = (made: Genomes<G>): Genomes<G> | Promise<Genomes<G>> => {
      checkRows(i, made, genomes.rows);
      return this.#from(i + 1, made, context);
    };
    return isThenable(children) ? children.then(next) : next(children);
  }

  /** @throws ARGUMENT if one of them does not fit the space. */
  check(space: GenomeSpace<G>): void {
    for (const [i, operator] of this.#operators.entries()) {
      checkSynchronous(OWNER, `operators[${i}].check()`, operator.check?.(space));
    }
  }

  /** The state of those that have one. @throws STATE if one cannot be stored. */
  snapshot(): Uint8Array {
    return encodeSnapshot(this.#stored(), {}, `${OWNER}.snapshot`);
  }

  /** @throws SNAPSHOT if `bytes` are damaged or of another chain; what an operator throws. Nothing has changed then. */
  restore(bytes: Uint8Array | ArrayBuffer): void {
    decodeSnapshot(`${OWNER}.restore`, bytes, this.#stored()).restoreParts();
  }

  #stored() {
    const configuration = { operators: this.#operators.length };
    const maybeParts = Object.fromEntries(this.#operators.entries());
    return { kind: 'OperatorChain', configuration, state: {}, maybeParts };
  }
}

/** Varies the genomes that are there; rows without one stay without. */
function varyPresent<G>(
  operator: VariationOperator<G>,
  stage: number,
  genomes: Genomes<G>,
  context: VariationContext<G>,
): Genomes<G> | Promise<Genomes<G>> {
  if (isBatch(genomes)) return operator.vary(genomes, context);
  const rows = Array.from({ length: genomes.rows }, (_, i) => genomes.row(i) as G | undefined);
  const present = rows.flatMap((genome, i) => (genome === undefined ? [] : [i]));
  if (present.length === rows.length) return operator.vary(genomes, context);
  if (present.length === 0) return genomes;
  const { failed } = context;
  const children = operator.vary(new ListBatch(present.map((i) => rows[i]!)), {
    ...context,
    // Mates of fewer rows cannot be assigned to parents.
    select: undefined,
    failed: failed && ((row, error) => failed(present[row]!, error)),
  });
  const spread = (made: Genomes<G>): Genomes<G> => {
    checkRows(stage, made, present.length);
    for (const [k, i] of present.entries()) rows[i] = made.row(k);
    return new ListBatch(rows as G[]);
  };
  return isThenable(children) ? children.then(spread) : spread(children);
}

/** @throws ARGUMENT unless an operator answered with so many rows. */
function checkRows<G>(stage: number, made: Genomes<G>, rows: number): void {
  if (made?.rows === rows) return;
  throw argumentError(`${OWNER}.vary`, `operators[${stage}]`, `answer with ${rows} rows`, made?.rows);
}

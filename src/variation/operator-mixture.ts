import {
  argumentError,
  asBatch,
  type Box,
  batchFor,
  borrowing,
  checkMethods,
  checkNumber,
  checkObject,
  checkOptions,
  collectRows,
  copyRow,
  type GenomeSpace,
  type Genomes,
  isBatch,
  isBorrowing,
  isObjectSpace,
  ListBatch,
  type Random,
  type Stateful,
  type VariationContext,
  type VariationOperator,
} from '../core/index.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  partTensors,
  restoreParts,
  type StatefulParts,
  statefulParts,
} from '../formats/index.ts';

/** How much of each operator, by its name; at least 0, not all 0; scaled to a sum of 1. One left out or undefined is 0. */
export type Ratios = Readonly<Record<string, number | undefined>>;

/** What an {@link OperatorMixture} is made of. */
export interface OperatorMixtureOptions<G = Float64Array> {
  /** The operators by name. */
  readonly operators: Readonly<Record<string, VariationOperator<G>>>;
  /** How much of each. */
  readonly ratios: Ratios;
}

/**
 * Varies each parent by one of several operators, drawn per child with the given ratios. Each operator gets its share of
 * the parents in one call, so batches stay batches. Draws from the stream that it is given.
 */
export class OperatorMixture<G = Float64Array> implements VariationOperator<G>, Stateful {
  readonly #options: OperatorMixtureOptions<G>;
  /** Upper end of each operator's share of [0, 1). */
  readonly #ends: Float64Array;

  /** @throws ARGUMENT if a ratio names no operator, is negative or not finite, or all are 0. */
  constructor(options: OperatorMixtureOptions<G>) {
    borrowing(vary);
    checkOptions('OperatorMixture', options, ['operators', 'ratios']);
    const { operators, ratios } = options;
    checkRatios('OperatorMixture', 'ratios', ratios, operators);
    const used = Object.keys(ratios).filter((name) => ratios[name]! > 0);
    const largest = Math.max(...used.map((name) => ratios[name]!));
    const sum = used.reduce((total, name) => total + ratios[name]! / largest, 0);
    let end = 0;
    this.#ends = Float64Array.from(used, (name) => {
      end += ratios[name]! / largest / sum;
      return end;
    });
    this.#ends[used.length - 1] = 1;
    this.#options = {
      operators: Object.fromEntries(used.map((name) => [name, operators[name]!])),
      ratios: { ...ratios },
    };
  }

  /**
   * One child a parent, in their order. An operator's children are copied before the next one varies: it may answer with
   * memory that it uses again. @throws what an operator throws; ARGUMENT if one answers with another shape.
   */
  async vary(parents: Genomes<G>, context: VariationContext<G>): Promise<Genomes<G>> {
    const owner = 'OperatorMixture.vary';
    const operators = Object.values(this.#options.operators);
    const [only] = operators;
    if (operators.length === 1 && isBorrowing(only!.vary)) return only!.vary(parents, context);
    const { into, ...rest } = context;
    const choices = Array.from({ length: parents.rows }, () => (operators.length === 1 ? 0 : this.#draw(rest.random)));
    const children = collector(parents, rest.space, into);
    for (const [which, operator] of operators.entries()) {
      const rows = choices.flatMap((choice, i) => (choice === which ? [i] : []));
      if (rows.length === 0) continue;
      const share = collectRows(
        rows.map((i) => parents.row(i)),
        parents,
      );
      const varied = await operator.vary(share, { ...rest });
      if (varied?.rows !== rows.length) {
        throw argumentError(owner, 'an operator', `answer with ${rows.length} rows`, varied?.rows);
      }
      children.put(rows, varied);
    }
    return children.genomes;
  }

  /** @throws ARGUMENT if one of the operators cannot vary genomes of this space. */
  check(space: GenomeSpace<G>): void {
    for (const operator of Object.values(this.#options.operators)) operator.check?.(space);
  }

  /** Ratios, and the state of the operators that have one, as a snapshot. @throws STATE if one cannot be stored. */
  snapshot(): Uint8Array {
    const parts = this.#parts('snapshot');
    return encodeSnapshot({ ...this.#identity(parts), tensors: partTensors(parts) });
  }

  /** Restores the operators that have state. @throws SNAPSHOT if the bytes do not fit; nothing has changed then. */
  restore(bytes: Uint8Array): void {
    const parts = this.#parts('restore');
    restoreParts(decodeSnapshot('OperatorMixture.restore', bytes, this.#identity(parts)), parts);
  }

  #parts(method: string): StatefulParts {
    return statefulParts(`OperatorMixture.${method}`, {}, this.#options.operators);
  }

  #identity(parts: StatefulParts): { kind: string; configuration: object } {
    const { ratios } = this.#options;
    return { kind: 'OperatorMixture', configuration: { ratios, parts: [...parts.keys()].join(', ') } };
  }

  #draw(random: Random): number {
    const u = random.uniform();
    return this.#ends.findIndex((end) => u < end);
  }
}

const vary = /* @__PURE__ */ (() => OperatorMixture.prototype.vary)();

/** The children of a batch, put at their places as copies: in a {@link Batch} if they are vectors, `into` if it fits. */
function collector<G>(
  parents: Genomes<G>,
  space: GenomeSpace<G>,
  into: Genomes<G> | undefined,
): { readonly genomes: Genomes<G>; readonly put: (rows: readonly number[], children: Genomes<G>) => void } {
  if (isObjectSpace(space)) {
    const list: G[] = new Array(parents.rows);
    const put = (rows: readonly number[], children: Genomes<G>): void => {
      for (const [i, row] of rows.entries()) list[row] = children.row(i);
    };
    return { genomes: new ListBatch(list), put };
  }
  const { dimensions } = space as Box;
  const batch = batchFor(parents.rows, dimensions, into, isBatch(parents) ? parents.data : undefined);
  const put = (rows: readonly number[], children: Genomes<G>): void => {
    const { data } = asBatch('OperatorMixture.vary', children as never, dimensions);
    for (const [i, row] of rows.entries()) copyRow(data, i * dimensions, batch.data, row * dimensions, dimensions);
  };
  return { genomes: batch as never, put };
}

/** @throws ARGUMENT if a ratio names no operator, is negative or not finite, or all are 0. */
export function checkRatios(
  owner: string,
  argument: string,
  ratios: Ratios,
  operators: Readonly<Record<string, unknown>>,
): void {
  checkObject(owner, 'operators', operators);
  checkOptions(owner, ratios, Object.keys(operators), argument);
  for (const [name, ratio] of Object.entries(ratios)) {
    if (ratio === undefined) continue;
    checkNumber(owner, `${argument}.${name}`, ratio, 0);
    checkMethods(owner, `operators.${name}`, operators[name], 'vary');
  }
  if (!Object.values(ratios).some((ratio) => ratio! > 0)) throw argumentError(owner, argument, 'not all be 0', ratios);
}

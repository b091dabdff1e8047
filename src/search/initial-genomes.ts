import {
  type Archive,
  argumentError,
  asBatch,
  ascending,
  Batch,
  type Box,
  boxBounds,
  checkInteger,
  checkNumber,
  checkOptions,
  copyGenomes,
  ElitesError,
  type FieldKinds,
  firstOutside,
  type Genomes,
  gatherRows,
  infiniteBounds,
  isBatch,
  isObjectSpace,
  ListBatch,
  messageOf,
  type ObjectSpace,
  type Problem,
  type Random,
  uniformRows,
} from '../core/index.ts';

/**
 * The first genomes. `{ evaluations }`: that many random genomes; 0 if all emitters can begin with an empty archive.
 * `{ untilCoverage, atMost }`: random genomes until the archive has this coverage, in (0, 1], but at most `atMost` (Infinity: no limit).
 * Genomes: the user's own, in their order.
 */
export type Initial<G = Float64Array> =
  | { readonly evaluations: number }
  | { readonly untilCoverage: number; readonly atMost: number }
  | Genomes<G>;

/** The default first genomes: at least 100, because small batches would search around one or two genomes, and whole batches. */
export function firstBatches(batchSize: number): { readonly evaluations: number } {
  return { evaluations: Math.ceil(100 / batchSize) * batchSize };
}

/** Gives out the first genomes of an algorithm, batch by batch. */
export class InitialGenomes<G> {
  readonly #owner: string;
  readonly #problem: Problem<G, FieldKinds>;
  readonly #initial: Initial<G>;
  /** Undefined without first genomes: an unbounded box then needs no first distribution. */
  readonly #draw: ((rows: number, random: Random) => Genomes<G>) | undefined;
  readonly #given: Genomes<G> | undefined;
  readonly #coverage: number;
  readonly #total: number;

  /** @throws ARGUMENT if `initial` breaks its contract, or first genomes are to be drawn in an unbounded box without a distribution. */
  constructor(owner: string, problem: Problem<G, FieldKinds>, options: Initial<G>) {
    const initial = 'rows' in options ? options : { ...options };
    this.#owner = owner;
    this.#problem = problem;
    this.#initial = initial;
    this.#coverage = Number.POSITIVE_INFINITY;
    if ('rows' in initial) {
      this.#given = checkGiven(owner, problem, initial);
      this.#total = this.#given.rows;
    } else if ('evaluations' in initial) {
      checkOptions(owner, initial, ['evaluations'], 'initial');
      checkInteger(owner, 'initial.evaluations', initial.evaluations, 0);
      this.#total = initial.evaluations;
    } else {
      checkOptions(owner, initial, ['untilCoverage', 'atMost'], 'initial');
      checkNumber(owner, 'initial.untilCoverage', initial.untilCoverage, Number.MIN_VALUE, 1);
      if (initial.atMost !== Number.POSITIVE_INFINITY) checkInteger(owner, 'initial.atMost', initial.atMost, 1);
      this.#coverage = initial.untilCoverage;
      this.#total = initial.atMost;
    }
    if (this.#total > 0) this.#draw = drawer(owner, problem);
  }

  /** Describes the first genomes for the snapshot's configuration, including genomes that were given. */
  get configuration(): object {
    return this.#given === undefined ? this.#initial : { genomes: written(this.#given, this.#problem) };
  }

  /**
   * Whether the first genomes are complete, after `asked` of them. If there are any, never while the archive that emitters select from is
   * empty: then more are drawn at random.
   */
  done(archive: Archive<G, FieldKinds>, guide: Archive<G, FieldKinds>, asked: number): boolean {
    if (this.#total === 0) return true;
    if (guide.size === 0) return false;
    return asked >= this.#total || archive.metrics().coverage >= this.#coverage;
  }

  /**
   * The next batch, after `asked` genomes: at most `batchSize` rows.
   * @throws ARGUMENT if the space cannot write the first genome of all: else the first snapshot would say so, hours later.
   */
  next(batchSize: number, asked: number, random: Random): Genomes<G> {
    const left = this.#total - asked;
    const rows = left > 0 ? Math.min(batchSize, left) : batchSize;
    const given = this.#given;
    const genomes =
      given === undefined || left <= 0 ? this.#draw!(rows, random) : gatherRows(given, ascending(rows, asked));
    if (asked === 0) this.#checkWritable(genomes);
    return genomes;
  }

  #checkWritable(genomes: Genomes<G>): void {
    if (isBatch(genomes)) return;
    const [argument, rule] = ['domain.genome.serialize', 'write the first genome'];
    let text: unknown;
    try {
      text = (this.#problem.genome as ObjectSpace<G>).serialize(genomes.row(0));
    } catch (cause) {
      const message = `${this.#owner}: ${argument} must ${rule}; got the error ${messageOf(cause)}`;
      throw new ElitesError('ARGUMENT', message, { cause });
    }
    if (typeof text !== 'string') throw argumentError(this.#owner, argument, rule, text);
  }
}

function checkGiven<G>(owner: string, problem: Problem<G, FieldKinds>, genomes: Genomes<G>): Genomes<G> {
  checkInteger(owner, 'initial.rows', genomes.rows, 1);
  if (isObjectSpace(problem.genome)) return copyGenomes(genomes);
  const bounds = boxBounds(owner, 'domain.genome', problem.genome as Box);
  const { dimensions } = bounds;
  const { rows, data } = asBatch(`${owner}.initial`, genomes as never, dimensions);
  const outside = firstOutside(bounds, data);
  if (outside >= 0) {
    const place = `initial.row(${Math.floor(outside / dimensions)})[${outside % dimensions}]`;
    throw argumentError(owner, place, 'lie in domain.genome', data[outside]);
  }
  return new Batch(rows, dimensions, data.slice()) as unknown as Genomes<G>;
}

/** The given genomes as numbers or text, so that configurations can be compared. */
function written<G>(genomes: Genomes<G>, { genome }: Problem<G, FieldKinds>): unknown {
  if (isBatch(genomes)) return genomes.data;
  const space = genome as ObjectSpace<G>;
  return Array.from({ length: genomes.rows }, (_, i) => space.serialize(genomes.row(i))).join('\n');
}

function drawer<G>(owner: string, problem: Problem<G, FieldKinds>): (rows: number, random: Random) => Genomes<G> {
  const { genome, initialGenome } = problem;
  // Called as methods: they may be those of a class.
  const own = initialGenome && ((random: Random): G => problem.initialGenome!(random));
  if (isObjectSpace(genome)) {
    const sample = own ?? ((random: Random): G => (genome as ObjectSpace<G>).sample(random));
    return (rows, random) => new ListBatch(Array.from({ length: rows }, () => sample(random)));
  }
  const bounds = boxBounds(owner, 'domain.genome', genome as Box);
  const { dimensions, finite } = bounds;
  if (initialGenome === undefined && !finite) {
    throw infiniteBounds(owner, 'domain.genome', bounds, ', or the domain must have an initialGenome');
  }
  const draw = own ?? ((random: Random): Float64Array => uniformRows(1, bounds, random).data);
  return (rows, random) => {
    // Each genome is copied before the next is drawn: initialGenome may return the same array again.
    const drawn = { rows, row: () => draw(random) };
    const batch = asBatch(`${owner}.initialGenome`, drawn as never, dimensions);
    const outside = firstOutside(bounds, batch.data);
    if (outside < 0) return batch as never;
    throw argumentError(
      `${owner}.initialGenome`,
      `gene ${outside % dimensions}`,
      'lie in domain.genome',
      batch.data[outside],
    );
  };
}

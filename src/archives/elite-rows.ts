import {
  asBatch,
  type Batch,
  type Box,
  type BoxBounds,
  boxBounds,
  type CheckedResults,
  type Column,
  checkFlag,
  checkGenomes,
  checkResults,
  clip,
  copyGenomes,
  type FieldKinds,
  firstOutside,
  type Genomes,
  genomeData,
  genomeKind,
  isObjectSpace,
  ListBatch,
  messageOf,
  type ObjectSpace,
  type Origins,
  type Problem,
  plainJson,
  type ReportRows,
  type Results,
  resultSchema,
  type Schema,
  Table,
} from '../core/index.ts';
import { insideBox, insideInterval } from '../kernels/index.ts';
import { descriptorBounds } from './archive-options.ts';
import { FIRST, fitnessOf, originColumns } from './elite-columns.ts';

/** Rows that were given to an archive, with their results checked. */
export interface GivenRows<G> {
  readonly genomes: Genomes<G>;
  readonly results: CheckedResults;
  /** Why row `i` is invalid, or undefined. */
  readonly reasonOf: (i: number) => string | undefined;
  /** Why row `i` is invalid if it enters, or undefined. */
  readonly unwritable: (i: number) => string | undefined;
}

/** What an archive keeps of a problem, and how rows that are added become rows of its table. */
export class EliteRows<G, F extends FieldKinds> {
  /** Name of the archive's class, for errors. */
  readonly owner: string;
  /** A copy: what the archive is for does not change. */
  readonly problem: Problem<G, F>;
  readonly bounds: BoxBounds;
  readonly lineage: boolean;
  readonly noisy: boolean;
  /** What tells that genomes cannot be stored; undefined for objects. */
  readonly #genes: GeneBounds | undefined;
  /** The view of genomes that was given last. */
  #view: Batch | undefined;
  /** The columns of results, of a snapshot, and of the archive's table, which has the cell and the version of each row besides. */
  readonly results: Schema;
  readonly stored: Schema;
  readonly all: Schema;
  /** The id of the next row that is added. */
  nextId = 0;

  /** @throws ARGUMENT if the problem breaks its contract, or lineage is no boolean. */
  constructor(owner: string, problem: Problem<G, F>, lineage: boolean = false) {
    this.bounds = descriptorBounds(owner, problem);
    checkFlag(owner, 'lineage', lineage);
    const { genome, descriptor, fitnessFloor, fields, noisy } = problem;
    this.owner = owner;
    this.problem = { genome, descriptor, fitnessFloor, fields, noisy };
    this.lineage = lineage;
    this.noisy = noisy === true;
    if (!isObjectSpace(genome)) this.#genes = geneBounds(boxBounds(owner, 'domain.genome', genome as Box));
    this.results = resultSchema(problem);
    this.stored = {
      genome: genomeKind(owner, genome),
      ...this.results,
      id: 'number',
      ...(lineage ? { parents: plainJson, emitter: plainJson, evaluation: 'number', seed: 'number' } : {}),
      ...(this.noisy ? { repeats: 'number', squares: 'number', failures: 'number' } : {}),
    };
    this.all = { ...this.stored, cell: 'integer', version: 'number' };
  }

  /**
   * Checks the shapes of a batch, and copies its results.
   * @param table - The archive's; genomes that lie in its memory are copied.
   * @throws ARGUMENT, in the name of `owner`, if a shape does not fit.
   */
  check(owner: string, genomes: Genomes<G>, results: Results, table: Table): GivenRows<G> {
    checkGenomes(owner, 'genomes', genomes);
    const accepted = this.#accept(owner, genomes, table);
    const checked = checkResults(owner, results, accepted.rows, this.results);
    const fault = this.#genes === undefined ? undefinedGenome : this.#genes.faults((accepted as unknown as Batch).data);
    return {
      genomes: accepted,
      results: checked,
      reasonOf: (i) => checked.reasons?.[i] ?? fault?.(accepted.row(i) as never),
      unwritable: (i) => this.#unwritable(accepted, i),
    };
  }

  /** The genomes of all rows of a table: a live view. */
  genomes(table: Table): Genomes<G> {
    if (this.#genes === undefined) return new ListBatch(table.values('genome') as G[]);
    const { buffer } = table.data.genome as Float64Array;
    if (this.#view?.rows !== table.rows || this.#view.data.buffer !== buffer) this.#view = table.vectors('genome');
    return this.#view as unknown as Genomes<G>;
  }

  /** The rows of a batch with the columns that are stored; each gets an id. @throws ARGUMENT, in the name of `owner`, if origins do not fit. */
  incoming(owner: string, { genomes, results }: GivenRows<G>, origins: Origins | undefined): Table {
    const { rows } = genomes;
    const lineage = this.lineage ? originColumns(owner, rows, origins) : undefined;
    const id = new Float64Array(rows);
    for (let i = 0; i < rows; i++) id[i] = this.nextId++;
    const { fitness, descriptor } = results.table.data;
    const genome = genomeData(genomes);
    const data: Record<string, Column> = { genome, fitness: fitness!, descriptor: descriptor!, id };
    if (this.problem.fields !== undefined) Object.assign(data, results.table.data);
    if (lineage !== undefined) Object.assign(data, lineage);
    if (this.noisy) for (const name in FIRST) data[name] = new Float64Array(rows).fill(FIRST[name]!);
    return new Table(this.stored, rows, data);
  }

  /** Copies genomes that are no vectors, or lie in the table's own memory. @throws ARGUMENT if their shape is wrong. */
  #accept(owner: string, genomes: Genomes<G>, table: Table): Genomes<G> {
    if (this.#genes === undefined) return copyGenomes(genomes);
    const batch = asBatch(owner, genomes as never, this.#genes.dimensions);
    const aliased = batch.data.buffer === (table.data.genome as Float64Array).buffer;
    return (aliased ? copyGenomes(batch) : batch) as unknown as Genomes<G>;
  }

  /** Why no snapshot could hold genome `i`, or undefined. It writes the genome. */
  #unwritable(genomes: Genomes<G>, i: number): string | undefined {
    if (this.#genes !== undefined) return undefined;
    try {
      (this.problem.genome as ObjectSpace<G>).serialize(genomes.row(i));
      return undefined;
    } catch (error) {
      return `the genome cannot be written: ${messageOf(error)}`;
    }
  }

  /** Counts a valid row that lies below the floor, or outside the space of descriptors. */
  countOutside(report: ReportRows, rows: Table, row: number): void {
    if (fitnessOf(rows, row) < (this.problem.fitnessFloor ?? Number.NaN)) report.belowFloor++;
    if (isOutside(this.bounds, rows.data.descriptor as Float64Array, row)) report.outsideDescriptor++;
  }
}

/** What genes of vectors must be. */
interface GeneBounds {
  readonly dimensions: number;
  /** Why a genome of these cannot be stored; undefined if all can be. */
  faults(genes: Float64Array): ((genome: Float64Array) => string | undefined) | undefined;
}

function geneBounds(bounds: BoxBounds): GeneBounds {
  const { dimensions } = bounds;
  const finite = (x: number): number => clip(x, -Number.MAX_VALUE, Number.MAX_VALUE);
  const [lower, upper] = [bounds.lower.map(finite), bounds.upper.map(finite)];
  const [low, high] = [lower[0]!, upper[0]!];
  const cube = lower.every((x) => x === low) && upper.every((x) => x === high);
  const box = { ...bounds, lower, upper };
  const fault = (genome: Float64Array): string | undefined => {
    const j = firstOutside(bounds, genome);
    if (j < 0) return undefined;
    const rule = Number.isFinite(genome[j]) ? `lie in [${bounds.lower[j]}, ${bounds.upper[j]}]` : 'be finite';
    return `gene ${j} must ${rule}; got ${genome[j]}`;
  };
  return {
    dimensions,
    faults: (genes) => ((cube ? insideInterval(low, high, genes) : insideBox(box, genes)) ? undefined : fault),
  };
}

function undefinedGenome(genome: unknown): string | undefined {
  return genome === undefined ? 'the genome is undefined' : undefined;
}

function isOutside({ dimensions, lower, upper }: BoxBounds, descriptors: Float64Array, row: number): boolean {
  for (let j = 0, at = row * dimensions; j < dimensions; j++, at++) {
    if (descriptors[at]! < lower[j]! || descriptors[at]! > upper[j]!) return true;
  }
  return false;
}

import {
  type BoxBounds,
  type CheckedResults,
  type Column,
  checkFlag,
  checkGenomes,
  checkResults,
  type FieldKinds,
  type Genomes,
  genomeData,
  genomeKind,
  type Origins,
  type Problem,
  plainJson,
  type ReportRows,
  type Results,
  resultSchema,
  type Schema,
  Table,
} from '../core/index.ts';
import { descriptorBounds } from './archive-options.ts';
import { FIRST, fitnessOf, originColumns } from './elite-columns.ts';
import { type GenomeColumn, genomeColumn } from './genome-column.ts';

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
  readonly genomes: GenomeColumn<G>;
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
    this.genomes = genomeColumn(owner, genome);
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
    const accepted = this.genomes.accept(owner, genomes, table);
    const checked = checkResults(owner, results, accepted.rows, this.results);
    const fault = this.genomes.faults(accepted);
    return {
      genomes: accepted,
      results: checked,
      reasonOf: (i) => checked.reasons?.[i] ?? fault?.(i),
      unwritable: (i) => this.genomes.unwritable?.(accepted, i),
    };
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

  /** Counts a valid row that lies below the floor, or outside the space of descriptors. */
  countOutside(report: ReportRows, rows: Table, row: number): void {
    if (fitnessOf(rows, row) < (this.problem.fitnessFloor ?? Number.NaN)) report.belowFloor++;
    if (isOutside(this.bounds, rows.data.descriptor as Float64Array, row)) report.outsideDescriptor++;
  }
}

function isOutside({ dimensions, lower, upper }: BoxBounds, descriptors: Float64Array, row: number): boolean {
  for (let j = 0, at = row * dimensions; j < dimensions; j++, at++) {
    if (descriptors[at]! < lower[j]! || descriptors[at]! > upper[j]!) return true;
  }
  return false;
}

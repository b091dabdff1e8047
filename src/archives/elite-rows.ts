import {
  type BoxBounds,
  type CheckedResults,
  type Column,
  type ColumnKind,
  checkFlag,
  checkGenomes,
  checkResults,
  type FieldKinds,
  type Genomes,
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
import { firstColumns, originColumns } from './elite-columns.ts';
import { type GenomeColumn, genomeColumn } from './genome-column.ts';

/** Rows that were given to an archive, with their results checked. */
export interface GivenRows<G> {
  readonly genomes: Genomes<G>;
  readonly results: CheckedResults;
  /** Why row `i` is invalid, or undefined. */
  readonly reasonOf: (i: number) => string | undefined;
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
  /** The columns of results, of a snapshot, and of the archive's table. */
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
    const { stored, all } = eliteSchemas(problem, this.genomes.kind, this);
    this.stored = stored;
    this.all = all;
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
    return { genomes: accepted, results: checked, reasonOf: (i) => checked.reasons?.[i] ?? fault?.(i) };
  }

  /** The rows of a batch with the columns that are stored; each gets an id. */
  incoming({ genomes, results }: GivenRows<G>, origins: Origins | undefined): Table {
    const { rows } = genomes;
    const id = new Float64Array(rows);
    for (let i = 0; i < rows; i++) id[i] = this.nextId++;
    const { fitness, descriptor } = results.table.data;
    const genome = this.genomes.dataOf(genomes);
    const data: Record<string, Column> = { genome, fitness: fitness!, descriptor: descriptor!, id };
    if (this.problem.fields !== undefined) Object.assign(data, results.table.data);
    if (this.lineage) Object.assign(data, originColumns(rows, origins));
    if (this.noisy) Object.assign(data, firstColumns(rows));
    return new Table(this.stored, rows, data);
  }

  /** Counts a valid row that lies below the floor, or outside the space of descriptors. */
  countOutside(report: ReportRows, rows: Table, row: number): void {
    if ((rows.data.fitness as Float64Array)[row]! < (this.problem.fitnessFloor ?? Number.NaN)) report.belowFloor++;
    if (isOutside(this.bounds, rows.data.descriptor as Float64Array, row)) report.outsideDescriptor++;
  }
}

function isOutside({ dimensions, lower, upper }: BoxBounds, descriptors: Float64Array, row: number): boolean {
  for (let j = 0, at = row * dimensions; j < dimensions; j++, at++) {
    if (descriptors[at]! < lower[j]! || descriptors[at]! > upper[j]!) return true;
  }
  return false;
}

/** The columns of an archive: those that a snapshot holds, and the cell and the version of each row. */
function eliteSchemas(
  problem: Pick<Problem<never, FieldKinds>, 'descriptor' | 'fields'>,
  genome: ColumnKind,
  { lineage, noisy }: { readonly lineage: boolean; readonly noisy: boolean },
): { readonly stored: Schema; readonly all: Schema } {
  const stored: Schema = {
    genome,
    ...resultSchema(problem),
    id: 'number',
    ...(lineage ? { parents: plainJson, emitter: plainJson, evaluation: 'number', seed: 'number' } : {}),
    ...(noisy ? { repeats: 'number', squares: 'number', failures: 'number' } : {}),
  };
  return { stored, all: { ...stored, cell: 'integer', version: 'number' } };
}

import type { Origin } from '../core/index.ts';
import { type ExplorerRows, valueAt } from './explorer-rows.ts';

/** An elite as the explorer knows it. */
export interface ShownElite {
  readonly cell: number;
  readonly fitness: number;
  readonly descriptor: Float64Array | undefined;
  readonly genome: unknown;
  readonly origin: Origin | undefined;
  /** The domain's own columns. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The elites of an explorer by cell. */
export class EliteStore {
  readonly cells: number;
  /** `(cells)`: NaN where there is no elite. */
  readonly fitness: Float64Array;
  /** `(cells)`: the number of the evaluation; NaN where it is unknown. */
  readonly age: Float64Array;
  /** Names of the domain's columns of numbers. */
  readonly numbers: Set<string> = new Set();
  /** Names of operators. */
  readonly makers: Set<string> = new Set();
  size = 0;
  /** `(cells)` each: what is known of the elites beside numbers. */
  readonly #genomes: unknown[] = [];
  readonly #descriptors: (Float64Array | undefined)[] = [];
  readonly #origins: (Origin | undefined)[] = [];
  readonly #fields: (Readonly<Record<string, unknown>> | undefined)[] = [];
  /** The cell of each elite by id. */
  readonly #cellOfId = new Map<number, number>();
  readonly #childrenOf = new Map<number, Set<number>>();

  constructor(cells: number) {
    this.cells = cells;
    this.fitness = new Float64Array(cells).fill(Number.NaN);
    this.age = new Float64Array(cells).fill(Number.NaN);
  }

  /** The elite of a cell. */
  get(cell: number): ShownElite | undefined {
    const fitness = this.fitness[cell];
    if (fitness === undefined || Number.isNaN(fitness)) return undefined;
    const [descriptor, genome] = [this.#descriptors[cell], this.#genomes[cell]];
    return { cell, fitness, descriptor, genome, origin: this.#origins[cell], fields: this.#fields[cell] ?? {} };
  }

  /** The operator that made the elite of a cell; undefined if it is unknown, or there is none. */
  maker(cell: number): string | undefined {
    return makerOf({ origin: this.#origins[cell] });
  }

  /** A number of the domain's columns; NaN if there is none. */
  number(cell: number, name: string): number {
    const value = this.#fields[cell]?.[name];
    return typeof value === 'number' ? value : Number.NaN;
  }

  /** The cell of the fittest elite, −1 without any. */
  best(): number {
    let best = -1;
    for (let cell = 0; cell < this.cells; cell++) {
      const value = this.fitness[cell]!;
      if (!Number.isNaN(value) && (best < 0 || value > this.fitness[best]!)) best = cell;
    }
    return best;
  }

  /** Takes rows; those of cells that do not exist are left out. */
  update(rows: ExplorerRows): void {
    const { cells, fitness, descriptors, genomes, origins, fields = {} } = rows;
    const names = Object.keys(fields);
    for (let row = 0; row < cells.length; row++) {
      const cell = cells[row]!;
      if (!(Number.isInteger(cell) && cell >= 0 && cell < this.cells)) continue;
      this.#forget(cell);
      if (!Number.isFinite(fitness[row]!)) continue;
      this.size++;
      this.fitness[cell] = fitness[row]!;
      this.#descriptors[cell] = valueAt(descriptors, row) as Float64Array | undefined;
      this.#genomes[cell] = valueAt(genomes, row);
      if (names.length > 0) this.#keepFields(cell, fields, row);
      const origin = origins?.[row];
      if (origin !== undefined) this.#keepOrigin(cell, origin);
    }
  }

  /** The elites that an elite descends from and that are still there, each with its child; nearest first. */
  ancestors(cell: number): { readonly from: number; readonly to: number }[] {
    const links: { from: number; to: number }[] = [];
    const seen = new Set([cell]);
    const waiting = [cell];
    for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
      for (const id of this.#origins[to]?.parents ?? []) {
        const from = this.#cellOfId.get(id);
        if (from === undefined || from === to) continue;
        links.push({ from, to });
        if (!seen.has(from)) waiting.push(from);
        seen.add(from);
      }
    }
    return links;
  }

  /** The ids of an elite's parents, with their cells if they are still there. */
  parents(cell: number): { readonly id: number; readonly cell: number | undefined }[] {
    return (this.#origins[cell]?.parents ?? []).map((id) => ({ id, cell: this.#cellOfId.get(id) }));
  }

  /** The cells of an elite's children. */
  children(cell: number): readonly number[] {
    const id = this.#origins[cell]?.id;
    return id === undefined ? [] : [...(this.#childrenOf.get(id) ?? [])].filter((child) => child !== cell);
  }

  #keepFields(cell: number, fields: NonNullable<ExplorerRows['fields']>, row: number): void {
    const own: Record<string, unknown> = {};
    for (const name in fields) {
      own[name] = valueAt(fields[name], row);
      if (typeof own[name] === 'number') this.numbers.add(name);
    }
    this.#fields[cell] = own;
  }

  #keepOrigin(cell: number, origin: Origin): void {
    this.#origins[cell] = origin;
    this.age[cell] = origin.evaluation < 0 ? Number.NaN : origin.evaluation;
    this.makers.add(makerOf({ origin })!);
    this.#cellOfId.set(origin.id, cell);
    for (const id of origin.parents) {
      const children = this.#childrenOf.get(id) ?? new Set();
      this.#childrenOf.set(id, children.add(cell));
    }
  }

  #forget(cell: number): void {
    if (Number.isNaN(this.fitness[cell]!)) return;
    const origin = this.#origins[cell];
    this.fitness[cell] = Number.NaN;
    this.age[cell] = Number.NaN;
    this.size--;
    if (origin === undefined) return;
    this.#origins[cell] = undefined;
    if (this.#cellOfId.get(origin.id) === cell) this.#cellOfId.delete(origin.id);
    for (const id of origin.parents) {
      const children = this.#childrenOf.get(id);
      children?.delete(cell);
      if (children?.size === 0) this.#childrenOf.delete(id);
    }
  }
}

/** The operator that made an elite; undefined if it is unknown. */
export function makerOf({ origin }: Pick<ShownElite, 'origin'>): string | undefined {
  return origin === undefined ? undefined : origin.emitter || 'initial';
}

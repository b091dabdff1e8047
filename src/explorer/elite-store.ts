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
  readonly #elites: (ShownElite | undefined)[];
  /** The cell of each elite by id. */
  readonly #cellOfId = new Map<number, number>();
  readonly #childrenOf = new Map<number, Set<number>>();

  constructor(cells: number) {
    this.cells = cells;
    this.fitness = new Float64Array(cells).fill(Number.NaN);
    this.age = new Float64Array(cells).fill(Number.NaN);
    this.#elites = new Array(cells);
  }

  /** The elite of a cell. */
  get(cell: number): ShownElite | undefined {
    return this.#elites[cell];
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
    for (let row = 0; row < cells.length; row++) {
      const cell = cells[row]!;
      if (!(Number.isInteger(cell) && cell >= 0 && cell < this.cells)) continue;
      this.#forget(cell);
      const value = fitness[row]!;
      if (!Number.isFinite(value)) continue;
      const own = Object.entries(fields).map(([name, column]) => [name, valueAt(column, row)] as const);
      const genome = valueAt(genomes, row);
      this.#keep({
        cell,
        fitness: value,
        descriptor: valueAt(descriptors, row) as Float64Array | undefined,
        // The row of a view would change with the archive.
        genome: ArrayBuffer.isView(genome) ? (genome as Float64Array).slice() : genome,
        origin: origins?.[row],
        fields: Object.fromEntries(own),
      });
    }
  }

  /** The elites that an elite descends from and that are still there, each with its child; nearest first. */
  ancestors(cell: number): { readonly from: number; readonly to: number }[] {
    const links: { from: number; to: number }[] = [];
    const seen = new Set([cell]);
    const waiting = [cell];
    for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
      for (const id of this.#elites[to]?.origin?.parents ?? []) {
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
    return (this.#elites[cell]?.origin?.parents ?? []).map((id) => ({ id, cell: this.#cellOfId.get(id) }));
  }

  /** The cells of an elite's children. */
  children(cell: number): readonly number[] {
    const id = this.#elites[cell]?.origin?.id;
    return id === undefined ? [] : [...(this.#childrenOf.get(id) ?? [])].filter((child) => child !== cell);
  }

  #keep(elite: ShownElite): void {
    const { cell, fitness, origin, fields } = elite;
    this.#elites[cell] = elite;
    this.fitness[cell] = fitness;
    this.size++;
    for (const [name, value] of Object.entries(fields)) if (typeof value === 'number') this.numbers.add(name);
    if (origin === undefined) return;
    this.age[cell] = origin.evaluation < 0 ? Number.NaN : origin.evaluation;
    this.makers.add(makerOf(elite)!);
    this.#cellOfId.set(origin.id, cell);
    for (const id of origin.parents) {
      const children = this.#childrenOf.get(id) ?? new Set();
      this.#childrenOf.set(id, children.add(cell));
    }
  }

  #forget(cell: number): void {
    const before = this.#elites[cell];
    if (before === undefined) return;
    const { origin } = before;
    this.#elites[cell] = undefined;
    this.fitness[cell] = Number.NaN;
    this.age[cell] = Number.NaN;
    this.size--;
    if (origin === undefined) return;
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

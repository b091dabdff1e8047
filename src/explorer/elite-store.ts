import type { Origin } from '../core/index.ts';
import { type ExplorerRows, valueAt } from './explorer-rows.ts';

/** An elite as the explorer knows it. */
export interface ShownElite<G = unknown> {
  readonly cell: number;
  readonly fitness: number;
  readonly descriptor: Float64Array | undefined;
  /** undefined where the explorer was given none. */
  readonly genome: G;
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
  readonly evaluation: Float64Array;
  /** Names of the domain's columns of numbers. */
  readonly numbers: Set<string> = new Set();
  /** Names of operators. */
  readonly makers: Set<string> = new Set();
  size = 0;
  /** `(cells)` */
  readonly #elites: (ShownElite | undefined)[];
  /** The cell of each elite by id. */
  readonly #cellOfId = new Map<number, number>();
  readonly #childrenOf = new Map<number, Set<number>>();

  constructor(cells: number) {
    this.cells = cells;
    this.#elites = Array(cells).fill(undefined);
    this.fitness = new Float64Array(cells).fill(Number.NaN);
    this.evaluation = new Float64Array(cells).fill(Number.NaN);
  }

  /** The elite of a cell. */
  get(cell: number): ShownElite | undefined {
    return this.#elites[cell];
  }

  /** The operator that made the elite of a cell; undefined if it is unknown, or there is none. */
  maker(cell: number): string | undefined {
    return makerOf(this.#elites[cell]);
  }

  /** A number of the domain's columns; NaN if there is none. */
  number(cell: number, name: string): number {
    const value = this.#elites[cell]?.fields[name];
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
  update({ cells, fitness, descriptors, genomes, origins, fields = {} }: ExplorerRows): void {
    for (let row = 0; row < cells.length; row++) {
      const cell = cells[row]!;
      if (!(Number.isInteger(cell) && cell >= 0 && cell < this.cells)) continue;
      this.#forget(cell);
      if (!Number.isFinite(fitness[row]!)) continue;
      this.#keep({
        cell,
        fitness: fitness[row]!,
        descriptor: valueAt(descriptors, row) as Float64Array | undefined,
        genome: valueAt(genomes, row),
        origin: origins?.[row],
        fields: this.#fieldsAt(fields, row),
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

  #fieldsAt(fields: NonNullable<ExplorerRows['fields']>, row: number): ShownElite['fields'] {
    const own: Record<string, unknown> = {};
    for (const name in fields) {
      own[name] = valueAt(fields[name], row);
      if (typeof own[name] === 'number') this.numbers.add(name);
    }
    return own;
  }

  #keep(elite: ShownElite): void {
    const { cell, fitness, origin } = elite;
    this.size++;
    this.#elites[cell] = elite;
    this.fitness[cell] = fitness;
    if (origin === undefined) return;
    this.evaluation[cell] = origin.evaluation < 0 ? Number.NaN : origin.evaluation;
    this.makers.add(makerOf(elite)!);
    this.#cellOfId.set(origin.id, cell);
    for (const id of origin.parents) {
      const children = this.#childrenOf.get(id) ?? new Set();
      this.#childrenOf.set(id, children.add(cell));
    }
  }

  #forget(cell: number): void {
    const elite = this.#elites[cell];
    if (elite === undefined) return;
    this.size--;
    this.#elites[cell] = undefined;
    this.fitness[cell] = Number.NaN;
    this.evaluation[cell] = Number.NaN;
    const { origin } = elite;
    if (origin === undefined) return;
    if (this.#cellOfId.get(origin.id) === cell) this.#cellOfId.delete(origin.id);
    for (const id of origin.parents) {
      const children = this.#childrenOf.get(id);
      children?.delete(cell);
      if (children?.size === 0) this.#childrenOf.delete(id);
    }
  }
}

/** The operator that made an elite; undefined if it is unknown, or there is no elite. */
export function makerOf(elite: ShownElite | undefined): string | undefined {
  const origin = elite?.origin;
  return origin && (origin.emitter || 'initial');
}

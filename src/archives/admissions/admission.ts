import { argumentError, checkSynchronous, type Stateful } from '../../core/index.ts';

/** Who may enter a cell. One with state needs `snapshot` and `restore`, so that those of its archive contain it. */
export interface Admission extends Partial<Stateful> {
  /**
   * What a fitness must exceed to enter a cell.
   * @param elite - Fitness of the cell's elite; undefined if the cell is empty.
   */
  threshold(cell: number, elite: number | undefined): number;
  /** Hears that a row of this fitness entered a cell. */
  entered?(cell: number, fitness: number): void;
}

/** A row enters an empty cell, or replaces an elite of lower fitness [Mouret2015]. */
export const elitist: Admission = {
  threshold: (_cell, elite = Number.NEGATIVE_INFINITY) => elite,
};

/** Tells an admission that a row entered. @throws ARGUMENT, in the name of `owner`, if it is asynchronous; what the admission throws. */
export function tellEntered(owner: string, admission: Admission, cell: number, fitness: number): void {
  checkSynchronous(owner, 'admission.entered()', admission.entered?.(cell, fitness));
}

/** The threshold of a cell, checked. @throws ARGUMENT, in the name of `owner`, if it is no number or NaN; what the admission throws. */
export function thresholdOf(owner: string, admission: Admission, cell: number, elite: number | undefined): number {
  const threshold: unknown = admission.threshold(cell, elite);
  if (typeof threshold === 'number' && !Number.isNaN(threshold)) return threshold;
  throw argumentError(owner, 'what admission.threshold() gives', 'be a number', threshold);
}

import { type AddReport, isThenable } from '../core/index.ts';
import type { Heard } from './apply-rows.ts';

/** Rows that were applied, and who is to be told of them. */
interface Applied<G> {
  readonly report: AddReport;
  readonly heard: readonly Heard<G>[];
  /** Of what was done before. */
  readonly errors: unknown[];
}

/** The tells of a search that are under way. Emitters hear of rows in the order in which the archive took them. */
export class Hearing<G> {
  #tells = 0;
  /** Emitters that are being told. */
  #last: Promise<void> | undefined;

  get isBusy(): boolean {
    return this.#tells > 0;
  }

  /**
   * Applies rows at once, then tells the emitters.
   * @returns the report; a promise if an emitter answers later.
   * @throws what `apply` throws; the first of all errors, after all emitters were told.
   */
  tell(apply: () => Applied<G>): AddReport | Promise<AddReport> {
    this.#tells++;
    let later = false;
    try {
      const { report, heard, errors } = apply();
      const hearing = this.#last === undefined ? hear(heard, errors) : this.#last.then(() => hear(heard, errors));
      if (hearing === undefined) return report;
      later = true;
      return this.#end(hearing).then(() => report);
    } finally {
      if (!later) this.#tells--;
    }
  }

  async #end(hearing: Promise<void>): Promise<void> {
    const last = hearing.catch(() => undefined);
    this.#last = last;
    try {
      await hearing;
    } finally {
      if (this.#last === last) this.#last = undefined;
      this.#tells--;
    }
  }
}

/**
 * Tells emitters of their rows, one after the other, also those after one that fails.
 * @param errors - Of what was done before.
 * @returns undefined if all of them answered synchronously.
 * @throws the first of all errors.
 */
function hear<G>(heard: readonly Heard<G>[], errors: unknown[]): Promise<void> | undefined {
  for (const [i, { emitter, told }] of heard.entries()) {
    try {
      const hearing = emitter.tell!(told);
      if (!isThenable(hearing)) continue;
      return Promise.resolve(hearing)
        .catch((error) => void errors.push(error))
        .then(() => hear(heard.slice(i + 1), errors));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return undefined;
}

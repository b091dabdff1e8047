import type { Admission } from '../archives/index.ts';
import type { Random } from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import { checkContract, eachCase, expectSame, expectThat, type Law, lawOf, type Make } from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

/** What {@link admissionContract} needs to know. */
export interface AdmissionContractOptions {
  /** Makes an admission that has heard of no row. */
  readonly make: Make<Admission>;
}

/** A row that comes to a cell. */
interface Comer {
  readonly cell: number;
  readonly fitness: number;
}

const CELLS = 4;

/**
 * The laws of an admission, on rows that come to few cells and few fitnesses.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function admissionContract(options: AdmissionContractOptions): Law[] {
  checkContract('admissionContract', options, ['make']);
  const { make } = options;
  const law = (name: string, check: (admission: Admission, comers: readonly Comer[]) => unknown): Law =>
    lawOf('admission', name, () => eachCase(drawComers, async (comers) => check(await make(), comers)));
  return [
    law('a threshold is a number, and an empty cell takes some fitness', (admission, comers) => {
      for (let cell = 0; cell < CELLS; cell++) {
        const empty = admission.threshold(cell, undefined);
        expectThat('The threshold of an empty cell', 'be a number below Infinity', empty < Infinity, empty);
      }
      for (const threshold of admit(admission, comers)) {
        expectThat('A threshold', 'be a number', typeof threshold === 'number' && !Number.isNaN(threshold), threshold);
      }
    }),
    law('to ask for a threshold changes nothing', async (admission, comers) => {
      const asked = await make();
      const expected = admit(admission, comers);
      const got = admit(asked, comers, () => {
        for (let cell = CELLS - 1; cell >= 0; cell--) asked.threshold(cell, cell % 2 === 0 ? undefined : 1e6);
      });
      expectSame('The thresholds, with others asked for between them,', got, expected);
    }),
    law('the same rows meet the same thresholds', async (admission, comers) => {
      expectSame('The thresholds of another', admit(await make(), comers), admit(admission, comers));
    }),
    ...restoreLaws<Admission>('admission', {
      make,
      use: (admission, time) => admit(admission, drawComers(randomStream(time), 10)),
    }),
  ];
}

const drawComers = (random: Random, size: number): Comer[] =>
  Array.from({ length: 4 * size }, () => ({ cell: random.integer(0, CELLS - 1), fitness: random.integer(-3, 3) / 2 }));

/** Has rows come to the cells of an archive, one by one. @returns the threshold that each met. */
function admit(admission: Admission, comers: readonly Comer[], before?: () => void): number[] {
  const elites = new Map<number, number>();
  return comers.map(({ cell, fitness }) => {
    before?.();
    const threshold = admission.threshold(cell, elites.get(cell));
    if (fitness > threshold) {
      elites.set(cell, fitness);
      admission.entered?.(cell, fitness);
    }
    return threshold;
  });
}

import { GridArchive } from '../../../src/archives/index.ts';
import { Batch, type Emitter, type Results } from '../../../src/core/index.ts';
import type { Search } from '../../../src/search/index.ts';
import { askUniform, square, squareSearch } from './square.ts';

/** A search whose batches have two new genomes and two elites to be evaluated again, with an archive that fails to revise these. */
export function failingRevise(): { readonly search: Search; readonly state: { fails: boolean; told: number[][] } } {
  const archive = new GridArchive({ domain: square, cells: [10, 10] });
  const state = { fails: true, told: [] as number[][] };
  const own = new Proxy(archive, {
    get(on, name) {
      if (name === 'revise' && state.fails) {
        return () => {
          throw new Error('full');
        };
      }
      const value = Reflect.get(on, name, on);
      return typeof value === 'function' ? value.bind(on) : value;
    },
  });
  const tell: Emitter['tell'] = ({ rows }) => void state.told.push(Array.from(rows));
  const again: Emitter = {
    ask: (count) => ({ genomes: Batch.zeros(count, 2), revises: new Float64Array(count) }),
    tell,
  };
  const search = squareSearch({ archive: own, emitters: { fresh: { ask: askUniform, tell }, again } });
  return { search, state };
}

/** Results of rows that are all alike. */
export const alike = (rows: number): Results => ({
  fitness: new Array(rows).fill(1),
  descriptors: new Array(rows).fill([0.5, 0.5]),
});

import { describe, expect, it } from 'vitest';
import { type Admission, type CellIndex, GridArchive, gridIndex } from '../../src/archives/index.ts';
import { Batch, type Domain, type FieldKinds } from '../../src/core/index.ts';
import { defineDomain } from '../../src/domains/index.ts';
import { admissionContract, archiveContract, indexContract } from '../../src/testing/index.ts';
import { caught, spoilt } from '../support/caught.ts';
import { bowl } from '../support/domains/bowl.ts';
import { problem } from '../support/domains/small-problem.ts';

// Parts of which some methods are others.

const square = { dimensions: 2, lower: 0, upper: 1 };
const grid = (cells = [4, 4]): CellIndex => gridIndex({ descriptor: square, cells });
let made = 0;

/** Finds with a change of the cells. */
const finding =
  (change: (cell: number, row: number, descriptors: Float64Array) => number) =>
  (good: CellIndex): Partial<CellIndex> => ({
    find(descriptors, cells) {
      good.find(descriptors, cells);
      for (const [i, cell] of cells.entries()) cells[i] = change(cell, i, descriptors);
    },
  });
const indices: Record<string, (good: CellIndex) => Partial<CellIndex>> = {
  'has half a cell': () => ({ cells: 16.5 }),
  'has no cell for what lies outside': finding((cell, i, descriptors) => (descriptors[2 * i]! > 1 ? -1 : cell)),
  'numbers cells from 1': finding((cell) => cell + 1),
  'finds a cell by the row': finding((cell, i) => (i === 3 ? 0 : cell)),
  'stops at a descriptor that is not finite': (good) => ({
    find(descriptors, cells) {
      const end = descriptors.findIndex((x) => !Number.isFinite(x));
      const rows = end < 0 ? cells.length : end / 2;
      good.find(descriptors.subarray(0, 2 * rows), cells.subarray(0, rows));
    },
  }),
  'clips the descriptors that it is given': (good) => ({
    find(descriptors, cells) {
      for (const [i, x] of descriptors.entries()) descriptors[i] = Math.min(1, Math.max(0, x));
      good.find(descriptors, cells);
    },
  }),
  'has another layout each time': () => ({ layout: { cells: [4, 4], made: made++ } }),
  'draws other cells than it finds': () => ({ geometry: () => ({ grid: [2, 8] }) }),
  'draws fewer cells than it has': () => ({ geometry: () => ({ grid: [4, 3] }) }),
  'has other boundaries than it draws': () => ({
    geometry: () => ({ boundaries: [Float64Array.of(0, 0.3, 0.5, 0.75, 1), Float64Array.of(0, 0.25, 0.5, 0.75, 1)] }),
  }),
};
describe('a contract finds an index', () =>
  caught(
    indices,
    (spoil) =>
      indexContract({
        descriptor: square,
        make: () => {
          const good = grid();
          return { ...good, ...spoil(good) };
        },
      }),
    {
      'has half a cell': /number of cells|geometry/,
      'has no cell for what lies outside': /every descriptor/,
      'numbers cells from 1': /every descriptor|geometry/,
      'finds a cell by the row': /alone|not finite|geometry/,
      'stops at a descriptor that is not finite': /not finite/,
      'clips the descriptors that it is given': /left as it is|not finite/,
      'has another layout each time': /layout/,
      'draws other cells than it finds': /geometry/,
      'draws fewer cells than it has': /geometry/,
      'has other boundaries than it draws': /geometry/,
    },
  ));

/** An admission that counts what it is asked and told. */
const counting =
  (threshold: (asked: number, elite: number | undefined, entered: number) => number) => (): Admission => {
    let [asked, entered] = [0, 0];
    return {
      threshold: (_cell, elite) => threshold(asked++, elite, entered),
      entered: () => {
        entered++;
      },
    };
  };
const admissions: Record<string, () => Admission> = {
  'lets nobody into an empty cell': () => ({ threshold: (_cell, elite = Number.POSITIVE_INFINITY) => elite }),
  'has no threshold for an empty cell': () => ({ threshold: (_cell, elite = Number.NaN) => elite }),
  'rises whenever it is asked': counting((asked, elite = -10) => elite + asked / 100),
  'is another each time': counting((_asked, elite = -10) => elite + made++ / 100),
  'forgets who entered': () => ({
    ...counting((_asked, elite = -10, entered) => elite + entered / 100)(),
    snapshot: () => Uint8Array.of(1),
    restore(bytes) {
      if (bytes.length !== 1 || bytes[0] !== 1) throw Object.assign(new Error('damaged'), { code: 'SNAPSHOT' });
    },
  }),
};
describe('a contract finds an admission', () =>
  caught(admissions, (make) => admissionContract({ make }), {
    'lets nobody into an empty cell': /empty cell/,
    'has no threshold for an empty cell': /empty cell/,
    'rises whenever it is asked': /changes nothing/,
    'is another each time': /changes nothing|same thresholds/,
    'forgets who entered': /restored/,
  }));

const carrying: Domain<Float64Array, FieldKinds> = defineDomain({
  name: 'carrying',
  genome: bowl.genome,
  descriptor: bowl.descriptor,
  fields: { energy: 'number' },
  evaluate: (genome) => ({ fitness: genome[0]!, descriptor: genome.subarray(0, 2), energy: genome[1]! }),
});
const noisy = { ...problem, noisy: true };
type Grid = GridArchive<Float64Array, FieldKinds>;
const archives: Record<string, (good: Grid) => Partial<Grid>> = {
  'is built for another space': () => ({ genome: { dimensions: 3, lower: 0, upper: 1 } }),
  'draws other cells than it has': () => ({ geometry: () => ({ grid: [3, 3] }) }),
  'selects other rows than it samples': (good) => ({
    select: (count, random) => good.select(count, random).map((row) => (row + 1) % good.size),
  }),
  'counts rows from the end': (good) => ({ elite: (row) => good.elite(good.size - 1 - row) }),
  'has an id for two elites': (good) => ({ ids: () => good.ids().map((id) => Math.floor(id / 2)) }),
  'forgets origins': (good) => ({ add: (genomes, results) => good.add(genomes, results) }),
  'leaves an elite that was evaluated again in its cell': (good) => ({
    revise(ids, results) {
      const [descriptor] = [...good].flatMap((elite, row) => (good.ids()[row] === ids[0] ? [elite.descriptor] : []));
      return good.revise(ids, descriptor === undefined ? results : { ...results, descriptors: [descriptor] });
    },
  }),
  'restores nothing': () => ({ restore: () => undefined }),
  'adds what was evaluated again': (good) => ({
    revise: (ids, results) => good.add(Batch.zeros(ids.length, 3), results),
  }),
  'has elites evaluated twice at a time': (good) => ({ uncertain: (count) => good.uncertain(count, new Set()) }),
  'has more evaluated again than it is asked for': (good) => ({
    uncertain: (count, out) => good.uncertain(count + 1, out),
  }),
};
describe('a contract finds an archive', () =>
  caught(archives, (spoil) =>
    [noisy, problem].flatMap((domain) =>
      archiveContract({
        problem: domain,
        make() {
          const good: Grid = new GridArchive({ domain, cells: [4, 3], lineage: true });
          return spoilt(good, spoil(good));
        },
      }),
    ),
  ));
it('a contract finds an archive that loses the columns of a domain', async () => {
  const laws = archiveContract<Float64Array>({
    problem: carrying,
    make: () => new GridArchive({ domain: { ...carrying, fields: undefined }, cells: [4, 3] }) as never,
  });
  const broken: string[] = [];
  for (const { name, check } of laws) await check().catch(() => broken.push(name));
  expect(broken).toContain('archive: each cell keeps the first of its best rows, and the report says so');
  expect(broken).toContain('archive: an invalid row is reported with a reason and costs no other row');
});

it('archiveContract leaves out the laws that it is told to, and refuses names of none', () => {
  const make = () => new GridArchive({ domain: problem, cells: [4, 3] });
  const name = 'archive: metrics equal a fresh count';
  const names = (except = {}) => archiveContract({ problem, make, except }).map((law) => law.name);
  expect(names({ [name]: 'it counts others, too' })).toEqual(names().filter((one) => one !== name));
  expect(() => names({ 'metrics equal': 'no such law' })).toThrow('archiveContract: a name in except must be one of');
});

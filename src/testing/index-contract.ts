import { type CellIndex, centroidIndex, gridIndex } from '../archives/index.ts';
import { type Box, finiteBounds, type Geometry, type Random } from '../core/index.ts';
import {
  checkContract,
  eachCase,
  expectCount,
  expectSame,
  expectThat,
  type Law,
  lawOf,
  type Make,
} from './laws/law.ts';

/** What {@link indexContract} needs to know. */
export interface IndexContractOptions {
  /** Makes an index over `descriptor`. */
  readonly make: Make<CellIndex>;
  /** Where descriptors live; finite bounds. */
  readonly descriptor: Box;
}

/** Descriptors, `(rows, dimensions)`, and the box that they were drawn from. */
interface Case {
  readonly descriptors: Float64Array;
  readonly dimensions: number;
}

/**
 * The laws of an index, on descriptors in the box, on its edges, and outside.
 * @throws ARGUMENT if an option is unknown, make no function, or the box not finite.
 */
export function indexContract(options: IndexContractOptions): Law[] {
  checkContract('indexContract', options, ['make', 'descriptor']);
  const { make, descriptor } = options;
  finiteBounds('indexContract', 'descriptor', descriptor);
  const law = (name: string, check: (index: CellIndex, drawn: Case) => void, outside = true): Law =>
    lawOf('index', name, async () => {
      const index = await make();
      const draw = (random: Random, size: number): Case => drawCase(descriptor, random, size, outside);
      await eachCase(draw, (drawn) => check(index, drawn));
    });
  const fitsGeometry = (index: CellIndex, drawn: Case): void => {
    const geometry = index.geometry?.();
    if (geometry === undefined || 'points' in geometry) return;
    const pictured = indexOf(geometry, descriptor);
    expectSame("The geometry's number of cells", pictured.cells, index.cells);
    expectSame('The cells', find(index, drawn), find(pictured, drawn));
  };
  return [
    lawOf('index', 'the number of cells is an integer of at least 1', async () => {
      const { cells } = await make();
      expectCount('cells', cells);
    }),
    law('every descriptor has a cell, on the edges of the space and outside, too', (index, drawn) => {
      for (const cell of find(index, drawn)) {
        expectThat('A cell', `be in [0, ${index.cells})`, cell >= 0 && cell < index.cells, cell);
      }
    }),
    law('a descriptor has the cell that it has alone, and is left as it is', findsRows),
    law('a descriptor that is not finite costs no other its cell', findsBesideFaults),
    lawOf('index', 'two that are made alike have the same layout', async () => {
      expectSame('The layout of another', (await make()).layout, (await make()).layout);
    }),
    law('descriptors lie in their cells, as its geometry has them', fitsGeometry, false),
  ];
}

/** Descriptors inside the box; half of their numbers on a lattice that goes beyond it, with `outside`. */
function drawCase(descriptor: Box, random: Random, size: number, outside: boolean): Case {
  const { dimensions, lower, upper } = finiteBounds('testing', 'descriptor', descriptor);
  const descriptors = Float64Array.from({ length: size * dimensions }, (_, i) => {
    const j = i % dimensions;
    const share = outside && random.integer(0, 1) === 0 ? random.integer(-1, 5) / 4 : random.uniform();
    return lower[j]! + (upper[j]! - lower[j]!) * share;
  });
  return { descriptors, dimensions };
}

function find(index: Pick<CellIndex, 'find'>, { descriptors, dimensions }: Case): Int32Array {
  const cells = new Int32Array(descriptors.length / dimensions).fill(-1);
  index.find(descriptors, cells);
  return cells;
}

function findsRows(index: CellIndex, drawn: Case): void {
  const { descriptors, dimensions } = drawn;
  const before = descriptors.slice();
  const cells = find(index, drawn);
  for (const [i, cell] of cells.entries()) {
    const alone = find(index, { dimensions, descriptors: descriptors.slice(i * dimensions, (i + 1) * dimensions) });
    expectSame(`The cell of row ${i} alone`, alone[0], cell);
  }
  expectSame('The descriptors afterwards', descriptors, before);
}

function findsBesideFaults(index: CellIndex, drawn: Case): void {
  const { descriptors, dimensions } = drawn;
  const cells = find(index, drawn);
  for (const fault of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    const row = new Array(dimensions).fill(fault);
    const among = find(index, { dimensions, descriptors: Float64Array.of(...descriptors, ...row, ...descriptors) });
    expectSame('The cells of the rows before it', among.slice(0, cells.length), cells);
    expectSame('The cells of the rows behind it', among.slice(cells.length + 1), cells);
  }
}

/** An index of the cells that a picture would show. */
function indexOf(geometry: Exclude<Geometry, { points: true }>, descriptor: Box): Pick<CellIndex, 'cells' | 'find'> {
  if ('centroids' in geometry) return centroidIndex({ descriptor, centroids: geometry.centroids });
  if ('grid' in geometry) return gridIndex({ descriptor, cells: geometry.grid });
  const { boundaries } = geometry;
  return {
    cells: boundaries.reduce((product, edges) => product * (edges.length - 1), 1),
    find(descriptors, cells) {
      for (let i = 0; i < cells.length; i++) {
        cells[i] = boundaries.reduce((cell, edges, j) => {
          const x = descriptors[i * boundaries.length + j]!;
          return cell * (edges.length - 1) + edges.subarray(1, -1).filter((edge) => edge <= x).length;
        }, 0);
      }
    },
  };
}

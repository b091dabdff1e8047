import { describe, expect, it } from 'vitest';
import {
  CategoricalArchive,
  CvtArchive,
  cvtCentroids,
  GridArchive,
  SlidingBoundariesArchive,
} from '../../../src/archives/index.ts';
import { archivePictures } from '../../../src/cli/reports/archive-pictures.ts';
import { Batch, type Box, type Geometry } from '../../../src/core/index.ts';
import { elementsOf } from '../../plot/well-formed.ts';

const genome = { dimensions: 1, lower: 0, upper: 1 };
const box = (dimensions: number): Box => ({ dimensions, lower: -1, upper: 1 });
const range = [0, 1] as const;

/** Pictures of an archive that holds elites at descriptors, the later the fitter. */
function picturesOf(
  archive: Pick<GridArchive, 'add' | 'metrics' | 'cells' | 'descriptor' | typeof Symbol.iterator> & {
    geometry(): Geometry;
  },
  descriptors: readonly (readonly number[])[],
  tells = true,
) {
  const rows = descriptors.length;
  const results = {
    fitness: Float64Array.from(descriptors, (_, i) => i / rows),
    descriptors: Batch.from(descriptors),
  };
  archive.add(Batch.zeros(rows, 1), results);
  const metrics = archive.metrics();
  const silent = { cells: archive.cells, [Symbol.iterator]: () => archive[Symbol.iterator]() };
  const { descriptor } = archive;
  return archivePictures({ archive: tells ? archive : silent, descriptor, title: 'own', metrics, range });
}

const grid = (dimensions: number, along: number) =>
  new GridArchive({
    domain: { genome, descriptor: box(dimensions) },
    cells: Array.from({ length: dimensions }, () => along),
  });
const cellsIn = (svg: unknown): number => String(svg).match(/data-cell=/g)?.length ?? 0;

describe('archivePictures', () => {
  it.each([1, 2])('draws the cells of an archive with %i descriptors', (dimensions) => {
    const pictures = picturesOf(grid(dimensions, 5), [Array(dimensions).fill(0.1), Array(dimensions).fill(0.9)]);
    expect(pictures.map(({ ending }) => ending)).toEqual(['.svg']);
    const { content } = pictures[0]!;
    expect(elementsOf(String(content).trimEnd())[0]).toBe('svg');
    expect(content).toContain(`2 of ${5 ** dimensions} cells filled, mean fitness 0.250`);
  });

  it('draws elites over each descriptor and the next, where there are more than two and no grid', () => {
    const descriptor = box(3);
    const domain = { genome, descriptor };
    const archive = new CvtArchive({ domain, centroids: cvtCentroids({ cells: 20, descriptor, seed: 1 }) });
    const pictures = picturesOf(archive, [
      [-0.9, 0.9, 0],
      [0.9, -0.9, 0],
    ]);
    expect(pictures.map(({ ending }) => ending)).toEqual(['-1-2.svg', '-2-3.svg', '-3-1.svg']);
    expect(pictures[0]!.caption).toBe(
      'Over descriptors 1 and 2: of several elites at the same place, the fittest is shown.',
    );
    // About twice as many bins as the archive has cells.
    for (const { content } of pictures) expect(content).toContain('2 of 49 cells filled');
    expect(pictures[2]!.content).toContain('descriptor 3');
  });

  it('draws three descriptors of a grid as slices of its cells', () => {
    const descriptor = { dimensions: 3, lower: [-0.5, -0.5, 0.5], upper: [4.5, 2.5, 32.5] };
    const archive = new GridArchive({ domain: { genome, descriptor }, cells: [5, 3, 16] });
    const [picture, ...more] = picturesOf(archive, [
      [0, 0, 1],
      [4, 2, 32],
    ]);
    expect(more).toEqual([]);
    expect(picture!.ending).toBe('.svg');
    expect(picture!.caption).toBeUndefined();
    expect(picture!.content).toContain('>slices along descriptor 3');
    expect(picture!.content).toContain('own: 2 of 240 cells filled');
    const boundaries = new SlidingBoundariesArchive({ domain: { genome, descriptor }, cells: [2, 2, 2] });
    expect(picturesOf(boundaries, [[0, 0, 1]])[0]!.content).toContain('>slices along descriptor 3');
  });

  it.each([
    [
      [30, 30, 30],
      [30, 30, 10],
    ],
    [
      [5, 3, 500],
      [5, 3, 12],
    ],
  ])('draws the slices of very many cells in bins of several: %j', (cells, drawn) => {
    const [picture, ...more] = picturesOf(new GridArchive({ domain: { genome, descriptor: box(3) }, cells }), [
      [0, 0, 0],
    ]);
    expect(more).toEqual([]);
    expect(cellsIn(picture!.content)).toBe(drawn.reduce((product, n) => product * n, 1));
    expect(picture!.caption).toContain('Over descriptors 1, 2 and 3: of several elites');
  });

  it('draws four descriptors of a grid over each and the next, in bins that are its cells', () => {
    const descriptor = { dimensions: 4, lower: -0.5, upper: [4.5, 2.5, 9.5, 1.5] };
    const categories = [['a', 'b', 'c', 'd', 'e'], 3, 10, ['x', 'y']];
    const archive = new CategoricalArchive({ domain: { genome, descriptor }, categories });
    const pictures = picturesOf(archive, [
      [0, 2, 9, 0],
      [4, 0, 0, 1],
    ]);
    expect(pictures.map(({ content }) => cellsIn(content))).toEqual([15, 30, 20, 10]);
    expect(pictures.map(({ content }) => />a</.test(String(content)))).toEqual([true, false, false, true]);
    expect(pictures[3]!.content).toMatch(/>x<.*>y</);
  });

  it('shows the names of categories, on axes and in tooltips, also where numbers beside them are merged to even bins', () => {
    const descriptor = { dimensions: 3, lower: 0, upper: [2, 1, 1] };
    const texts = (numbers: readonly [number, number]) => {
      const categories = [['a', 'b', 'c'], ...numbers];
      const archive = new CategoricalArchive({ domain: { genome, descriptor }, categories });
      return String(picturesOf(archive, [[1, 0.5, 0.5]])[0]!.content);
    };
    expect(texts([200, 50])).toContain('at b, 0.5, 0.5</title>');
    expect(texts([200, 50])).toContain('>c</text>');
    // Bins that are not even are no grid.
    expect(texts([201, 50])).toContain('at 1, 0.5, 0.5</title>');
  });

  it('draws whole numbers of other archives in bins of one each', () => {
    const descriptor = { dimensions: 3, lower: -0.5, upper: [4.5, 2.5, 9.5] };
    const domain = { genome, descriptor };
    const archive = new CvtArchive({ domain, centroids: cvtCentroids({ cells: 200, descriptor, seed: 1 }) });
    const descriptors = Array.from({ length: 60 }, (_, i) => [i % 5, i % 3, i % 10]);
    expect(picturesOf(archive, descriptors).map(({ content }) => cellsIn(content))).toEqual([15, 30, 50]);
  });

  it('draws at most twelve pictures of an archive', () => {
    const descriptor = box(40);
    const domain = { genome, descriptor };
    const archive = new CvtArchive({ domain, centroids: Batch.zeros(1, 40) });
    expect(picturesOf(archive, [Array(40).fill(0)])).toHaveLength(12);
  });

  it('draws elites where there are very many cells, or the archive does not tell where they lie', () => {
    const many = picturesOf(grid(2, 200), [
      [0.5, 0.5],
      [0.501, 0.501],
      [-0.5, 0.5],
    ]);
    expect(many).toHaveLength(1);
    expect(cellsIn(many[0]!.content)).toBe(1600);
    expect(many[0]!.content).toContain('2 of 1600 cells filled');
    const silent = picturesOf(grid(1, 3), [[0.5]], false);
    expect(silent[0]!.caption).toBe('Over the descriptor: of several elites at the same place, the fittest is shown.');
    expect(cellsIn(silent[0]!.content)).toBe(5);
  });

  it('draws nothing of an archive whose descriptors are not known', () => {
    const archive = grid(2, 2);
    const metrics = archive.metrics();
    expect(archivePictures({ archive, descriptor: undefined, title: 'own', metrics, range })).toEqual([]);
  });
});

it('draws bins of the cells along one axis where they are too many to draw', () => {
  const pictures = picturesOf(grid(1, 15_000), [[-0.5], [0], [0.9]]);
  expect(pictures.map(({ caption }) => caption)).toEqual([expect.stringContaining('the fittest is shown')]);
});

import { describe, expect, it } from 'vitest';
import type { Geometry } from '../../../src/core/index.ts';
import { archiveSvg, type DrawnElite, parallelAxesSvg } from '../../../src/plot/index.ts';
import { cellsOf } from '../cells-of.ts';
import { drawn } from '../drawn.ts';
import { elementsOf } from '../well-formed.ts';

const descriptor = { dimensions: 2, lower: 0, upper: 1 };
const line = { dimensions: 1, lower: -1, upper: 3 };
const drawCells = (geometry: Geometry, elites: readonly DrawnElite[] = []): string =>
  archiveSvg({ archive: drawn(descriptor, geometry, elites) });

describe('archiveSvg of other cells', () => {
  it('tells the descriptor of an elite where its cell is hovered, of at most eight dimensions', () => {
    const [cell] = cellsOf(
      drawCells({ grid: [3, 3] }, [{ cell: 7, fitness: -0.5, descriptor: [0.123456, -2] }]),
    ).filter(({ cell: n }) => n === 7);
    expect(cell!.title).toBe('cell 7: −0.5 at 0.1235, −2');
    const long = [{ cell: 0, fitness: 1, descriptor: Array.from({ length: 12 }, () => 0.25) }];
    const lines = parallelAxesSvg({
      archive: Object.assign(long, { descriptor: { dimensions: 12, lower: 0, upper: 1 } }),
    });
    expect(lines).toContain(`<title>cell 0: 1 at ${'0.25, '.repeat(8)}…</title>`);
  });

  it('leaves tooltips out above 10,000 cells, and says so', () => {
    const elites = [{ cell: 5, fitness: 1, descriptor: [0, 0] }];
    const most = archiveSvg({ archive: drawn(descriptor, { grid: [100, 100] }, elites) });
    const more = archiveSvg({ archive: drawn(descriptor, { grid: [100, 101] }, elites) });
    expect(most.match(/<title>/g)).toHaveLength(10_000);
    expect(more.match(/<title>[^<]*/g)).toEqual(['<title>more than 10000 cells: too many for texts of their own']);
    expect(more.match(/data-cell=/g)).toHaveLength(10_100);
    expect(more.length / 10_100).toBeLessThan(55);
    expect(elementsOf(more)[0]).toBe('svg');
  });

  it('draws boundaries where they are, and cells between equal ones not at all', () => {
    const boundaries = [Float64Array.of(0, 0.1, 0.1, 1), Float64Array.of(0, 0.75, 1)];
    const cells = cellsOf(drawCells({ boundaries })).sort((a, b) => a.cell - b.cell);
    expect(cells.map(({ cell }) => cell)).toEqual([0, 1, 4, 5]);
    const [left, right, low] = [cells[0]!.corners[0]![0], cells[2]!.corners[1]![0], cells[0]!.corners[0]![1]];
    const [edge, height] = [cells[0]!.corners[1]![0], cells[0]!.corners[2]![1]];
    expect(edge - left).toBeCloseTo((right - left) / 10, 0);
    expect(low - height).toBeCloseTo(0.75 * (right - left), 0);
    const columns = cellsOf(
      archiveSvg({ archive: drawn(line, { boundaries: [Float64Array.of(-1, 2.6, 3)] }, [{ cell: 1, fitness: 1 }]) }),
    );
    expect(columns.map(({ cell }) => cell).sort()).toEqual([0, 1]);
  });

  it('is the picture of a grid if boundaries are even', () => {
    const boundaries = [Float64Array.of(0, 0.25, 0.5, 0.75, 1), Float64Array.of(0, 0.5, 1)];
    expect(drawCells({ boundaries })).toBe(drawCells({ grid: [4, 2] }));
  });

  it('names cells of categories at their middles', () => {
    const svg = drawCells({ grid: [2, 1], names: [['walk', '<trot>'], ['all']] });
    expect(svg).toMatch(/>walk<\/text>.*>&lt;trot&gt;<\/text>.*>all<\/text>/);
  });

  it('draws elites without cells as dots at their descriptors, the fittest on top', () => {
    const elites = [
      { cell: 9, fitness: 2, descriptor: [1, 1] },
      { cell: 4, fitness: 1, descriptor: [0, 0] },
    ];
    const svg = archiveSvg({ archive: drawn(descriptor, { points: true }, elites) });
    const dots = [...svg.matchAll(/<path data-cell="(\d+)" d="(M\d+ \d+h0)"><title>([^<]*)</g)].map(
      ([, ...all]) => all,
    );
    expect(dots).toEqual([
      ['4', 'M720 3400h0', 'cell 4: 1 at 0, 0'],
      ['9', 'M3960 160h0', 'cell 9: 2 at 1, 1'],
    ]);
    expect(svg).toContain('aria-label="Archive: 2 elites"');
    expect(elementsOf(archiveSvg({ archive: drawn(descriptor, { points: true }) }))[0]).toBe('svg');
    const one = [{ cell: 0, fitness: 5, descriptor: [1] }];
    expect(archiveSvg({ archive: drawn(line, { points: true }, one) })).toContain('aria-label="Archive: 1 elite"');
    expect(archiveSvg({ archive: drawn(line, { points: true }, one), category: () => 'a' })).toMatch(/d="M\d+ \d+h0"/);
  });

  it('draws three descriptors as a map of each slice along the third', () => {
    const cube = { dimensions: 3, lower: 0, upper: [1, 1, 6] };
    const elites = [
      { cell: 0, fitness: 1, descriptor: [0.1, 0.1, 1] },
      { cell: 11, fitness: 2, descriptor: [0.9, 0.9, 5] },
    ];
    const svg = archiveSvg({ archive: drawn(cube, { grid: [2, 2, 3] }, elites), labels: ['x', 'y', 'height'] });
    const groups = svg.match(/<g class="cells".*?<\/g><\/g>/g)!;
    const cells = groups.map((group) => cellsOf(group).map(({ cell }) => cell));
    expect(cells.map((some) => some.sort((a, b) => a - b))).toEqual([
      [0, 3, 6, 9],
      [1, 4, 7, 10],
      [2, 5, 8, 11],
    ]);
    expect(svg).toMatch(/>slices along height<.*>0 to 2<.*>2 to 4<.*>4 to 6</);
    expect(svg).toContain('>cell 11: 2 at 0.9, 0.9, 5<');
    const many = archiveSvg({ archive: drawn(cube, { grid: [2, 2, 30] }, elites) });
    expect(many).toMatch(/>slices along descriptor 3, from<.*>0<.*>0.2</);
    expect(elementsOf(many)[0]).toBe('svg');
    const names = [['x', 'y'], ['z'], ['a', 'b']];
    expect(archiveSvg({ archive: drawn(cube, { grid: [2, 1, 2], names }) })).toMatch(/>a<.*>b</);
  });

  it('refuses boundaries and elites that lie nowhere', () => {
    const half = Float64Array.of(0, 0.5, 1);
    expect(() => drawCells({ boundaries: [half] })).toThrow('boundaries must have 2 numbers');
    expect(() => drawCells({ boundaries: [half, Float64Array.of(1, 0)] })).toThrow(
      'boundaries[1] must be at least two',
    );
    expect(() => drawCells({ boundaries: [half, Float64Array.of(0, Number.NaN)] })).toThrow('boundaries[1]');
    const lost = [{ cell: 0, fitness: 1, descriptor: [0, Number.NaN] }];
    const dots = (elites: readonly DrawnElite[]) =>
      archiveSvg({ archive: drawn(descriptor, { points: true }, elites) });
    expect(() => dots(lost)).toThrow("an elite's descriptor must be 2 finite numbers");
    expect(() => dots([{ cell: 0, fitness: 1 }])).toThrow("an elite's descriptor must be 2 finite numbers");
  });
});

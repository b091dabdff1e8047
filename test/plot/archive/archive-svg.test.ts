import { describe, expect, it } from 'vitest';
import { CvtArchive, GridArchive, ringCentroids } from '../../../src/archives/index.ts';
import { Batch, type Geometry } from '../../../src/core/index.ts';
import { type ArchiveSvgOptions, archiveSvg, type DrawnElite } from '../../../src/plot/index.ts';
import { type Cell, cellsOf } from '../cells-of.ts';
import { drawn } from '../drawn.ts';
import { elementsOf } from '../well-formed.ts';

const descriptor = { dimensions: 2, lower: 0, upper: 1 };
const line = { dimensions: 1, lower: -1, upper: 3 };
const rings = { centroids: ringCentroids({ rings: 4 }) };
type Elites = DrawnElite[];
type Options = Omit<ArchiveSvgOptions, 'archive'>;

/** A picture of four rings. */
const draw = (elites: Elites = [], options: Options = {}): string =>
  archiveSvg({ archive: drawn(descriptor, rings, elites), outline: 'hull', ...options });
const drawCells = (geometry: Geometry, options: Options = {}): string =>
  archiveSvg({ archive: drawn(descriptor, geometry), ...options });
const drawLine = (geometry: Geometry, elites: Elites = [], options: Options = {}): string =>
  archiveSvg({ archive: drawn(line, geometry, elites), ...options });

function cellsByColour(svg: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { colour } of cellsOf(svg)) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return counts;
}

describe('archiveSvg', () => {
  it('draws every cell once, filled or empty', () => {
    const archive = Array.from({ length: 17 }, (_, i) => ({ cell: 3 * i, fitness: -i }));
    const cells = cellsByColour(draw(archive));
    expect(cells.get('empty')).toBe(60 - 17);
    expect([...cells.values()].reduce((a, b) => a + b)).toBe(60);
  });

  it('is well-formed without numbers that are none: empty, one elite, all alike, no title, a title to escape', () => {
    const alike = Array.from({ length: 60 }, (_, cell) => ({ cell, fitness: 0.25 }));
    const pictures = [draw(), draw(alike.slice(0, 1)), draw(alike), draw([], { title: '<&">' })];
    for (const svg of pictures) {
      expect(elementsOf(svg)[0]).toBe('svg');
      expect(svg).not.toMatch(/NaN|Infinity|undefined|e-\d/);
    }
    expect(pictures[3]).toContain('&lt;&amp;&quot;&gt;');
  });

  it('gives one fitness one colour in two archives of one range', () => {
    const range = [-2, 0] as const;
    const first = draw(
      [
        { cell: 0, fitness: -1 },
        { cell: 1, fitness: -0.1 },
      ],
      { range },
    );
    const second = draw(
      [
        { cell: 9, fitness: -1 },
        { cell: 2, fitness: -1.9 },
      ],
      { range },
    );
    const shared = [...cellsByColour(first).keys()].filter((colour) => cellsByColour(second).has(colour));
    expect(shared).toHaveLength(2);
    expect(shared).toContain('empty');
  });

  it('shows where a grid archive put its elites', () => {
    const domain = { genome: { dimensions: 1, lower: 0, upper: 1 }, descriptor };
    const archive = new GridArchive({ domain, cells: [2, 2] });
    archive.add(Batch.from([[0.5]]), { fitness: [1], descriptors: [[0.1, 0.9]] });
    const svg = archiveSvg({ archive });
    const filled = cellsOf(svg).filter(({ colour }) => colour !== 'empty');
    // The upper left quarter.
    expect(filled.map(({ cell, corners }) => [cell, ...corners])).toEqual([
      [1, [72, 178], [234, 178], [234, 16], [72, 16]],
    ]);
  });

  it('has an element for each cell, with its number for scripts, and its fitness where it is hovered', () => {
    const cells = cellsOf(
      draw([
        { cell: 7, fitness: -0.123456789 },
        { cell: 9, fitness: 1e-7 },
      ]),
    );
    expect(cells.map(({ cell }) => cell).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    const titles = new Map(cells.map(({ cell, title }) => [cell, title]));
    expect([7, 8, 9].map((cell) => titles.get(cell))).toEqual(['cell 7: −0.123457', 'cell 8', 'cell 9: 1e−7']);
  });

  it('stays small with many cells', () => {
    const elites = Array.from({ length: 10_000 }, (_, cell) => ({ cell, fitness: Math.sin(cell) }));
    const grid = drawn(descriptor, { grid: [100, 100] }, elites);
    expect(archiveSvg({ archive: grid }).length).toBeLessThan(950_000);
    const disc = drawn(descriptor, { centroids: ringCentroids({ rings: 25 }) }, elites.slice(0, 1950));
    expect(archiveSvg({ archive: disc, outline: 'hull' }).length).toBeLessThan(230_000);
  });

  it('draws an archive of one dimension as columns, from edge to edge of its cells and as high as its fitness', () => {
    const archive = [
      { cell: 0, fitness: -2 },
      { cell: 1, fitness: 0 },
      { cell: 3, fitness: -1 },
    ];
    const svg = drawLine({ grid: [4] }, archive);
    expect(svg).toContain('>descriptor</text>');
    const cells = cellsOf(svg).sort((a, b) => a.cell - b.cell);
    const [left, right, bottom, top] = [72, 452, 206, 16];
    const spans = cells.map(({ corners }) => [corners[0]![0], corners[1]![0]]);
    expect(spans).toEqual(
      [0, 1, 2, 3].map((i) => [left + (i * (right - left)) / 4, left + ((i + 1) * (right - left)) / 4]),
    );
    // The lowest is seen, too; the empty one reaches the top.
    expect(cells.map(({ corners }) => bottom - corners[2]![1])).toEqual([4, bottom - top, bottom - top, 97]);
    expect(cells.map(({ colour }) => colour === 'empty')).toEqual([false, false, true, false]);
  });

  it('draws centroids of one dimension in any order, those that coincide as the first, ending at the box or near the last', () => {
    const centroids = Batch.from([[2], [0], [1], [0], [2.4], [9]]);
    const spans = (outline: 'box' | 'hull') => {
      const svg = drawLine({ centroids }, [], { outline });
      const [, from, to] = /d="M([\d.]+) 206H([\d.]+)/.exec(svg)!.map(Number);
      const [low, high] = outline === 'box' ? [-1, 3] : [-1, 12.3];
      const value = (px: number) => Math.round((low + ((px - from!) / (to! - from!)) * (high - low)) * 10) / 10 + 0;
      return cellsOf(svg).map(({ cell, corners }) => [cell, value(corners[0]![0]), value(corners[1]![0])]);
    };
    expect(spans('box')).toEqual([
      [0, 1.5, 2.2],
      [1, -1, 0.5],
      [2, 0.5, 1.5],
      [4, 2.2, 3],
    ]);
    expect(spans('hull')).toEqual([
      [0, 1.5, 2.2],
      [1, -0.5, 0.5],
      [2, 0.5, 1.5],
      [4, 2.2, 5.7],
      [5, 5.7, 12.3],
    ]);
  });

  it('draws overlays over the cells, in descriptor units, within the frame', () => {
    const svg = drawCells(
      { grid: [2, 2] },
      {
        overlays: [
          {
            polygon: Batch.from([
              [0, 0],
              [0.5, 0],
              [0.5, 0.5],
            ]),
            title: 'a <wall>',
          },
          {
            line: [
              [0, 0.25],
              [99, 0.25],
            ],
          },
          { points: [Float64Array.of(1, 1), [0.5, 0.5]] },
          { line: [] },
        ],
      },
    );
    expect(elementsOf(svg)).toContain('svg');
    expect(svg).toContain('<title>a &lt;wall&gt;</title><path class="edge" d="M72 340L234 340L234 178z"/>');
    expect(svg).toMatch(/<g class="overlay line" pointer-events="none"><path class="edge" d="M72 259L\d+ 259"\/>/);
    expect(svg).toContain('d="M396 16h0M234 178h0"/>');
    const clip = /<svg x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" viewBox="\1 \2 \3 \4"><g class="overlay/.exec(
      svg,
    )!;
    expect(clip.slice(1).map(Number)).toEqual([71, 15, 327, 326]);
    expect(svg.indexOf('class="overlay')).toBeGreaterThan(svg.indexOf('class="cells"'));
    expect(draw([], { overlays: [] })).toBe(draw());
  });

  it('colours cells by a category, and its legend has those that occur in the order given', () => {
    const elites = [
      { cell: 3, fitness: 1, maker: 'line' },
      { cell: 5, fitness: 2, maker: 'cross & over' },
      { cell: 7, fitness: 3, maker: 'line' },
      { cell: 9, fitness: 4, maker: 'zero' },
    ];
    const archive = { ...drawn(descriptor, rings), [Symbol.iterator]: () => elites.values() };
    const category = ({ maker }: (typeof elites)[number]) => maker;
    const svg = archiveSvg({ archive, category, categories: ['initial', 'line', 'cross & over'] });
    expect(elementsOf(svg.trimEnd())[0]).toBe('svg');
    const filled = cellsOf(svg).filter(({ colour }) => colour !== 'empty');
    const [three, seven, five, nine] = filled as [Cell, Cell, Cell, Cell];
    expect(filled.map(({ cell }) => cell)).toEqual([3, 7, 5, 9]);
    expect(three.colour).toBe(seven.colour);
    expect(new Set([three, five, nine].map(({ colour }) => colour)).size).toBe(3);
    expect([three.title, five.title]).toEqual(['cell 3: line, 1', 'cell 5: cross &amp; over, 2']);
    const legend = /<g class="legend">(.*?)<\/g>/.exec(svg)![1]!;
    const marks = [...legend.matchAll(/<path fill="(#\w+)"[^>]*><text[^>]*>([^<]*)<\/text><text[^>]*>([^<]*)</g)];
    expect(marks.map(([, colour, name, share]) => [colour, name, share])).toEqual([
      [three.colour, 'line', '50.0 %'],
      [five.colour, 'cross &amp; over', '25.0 %'],
      [nine.colour, 'zero', '25.0 %'],
    ]);
    // The order of the elites does not matter; the colour of a category follows the list.
    const turned = { ...archive, [Symbol.iterator]: () => [...elites].reverse().values() };
    const again = archiveSvg({ archive: turned, category, categories: ['initial', 'line', 'cross & over'] });
    expect(again).toBe(svg);
    expect(draw(elites, { categories: ['initial'] })).toBe(draw(elites));
  });

  it('colours columns by a category, and says which ones share a colour if there are more than eight', () => {
    const elites = Array.from({ length: 12 }, (_, cell) => ({ cell, fitness: cell }));
    const category = ({ cell }: { cell: number }) => `kind ${String(cell).padStart(2, '0')}`;
    const svg = drawLine({ grid: [12] }, elites, { category });
    const colours = cellsOf(svg).map(({ colour }) => colour);
    expect(new Set(colours).size).toBe(8);
    expect(new Set(colours.slice(7)).size).toBe(1);
    expect(svg).toContain('>other</text>');
    expect(svg).toContain('kind 11, 11</title>');
    expect(svg).not.toContain('>kind 07</text>');
  });

  it('draws any archive that tells its space and its geometry, and refuses one that does not', () => {
    const domain = { genome: { dimensions: 1, lower: 0, upper: 1 }, descriptor };
    const archive = new CvtArchive({ domain, centroids: rings.centroids });
    archive.add(Batch.from([[0.5]]), { fitness: [1], descriptors: [[0.5, 0.7]] });
    const { cell, fitness, descriptor: at } = archive.best()!;
    expect(archiveSvg({ archive, outline: 'hull' })).toBe(draw([{ cell, fitness, descriptor: at }]));
    const withoutIndex = { ...drawn(descriptor, rings), geometry: () => undefined };
    for (const [silent, what] of [
      [[], 'archive.geometry must be a function'],
      [withoutIndex, 'archive.geometry() must be an object; got undefined'],
      [{ ...drawn(descriptor, rings), descriptor: undefined }, 'archive.descriptor must be'],
      [undefined, 'archive must be an object'],
    ] as const) {
      expect(() => archiveSvg({ archive: silent as never })).toThrow(`archiveSvg: ${what}`);
    }
  });

  it('refuses what it cannot draw', () => {
    const one = (elites: Elites) => () => draw(elites);
    expect(one([{ cell: 60, fitness: 0 }])).toThrow(
      "archiveSvg: an elite's cell must be an integer in [0, 59]; got 60.",
    );
    expect(one([{ cell: 0, fitness: Number.NaN }])).toThrow('fitness must be finite; got NaN.');
    expect(() => draw([], { range: [1, 1] })).toThrow('range must be two finite numbers, ascending; got [1, 1].');
    const rule =
      'archive.descriptor.dimensions must be 1, 2, or of a grid or boundaries 3: draw more with parallelAxesSvg';
    const tesseract = { dimensions: 4, lower: 0, upper: 1 };
    const many = drawn(tesseract, { grid: [1, 1, 1, 1] });
    expect(() => archiveSvg({ archive: many })).toThrow(`${rule}; got 4.`);
    const cloud = drawn({ dimensions: 3, lower: 0, upper: 1 }, { points: true });
    expect(() => archiveSvg({ archive: cloud })).toThrow(`${rule}; got 3.`);
    expect(() => drawCells({ centroids: Batch.zeros(4, 3) })).toThrow('shape (cells, 2)');
    expect(() => drawLine(rings)).toThrow('shape (cells, 1)');
    expect(() => drawLine({ grid: [3, 3] })).toThrow('grid must have 1 numbers; got [3, 3].');
    expect(() => drawCells({ centroids: Batch.from([[0, Number.NaN]]) })).toThrow('centroids must be finite; got NaN');
    expect(() => drawCells({ grid: [3, 0] })).toThrow('grid[1] must be an integer');
    expect(() => draw([], { outline: 'disc' as never })).toThrow("outline must be one of 'box', 'hull'; got 'disc'.");
    const kinds = { category: () => 3 as never };
    expect(() => draw([{ cell: 0, fitness: 0 }], kinds)).toThrow('archiveSvg: category must give a text; got 3.');
    expect(() => draw([], { category: 'a' as never })).toThrow('category must be a function');
    expect(() => draw([], { categories: [1] as never })).toThrow('categories must be a list of texts; got [1].');
    const over = (overlays: unknown) => () => draw([], { overlays: overlays as never });
    expect(over({})).toThrow('archiveSvg: overlays must be a list; got an object.');
    expect(over([{}])).toThrow('overlays[0] must have one of polygon, line, points; got an object.');
    expect(over([{ line: [], points: [] }])).toThrow('overlays[0] must have one of');
    expect(over([{ line: [[0, 0]] }, { lines: [] }])).toThrow(
      "overlays[1] must have only the keys polygon, line, points, title; got 'lines'.",
    );
    expect(
      over([
        {
          line: [
            [0, 0],
            [0, Number.NaN],
          ],
        },
      ]),
    ).toThrow('overlays[0].line[1] must be two finite numbers; got [0, NaN].');
    expect(over([{ line: [[0, 0, 0]] }])).toThrow('overlays[0].line[0] must be two finite numbers');
    expect(over([{ line: 5 }])).toThrow('overlays[0].line must have rows of two finite numbers; got 5.');
  });
});

import { describe, expect, it } from 'vitest';
import { GridArchive, ringCentroids } from '../../src/archives/index.ts';
import { Batch } from '../../src/core/index.ts';
import { type ArchiveSvgOptions, archiveSvg } from '../../src/plot/index.ts';
import { elementsOf } from './well-formed.ts';

const descriptor = { dimensions: 2, lower: 0, upper: 1 };
const rings = { centroids: ringCentroids({ rings: 4 }), outline: 'hull' as const };
const draw = (options: Partial<ArchiveSvgOptions>): string =>
  archiveSvg({ archive: [], descriptor, cells: rings, ...options });

/** Cells by colour, from the paths' d: each cell starts with M and ends with z. */
function cellsByColour(svg: string): Map<string, number> {
  const group = /<g transform="scale\(\.1\)"[^>]*>(.*?)<\/g>/.exec(svg)![1]!;
  const paths = [...group.matchAll(/<path (?:class="(\w+)"|fill="([^"]+)" stroke="[^"]+") d="([^"]*)"/g)];
  return new Map(paths.map(([, name, colour, d]) => [(name ?? colour)!, d!.split('z').length - 1]));
}

describe('archiveSvg', () => {
  it('draws every cell once, filled or empty', () => {
    const archive = Array.from({ length: 17 }, (_, i) => ({ cell: 3 * i, fitness: -i }));
    const cells = cellsByColour(draw({ archive }));
    expect(cells.get('empty')).toBe(60 - 17);
    expect([...cells.values()].reduce((a, b) => a + b)).toBe(60);
  });

  it('is well-formed without numbers that are none: empty, one elite, all alike, no title, a title to escape', () => {
    const alike = Array.from({ length: 60 }, (_, cell) => ({ cell, fitness: 0.25 }));
    const pictures = [
      draw({}),
      draw({ archive: alike.slice(0, 1) }),
      draw({ archive: alike }),
      draw({ title: '<&">' }),
    ];
    for (const svg of pictures) {
      expect(elementsOf(svg)[0]).toBe('svg');
      expect(svg).not.toMatch(/NaN|Infinity|undefined|e-\d/);
    }
    expect(pictures[3]).toContain('&lt;&amp;&quot;&gt;');
  });

  it('gives one fitness one colour in two archives of one range', () => {
    const range = [-2, 0] as const;
    const first = draw({
      archive: [
        { cell: 0, fitness: -1 },
        { cell: 1, fitness: -0.1 },
      ],
      range,
    });
    const second = draw({
      archive: [
        { cell: 9, fitness: -1 },
        { cell: 2, fitness: -1.9 },
      ],
      range,
    });
    const shared = [...cellsByColour(first).keys()].filter((colour) => cellsByColour(second).has(colour));
    expect(shared).toHaveLength(2);
    expect(shared).toContain('empty');
  });

  it('shows where a grid archive put its elites', () => {
    const domain = { genome: { dimensions: 1, lower: 0, upper: 1 }, descriptor };
    const archive = new GridArchive({ domain, cells: [2, 2] });
    archive.add(Batch.from([[0.5]]), { fitness: [1], descriptors: [[0.1, 0.9]] });
    const svg = draw({ archive, cells: { grid: archive.shape } });
    const filled = /fill="#\w+" stroke="#\w+" d="M(\d+) (\d+)l/.exec(svg)!;
    // The upper left quarter: from its lower left corner, in tenths of a px.
    expect(filled.slice(1)).toEqual(['720', '1780']);
  });

  it('stays small with ten thousand cells', () => {
    const archive = Array.from({ length: 10_000 }, (_, cell) => ({ cell, fitness: Math.sin(cell) }));
    expect(draw({ archive, cells: { grid: [100, 100] } }).length).toBeLessThan(400_000);
  });

  it('refuses what it cannot draw', () => {
    const one = (archive: ArchiveSvgOptions['archive']) => () => draw({ archive });
    expect(one([{ cell: 60, fitness: 0 }])).toThrow(
      "archiveSvg: an elite's cell must be an integer in [0, 59]; got 60.",
    );
    expect(one([{ cell: 0, fitness: Number.NaN }])).toThrow('fitness must be finite; got NaN.');
    expect(() => draw({ range: [1, 1] })).toThrow('range must be two finite numbers, ascending; got [1, 1].');
    expect(() => draw({ descriptor: { dimensions: 3, lower: 0, upper: 1 } })).toThrow('must be 2; got 3.');
    expect(() => draw({ cells: { centroids: Batch.zeros(4, 3) } })).toThrow('shape (cells, 2)');
    expect(() => draw({ cells: { grid: [3, 0] } })).toThrow('cells.grid[1] must be an integer');
  });
});

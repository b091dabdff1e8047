import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CvtArchive, ringCentroids } from '../../src/archives/index.ts';
import { Batch } from '../../src/core/index.ts';
import { archiveContract } from '../../src/testing/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { problem } from '../support/domains/small-problem.ts';
import { errorOf } from '../support/error-of.ts';
import { readNpy } from '../support/golden/read-npy.ts';
import { readRing } from '../support/golden/read-ring.ts';

const centroids = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.5, 0.9],
  [0.5, 0.5],
];
checkLaws('CvtArchive', archiveContract({ problem, make: () => new CvtArchive({ domain: problem, centroids }) }));

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/released/${name}`, import.meta.url));

/** Adds an archive that the paper's authors released again, with its stored descriptors; gives the elites kept. */
function addAgain(file: string, centroids: Batch): number {
  const stored = readNpy(fixture(file));
  const joints = stored.columns - 3;
  const domain = { ...problem, genome: { dimensions: joints, lower: -1, upper: 1 } };
  const archive = new CvtArchive({ domain, centroids });
  const list = Array.from({ length: stored.rows }, (_, i) => stored.row(i));
  archive.add(Batch.from(list.map((row) => row.subarray(3))), {
    fitness: list.map((row) => row[0]!),
    descriptors: list.map((row) => row.subarray(1, 3)),
  });
  return archive.size;
}

describe('CvtArchive', () => {
  it('keeps every elite of the released archives with the centroids of their file', () => {
    expect(addAgain('archive-arm20.npy', readRing())).toBe(1903);
    expect(addAgain('archive-arm200.npy', readRing())).toBe(1931);
  });

  it("keeps all but those that the file's rounding moved across a border with exact centroids", () => {
    expect(addAgain('archive-arm20.npy', ringCentroids({ rings: 25 }))).toBe(1895);
    expect(addAgain('archive-arm200.npy', ringCentroids({ rings: 25 }))).toBe(1931);
  });

  it('gives the lowest index in a tie', () => {
    const archive = new CvtArchive({
      domain: problem,
      centroids: [
        [1, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    });
    const report = archive.add(Batch.zeros(2, 3), {
      fitness: [0, 0],
      descriptors: [
        [0.5, 0.5],
        [0, 0.5],
      ],
    });
    expect([...report.cell]).toEqual([0, 1]);
  });

  it('finds a cell for a descriptor however far outside', () => {
    const archive = new CvtArchive({
      domain: problem,
      centroids: [
        [0, 0],
        [1, 1],
      ],
    });
    const report = archive.add(Batch.zeros(3, 3), {
      fitness: [0, 0, 0],
      descriptors: [
        [9, 9],
        [-1e9, 0],
        [1e300, 1e300],
      ],
    });
    expect([...report.cell].slice(0, 2)).toEqual([1, 0]);
    expect(report.cell[2]).toBeGreaterThanOrEqual(0);
  });

  it('finds a cell that is its own for a descriptor however far outside, in a box however small or large', () => {
    for (const size of [5e-324, 1e-300, 1e-62, 1, 1e62, 1e308]) {
      const descriptor = { dimensions: 2, lower: 0, upper: size };
      const rows = [
        [0, 0],
        [size, size],
        [0, size],
      ];
      const archive = new CvtArchive({ domain: { ...problem, descriptor }, centroids: rows });
      const far = [1e-300, 1, 1e10, 1e200, 1.7e308].map((x) => [x, -x]);
      const all = [...rows, ...far];
      const report = archive.add(Batch.zeros(all.length, 3), { fitness: all.map((_, i) => i), descriptors: all });
      expect([...report.cell].slice(0, 3)).toEqual([0, 1, 2]);
      expect(report.cell.every((cell) => cell >= 0 && cell < 3)).toBe(true);
      expect(archive.metrics().coverage).toBe(1);
      const other = new CvtArchive({ domain: { ...problem, descriptor }, centroids: rows });
      other.restore(archive.snapshot());
      expect(other.snapshot()).toEqual(archive.snapshot());
    }
  });

  it('takes centroids that differ by very little in one dimension only', () => {
    const archive = new CvtArchive({
      domain: problem,
      centroids: [
        [0.5, 0],
        [0.5, 1e-200],
        [0.5, 5e-324],
      ],
    });
    const descriptors = [
      [0.5, 1e-200],
      [0.5, 0],
      [0.5, 5e-324],
      [0.5, 1],
    ];
    const report = archive.add(Batch.zeros(4, 3), { fitness: [0, 0, 0, 0], descriptors });
    expect([...report.cell]).toEqual([1, 0, 2, 0]);
  });

  it('refuses bad centroids', async () => {
    const make = (centroids: unknown): Promise<string> =>
      errorOf(() => new CvtArchive({ domain: problem, centroids } as never));
    expect(await make([])).toContain('must have shape (at least 1, 2), that is (cells, descriptorDimensions)');
    expect(await make([[1]])).toBe('ARGUMENT CvtArchive: centroids[0] must have 2 numbers; got [1].');
    expect(await make(Batch.zeros(2, 1))).toContain('got (2, 1)');
    expect(await make([[1, 2], [1]])).toBe('ARGUMENT CvtArchive: centroids[1] must have 2 numbers; got [1].');
    expect(await make([[1, NaN]])).toContain('centroids[0] must be finite; got [1, NaN]');
    expect(
      await make([
        [1, 0],
        [0, 1],
        [1, 0],
      ]),
    ).toContain('centroids[2] must differ');
    expect(await make('abc')).toMatch(/^ARGUMENT/);
    expect(await make(undefined)).toMatch(/^ARGUMENT/);
  });

  it('copies its centroids', () => {
    const centroids = Batch.from([
      [0, 0],
      [1, 1],
    ]);
    const archive = new CvtArchive({ domain: problem, centroids });
    centroids.data.fill(7);
    expect([...archive.centroids.data]).toEqual([0, 0, 1, 1]);
  });
});

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { archiveFigures, Progress, progressLine } from '../../../src/cli/terminal/progress.ts';
import type { Metrics } from '../../../src/core/index.ts';

const figures = archiveFigures({ coverage: 0.921, meanFitness: -0.01234 } as Metrics);
const state = { done: 61_000, figures };

describe('progressLine', () => {
  it('fits any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.nat(2_000_000), (columns, evaluations) => {
        const line = progressLine('dde-elites', 1_000_000, { figures, done: evaluations }, 10, columns);
        expect(line.length).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/NaN|Infinity/);
      }),
    );
  });

  it('shows everything where there is room, and first of all the time left', () => {
    const line = (columns: number): string => progressLine('dde-elites', 100_000, state, 10, columns);
    expect(line(119)).toBe(
      `dde-elites  ${'━'.repeat(24)}${'─'.repeat(16)}   61,000  coverage 92.1 %  mean -0.0123  6,100/s  0:06 left`,
    );
    expect(line(20)).toMatch(/^[━─]+ {2}0:06 left$/);
  });

  it('knows no numbers at the start', () => {
    const start = { done: 0, figures: archiveFigures({ coverage: 0, meanFitness: Number.NaN } as Metrics) };
    expect(progressLine('a', 100, start, 0, 100)).not.toMatch(/NaN|Infinity/);
    expect(progressLine('a', 100, { ...start, done: 40 }, 0, 100, 40)).not.toMatch(/NaN|Infinity/);
  });
});

describe('Progress', () => {
  const record = (isTTY: boolean) => {
    const written: string[] = [];
    let time = 0;
    const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) };
    const progress = new Progress({ stream, name: 'a', total: 1000, now: () => time });
    for (let evaluations = 10; evaluations <= 1000; evaluations += 10) {
      time += 10;
      progress.update(() => ({ figures, done: evaluations }), evaluations);
    }
    progress.end({ figures, done: 1000 });
    return written;
  };

  it('rewrites one line of a terminal ten times a second at most, and leaves one behind', () => {
    const written = record(true);
    expect(written.length).toBeLessThanOrEqual(1 + 10 + 2);
    for (const text of written.slice(0, -1)) {
      expect(text.startsWith('\r\u001b[K')).toBe(true);
      expect(text).not.toContain('\n');
      expect(text.length).toBeLessThanOrEqual(80 + 3);
    }
    expect(written.at(-1)).toMatch(/^a {2}1,000 evaluations .*\n$/);
  });

  it('writes a line at each tenth elsewhere, without control characters', () => {
    const written = record(false);
    expect(written).toHaveLength(10);
    expect(written[0]).toMatch(/^a {2}10 % {2}100 evaluations {2}coverage 92\.1 % .* 0:01 left\n$/);
    for (const control of ['\r', '\u001b']) expect(written.join('')).not.toContain(control);
  });

  it('reckons rate and time left from what this session has done', () => {
    const written: string[] = [];
    let time = 0;
    const stream = { write: (text: string) => written.push(text) };
    const progress = new Progress({ stream, name: 'a', total: 1000, before: 450, now: () => time });
    progress.update(() => ({ figures, done: 450 }), 450);
    time = 1000;
    progress.update(() => ({ figures, done: 500 }), 500);
    expect(written).toEqual([expect.stringMatching(/^a {2}50 % {2}500 evaluations .* 50\/s {2}0:10 left\n$/)]);
  });

  it('does so on a terminal that knows no control characters', () => {
    vi.stubEnv('TERM', 'dumb');
    expect(record(true)).toEqual(record(false));
    vi.unstubAllEnvs();
  });
});

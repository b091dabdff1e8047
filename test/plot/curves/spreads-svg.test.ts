import { describe, expect, it } from 'vitest';
import { spreadsSvg } from '../../../src/plot/index.ts';
import { elementsOf } from '../well-formed.ts';

/** px of each row's bar and dot: from, to, median. */
function bars(svg: string): number[][] {
  const lines = [...svg.matchAll(/class="line line\d" d="M([\d.]+) [\d.]+H([\d.]+)"/g)];
  const dots = [...svg.matchAll(/class="joint name\d" cx="([\d.]+)"/g)];
  return lines.map(([, from, to], i) => [Number(from), Number(dots[i]![1]), Number(to)]);
}

describe('spreadsSvg', () => {
  it('has a bar from quartile to quartile and a dot at the median, in proportion', () => {
    const rows = [
      { name: 'a & b', quartiles: [1, 2, 4] as const },
      { name: 'c', quartiles: [2, 2, 2] as const },
    ];
    const svg = spreadsSvg({ title: 'Spread', x: { label: 'rad', range: [0, 4] }, rows });
    expect(elementsOf(svg)[0]).toBe('svg');
    const [[a, b, c], second] = bars(svg) as [number[], number[]];
    expect((b! - a!) * 2).toBeCloseTo(c! - b!, 0);
    expect(second.map((x) => Math.abs(x - b!) < 0.2)).toEqual([true, true, true]);
    expect(svg).toContain('a &amp; b</text>');
  });

  it('has equal lengths for equal ratios on a log axis, and begins at the left where a quartile is 0', () => {
    const x = { label: 'distance', scale: 'log' } as const;
    const rows = [
      { name: 'a', quartiles: [1e-6, 1e-4, 1e-2] as const },
      { name: 'b', quartiles: [0, 1e-4, 1e-2] as const },
      { name: 'c', quartiles: [0, 0, 0] as const },
    ];
    const svg = spreadsSvg({ x, rows });
    expect(svg).not.toMatch(/NaN|Infinity/);
    const [[a, b, c], [left]] = bars(svg) as [number[], number[]];
    expect(b! - a!).toBeCloseTo(c! - b!, 0);
    expect(left).toBeLessThan(a!);
    expect(elementsOf(spreadsSvg({ x, rows: [] }))[0]).toBe('svg');
  });
});

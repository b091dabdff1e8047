import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curvesSvg } from '../../src/plot/index.ts';
import { linePath } from '../../src/plot/line-path.ts';
import { spreadApart } from '../../src/plot/spread-apart.ts';
import { elementsOf } from './well-formed.ts';

const axes = { x: { label: 'evaluations' }, y: { label: 'coverage' } };

describe('curvesSvg', () => {
  it('draws a line and a name for each series, well-formed', () => {
    const x = [0, 1, 2];
    const series = [
      { name: 'a & b', x, y: [0, 1, 2] },
      { name: 'c', x, y: [2, Number.NaN, 0] },
    ];
    const svg = curvesSvg({ series, ...axes, title: 'Two <lines>' });
    expect(elementsOf(svg).filter((name) => name === 'path').length).toBeGreaterThanOrEqual(4);
    expect(svg.match(/class="line line\d"/g)).toHaveLength(2);
    expect(svg).toContain('>a &amp; b</text>');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('draws no series, an empty one, one point, and gaps only', () => {
    const series = [[], [1], [Number.NaN, Number.NaN]].map((y) => ({ name: 's', x: y.map((_, i) => i), y }));
    for (const given of [[], series]) {
      const svg = curvesSvg({ series: given, ...axes });
      expect(elementsOf(svg)[0]).toBe('svg');
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
  });

  it('refuses a series of two lengths and a range that is none', () => {
    expect(() => curvesSvg({ series: [{ name: 's', x: [1], y: [] }], ...axes })).toThrow(
      "curvesSvg: x and y of series 's' must be of equal length; got [1, 0].",
    );
    expect(() => curvesSvg({ series: [], x: axes.x, y: { label: 'y', range: [1, 0] } })).toThrow('y.range must be');
  });
});

describe('linePath', () => {
  const same = (value: number): number => value;

  it('has a gap where a number is missing, a dot for a point on its own, and no points on top of each other', () => {
    expect(linePath([0, 1, 2, 3, 4], [0, 1, Number.NaN, 3, Number.NaN], same, same)).toBe('M0 0L1 1M3 3h0');
    expect(linePath([0, 0.1, 0.2, 9], [0, 0, 0, 0], same, same)).toBe('M0 0L9 0');
  });

  it('always ends at the last point', () => {
    expect(linePath([0, 0.1, 0.2], [0, 0, 0], same, same)).toBe('M0 0L0.2 0');
  });
});

describe('spreadApart', () => {
  it('keeps order and distance, and leaves alone what has room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 8 }), (heights) => {
        const spread = spreadApart(heights, 15);
        const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]! || a - b);
        order.slice(1).forEach((i, k) => {
          expect(spread[i]! - spread[order[k]!]!).toBeGreaterThanOrEqual(15 - 1e-9);
        });
      }),
    );
    expect(spreadApart([100, 0, 50], 15)).toEqual([100, 0, 50]);
    expect(spreadApart([10, 10], 20)).toEqual([0, 20]);
  });
});

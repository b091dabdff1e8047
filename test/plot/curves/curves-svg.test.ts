import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linePath } from '../../../src/plot/curves/line-path.ts';
import { spreadApart } from '../../../src/plot/curves/spread-apart.ts';
import { curvesSvg } from '../../../src/plot/index.ts';
import { elementsOf } from '../well-formed.ts';

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

  it('tells lines of one colour apart by their dashes, and shows them beside the names, where there are more than six', () => {
    const draw = (lines: number): string => {
      const series = Array.from({ length: lines }, (_, i) => ({ name: `s${i}`, x: [0, 1], y: [0, i] }));
      return curvesSvg({ series, ...axes });
    };
    expect(draw(6)).not.toContain('dasharray');
    expect(draw(6).match(/class="line line\d"/g)).toHaveLength(6);
    const svg = draw(24);
    const looks = Array.from(svg.matchAll(/<path class="(line line\d"(?: stroke-dasharray="[^"]+")?) d="M([\d.]+)/g));
    const [lines, samples] = [looks.slice(0, 24), looks.slice(24)].map((drawn) => drawn.map(([, look]) => look));
    expect(new Set(lines).size).toBe(24);
    expect(samples).toEqual(lines);
    expect(lines!.slice(0, 6).join()).not.toContain('dasharray');
    const names = Array.from(svg.matchAll(/<text x="([\d.]+)"[^>]*class="name name\d">/g), ([, x]) => Number(x));
    looks.slice(24).forEach(([, , x], i) => {
      expect(names[i]! - Number(x)).toBeGreaterThan(26);
    });
    expect(elementsOf(svg)[0]).toBe('svg');
  });

  it('draws no series, an empty one, one point, and gaps only', () => {
    const series = [[], [1], [Number.NaN, Number.NaN]].map((y) => ({ name: 's', x: y.map((_, i) => i), y }));
    for (const given of [[], series]) {
      const svg = curvesSvg({ series: given, ...axes });
      expect(elementsOf(svg)[0]).toBe('svg');
      expect(svg).not.toMatch(/NaN|Infinity/);
    }
  });

  it('labels both ends of x where round numbers are near, and otherwise has round steps', () => {
    const numbers = (x: readonly number[]): string[] => {
      const svg = curvesSvg({ series: [{ name: 'cma-mae', x, y: x }], x: { label: 'x' }, y: { label: 'y' } });
      return [...svg.matchAll(/y="296">([^<]*)</g)].map(([, text]) => text!);
    };
    expect(numbers([1000, 60_000])).toEqual(['0', '20,000', '40,000', '60,000']);
    expect(numbers([100, 9950])).toEqual(['0', '2,000', '4,000', '6,000', '8,000', '10,000']);
    expect(numbers([1, 7])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(numbers([2, 10])).toEqual(['2', '4', '6', '8', '10']);
  });

  it('has equal lengths for equal ratios on log axes, and gaps where a number is not above 0', () => {
    const series = [{ name: 's', x: [1, 10, 100, 1000, 10_000], y: [1, 0.1, 0.01, 0, 1e-4] }];
    const svg = curvesSvg({ series, x: { label: 'x', scale: 'log' }, y: { label: 'y', scale: 'log' } });
    expect(svg).not.toMatch(/NaN|Infinity/);
    const path = /class="line line0" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)M[^L]*h0"/.exec(svg)!;
    const [x1, y1, x2, y2, x3, y3] = path.slice(1).map(Number) as [number, number, number, number, number, number];
    expect(x3 - x2).toBeCloseTo(x2 - x1, 0);
    expect(y3 - y2).toBeCloseTo(y2 - y1, 0);
    for (const text of ['>1</text>', '>10,000</text>', '>1e−4</text>']) expect(svg).toContain(text);
  });

  it('has a number at each power of ten of a log axis, as long as it does not touch the one before', () => {
    const x = Array.from({ length: 36 }, (_, i) => 10 ** (i / 5));
    const flat = x.map(() => 1);
    const [along, up] = [
      curvesSvg({ series: [{ name: 's', x, y: flat }], x: { label: 'x', scale: 'log' }, y: { label: 'y' } }),
      curvesSvg({ series: [{ name: 's', x: flat, y: x }], x: { label: 'x' }, y: { label: 'y', scale: 'log' } }),
    ];
    const numbers = (svg: string, place: RegExp) => [...svg.matchAll(place)].map(([, text]) => text);
    expect(numbers(along!, /y="296">([^<]*)</g)).toEqual('1e0 1e1 1e2 1e3 1e4 1e5 1e6 1e7'.split(' '));
    expect(numbers(up!, />(1e\d)</g)).toEqual('1e0 1e1 1e2 1e3 1e4 1e5 1e6 1e7'.split(' '));
    const plain = curvesSvg({ series: [], x: { label: 'x', scale: 'log', range: [1, 1e6] }, y: { label: 'y' } });
    expect(numbers(plain, /y="296">([^<]*)</g)).toEqual(['1', '10', '100', '1,000', '10,000', '100,000']);
  });

  it('keeps names inside the picture, and numbers off each other and off the label', () => {
    const name = 'iso-line-mutation-with-a-long-name';
    const svg = curvesSvg({
      series: [{ name, x: [1e5, 1.9e6], y: [12_000_000, 13_500_000] }],
      x: { label: 'x', range: [0, 2_000_000] },
      y: { label: 'QD score' },
    });
    expect(svg).toContain('>iso-line-…ong-name</text>');
    const texts = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)">([^<]*)<\/text>/g)];
    const numbers = texts.filter(([, , y, text]) => y === '296' && /^[\d,]+$/.test(text!));
    numbers.slice(1).forEach(([, x, , text], i) => {
      const before = numbers[i]!;
      expect(Number(x) - Number(before[1])).toBeGreaterThan(((text!.length + before[3]!.length) / 2) * 7);
    });
    const left = texts.filter(([, , , text]) => text!.endsWith(',000,000') || text!.endsWith('500,000'));
    expect(Math.min(...left.map(([, x, , text]) => Number(x) - text!.length * 7))).toBeGreaterThan(20);
  });

  it('draws a band from its lower edge forth to its upper edge back, and widens the axis to it', () => {
    const x = [0, 1];
    const band = { low: [0, 1], high: [2, 9.5] };
    const svg = curvesSvg({ series: [{ name: 's', x, y: [1, 2], band }], ...axes });
    const outline = /class="band name0" d="M([^"]*)z"/
      .exec(svg)![1]!
      .split('L')
      .map((one) => one.split(' ').map(Number));
    const [a, b, c, d] = outline as [number[], number[], number[], number[]];
    expect([a[0], b[0]]).toEqual([d[0], c[0]]);
    expect(c[1]!).toBeLessThan(b[1]!);
    expect(svg).toContain('>10</text>');
    expect(() =>
      curvesSvg({ series: [{ name: 's', x, y: [1, 2], band: { low: [0], high: [1, 2] } }], ...axes }),
    ).toThrow('have 2 numbers');
  });

  it('a band whose lower edge is 0 goes to the foot of a log axis', () => {
    const series = [{ name: 's', x: [0, 1], y: [1, 1], band: { low: [0, 0], high: [10, 10] } }];
    const svg = curvesSvg({ series, x: axes.x, y: { label: 'y', scale: 'log' } });
    const ys = /class="band name0" d="M([^"]*)z"/
      .exec(svg)![1]!
      .split('L')
      .map((one) => Number(one.split(' ')[1]));
    expect(ys[0]).toBe(330 - 52);
    expect(ys[1]).toBe(ys[0]);
    expect(ys[2]).toBeLessThan(ys[1]!);
  });

  it('refuses x that do not ascend, bands without edges, and names and titles that are no texts', () => {
    const draw = (one: object, more: object = {}): string =>
      curvesSvg({
        series: [{ name: 's', x: [1, 2], y: [3, 4], ...one }],
        x: { label: 'x' },
        y: { label: 'y' },
        ...more,
      } as never);
    expect(() => draw({ x: [1, Number.NaN] })).toThrow(
      "curvesSvg: x of series 's' must be finite and ascending; got NaN.",
    );
    expect(() => draw({ x: [2, 1] })).toThrow("curvesSvg: x of series 's' must be finite and ascending; got 1.");
    expect(() => draw({ band: { lower: [1, 2], upper: [3, 4] } })).toThrow(
      "band.low of series 's' must have 2 numbers; got undefined.",
    );
    expect(() => draw({ band: { low: [1], high: [1, 2] } })).toThrow(
      "band.low of series 's' must have 2 numbers; got [1].",
    );
    expect(() => draw({ name: 5 })).toThrow('curvesSvg: series[0].name must be a text; got 5.');
    expect(() => draw({}, { title: 5 })).toThrow('curvesSvg: title must be a text; got 5.');
  });

  it('refuses a series of two lengths or without one, and a range that is none', () => {
    expect(() => curvesSvg({ series: [{ name: 's', x: [1], y: [] }], ...axes })).toThrow(
      "curvesSvg: y of series 's' must have 1 numbers; got [].",
    );
    expect(() => curvesSvg({ series: [{ name: 's', x: [1], y: undefined as never }], ...axes })).toThrow(
      "curvesSvg: y of series 's' must have 1 numbers; got undefined.",
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
  it('keeps order, distance and range, and leaves alone what has room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 8 }), (heights) => {
        const spread = spreadApart(heights, 15, [0, 200]);
        const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]! || a - b);
        order.slice(1).forEach((i, k) => {
          expect(spread[i]! - spread[order[k]!]!).toBeGreaterThanOrEqual(15 - 1e-9);
        });
        expect(spread.every((height) => height >= 0 && height <= 200)).toBe(true);
      }),
    );
    expect(spreadApart([100, 0, 50], 15, [0, 100])).toEqual([100, 0, 50]);
    expect(spreadApart([10, 10], 20, [-50, 50])).toEqual([0, 20]);
    expect(spreadApart([100, 100, 5], 15, [0, 100])).toEqual([85, 100, 5]);
  });
});

it('curves have a gap where JSON has null for NaN', () => {
  const drawn = (y: number[]): string =>
    curvesSvg({ series: [{ name: 'a', x: [0, 1, 2, 3, 4], y }], x: { label: 'x' }, y: { label: 'y' } });
  const y = [5, 6, Number.NaN, 6, 7];
  expect(drawn(JSON.parse(JSON.stringify(y)))).toBe(drawn(y));
});

import { describe, expect, it } from 'vitest';
import { type SharesSvgOptions, sharesSvg } from '../../../src/plot/index.ts';
import { elementsOf } from '../well-formed.ts';

const x = { label: 'evaluations' };
const draw = (at: number[], totals: Record<string, number[]>, more: Partial<SharesSvgOptions> = {}): string =>
  sharesSvg({ at, panels: [{ label: 'rows (%)', totals }], x, ...more });

interface Step {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** The steps of each category, in px, as they are drawn. */
function stepsOf(svg: string): Map<string, Step[]> {
  const areas = [...svg.matchAll(/<path fill="(#\w+)" d="([^"]+)"><title>([^<]+)<\/title>/g)];
  return new Map(
    areas.map(([, , d, name]) => {
      const steps = [...d!.matchAll(/M([\d.]+) [\d.]+V([\d.]+)H([\d.]+)V[\d.]+z/g)];
      return [
        name!,
        steps.map(([, left, bottom, right]) => ({ left: +left!, right: Number(right) - 0.4, bottom: +bottom! })),
      ];
    }),
  );
}

describe('sharesSvg', () => {
  it('stacks the share of what was added in each step, from the top in the order of the legend', () => {
    const svg = draw([100, 200], { a: [25, 25], b: [75, 175] }, { categories: ['b', 'a'] });
    expect(elementsOf(svg.trimEnd())[0]).toBe('svg');
    const steps = stepsOf(svg);
    const [top, height] = [20, 214];
    // b has three quarters of the first step, and all of the second.
    expect(steps.get('b')!.map(({ bottom }) => (bottom - top) / height)).toEqual(
      [0.75, 1].map((s) => expect.closeTo(s, 3)),
    );
    expect(steps.get('a')!.map(({ bottom }) => (bottom - top) / height)).toEqual([expect.closeTo(1, 3)]);
    expect(steps.get('a')![0]!.right).toBeCloseTo(steps.get('b')![1]!.left, 0);
    expect(svg.indexOf('>b</text>')).toBeLessThan(svg.indexOf('>a</text>'));
    expect(svg).toContain('>87.5 %</text>');
    expect(svg).toContain('>12.5 %</text>');
  });

  it('joins points that are closer than a sixtieth of the axis, and misses none', () => {
    const at = Array.from({ length: 999 }, (_, i) => i + 1);
    const steps = stepsOf(draw(at, { a: at })).get('a')!;
    expect(steps.length).toBeGreaterThan(50);
    expect(steps.length).toBeLessThanOrEqual(60);
    for (const [i, step] of steps.slice(1).entries()) expect(step.left).toBeCloseTo(steps[i]!.right, 0);
    expect(steps[0]!.left).toBeLessThan(steps.at(-1)!.right - 250);
  });

  it('has a gap where nothing was added, and a legend of the categories that occur', () => {
    const svg = draw([10, 20, 30], { a: [10, 10, 20], never: [0, 0, 0] });
    expect(stepsOf(svg).get('a')).toHaveLength(2);
    expect(svg).not.toContain('never');
    for (const empty of [draw([], { a: [] }), draw([5], { a: [0] })]) {
      expect(elementsOf(empty.trimEnd())[0]).toBe('svg');
      expect(empty).not.toMatch(/NaN|Infinity|undefined/);
      expect(empty).toContain('>a</text>');
    }
  });

  it('gives a category the same colour in all panels, and escapes its name', () => {
    const panels = [
      { label: 'given', totals: { '<a>': [1], b: [1] } },
      { label: 'made', totals: { b: [1] } },
    ];
    const svg = sharesSvg({ at: [1], panels, x, title: 'Two' });
    expect(elementsOf(svg.trimEnd())[0]).toBe('svg');
    const colours = [...svg.matchAll(/<path fill="(#\w+)" d="[^"]+"><title>b</g)].map(([, colour]) => colour);
    expect(colours).toHaveLength(2);
    expect(colours[0]).toBe(colours[1]);
    expect(svg).toContain('&lt;a&gt;');
    expect(svg).toContain('aria-label="Two; given: &lt;a&gt; 50.0 %, b 50.0 %; made: b 100.0 %"');
  });

  it('refuses what it cannot draw', () => {
    expect(() => draw([1, 2], { a: [1] })).toThrow("sharesSvg: totals of 'a' must be 2, one a point; got 1.");
    expect(() => draw([1, 2], { a: [2, 1] })).toThrow("totals of 'a' must be finite, from 0 on, and never fall");
    expect(() => draw([0, 2], { a: [0, 1] })).toThrow('at must ascend from above 0; got [0, 2].');
    expect(() => draw([1], { a: [1] }, { panels: [] })).toThrow('panels must be a list of at least one');
    expect(() => draw([1], { a: [1] }, { x: { label: 'x', range: [1, 1] } })).toThrow('x.range must be two finite');
    expect(() => draw(undefined as never, {})).toThrow('at must be an object');
  });
});

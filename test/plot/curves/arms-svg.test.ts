import { describe, expect, it } from 'vitest';
import { armsSvg } from '../../../src/plot/index.ts';
import { elementsOf } from '../well-formed.ts';

const circles = (svg: string, name: string): number[][] =>
  [...svg.matchAll(new RegExp(`class="${name}" cx="([\\d.]+)" cy="([\\d.]+)"`, 'g'))].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);

describe('armsSvg', () => {
  it('draws a straight arm to the right edge of the disc, its joints, end and target', () => {
    const svg = armsSvg({ arms: [{ genome: [0, 0], target: [1, 0.5] }], title: 'Arms & targets' });
    expect(elementsOf(svg)[0]).toBe('svg');
    const [[cx, cy]] = circles(svg, 'empty') as [number[]];
    const radius = Number(/class="empty"[^>]* r="([\d.]+)"/.exec(svg)![1]);
    expect(circles(svg, 'joint name0')).toEqual([
      [cx! + radius / 2, cy],
      [cx! + radius, cy],
    ]);
    expect(circles(svg, 'goal')).toEqual([[cx! + radius, cy]]);
  });

  it('turns each joint by gene · π/2 against the link before, upwards', () => {
    const svg = armsSvg({ arms: [{ genome: [1, -1] }] });
    const [[cx, cy]] = circles(svg, 'empty') as [number[]];
    const [elbow, end] = circles(svg, 'joint name0') as [number[], number[]];
    expect(elbow![0]).toBeCloseTo(cx!, 1);
    expect(elbow![1]).toBeLessThan(cy!);
    expect(end![1]).toBe(elbow![1]);
    expect(end![0]).toBeGreaterThan(elbow![0]!);
    expect(circles(svg, 'goal')).toEqual([]);
  });

  it('has no dots for joints where they would be a thick line, and refuses an arm that is none', () => {
    expect(circles(armsSvg({ arms: [{ genome: new Float64Array(200) }] }), 'joint name0')).toHaveLength(1);
    expect(() => armsSvg({ arms: [{ genome: [] }] })).toThrow('armsSvg: genome must have at least one gene');
    expect(() => armsSvg({ arms: [{ genome: [Number.NaN] }] })).toThrow('all finite');
  });
});

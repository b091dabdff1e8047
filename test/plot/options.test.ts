import { describe, expect, it } from 'vitest';
import { armsSvg, curvesSvg, reportHtml, sharesSvg, spreadsSvg } from '../../src/plot/index.ts';
import { errorOf } from '../support/error-of.ts';

const x = { label: 'evaluations' };
const y = { label: 'coverage' };
const panels = [{ label: 'children', totals: { line: [1] } }];

describe('A picture whose options are incomplete', () => {
  it.each<[string, () => unknown, string]>([
    ['curvesSvg', () => curvesSvg({ y, x } as never), 'curvesSvg: series must be a list; got undefined.'],
    ['curvesSvg', () => curvesSvg({ series: [], y } as never), 'curvesSvg: x must be an object; got undefined.'],
    ['curvesSvg', () => curvesSvg({ series: [], x } as never), 'curvesSvg: y must be an object; got undefined.'],
    [
      'curvesSvg',
      () => curvesSvg({ series: [], x: 'evals', y } as never),
      "curvesSvg: x must be an object; got 'evals'.",
    ],
    [
      'curvesSvg',
      () => curvesSvg({ series: [], x, y: {} } as never),
      'curvesSvg: y.label must be a text; got undefined.',
    ],
    ['curvesSvg', () => curvesSvg({ series: [], x, y: { ...y, scale: 'ln' } } as never), 'y.scale must be one of'],
    ['spreadsSvg', () => spreadsSvg({ rows: [] } as never), 'spreadsSvg: x must be an object; got undefined.'],
    ['spreadsSvg', () => spreadsSvg({ x } as never), 'spreadsSvg: rows must be a list; got undefined.'],
    ['sharesSvg', () => sharesSvg({ at: [1], panels } as never), 'sharesSvg: x must be an object; got undefined.'],
    [
      'sharesSvg',
      () => sharesSvg({ at: [1], panels: [{ label: 'a' }], x } as never),
      'panels[0].totals must be an object',
    ],
    ['armsSvg', () => armsSvg({} as never), 'armsSvg: arms must be a list; got undefined.'],
    ['armsSvg', () => armsSvg({ arms: [{}] } as never), 'armsSvg: genome must have at least one gene'],
    ['reportHtml', () => reportHtml({} as never), 'reportHtml: title must be a text; got undefined.'],
    ['reportHtml', () => reportHtml({ title: 'a' } as never), 'reportHtml: summary must be a text; got undefined.'],
  ])('is refused by %s (%#)', async (_, draw, error) => {
    expect(await errorOf(draw)).toContain(`${error}`);
    expect(await errorOf(draw)).toMatch(/^ARGUMENT /);
  });
});

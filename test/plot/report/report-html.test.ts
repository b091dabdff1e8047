import { describe, expect, it } from 'vitest';
import { curvesSvg, type ReportHtmlOptions, reportHtml } from '../../../src/plot/index.ts';
import { elementsOf } from '../well-formed.ts';

const evil = `<script>alert("1")</script>&'`;
const svg = curvesSvg({ series: [], x: { label: evil }, y: { label: evil }, title: evil });
const options: ReportHtmlOptions = {
  title: evil,
  eyebrow: evil,
  summary: evil,
  table: {
    heading: evil,
    columns: [evil, 'b'],
    rows: [{ name: evil, cells: [{ text: '12 %', value: 0.123456789 }, evil], best: [1] }],
    note: evil,
  },
  figures: [{ heading: evil, figures: [{ svg, caption: evil }] }],
  settings: [[evil, evil]],
  command: evil,
  files: [{ path: `a/${evil}`, description: evil }],
  footer: evil,
};

describe('reportHtml', () => {
  const html = reportHtml(options);

  it('escapes every text', () => {
    expect(html).not.toContain('<script');
    expect(html).not.toContain('alert("1")');
    expect(html).toContain('&lt;script&gt;');
  });

  it('hides a section that brings its own scripts where there are none', () => {
    const inserted = reportHtml({ ...options, insert: { heading: 'map', html: '<b>map</b>' } });
    expect(inserted).toContain('<noscript><style>.insert{display:none}</style></noscript></head>');
    expect(inserted).toContain('<section class="insert"><h2>map</h2>');
    expect(html).not.toContain('noscript');
  });

  it('is well-formed, and needs nothing from elsewhere', () => {
    const xml = html.replace('<!doctype html>\n', '').replaceAll(/<meta [^>]*>/g, '');
    const elements = elementsOf(xml);
    expect(elements[0]).toBe('html');
    expect(elements).not.toContain('script');
    expect(html).not.toMatch(/(?:src|href)="https?:|@import|url\(/);
  });

  it('holds exact numbers beside those to be read, and stresses the best', () => {
    expect(html).toContain('<td><data value="0.123456789">12 %</data></td>');
    expect(html).toMatch(/<td><strong>&lt;script/);
  });

  it('has a title and a summary at least, and no heading over what is left out or empty', () => {
    const least = reportHtml({ title: 'A', summary: 'b.' });
    expect(least).not.toContain('<h2>');
    expect(reportHtml({ title: 'A', summary: 'b.', figures: [], settings: [], files: [] })).toBe(least);
  });

  it('refuses a row that does not fit the columns', () => {
    const table = { heading: 't', columns: ['a'], rows: [{ name: 'r', cells: [] }] };
    expect(() => reportHtml({ ...options, table })).toThrow("cells of row 'r' must be 1, one a column; got [].");
  });
});

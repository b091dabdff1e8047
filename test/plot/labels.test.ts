import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archiveSvg, armsSvg, curvesSvg, parallelAxesSvg, sharesSvg, spreadsSvg } from '../../src/plot/index.ts';
import { boldSize, fitText, textWidth, titleSize } from '../../src/plot/svg/text-width.ts';
import { browse, noBrowser } from '../package/chromium.ts';
import { runs } from '../support/runs.ts';
import { drawn } from './drawn.ts';

interface Label {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const sizes: Record<string, number> = { title: titleSize, name: boldSize };

/** The boxes of a picture's texts, as wide as they are estimated, in px. */
function labelsOf(svg: string): Label[] {
  const labels: Label[] = [];
  let anchor = '';
  for (const [token, x, y, attributes, escaped] of svg.matchAll(
    /<g[^>]*>|<\/g>|<text x="([^"]+)" y="([^"]+)"([^>]*)>([^<]*)</g,
  )) {
    if (escaped === undefined) {
      anchor = /text-anchor="(\w+)"/.exec(token)?.[1] ?? '';
      continue;
    }
    const text = escaped.replace(/&[^;]+;/g, (entity) => entities[entity]!);
    const kind = /class="(\w+)/.exec(attributes!)?.[1];
    const width = textWidth(text, sizes[kind!]);
    const own = /text-anchor="(\w+)"/.exec(attributes!)?.[1] ?? anchor;
    const from = own === 'end' ? -width : own === 'middle' ? -width / 2 : 0;
    const [rise, fall] = [kind === 'title' ? 11 : 9.5, 2.5];
    const [cx, cy] = [Number(x), Number(y)];
    labels.push(
      attributes!.includes('rotate(-90')
        ? { text, left: cx - rise, right: cx + fall, top: cy - from - width, bottom: cy - from }
        : { text, left: cx + from, right: cx + from + width, top: cy - rise, bottom: cy + fall },
    );
  }
  return labels;
}

/** What is wrong with a picture's labels: those outside, and pairs that touch; a tenth of a px is lost by rounding. */
function faults(svg: string): string[] {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
  const labels = labelsOf(svg);
  const outside = labels.filter((one) => one.left < 0 || one.right > width! || one.top < 0 || one.bottom > height!);
  const touching = labels.flatMap((one, i) =>
    labels.slice(0, i).flatMap((other) => {
      const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return x > 0.2 && y > 0.2 ? [`'${one.text}' touches '${other.text}'`] : [];
    }),
  );
  return [...outside.map(({ text }) => `'${text}' is outside`), ...touching];
}

interface Given {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly fitness: readonly [number, number];
  readonly words: readonly string[];
  readonly log: boolean;
}

/** A picture from each maker. */
function pictures({ x, y, fitness, words, log }: Given): string[] {
  const [title, subtitle, xLabel, yLabel, fitnessLabel] = words as [string, string, string, string, string];
  const descriptor = { dimensions: 2, lower: [x[0], y[0]], upper: [x[1], y[1]] };
  const archive = drawn(descriptor, { grid: [3, 3] });
  const scale = log && x[0] > 0 && y[0] > 0 ? 'log' : 'linear';
  const series = words.slice(0, 4).map((name, i) => ({ name, x, y: [y[0], i === 0 ? y[1] : y[0]] }));
  const curves = { x: { label: xLabel, scale }, y: { label: yLabel, scale } } as const;
  const [low, high] = x;
  const rows = words.map((name) => ({ name, quartiles: [low, low / 2 + high / 2, high] as const }));
  const kinds = { category: ({ cell }: { cell: number }) => words[cell % words.length]!, categories: words };
  const elites = Array.from({ length: 9 }, (_, cell) => ({ cell, fitness: fitness[0] }));
  const totals = Object.fromEntries(words.map((word) => [word, [1, 2]]));
  const panels = [
    { label: yLabel, totals },
    { label: xLabel, totals },
  ];
  const [first, last] = [Math.abs(low) + Math.abs(high), 2 * (Math.abs(low) + Math.abs(high))];
  return [
    archiveSvg({ archive, range: fitness }),
    archiveSvg({ archive, range: fitness, title, subtitle, labels: [xLabel, yLabel], fitnessLabel }),
    archiveSvg({
      archive: drawn({ dimensions: 1, lower: x[0], upper: x[1] }, { grid: [5] }),
      range: fitness,
      title,
      subtitle,
      labels: [xLabel],
      fitnessLabel,
    }),
    curvesSvg({ series: [], x: { label: xLabel, range: x }, y: { label: yLabel, range: y } }),
    curvesSvg({ series, ...curves, title, subtitle }),
    curvesSvg({ series, x: { label: xLabel, range: [low, low / 2 + high / 2] }, y: curves.y }),
    spreadsSvg({ rows, x: { label: xLabel, scale, range: x }, title }),
    armsSvg({ arms: [{ genome: [0] }], title, subtitle }),
    archiveSvg({
      archive: drawn(descriptor, { grid: [3, 3] }, elites),
      range: fitness,
      title,
      labels: [xLabel, yLabel],
      ...kinds,
    }),
    archiveSvg({
      archive: drawn({ dimensions: 1, lower: x[0], upper: x[1] }, { grid: [9] }, elites),
      range: fitness,
      ...kinds,
    }),
    sharesSvg({ at: [first, last], panels, x: { label: xLabel }, title, subtitle }),
    sharesSvg({ at: [first, last], panels: panels.slice(1), x: { label: xLabel } }),
    ...otherCells({ x, y, fitness, words }),
  ];
}

/** Pictures of slices, categories and parallel axes. */
function otherCells({ x, y, fitness, words }: Omit<Given, 'log'>): string[] {
  const [title, subtitle, xLabel, yLabel, fitnessLabel] = words as [string, string, string, string, string];
  const labels = [xLabel, yLabel, fitnessLabel];
  const texts = { range: fitness, title, subtitle, fitnessLabel };
  const cube = { dimensions: 3, lower: [x[0], y[0], x[0]], upper: [x[1], y[1], x[1]] };
  const mixed = (count: number) => ({ grid: [words.length, 3, count], names: [words, words.slice(0, 3)] });
  const slices = (count: number) => drawn(cube, { grid: [2, 2, count] });
  const box = { lower: 0, upper: 5 };
  const many = (dimensions: number) => Object.assign([], { descriptor: { dimensions, lower: y[0], upper: y[1] } });
  return [
    ...[1, 3, 12, 30].map((count) => archiveSvg({ archive: slices(count), labels, ...texts })),
    archiveSvg({ archive: slices(7), range: fitness }),
    ...[1, 2, 3].map((dimensions) => {
      const along = Array.from({ length: dimensions }, () => words);
      const categories = { grid: along.map(({ length }) => length), names: along };
      const archive = drawn({ ...box, dimensions }, categories);
      return archiveSvg({ archive, labels: labels.slice(0, dimensions), ...texts });
    }),
    ...[1, 2, 4, 16].map((count) => archiveSvg({ archive: drawn(cube, mixed(count)), labels, ...texts })),
    ...[2, 3, 9].map((dimensions) => {
      const names = Array.from({ length: dimensions }, (_, j) => (j % 3 === 1 ? undefined : words));
      const geometry = { grid: names.map((list) => list?.length ?? 7), names };
      return parallelAxesSvg({ archive: Object.assign([], many(dimensions), { geometry: () => geometry }), ...texts });
    }),
    ...[1, 3, 9, 40].map((dimensions) => parallelAxesSvg({ archive: many(dimensions), range: fitness, fitnessLabel })),
    parallelAxesSvg({ archive: many(5), labels: words, range: fitness, title, subtitle }),
  ];
}

const usual = { x: [0, 1], y: [0, 1], fitness: [-0.3, 0], words: ['a', 'b', 'c', 'd', 'e'], log: false } as const;

/** Ranges at all sizes, wide and narrow. */
const range = fc
  .tuple(
    fc.double({ min: -10, max: 10, noNaN: true }),
    fc.integer({ min: -12, max: 12 }),
    fc.double({ min: -7, max: 2 }),
  )
  .map(([low, power, width]) => [low * 10 ** power, low * 10 ** power + 10 ** (power + width)] as const)
  .filter(([low, high]) => high > low && high - low > 1e-9 * Math.abs(low));
const word = fc.oneof(
  fc.string({ maxLength: 90 }),
  fc.string({ maxLength: 90, unit: 'grapheme' }),
  fc
    .tuple(fc.constantFrom('W', 'm', 'i', 'n', '0', 'Щ', '適', '✅', 'é', ' a'), fc.nat(90))
    .map(([a, n]) => a.repeat(n)),
  fc.constantFrom('curiosity', 'fitness (rad)', 'mean fitness (−variance, rad²)'),
);
const given = fc.record({
  x: range,
  y: range,
  fitness: range,
  words: fc.array(word, { minLength: 5, maxLength: 5 }),
  log: fc.boolean(),
});

describe('labels', () => {
  const ranges = [
    [-0.02, 0],
    [-0.002, 0],
    [0, 25_000],
    [-25_000, 0],
    [-2e6, 0],
    [-123.4, -123.1],
    [-3e-5, -1e-5],
    [1000.1, 1000.2],
    [0, 400_000],
    [0, 1e6],
    [0, 1e7],
    [-1e9, 1e9],
    [-1e300, 1e300],
    [1e-300, 3e-300],
  ] as const;

  it.each(ranges)('stay in the picture and off each other from %d to %d', (...both) => {
    for (const svg of pictures({ ...usual, x: both, y: both, fitness: both })) expect(faults(svg)).toEqual([]);
  });

  it('stay in the picture and off each other whatever is drawn', () => {
    fc.assert(
      fc.property(given, (one) => {
        for (const svg of pictures(one)) expect(faults(svg)).toEqual([]);
      }),
      {
        numRuns: runs(300),
        examples: [
          [{ ...usual, y: [0, 3.732565281374793e-6], words: ['', '', '', 'curiosity', ''] }],
          [{ ...usual, x: [-0.0002, 999999.9998], words: ['', '', 'WWWWWWWW', '', ''] }],
        ],
      },
    );
  });

  it('leave the frame where it is for usual numbers', () => {
    const [archive, , columns, , curves, , spreads] = pictures(usual);
    expect(archive).toContain('d="M72 340H396');
    expect(columns).toContain('d="M73.5 250H452');
    expect(curves).toContain('d="M72 278H444');
    expect(spreads).toContain('d="M110 214H446');
  });

  it.each([
    ['fitness', 0],
    ['minus cost', 16],
    ['minus |turn|', 16],
    ['minus joint deviation, rad², a cycle', 16],
  ])('of a legend leave the cells free, those that are long on a line of their own: %s', (fitnessLabel, line) => {
    const square = { dimensions: 2, lower: 0, upper: 1 };
    const shapes = [drawn(square, { grid: [3, 3] }), drawn({ ...square, dimensions: 3 }, { grid: [3, 3, 3] })];
    const elites = Object.assign([{ cell: 0, fitness: 0, descriptor: [0, 1] }], { descriptor: square });
    const pictures = [{}, { title: 'title' }, { title: 'title', subtitle: 'subtitle' }].flatMap((texts) => [
      ...shapes.map((archive) => (label?: string) => archiveSvg({ archive, ...texts, fitnessLabel: label })),
      (label?: string) => parallelAxesSvg({ archive: elites, ...texts, fitnessLabel: label }),
    ]);
    for (const draw of pictures) {
      const svg = draw(fitnessLabel);
      expect(faults(svg)).toEqual([]);
      const label = labelsOf(svg).find(({ text }) => text === fitnessLabel)!;
      const [, right] = /class="axis" d="M[\d.]+ [\d.]+H([\d.]+)/.exec(svg) ?? ['', '396'];
      const tops = [...svg.matchAll(/data-cell="\d+" d="M\d+ (\d+)[^"]*v-(\d+)/g)].map(([, y, up]) => +y! - +up!);
      expect(label.left > Number(right) || label.bottom <= Math.min(Infinity, ...tops) / 10).toBe(true);
      const height = (one: string): number => Number(/height="(\d+)"/.exec(one)![1]);
      // Slices have a line of their own below it, which needs 5 px more.
      expect(height(svg) - height(draw())).toBe(line > 0 && svg.includes('slices along') ? line + 5 : line);
      const below = labelsOf(svg).find(({ text }) => text.startsWith('slices along'));
      if (line > 0 && below !== undefined) expect(below.bottom - label.bottom).toBeGreaterThanOrEqual(17);
    }
  });

  it('that are shortened have what they were as a tooltip', () => {
    const labels = Array.from({ length: 6 }, (_, j) => `a label that is far too long for the picture, ${j}`);
    const archive = Object.assign([], { descriptor: { dimensions: 6, lower: 0, upper: 1 } });
    const title = 'a title '.repeat(20);
    const svg = parallelAxesSvg({ archive, labels, title });
    for (const text of [title, labels[0]!]) {
      expect(svg).toMatch(new RegExp(`<text[^>]*>[^<]*…[^<]*<title>${text}</title></text>`));
    }
    expect(parallelAxesSvg({ archive, title: 'short' })).not.toContain('<title>');
  });

  it('have a larger step, a round one, where all would touch', () => {
    const svg = curvesSvg({ series: [], x: { label: 'x', range: [0, 1e7] }, y: { label: 'y' } });
    const numbers = labelsOf(svg).filter(({ top }) => top === 296 - 9.5);
    expect(numbers.map(({ text }) => text)).toEqual(['0', '5,000,000', '10,000,000']);
  });

  it(`are no wider than estimated${noBrowser}`, { skip: noBrowser !== '' }, async () => {
    const ascii = Array.from({ length: 94 }, (_, i) => String.fromCodePoint(33 + i));
    const letters = [...ascii, '−', '…', '²', 'é', 'ß', 'π', 'Ж', 'я', 'a b'];
    const kinds = { '': undefined, title: titleSize, 'name name0': boldSize };
    const texts = Object.entries(kinds).flatMap(([name, size]) =>
      letters.map((letter) => ({ name, text: letter.repeat(20), width: textWidth(letter.repeat(20), size) })),
    );
    const folder = mkdtempSync(join(tmpdir(), 'labels-'));
    try {
      const script = `const svg = document.querySelector('svg');
        done(JSON.stringify(${JSON.stringify(texts)}.filter(({ name, text, width }) => {
          const label = document.createElementNS(svg.namespaceURI, 'text');
          label.setAttribute('class', name);
          label.textContent = text;
          svg.append(label);
          return label.getComputedTextLength() > width;
        }).map(({ name, text }) => name + ' ' + text.slice(0, 3))));`;
      const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${armsSvg({ arms: [] })}<script>${script.replaceAll('</', '<\\/')}</script>`;
      writeFileSync(join(folder, 'labels.html'), page);
      expect(JSON.parse(await browse('labels.html', folder))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('fitText', () => {
  it('leaves out the middle, and no half of a letter', () => {
    expect(fitText('short', 100)).toBe('short');
    expect(fitText('a name that is too long', 100)).toBe('a name… long');
    expect(fitText('😀'.repeat(9), 60)).toBe('😀…😀');
    expect(fitText('long', 0)).toBe('…');
  });
});

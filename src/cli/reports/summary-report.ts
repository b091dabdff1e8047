import { arch, cpus, platform } from 'node:os';
import { version } from '../../core/index.ts';
import type { PairTest, VariantSummary } from '../../paper/index.ts';
import {
  type CurveSeries,
  countText,
  type ReportRow,
  type ReportTable,
  type SpreadsSvgOptions,
} from '../../plot/index.ts';
import { mannWhitney } from '../../statistics/index.ts';
import { integerText, percentText, quantityText, significantText, withMinus } from '../terminal/number-text.ts';

const labels: Readonly<Record<string, string>> = {
  coverage: 'Coverage',
  meanFitness: 'Mean fitness',
  maxFitness: 'Best fitness',
  deviation: 'Joint deviation, rad',
  qdScore: 'QD score',
  normalizedQdScore: 'QD score per cell',
  distance: 'Final distance',
  size: 'Elites',
};

/** The label of a quantity. */
export function quantityLabel(name: string): string {
  return Object.hasOwn(labels, name) ? labels[name]! : name;
}

/** A label for use within a sentence: the first letter in lower case, except in abbreviations. */
export function withinSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** A quantity's value in a page. */
function pageText(name: string, value: number): string {
  return withMinus(quantityText(name, value));
}

/** The numbers of one group: median, quartiles and p of each quantity. */
export function summaryTable(group: readonly VariantSummary[], heading: string): ReportTable {
  const names = Object.keys(group[0]!.final);
  const reference = group.find(({ against }) => against === undefined)!.job.variant;
  const rows = names.flatMap((name): ReportRow[] => {
    const median = group.map(({ final }) => ({ text: pageText(name, final[name]![1]), value: final[name]![1] }));
    const spread = group.map(({ final }) => {
      const [low, , high] = final[name]!;
      return `${pageText(name, low).replace(' %', '')} … ${pageText(name, high)}`;
    });
    const p = group.map(({ against }) => {
      return against === undefined ? '–' : { text: significantText(against[name]!.p), value: against[name]!.p };
    });
    return [
      { name: quantityLabel(name), cells: median },
      { name: '· quartiles', cells: spread },
      { name: '· p', cells: p },
    ];
  });
  const spent = group.map((one) => ({ text: integerText(one.spent), value: one.spent }));
  return {
    heading,
    columns: group.map(({ job }) => job.variant),
    rows: [{ name: 'Evaluations', cells: spent }, ...rows],
    note: `Medians. ${testSentence(reference, group[0]!.replicates)}`,
  };
}

/** What p is. */
export function testSentence(reference: string, replicates: number): string {
  const over = `over ${countText(replicates, 'replicate')} a variant`;
  return `p: two-sided Mann-Whitney U against ${reference}, ${over}${fewText(replicates, 1)}.`;
}

/** The end of a sentence about p; '' if p can be below 0.05. @param pairs - By how many tests it is corrected. */
function fewText(replicates: number, pairs: number): string {
  // Two samples that do not overlap have the lowest p.
  const ranks = Array.from({ length: replicates }, (_, i) => i);
  const above = ranks.map((rank) => rank + replicates);
  return pairs * mannWhitney(ranks, above).p < 0.05 ? '' : '; with so few replicates, p cannot be below 0.05';
}

/** What the p of every pair are. @param pairs - How many there are. */
export function pairsSentence(pairs: number, replicates: number): string {
  const over = `over the ${pairs} pairs of each quantity`;
  return `p: two-sided Mann-Whitney U, corrected by Holm ${over}${fewText(replicates, pairs)}.`;
}

/** The corrected p of every pair of variants. */
export function pairsTable(pairs: readonly PairTest[], replicates: number): ReportTable {
  const names = Object.keys(pairs[0]!.tests);
  const rows = pairs.map(({ variants, tests }): ReportRow => {
    const p = names.map((name) => tests[name]!.corrected);
    return {
      name: variants.join(' / '),
      cells: p.map((value) => ({ text: significantText(value), value })),
      best: p.flatMap((value, i) => (value < 0.05 ? [i] : [])),
    };
  });
  const note = `${pairsSentence(pairs.length, replicates)} In bold: below 0.05. The p of the first table are not corrected.`;
  return { heading: 'p, corrected', columns: names.map(quantityLabel), rows, note };
}

/**
 * A sentence about the medians of a quantity and their p: compared with which variants the reference is higher or lower with p below
 * 0.05, and from which it does not differ.
 * @param subject - The beginning of the sentence, such as 'With 20 joints, the coverage'.
 */
export function summarySentence(
  group: readonly VariantSummary[],
  name: string,
  subject = `In the median, ${withinSentence(quantityLabel(name))}`,
): string {
  const read = (one: VariantSummary): string => pageText(name, one.final[name]![1]).replace(' ', '\u00a0');
  const reference = group.find(({ against }) => against === undefined)!;
  const others = group.filter((one) => one !== reference);
  const listed = (word: string, wanted: (one: VariantSummary) => boolean): string[] => {
    const names = others.filter(wanted).map((one) => {
      return `${one.job.variant} (${read(one)}, p = ${significantText(one.against![name]!.p)})`;
    });
    return names.length === 0
      ? []
      : [`${word} ${[names.slice(0, -1).join(', '), names.at(-1)!].filter((part) => part !== '').join(' and ')}`];
  };
  const sure = (one: VariantSummary): boolean => one.against![name]!.p < 0.05;
  const above = (one: VariantSummary): boolean => {
    const { u } = one.against![name]!;
    return u < (one.replicates * reference.replicates) / 2;
  };
  const clauses = [
    ...listed('higher than of', (one) => sure(one) && above(one)),
    ...listed('lower than of', (one) => sure(one) && !above(one)),
    ...listed('not told apart, at p < 0.05, from that of', (one) => !sure(one)),
  ];
  return `${[`${subject} of ${reference.job.variant} is ${read(reference)}`, ...clauses].join(', ')}.`;
}

/** The seeds of replicates, in words. */
export function seedsText(replicates: number): string {
  return replicates === 1 ? '1' : `1 to ${replicates}`;
}

/** The curves of a quantity, with quartiles as bands, of the variants that have one. */
export function summaryLines(group: readonly VariantSummary[], name: string): CurveSeries[] {
  // Coverage in %, as in tables.
  const unit = name === 'coverage' ? 100 : 1;
  const shown = group.filter(({ curve }) => Object.hasOwn(curve, name));
  return shown.map(({ job, at, curve }) => {
    const edge = (q: 0 | 1 | 2): number[] => curve[name]!.map((one) => unit * one[q]);
    return { name: job.variant, x: at, y: edge(1), band: { low: edge(0), high: edge(2) } };
  });
}

/** The final quartiles of a quantity. */
export function summarySpreads(group: readonly VariantSummary[], name: string): SpreadsSvgOptions['rows'] {
  return group.map(({ job, final }) => ({ name: job.variant, quartiles: final[name]! }));
}

/** A warning if half of the descriptors of a variant or more lay outside their space; else undefined. */
export function outsideWarning(variant: string, share: number): string | undefined {
  if (!(share >= 0.5)) return undefined;
  const what = `${variant}: ${percentText(share)} of the descriptors lay outside the descriptor space`;
  return `${what}, and went to cells at its edge. Are the bounds of the domain's descriptor right?`;
}

/** The last line of a report. */
export function reportFooter(): string {
  const processor = cpus()[0]?.model ?? 'unknown processor';
  return `elites ${version} · Node.js ${process.versions.node} · ${platform()} ${arch()} · ${processor}`;
}

/** A file of results, and what the list in the report says of it. */
export interface ListedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly description: string;
}

/** All files of a run, by name: those that its report lists, and the report. */
export function filesOf(listed: readonly ListedFile[], report: string): Map<string, string | Uint8Array> {
  return new Map([...listed.map(({ path, content }) => [path, content] as const), ['report.html', report]]);
}

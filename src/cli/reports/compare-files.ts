import { type ReplicateResult, summarize, testPairs, type VariantSummary } from '../../paper/index.ts';
import { countText, curvesSvg, reportHtml } from '../../plot/index.ts';
import type { CompareJob } from '../compare-job.ts';
import { integerText, percentText } from '../terminal/number-text.ts';
import { visible } from '../terminal/visible.ts';
import { type SummaryJson, summaryFiles, summaryJson } from './summary-files.ts';
import {
  filesOf,
  type ListedFile,
  outsideWarning,
  pairsTable,
  quantityLabel,
  reportFooter,
  seedsText,
  summaryLines,
  summarySentence,
  summaryTable,
  withinSentence,
} from './summary-report.ts';

/** The content of a comparison. */
export interface Comparison {
  /** Name of the module's domain, or of the module. */
  readonly title: string;
  readonly replicates: number;
  readonly evaluations: number;
  readonly results: readonly ReplicateResult<CompareJob>[];
  /** The command that reproduces it. */
  readonly command: string;
}

/** All files of `elites compare`, by name, the content of results.json, and warnings. */
export function compareFiles(comparison: Comparison): {
  readonly files: Map<string, string | Uint8Array>;
  readonly json: SummaryJson<CompareJob>;
  readonly warnings: readonly string[];
} {
  const { results } = comparison;
  const shown = comparable(results);
  const summaries = summarize(shown);
  // Of two variants, the only pair is that with the first.
  const pairs = summaries.length > 2 ? testPairs(shown) : undefined;
  const json = { ...summaryJson(summaries, results), ...(pairs && { pairs }) };
  const warnings = [...faultsOf(results), ...withoutCurve(summaries)];
  const names = new Set(summaries.flatMap(({ curve }) => Object.keys(curve)));
  const figures = [...names].map((name) => {
    const description = `${withinSentence(quantityLabel(name))} over evaluations, median and quartiles`;
    return { path: `${name}.svg`, content: figure(summaries, name), description };
  });
  const listed = [...summaryFiles(json, summaries, results), ...figures];
  const svgs = figures.map(({ content }) => content);
  const others = results[0]!.job.keepArchives ? [archivesFolder] : [];
  const page = report(comparison, json, summaries, svgs, warnings, [...listed, ...others]);
  return { files: filesOf(listed, page), json, warnings };
}

const archivesFolder = {
  path: 'replicates/',
  description: 'the archive of each replicate (….archive.safetensors), which fromBytes of its class reads',
};

/** Warnings for variants with invalid rows, with many descriptors outside their space, or whose replicates are all equal. */
function faultsOf(results: Comparison['results']): string[] {
  return [...new Set(results.map(({ job }) => job.variant))].flatMap((variant) => {
    const own = results.filter(({ job }) => job.variant === variant);
    const mean = (share: (one: ReplicateResult) => number): number =>
      own.reduce((sum, one) => sum + share(one) / own.length, 0);
    const invalid = mean((one) => one.invalid?.share ?? 0);
    const reason = own.find((one) => one.invalid !== undefined)?.invalid?.reason;
    const curves = new Set(own.map(({ curve }) => JSON.stringify(curve)));
    const warnings: string[] = [];
    if (reason !== undefined) {
      const share = `${percentText(invalid)} of its evaluations`;
      warnings.push(visible(`${variant}: ${share} were invalid, most often because ${reason}.`));
    }
    if (curves.size === 1 && own.length > 1) {
      warnings.push(`${variant}: all replicates are equal, so p says nothing. Does it use the seed that it is given?`);
    }
    const share = mean(({ outside = 0 }) => outside);
    return [...warnings, outsideWarning(variant, share) ?? []].flat();
  });
}

/** Warnings for variants of which no curve can be shown. */
function withoutCurve(summaries: readonly VariantSummary[]): string[] {
  return summaries.flatMap(({ job, at }) => {
    const why = 'one replicate was recorded only after another had ended';
    return at.length > 0 ? [] : [`${job.variant}: it has no curve, because ${why}. Do all take batches of one size?`];
  });
}

/** Quantities that repeat coverage or QD score. */
const redundant = ['size', 'cells', 'normalizedQdScore'];

/** Results reduced to the quantities that are finite in every replicate, at every point of its curve. */
function comparable<R extends ReplicateResult>(results: readonly R[]): R[] {
  const everywhere = (name: string): boolean =>
    results.every(({ final, curve }) => Number.isFinite(final[name]) && curve[name]?.every(Number.isFinite));
  const all = Object.keys(results[0]!.final).filter(everywhere);
  const names = all.includes('coverage') ? all.filter((name) => !redundant.includes(name)) : all;
  const only = <T>(record: Readonly<Record<string, T>>, kept: readonly string[]): Record<string, T> =>
    Object.fromEntries(kept.map((name) => [name, record[name]!]));
  return results.map((one) => {
    return { ...one, final: only(one.final, names), curve: only(one.curve, ['evaluations', ...names]) };
  });
}

function figure(summaries: readonly VariantSummary[], name: string): string {
  const label = quantityLabel(name);
  const x = { label: 'evaluations', range: [0, Math.max(...summaries.map(({ at }) => at.at(-1) ?? 0))] as const };
  const y = name === 'coverage' ? { label: 'cells filled (%)', range: [0, 100] as const } : { label };
  return curvesSvg({ title: label, x, y, series: summaryLines(summaries, name) });
}

function report(
  { title, replicates, evaluations, command }: Comparison,
  { pairs }: SummaryJson<CompareJob>,
  summaries: readonly VariantSummary[],
  svgs: readonly string[],
  warnings: readonly string[],
  files: readonly Pick<ListedFile, 'path' | 'description'>[],
): string {
  const variants = summaries.map(({ job }) => job.variant).join(', ');
  const sentences = Object.keys(summaries[0]!.final)
    .map((quantity) => summarySentence(summaries, quantity))
    .join(' ');
  const caption = 'Line: median over replicates; band: quartiles.';
  return reportHtml({
    eyebrow: 'elites · comparison',
    title,
    summary: `${variants}: ${countText(replicates, 'replicate')} of each, ${countText(evaluations, 'evaluation')}. ${[...warnings, sentences].join(' ')}`,
    table: summaryTable(summaries, 'Results'),
    figures: svgs.length === 0 ? [] : [{ heading: 'Over evaluations', figures: svgs.map((svg) => ({ svg, caption })) }],
    sections: pairs && [{ heading: 'Every pair', text: [], tables: [pairsTable(pairs, replicates)] }],
    settings: [
      ['Replicates', String(replicates)],
      ['Evaluations', integerText(evaluations)],
      ['Seeds', seedsText(replicates)],
    ],
    command,
    files,
    footer: reportFooter(),
  });
}

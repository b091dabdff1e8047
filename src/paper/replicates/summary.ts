import {
  curveQuartiles,
  holm,
  type MannWhitney,
  mannWhitney,
  type Quartiles,
  quantile,
  quartiles,
} from '../../statistics/index.ts';
import type { ReplicateJob, ReplicateResult } from './replicate.ts';

/** All replicates of one variant. */
export interface VariantSummary<J extends ReplicateJob = ReplicateJob> {
  /** The first replicate's. */
  readonly job: J;
  readonly replicates: number;
  /** Number of evaluations done, the median over replicates. */
  readonly spent: number;
  /** Quartiles of each final number over replicates; if a replicate has several searches, over all of them. */
  readonly final: Readonly<Record<string, Quartiles>>;
  /** Two-sided Mann-Whitney U against the group's reference, on the replicates' numbers; undefined for the reference itself. */
  readonly against?: Readonly<Record<string, MannWhitney & { readonly variant: string }>> | undefined;
  /** The evaluations at which its curves are read; none if a replicate's curve ends before another's begins. */
  readonly at: readonly number[];
  /** Quartiles over replicates at each of them, by quantity; empty if there are none. */
  readonly curve: Readonly<Record<string, readonly Quartiles[]>>;
}

/** Two variants of a group, in the order in which they first appear. */
export interface PairTest {
  readonly variants: readonly [string, string];
  /** By quantity: two-sided Mann-Whitney U of the first, and p corrected by {@link holm} over all pairs. */
  readonly tests: Readonly<Record<string, MannWhitney & { readonly corrected: number }>>;
}

/**
 * Summarizes replicates by group and variant, in the order in which they first appear.
 * @param reference - Which variant of a job's group the others are compared with (default: the first).
 */
export function summarize<J extends ReplicateJob>(
  results: readonly ReplicateResult<J>[],
  reference?: (job: J) => string,
): VariantSummary<J>[] {
  const all = byVariant(results);
  return all.map((replicates) => {
    const { job, final } = replicates[0]!;
    const peers = all.filter(([one]) => one!.job.group === job.group);
    const other = peers.find(([one]) => one!.job.variant === reference?.(job)) ?? peers[0]!;
    const names = Object.keys(final);
    const spent = replicates.map((one) => one.spent);
    return {
      job,
      replicates: replicates.length,
      spent: quantile(spent, 0.5),
      final: byName(names, (name) => quartiles(replicates.flatMap((one) => one.samples?.[name] ?? [one.final[name]!]))),
      against:
        other === replicates
          ? undefined
          : byName(names, (name) => ({ variant: other[0]!.job.variant, ...test(replicates, other, name) })),
      ...curveOf(replicates),
    };
  });
}

/** Tests every pair of the variants of one group. */
export function testPairs(results: readonly ReplicateResult[]): PairTest[] {
  const all = byVariant(results);
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
  const names = Object.keys(results[0]!.final);
  const tests = byName(names, (name) => {
    const found = pairs.map(([a, b]) => test(a, b, name));
    const corrected = holm(found.map(({ p }) => p));
    return found.map((one, k) => ({ ...one, corrected: corrected[k]! }));
  });
  return pairs.map(([a, b], k) => {
    return { variants: [a[0]!.job.variant, b[0]!.job.variant], tests: byName(names, (name) => tests[name]![k]!) };
  });
}

/** The replicates of each variant of each group. */
function byVariant<J extends ReplicateJob>(results: readonly ReplicateResult<J>[]): ReplicateResult<J>[][] {
  const groups = new Map<string, ReplicateResult<J>[]>();
  for (const result of results) {
    const name = `${result.job.group} ${result.job.variant}`;
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  return [...groups.values()];
}

function test(a: readonly ReplicateResult[], b: readonly ReplicateResult[], name: string): MannWhitney {
  const values = (list: readonly ReplicateResult[]): number[] => list.map((one) => one.final[name]!);
  return mannWhitney(values(a), values(b));
}

function curveOf(replicates: readonly ReplicateResult[]): Pick<VariantSummary, 'at' | 'curve'> {
  const ranges = replicates.map(({ curve: { evaluations } }) => [evaluations![0]!, evaluations!.at(-1)!] as const);
  if (Math.max(...ranges.map(([low]) => low)) > Math.min(...ranges.map(([, high]) => high)))
    return { at: [], curve: {} };
  const { evaluations, ...columns } = replicates[0]!.curve;
  const read = byName(Object.keys(columns), (name) =>
    curveQuartiles(replicates.map(({ curve }) => ({ evaluations: curve.evaluations!, values: curve[name]! }))),
  );
  const curve = byName(Object.keys(read), (name) => {
    const { lower, median, upper } = read[name]!;
    return median.map((middle, k): Quartiles => [lower[k]!, middle, upper[k]!]);
  });
  return { at: Object.values(read)[0]?.evaluations ?? evaluations!, curve };
}

function byName<T>(names: readonly string[], make: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

import type { ReplicateJob, ReplicateResult } from '../replicates/replicate.ts';
import { type MannWhitney, mannWhitney } from './mann-whitney.ts';
import { type Quartiles, quantile, quartiles } from './quantiles.ts';

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
  /** Where the curve was recorded. */
  readonly at: readonly number[];
  /** Quartiles over replicates at each of them, by quantity. */
  readonly curve: Readonly<Record<string, readonly Quartiles[]>>;
}

/**
 * Summarizes replicates by group and variant, in the order in which they first appear.
 * @param reference - Which variant of a job's group the others are compared with (default: the first).
 */
export function summarize<J extends ReplicateJob>(
  results: readonly ReplicateResult<J>[],
  reference?: (job: J) => string,
): VariantSummary<J>[] {
  const groups = new Map<string, ReplicateResult<J>[]>();
  for (const result of results) {
    const name = `${result.job.group} ${result.job.variant}`;
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  const all = [...groups.values()];
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
      against: other === replicates ? undefined : byName(names, (name) => compare(replicates, other, name)),
      ...curveOf(replicates),
    };
  });
}

function compare(
  replicates: readonly ReplicateResult[],
  reference: readonly ReplicateResult[],
  name: string,
): MannWhitney & { variant: string } {
  const values = (list: readonly ReplicateResult[]): number[] => list.map((one) => one.final[name]!);
  return { variant: reference[0]!.job.variant, ...mannWhitney(values(replicates), values(reference)) };
}

function curveOf(replicates: readonly ReplicateResult[]): Pick<VariantSummary, 'at' | 'curve'> {
  const { evaluations, ...columns } = replicates[0]!.curve;
  const length = Math.min(...replicates.map(({ curve }) => curve.evaluations!.length));
  const at = evaluations!.slice(0, length);
  const curve = byName(Object.keys(columns), (name) =>
    at.map((_, k) => quartiles(replicates.map((one) => one.curve[name]![k]!))),
  );
  return { at, curve };
}

function byName<T>(names: readonly string[], make: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

import { type MannWhitney, mannWhitney } from './mann-whitney.ts';
import type { PaperJob } from './paper-jobs.ts';
import type { PaperResult } from './paper-results.ts';
import { type Quartiles, quartiles } from './quantiles.ts';

/** All replicates of one variant with as many joints. */
export interface VariantSummary {
  readonly experiment: PaperJob['experiment'];
  readonly joints: number;
  readonly variant: PaperJob['variant'];
  /** The budget of each replicate. */
  readonly evaluations: number;
  /** What was spent of it: whole generations; of target matching, on each target. */
  readonly spent: number;
  readonly replicates: number;
  /** Quartiles over replicates of each final number; of target matching over replicates and targets. */
  readonly final: Readonly<Record<string, Quartiles>>;
  /** Mann-Whitney against the first variant, on the replicates' numbers; none of the first itself. */
  readonly against?: Readonly<Record<string, MannWhitney & { readonly variant: string }>> | undefined;
  /** Where the curve was recorded. */
  readonly at: readonly number[];
  /** Quartiles over replicates at each of them, by quantity. */
  readonly curve: Readonly<Record<string, readonly Quartiles[]>>;
}

/** Sums up replicates by experiment, joints and variant, in the order in which they first appear. */
export function summarize(results: readonly PaperResult[]): VariantSummary[] {
  const groups = new Map<string, PaperResult[]>();
  for (const result of results) {
    const { experiment, joints, variant } = result.job;
    const name = `${experiment} ${joints} ${variant}`;
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  const all = [...groups.values()];
  return all.map((group) => {
    const { experiment, joints, variant, evaluations } = group[0]!.job;
    const first = all.find(([one]) => one!.job.experiment === experiment && one!.job.joints === joints)!;
    const names = Object.keys(group[0]!.final);
    return {
      experiment,
      joints,
      variant,
      evaluations,
      spent: group[0]!.curve.evaluations!.at(-1)!,
      replicates: group.length,
      final: byName(names, (name) => quartiles(finals(group, name))),
      against: first === group ? undefined : byName(names, (name) => compare(group, first, name)),
      ...curveOf(group),
    };
  });
}

function compare(
  group: readonly PaperResult[],
  first: readonly PaperResult[],
  name: string,
): MannWhitney & { variant: string } {
  const values = (list: readonly PaperResult[]): number[] => list.map((one) => one.final[name]!);
  return { variant: first[0]!.job.variant as string, ...mannWhitney(values(group), values(first)) };
}

function finals(group: readonly PaperResult[], name: string): number[] {
  return group.flatMap(({ final, targets }) => {
    return targets?.map((one) => one[name as 'distance' | 'deviation']) ?? [final[name]!];
  });
}

function curveOf(group: readonly PaperResult[]): Pick<VariantSummary, 'at' | 'curve'> {
  const { evaluations, ...columns } = group[0]!.curve;
  const length = Math.min(...group.map(({ curve }) => curve.evaluations!.length));
  const at = evaluations!.slice(0, length);
  const curve = byName(Object.keys(columns), (name) =>
    at.map((_, k) => quartiles(group.map((r) => r.curve[name]![k]!))),
  );
  return { at, curve };
}

function byName<T>(names: readonly string[], make: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

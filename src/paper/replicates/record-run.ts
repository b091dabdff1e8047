import type { Algorithm } from '../../core/index.ts';
import { type RunOptions, run } from '../../run/index.ts';
import { LogSpaced } from './log-spaced.ts';
import type { ReplicateOutcome } from './replicate.ts';

/**
 * Runs a search to its budget, and records the metrics of its archive at log-spaced evaluations.
 * @param names - Which metrics (default: all that are finite at the end).
 * @param options - Of the run; if its signal stops it, the curve ends there.
 * @returns final metrics, curves, and the shares of invalid rows and of descriptors outside their space, if there were any.
 * @throws what {@link run} throws.
 */
export async function recordRun<G>(
  search: Algorithm<G>,
  total: number,
  names?: readonly string[],
  { onGeneration, ...options }: Pick<RunOptions<G>, 'signal' | 'onGeneration' | 'retries' | 'onEvaluationError'> = {},
): Promise<ReplicateOutcome> {
  const points = new LogSpaced(total);
  const records: { readonly evaluations: number; readonly metrics: Readonly<Record<string, unknown>> }[] = [];
  const record = (evaluations: number): void => {
    records.push({ evaluations, metrics: { ...search.archive.metrics() } });
  };
  const before = search.evaluations;
  const { invalid, reasons, outsideDescriptor } = await run(search, {
    ...options,
    evaluations: total,
    onGeneration(report) {
      if (points.due(report.evaluations)) record(report.evaluations);
      return onGeneration?.(report);
    },
  });
  if (records.at(-1)?.evaluations !== search.evaluations) record(search.evaluations);
  const last: Readonly<Record<string, unknown>> = { ...search.archive.metrics() };
  const shown = names ?? Object.keys(last).filter((name) => Number.isFinite(last[name]));
  const column = (name: string): [string, number[]] => [name, records.map(({ metrics }) => metrics[name] as number)];
  return {
    spent: search.evaluations,
    ...(outsideDescriptor > 0 ? { outside: outsideDescriptor / (search.evaluations - before - invalid) } : {}),
    ...(invalid > 0 ? { invalid: { share: invalid / (search.evaluations - before), reason: reasons[0]!.reason } } : {}),
    final: Object.fromEntries(shown.map((name) => [name, last[name] as number])),
    curve: Object.fromEntries([['evaluations', records.map((one) => one.evaluations)], ...shown.map(column)]),
  };
}

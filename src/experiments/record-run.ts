import type { Algorithm } from '../core/index.ts';
import { run } from '../run/index.ts';
import { LogSpaced } from './log-spaced.ts';
import type { ReplicateOutcome } from './replicate.ts';

/**
 * Runs a search to its budget, and records its archive's metrics at log-spaced evaluations.
 * @param names - which metrics (default: all that are finite numbers in the end).
 * @returns the last of them, and their curves.
 * @throws what {@link run} throws.
 */
export async function recordRun<G>(
  search: Algorithm<G>,
  total: number,
  names?: readonly string[],
): Promise<ReplicateOutcome> {
  const points = new LogSpaced(total);
  const records: { readonly evaluations: number; readonly metrics: Readonly<Record<string, unknown>> }[] = [];
  await run(search, {
    evaluations: total,
    onGeneration({ evaluations }) {
      if (points.due(evaluations)) records.push({ evaluations, metrics: { ...search.archive.metrics() } });
    },
  });
  const last: Readonly<Record<string, unknown>> = { ...search.archive.metrics() };
  const shown = names ?? Object.keys(last).filter((name) => Number.isFinite(last[name]));
  const column = (name: string): [string, number[]] => [name, records.map(({ metrics }) => metrics[name] as number)];
  return {
    spent: search.evaluations,
    final: Object.fromEntries(shown.map((name) => [name, last[name] as number])),
    curve: Object.fromEntries([['evaluations', records.map((one) => one.evaluations)], ...shown.map(column)]),
  };
}

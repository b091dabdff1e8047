import type { EvaluationContext, Evaluator, Genomes, Results } from '../../src/core/index.ts';

/** What an evaluator tells of rows: fitness, NaN where a row failed or was not told; why rows failed; how often each was told. */
export async function evaluateRows<G>(
  evaluator: Evaluator<G>,
  genomes: Genomes<G>,
  context: EvaluationContext & { readonly rows?: ArrayLike<number> } = {},
): Promise<{ fitness: Float64Array; reasons: (string | undefined)[]; errors: unknown[]; told: Int32Array }> {
  const fitness = new Float64Array(genomes.rows).fill(Number.NaN);
  const reasons: (string | undefined)[] = new Array(genomes.rows).fill(undefined);
  const errors: unknown[] = [];
  const told = new Int32Array(genomes.rows);
  await evaluator.evaluateRows!(genomes, {
    ...context,
    done: (rows: ArrayLike<number>, results: Results) => {
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]!;
        fitness[row] = results.fitness[i]!;
        reasons[row] = results.reasons?.[i];
        if (reasons[row] !== undefined) fitness[row] = Number.NaN;
        told[row]!++;
      }
    },
    failed: (row: number, error: unknown) => {
      reasons[row] = (error as Error).message;
      errors.push(error);
      told[row]!++;
    },
  });
  return { fitness, reasons, errors, told };
}

import { collectRows, type EvaluationContext, type Evaluator, type Genomes, type Results } from '../core/index.ts';

/**
 * Evaluates row by row, with the same seeds. A row that fails becomes invalid, with the reason.
 * @throws what the evaluation throws once the signal is aborted.
 */
export async function evaluateRows<G>(
  evaluator: Evaluator<G>,
  genomes: Genomes<G>,
  context: EvaluationContext,
  descriptorDimensions: number,
): Promise<Results> {
  const fitness = new Float64Array(genomes.rows).fill(Number.NaN);
  const descriptors: ArrayLike<number>[] = [];
  const reasons: (string | undefined)[] = [];
  for (let i = 0; i < genomes.rows; i++) {
    const seeds = context.seeds === undefined ? undefined : [context.seeds[i]!];
    try {
      const one = await evaluator.evaluate(oneRow(genomes, i), { ...context, seeds });
      const descriptor = 'rows' in one.descriptors ? one.descriptors.row(0) : one.descriptors[0]!;
      if (descriptor.length !== descriptorDimensions) {
        throw new Error(`the descriptor has ${descriptor.length} numbers, not ${descriptorDimensions}`);
      }
      fitness[i] = one.fitness[0] ?? Number.NaN;
      descriptors.push(descriptor);
      reasons.push(one.reasons?.[0]);
    } catch (error) {
      if (context.signal?.aborted) throw error;
      descriptors.push(new Float64Array(descriptorDimensions).fill(Number.NaN));
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { fitness, descriptors, reasons };
}

function oneRow<G>(genomes: Genomes<G>, i: number): Genomes<G> {
  return collectRows([genomes.row(i)], genomes);
}

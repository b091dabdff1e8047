import {
  Batch,
  CallSignals,
  checkResults,
  collectRows,
  type EvaluationContext,
  type Evaluator,
  type Genomes,
  isError,
  type Results,
} from '../core/index.ts';

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
  const descriptors = Batch.zeros(genomes.rows, descriptorDimensions);
  const reasons: (string | undefined)[] = [];
  for (let i = 0; i < genomes.rows; i++) {
    const signals = new CallSignals(context.signal);
    const one = signals.context({ seeds: context.seeds && Uint32Array.of(context.seeds[i]!) });
    try {
      const results = await evaluator.evaluate(collectRows([genomes.row(i)], genomes), one);
      const found = checkResults('run: evaluate', results, 1, descriptorDimensions);
      fitness[i] = found.fitness[0]!;
      descriptors.row(i).set(found.descriptors.data);
      reasons.push(found.reasons?.[0]);
    } catch (error) {
      if (context.signal?.aborted) throw error;
      reasons.push(isError(error) ? error.message : String(error));
    } finally {
      signals.release();
    }
  }
  return { fitness, descriptors, reasons };
}

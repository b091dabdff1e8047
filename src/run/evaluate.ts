import {
  collectRows,
  type EvaluationContext,
  type Evaluator,
  type Genomes,
  isRow,
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
  const descriptors: ArrayLike<number>[] = [];
  const reasons: (string | undefined)[] = [];
  for (let i = 0; i < genomes.rows; i++) {
    const seeds = context.seeds === undefined ? undefined : [context.seeds[i]!];
    try {
      const results = await evaluator.evaluate(collectRows([genomes.row(i)], genomes), { ...context, seeds });
      const one = onlyRow(results, descriptorDimensions);
      fitness[i] = one.fitness;
      descriptors.push(one.descriptor);
      reasons.push(one.reason);
    } catch (error) {
      if (context.signal?.aborted) throw error;
      descriptors.push(new Float64Array(descriptorDimensions).fill(Number.NaN));
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { fitness, descriptors, reasons };
}

interface OnlyRow {
  readonly fitness: number;
  readonly descriptor: ArrayLike<number>;
  readonly reason: string | undefined;
}

/** The row of results that must have just one. @throws Error if they have another shape. */
function onlyRow({ fitness, descriptors, reasons }: Results, dimensions: number): OnlyRow {
  const flat = 'rows' in descriptors;
  const rows = flat ? descriptors.rows : descriptors.length;
  const descriptor: unknown = flat ? descriptors.row(0) : descriptors[0];
  if (!isRow(fitness, 1) || rows !== 1 || !isRow(descriptor, dimensions)) {
    throw new Error(`the evaluation of one genome must give one fitness and one descriptor of ${dimensions} numbers`);
  }
  const reason: unknown = reasons?.[0];
  return {
    fitness: fitness[0]!,
    descriptor: descriptor as ArrayLike<number>,
    reason: reason === undefined ? undefined : String(reason),
  };
}

import { MapElites } from '../algorithms/index.ts';
import { CvtArchive, ringCentroids } from '../archives/index.ts';
import { Batch, boxBounds, type Encoding } from '../core/index.ts';
import { planarArm, withEncoding } from '../domains/index.ts';
import { CmaEs } from '../optimizers/index.ts';
import { randomStream } from '../random/index.ts';
import { GaussianMutation } from '../variation/index.ts';
import { recordRun } from './illumination-job.ts';
import { LogSpaced } from './log-spaced.ts';
import type { PaperJob } from './paper-jobs.ts';
import type { PaperResult, TargetResult } from './paper-results.ts';
import { paperTargets } from './paper-targets.ts';
import { quantile } from './quantiles.ts';

/**
 * Fills an archive again from nothing, with isometric mutation, in the latent space of an encoding or, without one, of
 * angles. Fitness is minus the standard deviation of the angles. [Gaier2020, §5.2]
 */
export async function runRecreationJob(job: PaperJob, encoding?: Encoding): Promise<Omit<PaperResult, 'seconds'>> {
  const arm = planarArm({ joints: job.joints, fitness: 'standard-deviation' });
  const domain = encoding === undefined ? arm : withEncoding(arm, encoding);
  const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  const variation = new GaussianMutation({ sigma: encoding === undefined ? 0.006 : 0.15 });
  const search = new MapElites({ domain, archive, variation, batchSize: 100, seed: job.replicate });
  const curve = await recordRun(search, archive, job.evaluations);
  const { coverage, meanFitness } = archive.metrics();
  return { job, final: { coverage, deviation: -meanFitness }, curve };
}

/**
 * Finds, with CMA-ES, an arm for each of the targets: the cost is the end effector's distance, nothing else. Starts at 0.3
 * times a standard normal, with σ 0.1. The curve is the median over targets of the best distance so far. [Gaier2020, §5.3]
 */
export function runTargetsJob(
  job: PaperJob,
  encoding?: Encoding,
  targets: readonly (readonly [number, number])[] = paperTargets,
): Omit<PaperResult, 'seconds'> {
  const curves: { evaluations: number[]; distance: number[] }[] = [];
  const reached = targets.map((target, i) => {
    const { curve, result } = reach(job, target, 1000 * job.replicate + i, encoding);
    curves.push(curve);
    return result;
  });
  const length = Math.min(...curves.map((curve) => curve.evaluations.length));
  const evaluations = curves[0]!.evaluations.slice(0, length);
  const distance = evaluations.map((_, k) =>
    quantile(
      curves.map((curve) => curve.distance[k]!),
      0.5,
    ),
  );
  const median = (read: (result: TargetResult) => number): number => quantile(reached.map(read), 0.5);
  const final = { distance: median((one) => one.distance), deviation: median((one) => one.deviation) };
  return { job, final, curve: { evaluations, distance }, targets: reached };
}

/** One target. A search that has nothing left to do ends early; its curve goes on at the best distance. */
function reach(
  { joints, evaluations: total }: PaperJob,
  target: readonly [number, number],
  seed: number,
  encoding: Encoding | undefined,
): { curve: { evaluations: number[]; distance: number[] }; result: TargetResult } {
  const arm = planarArm({ joints, fitness: 'standard-deviation' });
  const domain = encoding === undefined ? arm : withEncoding(arm, encoding);
  const { lower, upper, dimensions } = boxBounds('reach', 'genome', domain.genome);
  const start = new Float64Array(dimensions);
  randomStream(seed).fillNormal(start);
  const mean = start.map((z, i) => Math.min(upper[i]!, Math.max(lower[i]!, 0.3 * z)));
  const optimizer = new CmaEs({ mean, sigma: 0.1, lower, upper, seed });
  const points = new LogSpaced(total);
  const curve = { evaluations: [] as number[], distance: [] as number[] };
  let done = false;
  for (let spent = 0; spent < total; spent += optimizer.populationSize) {
    if (!done) {
      const batch = optimizer.ask();
      const { descriptors } = domain.evaluate(batch) as { descriptors: Batch };
      optimizer.tell(batch, distances(descriptors, target));
      done = optimizer.stopReasons().length > 0;
    }
    const evaluations = spent + optimizer.populationSize;
    if (!points.due(evaluations)) continue;
    curve.evaluations.push(evaluations);
    curve.distance.push(optimizer.best.cost);
  }
  const genome = optimizer.best.genome;
  const phenotype = encoding === undefined ? genome : (encoding.decode(new Batch(1, dimensions, genome)) as Batch).data;
  const { fitness, descriptors } = arm.evaluate(new Batch(1, joints, phenotype)) as {
    fitness: Float64Array;
    descriptors: Batch;
  };
  const result: TargetResult = {
    target,
    end: Array.from(descriptors.row(0)),
    distance: distances(descriptors, target)[0]!,
    deviation: -fitness[0]!,
    genome: Array.from(phenotype, (gene) => Math.round(gene * 1e4) / 1e4),
  };
  return { curve, result };
}

function distances(ends: Batch, [x, y]: readonly [number, number]): Float64Array {
  // Not Math.hypot: engines differ in its last bit, and this is what CMA-ES optimises.
  return Float64Array.from({ length: ends.rows }, (_, i) => {
    const dx = ends.row(i)[0]! - x;
    const dy = ends.row(i)[1]! - y;
    return Math.sqrt(dx * dx + dy * dy);
  });
}

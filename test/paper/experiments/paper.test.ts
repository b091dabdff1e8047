import { describe, expect, it } from 'vitest';
import { Batch } from '../../../src/core/index.ts';
import { DataDrivenEncoding } from '../../../src/encodings/index.ts';
import {
  illuminate,
  illuminationJobs,
  matchTargets,
  type PaperJob,
  recreate,
  replicateKey,
  searchJobs,
  summarize,
  testPairs,
  untrainedEncoding,
} from '../../../src/paper/index.ts';

const plan = { joints: [20, 200], replicates: 2, searches: 3, evaluations: 20_000 };
const illumination: PaperJob = {
  group: 'illumination-20',
  experiment: 'illumination',
  joints: 20,
  variant: 'dde-elites',
  replicate: 1,
  evaluations: 1500,
};

describe('the plan', () => {
  it('has keys that are all different, and different for another budget or source', () => {
    const sources = new Map([['dde-elites-20', 'illumination-20-dde-elites-20000-2']]);
    const jobs = [
      ...illuminationJobs(plan, true),
      ...searchJobs('recreation', plan, sources),
      ...searchJobs('targets', plan, sources),
    ];
    expect(jobs).toHaveLength(20 + 30 + 30);
    expect(new Set(jobs.map(replicateKey)).size).toBe(80);
    const [job] = searchJobs('targets', plan, sources);
    expect(replicateKey({ ...job!, source: 'illumination-20-dde-elites-20000-1' })).not.toBe(replicateKey(job!));
    expect(replicateKey({ ...job!, evaluations: 7 })).not.toBe(replicateKey(job!));
  });

  it('scales budgets as the paper: a hundredth, direct a tenth; targets a two-hundredth', () => {
    const budget = (experiment: 'recreation' | 'targets', variant: string) =>
      searchJobs(experiment, plan, new Map()).find((job) => job.variant === variant)!.evaluations;
    expect(budget('recreation', 'dde')).toBe(200);
    expect(budget('recreation', 'direct')).toBe(2000);
    expect(budget('targets', 'direct')).toBe(100);
  });
});

describe('an encoding that was never trained', () => {
  it('has weights within ±1/√k that fill the range, and depends on the seed', () => {
    const encoding = untrainedEncoding(20, 10, 3);
    const origin = encoding.decode(new Float64Array(10));
    expect(origin).toEqual(untrainedEncoding(20, 10, 3).decode(new Float64Array(10)));
    expect(origin).not.toEqual(untrainedEncoding(20, 10, 4).decode(new Float64Array(10)));
    expect(Math.max(...origin.map(Math.abs))).toBeLessThan(0.9);
  });
});

describe('the experiments', () => {
  it('illuminate, recreate and reach, with curves at rising evaluations, and encodings that can be read', async () => {
    const { outcome, encodings } = await illuminate({ joints: 20, variant: 'dde-elites', evaluations: 1500, seed: 1 });
    expect(outcome.curve.evaluations!.at(-1)).toBe(1500);
    expect(outcome.spent).toBe(1500);
    expect(outcome.final.coverage).toBe(outcome.curve.coverage!.at(-1));
    const encoding = DataDrivenEncoding.fromBytes(encodings.get('dde')!);
    expect(encoding.seed).toBe(1);
    expect(encodings.get('pca')!.length).toBeGreaterThan(0);
    const again = await recreate({ joints: 20, encoding, evaluations: 500, seed: 1 });
    expect(again.final.coverage).toBe(again.archive.metrics().coverage);
    expect(again.final.coverage).toBeGreaterThan(0.05);
    const evaluations = again.curve.evaluations!;
    expect(evaluations).toEqual([...evaluations].sort((a, b) => a - b));
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  });

  it('finish the encoding of the defaults', async () => {
    const { encodings } = await illuminate({ joints: 6, variant: 'defaults', evaluations: 1500, seed: 1 });
    expect([...encodings.keys()]).toEqual(['finished']);
    expect(DataDrivenEncoding.fromBytes(encodings.get('finished')!).phenotype.dimensions).toBe(6);
  });

  it('have no encoding if the budget ends within the first genomes', async () => {
    const { encodings } = await illuminate({ joints: 20, variant: 'dde-elites', evaluations: 100, seed: 1 });
    expect(encodings.size).toBe(0);
  });

  it('reach a target, and report where the arm ends', async () => {
    const { targets, final, curve, spent } = await matchTargets({
      joints: 10,
      evaluations: 20_000,
      seed: 1,
      targets: [[0.7, 0.6]],
    });
    const [one] = targets;
    expect(one!.distance).toBeLessThan(1e-3);
    // CMA-ES had nothing left to do; the curve goes on at what it had.
    expect(spent).toBeLessThan(10_000);
    expect(curve.evaluations!.at(-1)).toBeGreaterThanOrEqual(20_000);
    let [angle, x, y] = [0, 0, 0];
    for (const gene of one!.genome) {
      angle += (gene * Math.PI) / 2;
      x += Math.cos(angle) / 20;
      y += Math.sin(angle) / 20;
    }
    expect(Math.hypot(x + 0.5 - 0.7, y + 0.5 - 0.6)).toBeLessThan(2e-3);
    expect(final.distance).toBe(one!.distance);
    expect(curve.distance!.every((value, k) => k === 0 || value <= curve.distance![k - 1]!)).toBe(true);
    expect(new Batch(1, 2, Float64Array.from(one!.end)).row(0)[0]).toBeCloseTo(0.7, 2);
  });
});

describe('a signal', () => {
  it('ends a search after the generation, with what it has', async () => {
    const controller = new AbortController();
    let generations = 0;
    const onGeneration = (): void => {
      if (++generations === 3) controller.abort();
    };
    const options = { joints: 10, evaluations: 900, seed: 1, onGeneration, signal: controller.signal };
    const again = await recreate(options);
    expect(again).toMatchObject({ spent: 300, final: { coverage: again.archive.metrics().coverage } });
    expect(again.curve.evaluations!.at(-1)).toBe(300);
    // It was aborted before: one generation, of ten arms with ten joints, is the least.
    const { spent, curve, final } = await matchTargets({ ...options, targets: [[0.7, 0.6]] });
    expect(spent).toBe(10);
    expect(curve.distance!.every((distance) => distance === final.distance)).toBe(true);
    expect(curve.evaluations!.at(-1)).toBeGreaterThanOrEqual(900);
  });
});

describe('summarize', () => {
  it('gives quartiles over replicates and U against the first variant, or the one asked for', () => {
    const make = (variant: PaperJob['variant'], coverages: number[]) =>
      coverages.map((coverage, i) => ({
        job: { ...illumination, variant, replicate: i + 1 },
        version: '0',
        seconds: 1,
        spent: 200,
        final: { coverage },
        curve: { evaluations: [100, 200], coverage: [coverage / 2, coverage] },
      }));
    const results = [...make('map-elites', [1, 2, 3]), ...make('me-line', [4, 5, 6])];
    const [first, second] = summarize(results);
    const [other, reference] = summarize(results, () => 'me-line');
    expect(reference!.against).toBeUndefined();
    expect(other!.against!.coverage).toEqual({ variant: 'me-line', u: 0, p: 0.1 });
    expect(first!.final.coverage).toEqual([1.5, 2, 2.5]);
    expect(first!.against).toBeUndefined();
    expect(second!.against!.coverage).toEqual({ variant: 'map-elites', u: 9, p: 0.1 });
    expect(second!.spent).toBe(200);
    expect(second!.curve.coverage).toEqual([
      [2.25, 2.5, 2.75],
      [4.5, 5, 5.5],
    ]);
  });

  it('reads curves that were recorded at other evaluations at the same ones', () => {
    const curves = [
      { evaluations: [100, 200, 404], coverage: [0, 1, 3.04] },
      { evaluations: [100, 210, 400], coverage: [0, 1.1, 3] },
    ];
    const results = curves.map((curve, i) => {
      const job = { ...illumination, replicate: i + 1 };
      return { job, version: '0', seconds: 1, spent: 400, final: { coverage: 3 }, curve };
    });
    const [summary] = summarize(results);
    expect(summary!.at).toEqual([100, 200, 210, 400]);
    expect(summary!.curve.coverage!.map(([, median]) => median)).toEqual(
      [0, 1, 1.1, 3].map((x) => expect.closeTo(x, 12)),
    );
  });
});

describe('testPairs', () => {
  it('gives U of the first of each pair, and corrects p over the pairs of a quantity', () => {
    const results = ['a', 'b', 'c'].flatMap((variant, k) =>
      [1, 2, 3, 4].map((replicate) => ({
        job: { group: 'g', variant, replicate, evaluations: 10 },
        version: '0',
        seconds: 1,
        spent: 10,
        final: { one: 10 * k + replicate, two: 1 },
        curve: { evaluations: [10], one: [1], two: [1] },
      })),
    );
    const p = 2 / 70;
    expect(testPairs(results)).toEqual(
      [
        ['a', 'b'],
        ['a', 'c'],
        ['b', 'c'],
      ].map((variants) => {
        return { variants, tests: { one: { u: 0, p, corrected: 3 * p }, two: { u: 8, p: 1, corrected: 1 } } };
      }),
    );
  });
});

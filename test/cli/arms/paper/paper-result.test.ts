import { describe, expect, it } from 'vitest';
import { isPaperResult, type PaperResult } from '../../../../src/cli/arms/paper/paper-result.ts';
import { matchTargets, recreate } from '../../../../src/paper/index.ts';

const budget = { joints: 3, evaluations: 20, seed: 1 };
const base = { group: 'g', variant: 'direct', replicate: 1, evaluations: 20, joints: 3 } as const;
const stored = (result: object): PaperResult => JSON.parse(JSON.stringify({ version: '0', seconds: 1, ...result }));

describe('what elites paper shows', () => {
  it('is what its experiments leave, and nothing that lacks a part of it', async () => {
    const { archive: _, ...outcome } = await recreate(budget);
    const recreation = stored({ job: { ...base, experiment: 'recreation' }, ...outcome });
    const targets = stored({ job: { ...base, experiment: 'targets' }, ...(await matchTargets(budget)) });
    expect([recreation, targets].map(isPaperResult)).toEqual([true, true]);
    const wrong: [PaperResult, object][] = [
      [recreation, { final: { coverage: 1 } }],
      [recreation, { final: { ...recreation.final, more: 1 } }],
      [recreation, { final: { ...recreation.final, deviation: null } }],
      [recreation, { final: JSON.parse('{"coverage":1,"__proto__":1}') }],
      [recreation, { curve: { evaluations: [1], coverage: [1] } }],
      [recreation, { curve: { ...recreation.curve, coverage: [null] } }],
      [recreation, { samples: { coverage: [1] } }],
      [recreation, { targets: targets.targets }],
      [targets, { job: recreation.job }],
      [targets, { samples: undefined }],
      [targets, { samples: { distance: [1], deviation: [null] } }],
      [targets, { targets: undefined }],
      [targets, { targets: [null] }],
      [targets, { targets: [{ target: [0.5, 0.5] }] }],
      [targets, { targets: [{ ...targets.targets![0], genome: [0, 0] }] }],
      [targets, { targets: [{ ...targets.targets![0], target: ['0.5', 0.5] }] }],
    ];
    for (const [result, damage] of wrong) {
      expect(isPaperResult({ ...result, ...damage }), JSON.stringify(damage)).toBe(false);
    }
    const second = { ...targets, job: { ...targets.job, replicate: 2 } };
    expect(isPaperResult(second)).toBe(false);
    expect(isPaperResult({ ...second, targets: undefined })).toBe(true);
  });
});

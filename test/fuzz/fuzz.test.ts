import { describe, expect, it } from 'vitest';
import { repository, spawnText } from '../package/spawn-text.ts';

const fuzz = (...options: string[]): Promise<{ code: number | null; text: string }> =>
  spawnText(process.execPath, ['scripts/fuzz.mjs', '--seed', '1', ...options], repository);

/** One of each kind: all of them take too long. */
const kinds = [
  'GridArchive',
  'LearningEmitter',
  'faults',
  'snapshots at any moment',
  'aliasing',
  'orders',
  'checkpoints',
];

/** What is planted, but for what hangs: that would take the fuzzer's patience. */
const bugs = ['crash', 'wrong code', 'memory'];

describe('npm run fuzz', () => {
  it('finds planted readers, a crash, a wrong code, too much memory, and nothing else', async () => {
    const targets = [...kinds, ...bugs.map((bug) => `planted ${bug}`)].flatMap((name) => ['--target', name]);
    const { code, text } = await fuzz('--seconds', '0', ...targets);
    expect(code).toBe(1);
    expect(text.match(/again: .*/g)).toEqual(
      bugs.map((bug) => `again: npm run fuzz -- --seed 1 --target 'planted ${bug}' --case 0`),
    );
    for (const kind of kinds) {
      expect(text).toMatch(new RegExp(`^${kind}.* +[1-9]\\d* cases: \\d+ refused, \\d+ taken and valid$`, 'm'));
    }
  }, 60_000);
});

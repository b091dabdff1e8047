import { describe, expect, it } from 'vitest';
import { repository, spawnText } from '../package/spawn-text.ts';

const fuzz = (...options: string[]): Promise<{ code: number | null; text: string }> =>
  spawnText(process.execPath, ['scripts/fuzz.mjs', '--seed', '1', ...options], repository);

// At once: each is a process of its own.
describe.concurrent('npm run fuzz', () => {
  it('finds nothing in a second', async () => {
    const { code, text } = await fuzz('--seconds', '1');
    expect([code, text.trimEnd().split('\n').at(-1)]).toEqual([0, 'fuzz: nothing found']);
    for (const target of ['DdeElites', 'faults', 'snapshots at any moment', 'aliasing', 'checkpoints']) {
      expect(text).toMatch(new RegExp(`^${target} +[1-9]\\d* cases: \\d+ refused, \\d+ taken and valid$`, 'm'));
    }
  });

  it('finds nothing in changed snapshots, of which some are taken', async () => {
    const { code, text } = await fuzz('--mutations', '100', '--target', 'GridArchive');
    expect([code, text.trimEnd().split('\n').at(-1)]).toEqual([0, 'fuzz: nothing found']);
    expect(text).toMatch(/ [1-9]\d* taken and valid$/m);
  });

  it('finds planted readers: a crash, a wrong code, too much memory', async () => {
    const { code, text } = await fuzz('--target', 'planted');
    expect(code).toBe(1);
    for (const bug of ['crash', 'wrong code', 'memory']) {
      expect(text).toContain(`again: npm run fuzz -- --seed 1 --target 'planted ${bug}' --case 0`);
    }
  });
});

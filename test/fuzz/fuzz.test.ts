import { describe, expect, it } from 'vitest';
import { repository, spawnText } from '../package/spawn-text.ts';

const fuzz = (...options: string[]): Promise<{ code: number | null; text: string }> =>
  spawnText(process.execPath, ['scripts/fuzz.mjs', '--seed', '1', ...options], repository);

describe('npm run fuzz', () => {
  it('finds nothing in a second', async () => {
    const { code, text } = await fuzz('--seconds', '1');
    expect([code, text.trimEnd().split('\n').at(-1)]).toEqual([0, 'fuzz: nothing found']);
    expect(text).toMatch(/^DdeElites +[1-9]\d* cases: \d+ refused, \d+ taken and valid$/m);
  });

  it('finds nothing in a thousand changed snapshots, of which some are taken', async () => {
    const { code, text } = await fuzz('--mutations', '1000');
    expect([code, text.trimEnd().split('\n').at(-1)]).toEqual([0, 'fuzz: nothing found']);
    expect(text).toMatch(/ [1-9]\d* taken and valid$/m);
  });

  it.each(['crash', 'wrong code', 'memory'])('finds a planted reader: %s', async (bug) => {
    // It ends with what it finds: a second was too short on a busy machine.
    const { code, text } = await fuzz('--seconds', '15', '--target', `planted ${bug}`);
    expect(code).toBe(1);
    expect(text).toContain(`again: npm run fuzz -- --seed 1 --target 'planted ${bug}' --case `);
  });
});

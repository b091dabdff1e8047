import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const script = new URL('../../scripts/torture.mjs', import.meta.url).pathname;

it('resumes after ten kills at random moments, and loses a generation at most', { timeout: 120_000 }, () => {
  const argv = [script, '--kills', '10', '--evaluations', '3000', '--seed', '2'];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  expect(stdout).toMatch(/^1[0-9] kills.*\n\d+ runs came through, each with the bytes of the unbroken one\npassed\n$/);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

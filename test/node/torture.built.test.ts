import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const script = new URL('../../scripts/torture.mjs', import.meta.url).pathname;

// `npm run torture` kills a hundred times, and has more writers.
it('resumes after four kills at random moments, and loses a generation at most', { timeout: 120_000 }, () => {
  const argv = [script, '--kills', '4', '--evaluations', '2000', '--seed', '2', '--trials', '0'];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  expect(stdout).toMatch(/^[4-9] kills.*\n\d+ runs came through, each with the bytes of the unbroken one\npassed\n$/);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

it('leaves a whole checkpoint, which one of its writers wrote, when all are killed; unkilled, no save of theirs fails', {
  timeout: 120_000,
}, () => {
  const argv = [script, '--kills', '0', '--writers', '2', '--trials', '2', '--saves', '40', '--seed', '2'];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  expect(stdout).toMatch(
    /^2 writers, 2 times all killed: .*\n2 writers, not killed: 80 saves, 0 failed, .*\npassed\n$/,
  );
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

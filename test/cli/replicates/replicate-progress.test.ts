import { expect, it } from 'vitest';
import { ReplicateProgress } from '../../../src/cli/replicates/replicate-progress.ts';

const job = (replicate: number) => ({ group: 'g', variant: 'v', replicate, evaluations: 1 });

it('tells the time left from the weight of what was run here, not of what was finished before', () => {
  const written: string[] = [];
  let time = 5000;
  const stream = { write: (text: string) => written.push(text) };
  const progress = new ReplicateProgress(
    stream,
    ({ replicate }) => replicate,
    () => time,
  );
  progress.expect([job(1), job(2)]);
  progress.expect([job(3)]);
  progress.finished(job(1), false);
  time += 20_000;
  progress.finished(job(2), true);
  time += 10_000;
  progress.finished(job(3), true);
  expect(written).toEqual([
    '[1/3] g v 1  was finished before\n',
    '[2/3] g v 2  about 0:30 left\n',
    '[3/3] g v 3  about 0:00 left\n',
  ]);
});

import { describe, expect, it } from 'vitest';
import { retried } from '../../src/emitters/index.ts';
import { randomStream } from '../../src/random/index.ts';

const options = { random: randomStream(1), retries: 3, onError: 'throw', signal: undefined } as const;

/** Work that fails so often before it answers with the number that it drew. */
function failing(failures: number, random = randomStream(1)) {
  const drawn: number[] = [];
  const work = (): number => {
    drawn.push(random.uniform());
    if (drawn.length <= failures) throw new Error(`failure ${drawn.length}`);
    return drawn.at(-1)!;
  };
  return { work, drawn, options: { ...options, random } };
}

describe.each([
  ['synchronous', <T>(work: () => T) => work],
  [
    'asynchronous',
    <T>(work: () => T) =>
      async () =>
        work(),
  ],
])('retried, %s work', (_, as) => {
  it('is done again from the same random numbers, as often as retries are left', async () => {
    const { work, drawn, options } = failing(3);
    const first = randomStream(1).uniform();
    expect(await retried(as(work), options, () => -1)).toBe(first);
    expect(drawn).toEqual([first, first, first, first]);
  });

  it('throws the last error, or is given up', async () => {
    for (const onError of ['throw', 'invalid'] as const) {
      const { work, options } = failing(4);
      const answer = (async () =>
        await retried<unknown>(as(work), { ...options, onError }, (error) => (error as Error).message))();
      if (onError === 'invalid') expect(await answer).toBe('failure 4');
      else await expect(answer).rejects.toThrow('failure 4');
    }
  });

  it('ends with its error once the signal was aborted', async () => {
    const { work, drawn, options } = failing(4);
    const answer = (async () =>
      await retried<number>(as(work), { ...options, onError: 'invalid', signal: AbortSignal.abort() }, () => -1))();
    await expect(answer).rejects.toThrow('failure 1');
    expect(drawn).toHaveLength(1);
  });
});

it('retries synchronous work any number of times', async () => {
  const { work, options } = failing(100_000);
  expect(await retried(work, { ...options, retries: 100_000 }, () => -1)).toBe(randomStream(1).uniform());
});

it('stays synchronous where it does not fail for long, however long ago others yielded', async () => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { work, options } = failing(3);
  expect(retried(work, options, () => -1)).toBe(randomStream(1).uniform());
});

it('lets a signal end the retries of synchronous work', async () => {
  const { signal } = withDeadline(30);
  // So many that the signal comes first, and not so many that the test hangs if it is not heard.
  const retries = 3_000_000;
  const answer = (async () => retried(down, { ...options, retries, signal, onError: 'invalid' }, () => -1))();
  await expect(answer).rejects.toThrow('down');
});

function withDeadline(ms: number): AbortController {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), ms);
  return stop;
}

function down(): number {
  throw new Error('down');
}

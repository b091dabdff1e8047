import { expect, it } from 'vitest';
import { randomStream, rewinding } from '../../src/random/index.ts';

it('rewinds a stream if the work that draws from it fails, and only then', async () => {
  const random = randomStream(1);
  const first = randomStream(1).uniform();
  const failing = async (): Promise<never> => {
    random.uniform();
    throw new Error('lost');
  };
  await expect(rewinding(random, failing)).rejects.toThrow('lost');
  expect(await rewinding(random, () => random.uniform())).toBe(first);
  expect(random.uniform()).not.toBe(first);
  await expect(rewinding({ uniform: () => 0 } as never, failing)).rejects.toThrow('lost');
});

import { expect, it } from 'vitest';
import { type Bandit, ElitesError } from '../../src/core/index.ts';
import { banditContract } from '../../src/testing/index.ts';
import { errorOf } from '../support/error-of.ts';

/** A bandit of one arm that has this snapshot, and restores nothing else. */
function storedAs(whole: Uint8Array, refuse: () => never): Bandit {
  const restore = (bytes: Uint8Array): void => {
    if (bytes.length !== whole.length || bytes.some((byte, i) => byte !== whole[i])) refuse();
  };
  return { arms: 1, select: () => 0, reward: () => {}, snapshot: () => whole.slice(), restore };
}

it.each([new Uint8Array(0), new Uint8Array(64).fill(255)])(
  'a part whose bytes are those of a damage keeps the law of damaged bytes: %#',
  async (whole) => {
    const refuse = (): never => {
      throw new ElitesError('SNAPSHOT', 'damaged');
    };
    for (const { check } of banditContract({ make: () => storedAs(whole, refuse) })) await check();
  },
);

it('a broken law of damaged bytes says how they were damaged', async () => {
  const refuse = (): never => {
    throw new SyntaxError('no JSON');
  };
  const laws = banditContract({ make: () => storedAs(Uint8Array.of(1, 2, 3), refuse) });
  expect(await errorOf(laws.find(({ name }) => name.includes('damaged'))!.check)).toMatch(
    /: The code that restore refuses no bytes with, where 3 bytes are whole, must be "SNAPSHOT"; got undefined\.$/,
  );
});

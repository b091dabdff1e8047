import { expect, it } from 'vitest';
import { usersCode } from '../../../src/cli/modules/users-code.ts';

it.each(['there is no /data/table.mjs:1:2', 'wrong\n    at read (/data/table.mjs:1:2)', ''])(
  'the place of an error is where it arose, not a path in its message: %j',
  async (message) => {
    const failed = usersCode('elites x', 'own.mjs', () => {
      throw new TypeError(message);
    });
    await expect(failed).rejects.toThrow(/ \([^()]*users-code\.test\.ts:\d+:\d+\)$/);
  },
);

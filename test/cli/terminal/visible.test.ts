import { expect, it } from 'vitest';
import { CliError } from '../../../src/cli/terminal/cli-error.ts';
import { visible } from '../../../src/cli/terminal/visible.ts';

it('characters that would steer a terminal, or turn the text, are escaped, also in errors', () => {
  expect(visible('a\u202eb\u001b[2Jc\r')).toBe('a\\u{202e}b\\u{1b}[2Jc\\u{d}');
  expect(visible('über\n\tπ 👍🏽')).toBe('über\n\tπ 👍🏽');
  expect(new CliError('elites test', 'a\u202eb.').message).toBe('elites test: a\\u{202e}b.');
});

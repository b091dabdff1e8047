import { expect, it } from 'vitest';
import { asFileName } from '../../../src/cli/files/out-folder.ts';

it.each([
  ['two numbers', 'two_numbers'],
  ['iso+line-2_x', 'iso+line-2_x'],
  ['.hidden', 'hidden'],
  ['../../etc', '_etc'],
  ['-rf', 'rf'],
  ['--.-', '_'],
  ['CON.x', 'CON_x'],
  ['a: b/c\\d', 'a_b_c_d'],
  ['世界', '_'],
  ['café', 'caf_'],
  ['', '_'],
  ['y'.repeat(1000), 'y'.repeat(60)],
])('of any text there is a name that a file can begin with: %s', (text, name) => {
  expect(asFileName(text)).toBe(name);
});

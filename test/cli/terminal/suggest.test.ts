import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, suggest } from '../../../src/cli/terminal/suggest.ts';

describe('suggest', () => {
  it('finds a near word, and none that is far', () => {
    expect(suggest('--algoritm', ['--joints', '--algorithm'])).toBe(' Did you mean --algorithm?');
    expect(suggest('iluminate', ['illuminate'])).toBe(' Did you mean illuminate?');
    expect(suggest('--zzz', ['--joints', '--algorithm'])).toBe('');
    expect(suggest('x', [])).toBe('');
  });
});

describe('editDistance', () => {
  it('counts letters', () => {
    expect(editDistance('seed', 'seed')).toBe(0);
    expect(editDistance('seed', 'sede')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('joints', 'joint')).toBe(1);
  });

  it('is symmetric', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => editDistance(a, b) === editDistance(b, a)));
  });
});

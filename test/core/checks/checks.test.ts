import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkChoice,
  checkInteger,
  checkLimit,
  checkNumber,
  checkOptions,
  checkPositive,
} from '../../../src/core/index.ts';

const strange = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1n,
    '1',
    true,
    [],
    {},
  ),
  fc.string(),
);
const refused = (check: () => void): boolean => {
  try {
    check();
    return false;
  } catch (error) {
    expect(error).toMatchObject({ name: 'ElitesError', code: 'ARGUMENT' });
    return true;
  }
};

describe('checkInteger', () => {
  it('takes integers of its range and refuses everything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer(), strange), fc.integer(), fc.nat(), (value, low, width) => {
        const valid = typeof value === 'number' && Number.isInteger(value) && value >= low && value <= low + width;
        expect(refused(() => checkInteger('O', 'a', value, low, low + width))).toBe(!valid);
      }),
    );
  });

  it('stops at the largest 32-bit integer unless told otherwise', () => {
    expect(refused(() => checkInteger('O', 'a', 2 ** 31 - 1, 0))).toBe(false);
    expect(() => checkInteger('O', 'a', 2 ** 31, 0)).toThrow(
      'O: a must be an integer in [0, 2147483647]; got 2147483648.',
    );
  });
});

describe('checkPositive', () => {
  it('takes finite numbers above zero', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), strange), (value) => {
        const valid = typeof value === 'number' && value > 0 && value !== Number.POSITIVE_INFINITY;
        expect(refused(() => checkPositive('O', 'a', value))).toBe(!valid);
      }),
    );
  });

  it('refuses zero of either sign', () => {
    expect(() => checkPositive('O', 'a', 0)).toThrow('O: a must be a finite number above 0; got 0.');
    expect(() => checkPositive('O', 'a', -0)).toThrow('got -0.');
  });
});

describe('checkNumber', () => {
  it('takes finite numbers of its closed range', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.constantFrom(0, 1), strange), (value) => {
        const finite = typeof value === 'number' && Number.isFinite(value);
        expect(refused(() => checkNumber('O', 'a', value))).toBe(!finite);
        expect(refused(() => checkNumber('O', 'a', value, 0, 1))).toBe(!(finite && value >= 0 && value <= 1));
      }),
    );
  });

  it('tells the range if there is one', () => {
    expect(() => checkNumber('O', 'a', 2, 0, 1)).toThrow('O: a must be a finite number in [0, 1]; got 2.');
    expect(() => checkNumber('O', 'a', Number.NaN)).toThrow('O: a must be a finite number; got NaN.');
    expect(() => checkNumber('O', 'a', -1, 0)).toThrow('O: a must be a finite number of at least 0; got -1.');
    expect(() => checkNumber('O', 'a', 1, undefined, 0)).toThrow('O: a must be a finite number of at most 0; got 1.');
    expect(() => checkNumber('O', 'a', 0, Number.MIN_VALUE)).toThrow('O: a must be a finite number above 0; got 0.');
    expect(() => checkNumber('O', 'a', 0, Number.MIN_VALUE, 1)).toThrow(
      'O: a must be a finite number in (0, 1]; got 0.',
    );
  });
});

describe('checkLimit', () => {
  it('takes numbers above 0, and Infinity, which is no limit', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), strange), (value) => {
        expect(refused(() => checkLimit('O', 'a', value))).toBe(!(typeof value === 'number' && value > 0));
      }),
    );
    expect(refused(() => checkLimit('O', 'a', Number.POSITIVE_INFINITY))).toBe(false);
    expect(() => checkLimit('O', 'a', 0)).toThrow('O: a must be a number above 0, or Infinity; got 0.');
  });
});

describe('checkChoice', () => {
  it('takes a choice and lists them otherwise', () => {
    expect(refused(() => checkChoice('O', 'a', 'clip', ['clip', 'wrap']))).toBe(false);
    expect(() => checkChoice('O', 'a', 'clamp', ['clip', 'wrap'])).toThrow(
      "O: a must be one of 'clip', 'wrap'; got 'clamp'.",
    );
  });
});

describe('checkOptions', () => {
  it('refuses what is no object, and a misspelt option', () => {
    expect(refused(() => checkOptions('O', { a: 1 }, ['a', 'b']))).toBe(false);
    expect(() => checkOptions('O', undefined, ['a'])).toThrow('O: options must be an object; got undefined.');
    expect(() => checkOptions('O', { sigmas: 1 }, ['sigma', 'seed'])).toThrow(
      "O: options must have only the keys sigma, seed; got 'sigmas'.",
    );
  });
});

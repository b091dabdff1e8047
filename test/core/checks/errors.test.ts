import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentError, ElitesError, messageOf, show, stateError } from '../../../src/core/index.ts';

describe('ElitesError', () => {
  it('has a code, a name and a cause', () => {
    const cause = new Error('inner');
    const error = new ElitesError('NUMERICAL', 'no convergence', { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error.code).toBe('NUMERICAL');
    expect(error.name).toBe('ElitesError');
    expect(error.cause).toBe(cause);
    expect(String(error)).toBe('ElitesError: no convergence');
  });

  it('names owner, argument, rule and value', () => {
    const error = argumentError('GridArchive', 'cells', 'be a list', null);
    expect(error.code).toBe('ARGUMENT');
    expect(error.message).toBe('GridArchive: cells must be a list; got null.');
  });

  it('explains a call at the wrong time', () => {
    const error = stateError('MapElites.tell', 'there is no batch to tell');
    expect(error.code).toBe('STATE');
    expect(error.message).toBe('MapElites.tell: there is no batch to tell.');
  });
});

describe('messageOf', () => {
  const withMessage = (message: unknown): Error => Object.assign(new Error('x'), { message });
  const unreadable = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error('no');
    },
  });
  it.each([
    [new TypeError('no'), 'no'],
    ['no', 'no'],
    [{ message: 'no' }, 'no'],
    ['', "''"],
    [undefined, 'undefined'],
    [null, 'null'],
    [5, '5'],
    [Object.create(null), 'an object'],
    [withMessage(undefined), 'an error with the message undefined'],
    [withMessage(''), "an error with the message ''"],
    [unreadable, 'an error that cannot be read'],
  ])('gives a text for whatever was thrown: %#', (thrown, text) => {
    expect(messageOf(thrown)).toBe(text);
  });
});

describe('show', () => {
  it.each([
    ['text', "'text'"],
    [-0, '-0'],
    [0, '0'],
    [Number.NaN, 'NaN'],
    [12n, '12n'],
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    ['two\nlines, \u0000 and \u202e', "'two\\u{a}lines, \\u{0} and \\u{202e}'"],
    [Symbol('s'), 'Symbol(s)'],
    [() => 1, 'a function'],
    [class {}, 'a function'],
    [[1, 'a', [2]], "[1, 'a', [2]]"],
    [[], '[]'],
    [new Float64Array(2), '[0, 0]'],
    [new Float64Array(9), '9 values'],
    [new DataView(new ArrayBuffer(3)), 'an object'],
    [{}, 'an object'],
    [{ dimensions: 20, lower: -1, upper: 1 }, 'a box of 20 dimensions in [-1, 1]'],
    [{ dimensions: 20, sigma: 1 }, 'an object with dimensions, sigma'],
    [{ dimensions: 2, lower: [0, -1], upper: new Float64Array(2) }, 'a box of 2 dimensions in [[0, -1], [0, 0]]'],
    [{ dimensions: 'two' }, 'an object with dimensions'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, 'an object with a, b, c, d, e'],
  ])('writes %o as %s', (value, text) => {
    expect(show(value)).toBe(text);
  });

  it('shortens long text', () => {
    expect(show('x'.repeat(61))).toBe(`'${'x'.repeat(57)}...'`);
    expect(show('x'.repeat(60))).toBe(`'${'x'.repeat(60)}'`);
  });

  it('calls no code of the value, which may throw', () => {
    const hostile = {
      toString() {
        throw new Error('called');
      },
      toJSON() {
        throw new Error('called');
      },
      get secret(): number {
        throw new Error('called');
      },
    };
    expect(show(hostile)).toBe('an object with toString, toJSON, secret');
    expect(show([hostile])).toBe('[an object with toString, toJSON, secret]');
  });

  it('answers with text for anything', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withSparseArray: true, withTypedArray: true }), (value) => {
        expect(typeof show(value)).toBe('string');
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvNumber, decodeCsv, encodeCsv } from '../../src/formats/index.ts';
import { errorOf } from '../support/error-of.ts';

const valuesOf = (text: string): readonly (readonly string[])[] => decodeCsv(text).map(({ values }) => values);

describe('csv', () => {
  it.each([
    [
      'a header and a row',
      'x,y\r\n1,2\r\n',
      [
        ['x', 'y'],
        ['1', '2'],
      ],
    ],
    ['no line end after the last record', 'x\n1', [['x'], ['1']]],
    ['line ends of old computers', 'x\r1\r', [['x'], ['1']]],
    ['commas, line ends and quotes in quotes', '"a,b","c\r\nd","e ""f"""\r\n', [['a,b', 'c\r\nd', 'e "f"']]],
    [
      'empty values',
      ',\n"",a,\n',
      [
        ['', ''],
        ['', 'a', ''],
      ],
    ],
    ['spaces, which belong to a value', ' a , b\n', [[' a ', ' b']]],
    ['a byte order mark', '\ufeffx\n', [['x']]],
    ['empty lines', '\n\nx\n\n1\n\n', [['x'], ['1']]],
    ['an empty value alone, in quotes', '""\n', [['']]],
    ['nothing', '', []],
  ])('reads %s', (_, text, expected) => {
    expect(valuesOf(text)).toEqual(expected);
  });

  it('skips comments, if there are any, and says in which line each record begins', () => {
    const text = '# it\'s 5" wide\nx,y\n"1\n2",#3\n#4\n5,6';
    expect(decodeCsv(text, { comment: '#' })).toEqual([
      { line: 2, values: ['x', 'y'] },
      { line: 3, values: ['1\n2', '#3'] },
      { line: 6, values: ['5', '6'] },
    ]);
    expect(valuesOf('#1\n')).toEqual([['#1']]);
  });

  it.each([
    ['x\n1,a"b"\n', 'have quotes only around a whole value, and doubled within it; got \'"b"\' in line 2, column 4.'],
    ['"a" ,b', "have quotes only around a whole value, and doubled within it; got ' ,b' in line 1, column 4."],
    ['x,"a\nb"c', "have quotes only around a whole value, and doubled within it; got 'c' in line 2, column 3."],
    ['x\n1,"a\nb\n', "have a closing quote; got '\"a' in line 2, column 3."],
    ['"a""', 'have a closing quote; got \'"a""\' in line 1, column 1.'],
  ])('refuses misplaced quotes with line and column: %j', async (text, message) => {
    expect(await errorOf(() => decodeCsv(text))).toBe(`SNAPSHOT decodeCsv: text must ${message}`);
  });

  it('gives back any texts', () => {
    const record = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[",\r\n#a]*$/)), {
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(record), (records) => {
        expect(valuesOf(encodeCsv(records))).toEqual(records);
        expect(valuesOf(encodeCsv(records).replaceAll(/\n(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '\r\n'))).toEqual(records);
        if (records.every(([first]) => first !== '')) return;
        expect(decodeCsv(encodeCsv(records), { comment: '#' })).toHaveLength(records.length);
      }),
    );
  });

  it('gives back any numbers, bit for bit', () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { minLength: 1 }), (numbers) => {
        expect(valuesOf(encodeCsv([numbers]))[0]!.map(csvNumber)).toEqual(numbers);
      }),
    );
    expect(encodeCsv([[0.1, -0, 1e300, 5e-324, Number.NaN, undefined, Number.NEGATIVE_INFINITY]])).toBe(
      '0.1,-0,1e+300,5e-324,,,-Infinity\n',
    );
  });

  it('answers any text with records or SNAPSHOT', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[",\r\na]*$/), (text) => {
        try {
          for (const { values } of decodeCsv(text)) expect(values.length).toBeGreaterThan(0);
        } catch (error) {
          expect((error as { code: string }).code).toBe('SNAPSHOT');
        }
      }),
    );
  });

  it('takes no longer than its text is long', async () => {
    const start = performance.now();
    const many = '"",'.repeat(60_000);
    expect(valuesOf(`"${'""'.repeat(100_000)}"\n${many}\n${'#x\n'.repeat(20_000)}`)).toHaveLength(20_002);
    expect(await errorOf(() => decodeCsv(`${'\n'.repeat(60_000)}"${'""'.repeat(100_000)}`))).toMatch(/^SNAPSHOT/);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([
    ['1', 1],
    [' 0.5 ', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['-1.5e-03', -0.0015],
    ['+2', 2],
    ['inf', Number.POSITIVE_INFINITY],
    ['-Inf', Number.NEGATIVE_INFINITY],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['NaN', Number.NaN],
    ['NA', Number.NaN],
    ['', Number.NaN],
    ['0x10', undefined],
    ['1 2', undefined],
    ['1,5', undefined],
    ['one', undefined],
    ['1e', undefined],
  ])('takes %j for %s', (text, expected) => {
    expect(csvNumber(text)).toBe(expected);
  });

  it('says at once that a long value is no number', () => {
    const start = performance.now();
    expect(csvNumber(`${'1'.repeat(200_000)}x`)).toBeUndefined();
    expect(csvNumber(`${'1'.repeat(200_000)}.${'1'.repeat(200_000)}e`)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(2000);
    expect(['1.', '.5', '1.5e3', '.', '1..2'].map(csvNumber)).toEqual([1, 0.5, 1500, undefined, undefined]);
  });

  it('refuses what is no text', async () => {
    expect(await errorOf(() => decodeCsv(7 as never))).toMatch(/^ARGUMENT decodeCsv: text must be a string; got 7/);
  });
});

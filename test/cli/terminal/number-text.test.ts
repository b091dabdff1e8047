import { expect, it } from 'vitest';
import {
  decimalText,
  durationText,
  integerText,
  percentText,
  quantityText,
  significantText,
  withMinus,
} from '../../../src/cli/terminal/number-text.ts';
import { textTable } from '../../../src/cli/terminal/text-table.ts';

it('numbers read well', () => {
  expect(percentText(0.92871)).toBe('92.9 %');
  expect([-0.012345, -0.008, 0, 2, -1.2e-7].map(significantText)).toEqual([
    '-0.0123',
    '-0.00800',
    '0',
    '2.00',
    '-1.20e-7',
  ]);
  // A digit that is not known is not shown as 0.
  expect([999.7, 8238.4, -749_123_456, 7.489e14].map(significantText)).toEqual([
    '1,000',
    '8,238',
    '-749,123,456',
    '7.49e+14',
  ]);
  expect(integerText(100_000)).toBe('100,000');
  expect(decimalText(4411.25)).toBe('4,411.3');
  expect([0, 75.4, 3725].map(durationText)).toEqual(['0:00', '1:15', '1:02:05']);
  expect([percentText, significantText, decimalText].map((text) => text(Number.NaN))).toEqual(['–', '–', '–']);
});

it('columns stand under each other', () => {
  expect(
    textTable(
      ['', 'n'],
      [
        ['long name', '1'],
        ['b', '22'],
      ],
    ),
  ).toBe('            n\nlong name   1\nb          22');
});

it('has hyphens for minus and commas in terminals, coverage in percent', () => {
  expect(quantityText('meanFitness', -0.2401)).toBe('-0.240');
  expect(quantityText('qdScore', 12_647.2)).toBe('12,647');
  expect(quantityText('coverage', 0.715)).toBe('71.5 %');
});

it('has minus signs in pages, in exponents as well', () => {
  expect(withMinus(significantText(-2.75e-6))).toBe('−2.75e−6');
});

import { describe, expect, it } from 'vitest';
import {
  Annealing,
  CategoricalArchive,
  CellArchive,
  CvtArchive,
  centroidIndex,
  DeepGridArchive,
  DiscountArchive,
  DnsArchive,
  GridArchive,
  gridIndex,
  MultiObjectiveArchive,
  SlidingBoundariesArchive,
  UnstructuredArchive,
} from '../../src/archives/index.ts';
import { ElitesError } from '../../src/core/index.ts';

const domain = {
  genome: { dimensions: 3, lower: 0, upper: 1 },
  descriptor: { dimensions: 2, lower: 0, upper: 1 },
  fitnessFloor: 0,
  fields: { a: 'number', b: 'number' },
  noisy: false,
} as const;
const [cells, lineage] = [[4, 4], true];
const centroids = [
  [0.2, 0.2],
  [0.8, 0.8],
];
const admission = new Annealing({ learningRate: 0.1, minimum: 0 });
const index = { cells: 2, layout: {}, find: () => {} };
const objectives = { objectives: ['a', 'b'], reference: [0, 0], front: 4 };
const thresholds = { minimum: 0, maximum: 1, learningRate: 0.1, emptyPoints: 5 };

/** Archives, with all that they can be given. */
const archives: readonly (readonly [
  make: new (options: never) => object,
  options: Readonly<Record<string, unknown>>,
])[] = [
  [GridArchive, { domain, cells, lineage }],
  [CvtArchive, { domain, centroids, lineage }],
  [CategoricalArchive, { domain, categories: [['a', 'b'], ['c']], lineage }],
  [CellArchive, { domain, index, admission, lineage }],
  [DeepGridArchive, { domain, cells, depth: 3, seed: 1, lineage }],
  [DeepGridArchive, { domain, centroids, depth: 3, seed: 1, lineage }],
  [MultiObjectiveArchive, { domain, cells, ...objectives, lineage }],
  [MultiObjectiveArchive, { domain, centroids, ...objectives, lineage }],
  [SlidingBoundariesArchive, { domain, cells, frequency: 10, buffer: 20, lineage }],
  [DnsArchive, { domain, capacity: 5, neighbours: 2, lineage }],
  [
    UnstructuredArchive,
    { domain, threshold: 0.1, neighbours: 3, localCompetition: true, adapt: { every: 10 }, lineage },
  ],
  [DiscountArchive, { archive: new GridArchive({ domain, cells }), every: 10, seed: 1, ...thresholds }],
];

const shown = [
  'cells',
  'shape',
  'centroids',
  'categories',
  'genome',
  'descriptor',
  'fitnessFloor',
  'fields',
  'lineage',
  'noisy',
  'several',
];

it.each(archives)('%O shows in its own properties no more than it documents', (Archive, options) => {
  const hidden = Object.keys(new Archive(options as never)).filter((name) => !shown.includes(name));
  expect(hidden).toEqual([]);
});

/** Right for nothing. */
const wrong = [
  null,
  'x',
  '',
  Number.NaN,
  1n,
  Symbol('s'),
  () => 1,
  [[0, 1], [0]],
  [[0, 1], null],
  [null],
  { length: -1 },
];
const parts = ['genome', 'descriptor', 'fitnessFloor', 'fields', 'noisy'];

describe.each(archives.map(([make, options]) => [make.name, Object.keys(options).join(', '), make, options] as const))(
  '%s of %s',
  (name, _, make, options) => {
    const refusal = (given: unknown): unknown => {
      try {
        return new make(given as never);
      } catch (error) {
        return error;
      }
    };

    it('can be made', () => {
      expect(refusal(options)).toBeInstanceOf(make);
    });

    it.each([[undefined], [null], [{}], [7], [[]], ['x']])('is not made of %j', (given) => {
      const error = refusal(given) as ElitesError;
      expect(error).toBeInstanceOf(ElitesError);
      expect(error.message).toMatch(new RegExp(`^${name}: \\w+ must .*; got .*\\.$`));
    });

    it('says in its own name which option breaks which rule, with the value', () => {
      const given = Object.keys(options).flatMap((key) =>
        wrong.map((value) => [key, value, { ...options, [key]: value }] as const),
      );
      const { domain: whole } = options;
      const ofDomain = (whole === undefined ? [] : parts).flatMap((part) =>
        wrong.map((value) => [part, value, { ...options, domain: { ...domain, [part]: value } }] as const),
      );
      for (const [key, value, made] of [...given, ...ofDomain]) {
        const error = refusal(made) as ElitesError;
        const place = `${name} ${key} ${String(value)}`;
        expect(error, place).toBeInstanceOf(ElitesError);
        expect(error.code, place).toBe('ARGUMENT');
        expect(error.message, place).toMatch(new RegExp(`^${name}: (?:domain\\.)?${key}\\b.* must .*; got .*\\.$`));
      }
    });
  },
);

const endless = { length: 2 ** 31 };

it.each([
  ['centroids', () => new CvtArchive({ domain, centroids: [endless] as never })],
  ['centroids', () => new CvtArchive({ domain, centroids: { ...endless, 0: [0, 0] } as never })],
  ['centroids', () => new DeepGridArchive({ domain, centroids: [endless] as never, seed: 1 })],
  ['categories', () => new CategoricalArchive({ domain, categories: [['a'], endless] as never })],
  ['objectives', () => new MultiObjectiveArchive({ domain, cells, ...objectives, objectives: endless } as never)],
  ['reference', () => new MultiObjectiveArchive({ domain, cells, ...objectives, reference: endless } as never)],
])('%s of a wrong length are refused before they are copied', (name, make) => {
  expect(make).toThrow(new RegExp(`: ${name}.* must `));
});

describe.each([
  ['CellArchive', (options: object) => new CellArchive({ domain, index, ...options })],
  ['gridIndex', (options: object) => gridIndex({ descriptor: domain.descriptor, cells, ...options })],
  ['centroidIndex', (options: object) => centroidIndex({ descriptor: domain.descriptor, centroids, ...options })],
])('the name in the options of %s', (owner, make) => {
  it.each(['', 7, null, Symbol('s'), Object.create(null)])('is a text, not %o', (name) => {
    expect(() => make({ name })).toThrow(new RegExp(`^${owner}: name must be a text that is not empty; got `));
  });
});

it.each([CellArchive, gridIndex, centroidIndex])('options of %o are no function, whose name would be taken', (make) => {
  const options = (() => {}) as never;
  const call = () => (make === CellArchive ? new make(options) : (make as typeof gridIndex)(options));
  expect(call).toThrow(`${make.name}: options must be an object; got a function.`);
});

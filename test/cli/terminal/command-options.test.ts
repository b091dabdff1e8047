import { describe, expect, it } from 'vitest';
import {
  choicesOption,
  flagOption,
  integerOption,
  optionsHelp,
  parseOptions,
  textOption,
} from '../../../src/cli/terminal/command-options.ts';

const options = {
  joints: integerOption({ low: 2, high: 1000, default: 200, help: 'joints' }),
  algorithm: choicesOption({ choices: ['a1', 'b2'], default: ['a1'], placeholder: 'NAME', help: 'which' }),
  out: textOption({ placeholder: 'DIR', default: 'runs', help: 'where' }),
  json: flagOption('as JSON'),
};
const parse = (...argv: string[]) => parseOptions('elites test', options, argv).values;

describe('parseOptions', () => {
  it('has defaults', () => {
    expect(parse()).toEqual({ joints: 200, algorithm: ['a1'], out: 'runs', json: false });
  });

  it('reads values in both spellings, lists, flags; the last one counts', () => {
    const values = parse('--joints', '20', '--joints=30', '--algorithm', 'b2', '--algorithm=a1', '--json', '--out=-x');
    expect(values).toEqual({ joints: 30, algorithm: ['b2', 'a1'], out: '-x', json: true });
  });

  it.each([
    [['--joints', 'abc'], "elites test: --joints must be an integer in [2, 1000]; got 'abc'."],
    [['--joints', '1'], "elites test: --joints must be an integer in [2, 1000]; got '1'."],
    [['--joints', '-5'], "elites test: --joints must be an integer in [2, 1000]; got '-5'."],
    [['--joints', '20.5'], "elites test: --joints must be an integer in [2, 1000]; got '20.5'."],
    [['--joints='], "elites test: --joints must be an integer in [2, 1000]; got ''."],
    [['--joints'], 'elites test: --joints must be followed by a value; got nothing.'],
    [['--out', '--json'], "elites test: --out must be followed by a value; got '--json'."],
    [['--out='], "elites test: --out must not be empty; got ''."],
    [['--algorithm', 'a2'], "elites test: --algorithm must be one of a1, b2; got 'a2'. Did you mean a1?"],
    [
      ['--algorithm', 'a1', '--algorithm', 'a1'],
      "elites test: --algorithm must not be given twice with one value; got 'a1'.",
    ],
    [['--json=yes'], "elites test: --json must have no value; got 'yes'."],
    [['--jonits', '3'], 'elites test: there is no option --jonits. Did you mean --joints?'],
    [['--constructor'], 'elites test: there is no option --constructor. See npx elites test --help.'],
    [['-j'], 'elites test: there is no option -j. See npx elites test --help.'],
    [['word'], "elites test: there must be only options; got 'word'."],
  ])('refuses %j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });

  it('explains itself', () => {
    expect(optionsHelp(options).split('\n')).toEqual([
      '  --joints N        joints (default 200)',
      '  --algorithm NAME  which (default a1)',
      '  --out DIR         where (default runs)',
      '  --json            as JSON',
    ]);
  });
});

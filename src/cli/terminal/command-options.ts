import { parseArgs } from 'node:util';
import { shorten, show } from '../../core/index.ts';
import { CliError } from './cli-error.ts';
import { suggest } from './suggest.ts';

/** An option of a command: its parser and its help. */
export interface CommandOption<T> {
  /** Placeholder for the value in the help; undefined for a flag. */
  readonly placeholder: string | undefined;
  /** One line of help. */
  readonly help: string;
  /** Parses the values in the order given (for a flag, '' each time it occurs); without values, the default. */
  readonly read: (values: readonly string[], refuse: Refusal) => T;
}

/** Makes the error for a value that breaks a rule. @param choices - Similar ones of these are suggested. */
type Refusal = (rule: string, got: string, choices?: readonly string[]) => CliError;

/** What the help says of an option, with its default (none: undefined). */
interface Told<D> {
  readonly help: string;
  readonly default?: D;
}

/** What a number may be. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The options of a command by name. */
export type CommandOptions = Readonly<Record<string, CommandOption<unknown>>>;

/** The result of {@link parseOptions}. */
export type OptionValues<O extends CommandOptions> = {
  readonly [K in keyof O]: O[K] extends CommandOption<infer T> ? T : never;
};

/** An option whose last occurrence counts. */
export function lastOption<T, D = undefined>(
  placeholder: string,
  { help, default: absent }: Told<D>,
  parse: (text: string, refuse: Refusal) => T,
): CommandOption<T | D> {
  return {
    placeholder,
    help: absent === undefined ? help : `${help} (default ${absent})`,
    read(values, refuse) {
      const text = values.at(-1);
      return text === undefined ? (absent as D) : parse(text, refuse);
    },
  };
}

/** An integer in [low, high], undefined if it is not given and there is no default; the last occurrence counts. */
export function integerOption<D extends number | undefined = undefined>(
  spec: Range & Told<D>,
): CommandOption<number | D> {
  const { low, high } = spec;
  return lastOption('N', spec, (text, refuse) => {
    const value = Number(text);
    if (/^-?\d+(e\d+)?$/i.test(text) && value >= low && value <= high) return value;
    throw refuse(`be an integer in [${low}, ${high}]`, text);
  });
}

/** Distinct integers in [low, high], separated by commas; the last occurrence counts. */
export function integerListOption(spec: Range & Required<Told<readonly number[]>>): CommandOption<readonly number[]> {
  const { low, high } = spec;
  return lastOption('N,N', spec, (text, refuse) => {
    const value = text.split(',').map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
    if (value.every((one, i) => one >= low && one <= high && value.indexOf(one) === i)) return value;
    throw refuse(`be integers in [${low}, ${high}] with commas between, none twice`, text);
  });
}

/** What an option may be. */
interface Choices<T> {
  readonly choices: readonly T[];
  readonly placeholder: string;
}

/** Some of the choices, in the order given, without repetition. */
export function choicesOption<T extends string>(
  spec: Choices<T> & Required<Told<readonly T[]>>,
): CommandOption<readonly T[]> {
  const { choices, placeholder, help } = spec;
  return {
    placeholder,
    help: `${help} (default ${spec.default.join(', ')})`,
    read(values, refuse) {
      const wrong = values.find((value) => !choices.includes(value as T));
      if (wrong !== undefined) throw refuse(`be one of ${choices.join(', ')}`, wrong, choices);
      const twice = values.find((value, i) => values.indexOf(value) !== i);
      if (twice !== undefined) throw refuse('not be given twice with one value', twice);
      return values.length === 0 ? spec.default : (values as readonly T[]);
    },
  };
}

/** One of the choices, undefined if it is not given; the last occurrence counts. */
export function choiceOption<T extends string>(spec: Choices<T> & Told<undefined>): CommandOption<T | undefined> {
  const { choices, placeholder } = spec;
  return lastOption(placeholder, spec, (text, refuse) => {
    if (choices.includes(text as T)) return text as T;
    throw refuse(`be one of ${choices.join(', ')}`, text, choices);
  });
}

/** Any text that is not empty, undefined if it is not given and there is no default; the last occurrence counts. */
export function textOption<D extends string | undefined = undefined>(
  spec: { readonly placeholder: string } & Told<D>,
): CommandOption<string | D> {
  return lastOption(spec.placeholder, spec, (text, refuse) => {
    if (text !== '') return text;
    throw refuse('not be empty', text);
  });
}

/** All occurrences, unparsed: for {@link readOption}, when the valid values are known. */
export function unreadOption(spec: { placeholder: string; help: string }): CommandOption<readonly string[]> {
  return { ...spec, read: (values) => values };
}

/** A flag. */
export function flagOption(help: string): CommandOption<boolean> {
  return { placeholder: undefined, help, read: (values) => values.length > 0 };
}

/** The seed of a command that draws random numbers. */
export const seedOption: CommandOption<number> = integerOption({
  low: 0,
  high: Number.MAX_SAFE_INTEGER,
  default: 1,
  help: 'seed of all random numbers',
});

/** Whether a command prints its results for programs, too. */
export const jsonOption: CommandOption<boolean> = flagOption('print the results as JSON, on the last line');

/**
 * Reads a command line with options and at most one positional argument, in any order.
 * @param owner - The command, as messages name it.
 * @param argument - Name of the argument, such as ARCHIVE; in brackets if it may be left out (default: there is none).
 * @throws CliError with exit code 2, naming the option, the rule and the value.
 */
export function parseOptions<O extends CommandOptions>(
  owner: string,
  options: O,
  argv: readonly string[],
  argument = '',
): { readonly values: OptionValues<O>; readonly word: string | undefined } {
  const { given, words } = collectValues(owner, options, argv, argument === '' ? 0 : 1);
  const [word] = words;
  if (word === '') throw new CliError(owner, `${argument.replace(/[[\]]/g, '')} must be given; got ''.`);
  const values = Object.entries(options).map(([name, option]) => {
    return [name, readOption(owner, name, option, given.get(name) ?? [])] as const;
  });
  if (word === undefined && /^\w/.test(argument))
    throw new CliError(owner, `${argument} must be given; got nothing. See npx ${owner} --help.`);
  return { values: Object.fromEntries(values) as OptionValues<O>, word };
}

/**
 * Parses the values of one option.
 * @throws CliError with exit code 2, naming the option, the rule and the value.
 */
export function readOption<T>(owner: string, name: string, option: CommandOption<T>, values: readonly string[]): T {
  return option.read(values, (rule, got, choices = []) => {
    return new CliError(owner, `--${name} must ${rule}; got ${show(got)}.${suggest(got, choices)}`);
  });
}

function collectValues(
  owner: string,
  options: CommandOptions,
  argv: readonly string[],
  mostWords: number,
): { given: Map<string, string[]>; words: string[] } {
  const types = Object.entries(options).map(([name, { placeholder }]) => {
    return [name, { type: placeholder === undefined ? 'boolean' : 'string', multiple: true }] as const;
  });
  const { tokens } = parseArgs({ args: [...argv], options: Object.fromEntries(types), strict: false, tokens: true });
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      words.push(token.value);
      if (words.length <= mostWords) continue;
      const rule = mostWords === 0 ? 'only options' : 'only one argument besides the options';
      throw new CliError(owner, `there must be ${rule}; got ${show(token.value)}.`);
    }
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknownOption(owner, token.rawName, options);
    given.set(token.name, [...(given.get(token.name) ?? []), valueOfToken(owner, option, token)]);
  }
  return { given, words };
}

function valueOfToken(
  owner: string,
  option: CommandOption<unknown>,
  { rawName, value, inlineValue }: { rawName: string; value: string | undefined; inlineValue: boolean | undefined },
): string {
  if (option.placeholder === undefined) {
    if (value !== undefined) throw new CliError(owner, `${shorten(rawName)} must have no value; got ${show(value)}.`);
    return '';
  }
  const isOption = inlineValue !== true && value !== undefined && /^-\D/.test(value);
  if (value !== undefined && !isOption) return value;
  const got = value === undefined ? 'nothing' : show(value);
  throw new CliError(owner, `${shorten(rawName)} must be followed by a value; got ${got}.`);
}

function unknownOption(owner: string, rawName: string, options: CommandOptions): CliError {
  const known = Object.keys(options).map((name) => `--${name}`);
  const near = suggest(rawName, known, ` See npx ${owner} --help.`);
  return new CliError(owner, `there is no option ${shorten(rawName)}.${near}`);
}

/** The options as lines of help: two columns. */
export function optionsHelp(options: CommandOptions): string {
  const rows = Object.entries(options).map(([name, { placeholder, help }]) => {
    return [`--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`, help] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`).join('\n');
}

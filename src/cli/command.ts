import { type CommandOptions, type OptionValues, optionsHelp, parseOptions } from './terminal/command-options.ts';

/** A command of the bin. */
export interface Command {
  readonly name: string;
  /** One line for `elites --help`. */
  readonly summary: string;
  /** Whether it is left out of the overview: internal commands. */
  readonly hidden?: boolean | undefined;
  /** What `elites NAME --help` prints. */
  readonly help: string;
  /**
   * Runs the command and returns the exit code.
   * @throws CliError for errors that are reported in one line.
   */
  readonly run: (argv: readonly string[]) => Promise<number>;
}

/** The first lines of a command's help, and what it says of its options. */
interface CommandHelp {
  /** The command, as messages name it: `elites NAME`. */
  readonly owner: string;
  /** What the line of usage has between name and options. */
  readonly usage: string;
  readonly options: CommandOptions;
  /** What is said before the options. */
  readonly about: string;
  /** What is said after them. */
  readonly more?: string | undefined;
}

/** The help of a command. */
export function commandHelp({ owner, usage, options, about, more }: CommandHelp): string {
  const parts = [`Usage: ${owner} ${usage} [options]`, about, `Options:\n${optionsHelp(options)}`, more ?? []].flat();
  return `${parts.join('\n\n')}\n`;
}

/**
 * A command with options, and at most one argument.
 * @param parts - `argument`: its name, such as MODULE, in brackets if it may be left out; by default it is the `usage`, too.
 */
export function command<O extends CommandOptions, A extends string = ''>({
  summary,
  argument,
  run,
  usage = argument ?? '',
  ...parts
}: Omit<CommandHelp, 'usage' | 'options'> & {
  readonly summary: string;
  readonly argument?: A;
  readonly usage?: string;
  readonly options: O;
  readonly run: (
    values: OptionValues<O>,
    word: A extends `[${string}]` ? string | undefined : string,
  ) => Promise<number>;
}): Command {
  const { owner, options } = parts;
  return {
    name: owner.replace('elites ', ''),
    summary,
    help: commandHelp({ ...parts, usage }),
    run(argv) {
      const { values, word } = parseOptions(owner, options, argv, argument);
      return run(values, word as never);
    },
  };
}

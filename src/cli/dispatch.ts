import { shorten, version } from '../core/index.ts';
import { commands } from './commands.ts';
import { CliError } from './terminal/cli-error.ts';
import { suggest } from './terminal/suggest.ts';

/**
 * Runs the command that the arguments name, or prints help or the version.
 * @param argv - Without the interpreter and the script.
 * @returns the exit code.
 * @throws CliError for errors that are reported in one line.
 */
export async function dispatch(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  const { stdout } = process;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const command = commands.find((one) => one.name === rest[0]);
    stdout.write(command?.help ?? overview());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    stdout.write(`${version}\n`);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw unknown(name);
  if (rest.includes('--help') || rest.includes('-h')) {
    stdout.write(command.help);
    return 0;
  }
  return command.run(rest);
}

function overview(): string {
  const shown = commands.filter((command) => command.hidden !== true);
  const width = Math.max(...shown.map((command) => command.name.length));
  const lines = shown.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `elites finds not one best solution, but the best of each kind: quality diversity.

Usage: elites COMMAND [options]

To begin with:
  npx elites init my-project                  a small project, to put your own problem into
  npx elites illuminate --live                robot arms that reach 1,950 places; a page shows the search
  npx elites illuminate my-domain.mjs         the same for a domain of your own

Commands:
${lines.join('\n')}

npx elites COMMAND --help explains a command, npx elites --version prints the version.
README.md and docs/ are in node_modules/elites.
`;
}

function unknown(name: string): CliError {
  const kind = name.startsWith('-') ? 'option' : 'command';
  const known = kind === 'option' ? ['--help', '--version'] : commands.flatMap((one) => (one.hidden ? [] : [one.name]));
  const near = suggest(name, known, ' See npx elites --help.');
  return new CliError('elites', `there is no ${kind} ${shorten(name)}.${near}`);
}

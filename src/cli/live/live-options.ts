import { CliError } from '../terminal/cli-error.ts';
import { type CommandOption, flagOption, integerOption, type OptionValues } from '../terminal/command-options.ts';

/** The options of commands whose run can be watched. */
export const liveOptions: {
  readonly live: CommandOption<boolean>;
  readonly port: CommandOption<number | undefined>;
} = {
  live: flagOption('serve a page that shows the run while it is going on'),
  port: integerOption({ low: 0, high: 65_535, help: 'port of that page (default 0: any that is free)' }),
};

/** The port to serve at; undefined: none. @throws CliError for a port without a page. */
export function livePort(owner: string, { live, port }: OptionValues<typeof liveOptions>): number | undefined {
  if (port !== undefined && !live) throw new CliError(owner, '--port must be left out without --live.');
  return live ? (port ?? 0) : undefined;
}

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

/** A command of the bin. */
export interface Command {
  readonly name: string;
  /** One line for `elites --help`. */
  readonly summary: string;
  /** Whether the overview leaves it out: the bin calls it itself. */
  readonly hidden?: boolean | undefined;
  /** What `elites NAME --help` prints. */
  readonly help: string;
  /**
   * Does it, and gives the exit code.
   * @throws CliError for what is to be told in one line.
   */
  readonly run: (argv: readonly string[]) => Promise<number>;
}

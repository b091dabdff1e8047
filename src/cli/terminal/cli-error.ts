/** What ends the bin with a message instead of a stack trace. */
export class CliError extends Error {
  /** 2: the command line is wrong; 1: the world is (a folder that can't be written to). */
  readonly exitCode: 1 | 2;

  /** @param owner - The command, such as `elites illuminate`; stands before the message. */
  constructor(owner: string, message: string, exitCode: 1 | 2 = 2) {
    super(`${owner}: ${message}`);
    this.exitCode = exitCode;
  }
}

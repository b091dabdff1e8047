import { visible } from './visible.ts';

/** An error that the bin reports as one message, without a stack trace. */
export class CliError extends Error {
  /** 2: the command line is wrong; 1: something else is, such as a folder that can't be written to. */
  readonly exitCode: 1 | 2;

  /** @param owner - The command, such as `elites illuminate`; precedes the message. */
  constructor(owner: string, message: string, exitCode: 1 | 2 = 2) {
    super(visible(`${owner}: ${message}`));
    this.exitCode = exitCode;
  }
}

/** The message of an error of the library without its owner, to stand behind the name of a command or a file. */
export function withoutOwner({ message }: Error): string {
  return message.replace(/^(?:elites )?\S+: /, '');
}

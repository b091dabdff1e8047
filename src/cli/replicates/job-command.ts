import { Worker } from 'node:worker_threads';
import type { ReplicateJob } from '../../paper/index.ts';
import type { Command } from '../command.ts';
import { integerOption, parseOptions, textOption } from '../terminal/command-options.ts';

const options = {
  out: textOption({ placeholder: 'DIR', default: 'runs/replicates', help: 'folder of the experiment' }),
  job: textOption({ placeholder: 'JSON', default: '{}', help: 'the replicate' }),
  pipe: integerOption({ low: 3, high: 1000, help: 'file descriptor that closes when the parent is gone' }),
};

/**
 * A hidden command that does one replicate in a process of its own. It is called `PARENT-job`, for the command that starts it.
 * @param perform - Does the replicate and stores its result.
 */
export function jobCommand<J extends ReplicateJob>(
  parent: string,
  perform: (job: J, out: string) => Promise<void>,
): Command {
  const owner = `elites ${parent}-job`;
  return {
    name: `${parent}-job`,
    summary: `one replicate of elites ${parent}`,
    hidden: true,
    help: `Usage: ${owner} --out DIR --job JSON\n\nDoes one replicate; elites ${parent} calls it.\n`,
    async run(argv) {
      const { out, job, pipe } = parseOptions(owner, options, argv).values;
      if (pipe !== undefined) endWithParent(pipe);
      await perform(JSON.parse(job), out);
      return 0;
    },
  };
}

/**
 * Ends this process as soon as its parent has ended, for whatever reason: the system then closes the pipe between them. A worker thread
 * waits for that, because a computation in the main thread may block its events.
 * @param pipe - File descriptor of this end of the pipe.
 */
function endWithParent(pipe: number): void {
  const program = `
    const socket = new (require('node:net').Socket)({ fd: ${pipe} });
    socket.on('error', () => undefined).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
  `;
  new Worker(program, { eval: true, execArgv: [] }).unref();
}

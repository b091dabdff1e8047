import { Worker } from 'node:worker_threads';

/**
 * Has this process end as soon as the one that started it is gone, whatever ended that: the system then closes a pipe between
 * them. A thread waits for it, since what this process computes may never let an event in.
 * @param pipe - File descriptor of this end of the pipe.
 */
export function endWithParent(pipe: number): void {
  const program = `
    const socket = new (require('node:net').Socket)({ fd: ${pipe} });
    socket.on('error', () => undefined).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
  `;
  new Worker(program, { eval: true, execArgv: [] }).unref();
}

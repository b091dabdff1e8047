import { Worker } from 'node:worker_threads';

/**
 * Ends this process as soon as its parent has ended, for whatever reason: the system then closes the pipe between them. A worker thread
 * waits for that, because a computation in the main thread may block its events.
 * @param pipe - File descriptor of this end of the pipe.
 */
export function endWithParent(pipe: number): void {
  const program = `
    const socket = new (require('node:net').Socket)({ fd: ${pipe} });
    socket.on('error', () => undefined).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
  `;
  new Worker(program, { eval: true, execArgv: [] }).unref();
}

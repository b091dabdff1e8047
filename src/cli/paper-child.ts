import { spawn } from 'node:child_process';
import type { PaperJob } from '../experiments/index.ts';
import { CliError } from './cli-error.ts';

/**
 * Does a job in a child process of this bin, so that several cores work. The signal kills the child.
 * @throws CliError with what the child wrote, if it failed.
 */
export function performInChild(job: PaperJob, out: string, signal: AbortSignal): Promise<void> {
  const argv = [process.argv[1]!, 'paper-job', '--out', out, '--job', JSON.stringify(job)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', kill);
  let said = '';
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-2000);
  });
  return new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', kill);
      if (code === 0) resolve();
      else reject(new CliError('elites paper', `${job.experiment} ended with ${code ?? killedBy}.\n${said}`, 1));
    });
  });
}

import { spawn } from 'node:child_process';

/** The bin as it is built. */
export const bin: string = new URL('../../dist/cli.js', import.meta.url).pathname;

/** What a process left. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bin; `onStderr` may interrupt it, `flags` are for Node. */
export function elites(
  argv: readonly string[],
  onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void,
  flags: readonly string[] = [],
): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, bin, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
      onStderr?.(stderr, (signal) => child.kill(signal));
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

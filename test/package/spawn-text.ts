import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The repository's folder. */
export const repository: string = fileURLToPath(new URL('../..', import.meta.url));

/** How a process ended, and what it wrote to stdout and stderr, in order. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs a program to its end. */
export function spawnText(program: string, options: readonly string[], folder: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    const append = (chunk: Buffer): void => {
      text += chunk.toString();
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
}

/** Compiles one task after the other; parsed files of packages are kept for the next. */
let compiler: Worker | undefined;
let compiled: Promise<unknown> = Promise.resolve();

/**
 * Compiles files of `folder` beside themselves, with the repository's TypeScript or the one at `typescript`. Of declarations
 * it checks ours and those of our dependencies; TypeScript's own and Node's would take it three times as long.
 * @throws Error with what the compiler said, if it is not content.
 */
export function compileStrictly(
  files: readonly string[],
  folder: string,
  typescript = 'typescript',
  ...more: readonly string[]
): Promise<void> {
  compiler ??= new Worker(new URL('compile-worker.mjs', import.meta.url));
  compiler.unref();
  const worker = compiler;
  const turn = compiled.then(async () => {
    worker.postMessage({ files, folder, compiler: typescript, more });
    const [said] = (await once(worker, 'message')) as [string];
    if (said !== '') throw new Error(said);
  });
  compiled = turn.catch(() => undefined);
  return turn;
}

/**
 * Runs a JavaScript file of `folder` with this Node, and answers with what it printed.
 * @throws Error with what it printed, if it does not exit with 0.
 */
export async function runNode(file: string, folder: string): Promise<string> {
  const { code, text } = await spawnText(process.execPath, [file], folder);
  if (code !== 0) throw new Error(`node ${file} ended with ${code}:\n${text}`);
  return text;
}

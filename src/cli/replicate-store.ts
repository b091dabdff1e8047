import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ElitesError, version } from '../core/index.ts';
import { type ReplicateOutcome, type ReplicateResult, replicateKey } from '../experiments/index.ts';
import { CliError } from './cli-error.ts';
import { isReplicateResult } from './replicate-result.ts';

/**
 * A folder of finished replicates: KEY.json, and KEY.NAME.safetensors of what they learned. Files appear whole or not at
 * all, and KEY.json last: once it is there the replicate is never run again.
 */
export class ReplicateStore<R extends ReplicateResult = ReplicateResult> {
  readonly #owner: string;
  readonly #folder: string;

  /**
   * @param owner - The command, as messages name it.
   * @param out - The command's folder; replicates lie in a folder of it.
   */
  constructor(owner: string, out: string) {
    this.#owner = owner;
    this.#folder = join(out, 'replicates');
  }

  /** What came of a job, if it is finished. @throws CliError if its file is damaged, or of another version of the package. */
  async find(job: R['job']): Promise<R | undefined> {
    const path = join(this.#folder, `${replicateKey(job)}.json`);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const result = parsed(text);
    const from = (result as { version?: unknown } | null | undefined)?.version;
    if (typeof from === 'string' && from !== version) {
      const other = `${path} is of version ${from}, this is ${version}`;
      throw new CliError(this.#owner, `${other}: give another --out, or delete the folder.`, 1);
    }
    if (!isReplicateResult(result) || replicateKey(result.job) !== replicateKey(job)) {
      throw new CliError(this.#owner, `${path} must be a result as JSON: delete it, and it is made again.`, 1);
    }
    return result as R;
  }

  /**
   * Reads what a replicate left under a name; undefined if there is nothing.
   * @param read - What makes something of the bytes.
   * @throws CliError if it finds them damaged.
   */
  async file<T>(key: string, name: string, read: (bytes: Uint8Array) => T): Promise<T | undefined> {
    const path = join(this.#folder, `${key}.${name}.safetensors`);
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined) return undefined;
    try {
      return read(new Uint8Array(bytes));
    } catch (error) {
      if (!(error instanceof ElitesError)) throw error;
      const damage = error.message.replace(/^\S+: /, '').replace(/\.$/, '');
      const cure = `delete it and ${key}.json beside it, and both are made again`;
      throw new CliError(this.#owner, `${path} is damaged, ${damage}: ${cure}.`, 1);
    }
  }

  /** Does a job and keeps what comes of it. */
  async perform(
    job: R['job'],
    work: () => Promise<{ outcome: ReplicateOutcome; files?: ReadonlyMap<string, Uint8Array> }>,
  ): Promise<void> {
    const start = performance.now();
    const { outcome, files = new Map<string, Uint8Array>() } = await work();
    const seconds = (performance.now() - start) / 1000;
    await mkdir(this.#folder, { recursive: true });
    const key = replicateKey(job);
    for (const [name, bytes] of files) await this.#write(`${key}.${name}.safetensors`, bytes);
    await this.#write(`${key}.json`, `${JSON.stringify({ job, version, seconds, ...outcome })}\n`);
  }

  /** Removes what a process left half-written when it was killed. */
  async clear(process: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const left = names.filter((name) => name.endsWith(`.${process}.tmp`));
    await Promise.all(left.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  async #write(name: string, content: string | Uint8Array): Promise<void> {
    const path = join(this.#folder, name);
    const half = `${path}.${process.pid}.tmp`;
    await writeFile(half, content);
    await rename(half, path);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

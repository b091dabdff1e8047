import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ElitesError, shorten, show, version } from '../../core/index.ts';
import { type ReplicateOutcome, type ReplicateResult, replicateKey } from '../../paper/index.ts';
import { writeWhole } from '../files/whole-file.ts';
import { CliError, withoutOwner } from '../terminal/cli-error.ts';
import { isReplicateResult } from './replicate-result.ts';

/** What tells a job from others. The name of its file tells its digest. */
const known = ['group', 'variant', 'replicate', 'evaluations', 'source'] as const;
/** Temporary files older than this many ms were left by a killed process. */
const stale = 600_000;

/**
 * A folder of finished replicates: KEY.json, and KEY.NAME.safetensors with what they learned. Files are written atomically, KEY.json
 * last: once it exists the replicate is never run again.
 */
export class ReplicateStore<R extends ReplicateResult = ReplicateResult> {
  readonly #owner: string;
  readonly #folder: string;
  readonly #fits: (result: R) => boolean;
  readonly #files: readonly string[];

  /**
   * @param owner - The command, as messages name it.
   * @param out - The output folder; replicates are in a folder within it.
   * @param fits - Whether a result that was read has all the quantities that the command shows.
   * @param files - Names of files that a finished replicate has.
   */
  constructor(owner: string, out: string, fits: (result: R) => boolean = () => true, files: readonly string[] = []) {
    this.#owner = owner;
    this.#folder = join(out, 'replicates');
    this.#fits = fits;
    this.#files = files;
  }

  /**
   * The result of a job, if it is finished, with its files.
   * @throws CliError if its file cannot be read, is not a result, or is of another version of the package.
   */
  async find(job: R['job']): Promise<R | undefined> {
    const key = replicateKey(job);
    const path = join(this.#folder, `${key}.json`);
    const bytes = await this.#read(path);
    if (bytes === undefined) return undefined;
    const result = parsed(bytes.toString());
    const from = (result as { version?: unknown } | null | undefined)?.version;
    if (typeof from === 'string' && from !== version) {
      const other = `${path} is of version ${shorten(from)}, this is ${version}`;
      throw new CliError(this.#owner, `${other}: give another --out, or delete the folder.`, 1);
    }
    // The job as it was asked for: names are never taken from a file.
    const isSame = isReplicateResult(result) && known.every((name) => result.job[name] === job[name]);
    const found = isSame ? ({ ...result, job } as R) : undefined;
    if (found === undefined || !this.#fits(found))
      throw new CliError(this.#owner, `${path} must be a result as JSON: delete it, and it is made again.`, 1);
    return this.#files.every((name) => existsSync(this.#pathOf(key, name))) ? found : undefined;
  }

  /**
   * Reads a file of a replicate; undefined if there is none.
   * @param read - Parses the bytes.
   * @throws CliError if they are damaged.
   */
  async file<T>(key: string, name: string, read: (bytes: Uint8Array) => T): Promise<T | undefined> {
    const path = this.#pathOf(key, name);
    const bytes = await this.#read(path);
    if (bytes === undefined) return undefined;
    try {
      return read(new Uint8Array(bytes));
    } catch (error) {
      if (!(error instanceof ElitesError)) throw error;
      const damage = withoutOwner(error).replace(/\.$/, '');
      const cure = `delete it and ${key}.json beside it, and both are made again`;
      throw new CliError(this.#owner, `${path} is damaged, ${damage}: ${cure}.`, 1);
    }
  }

  /** Runs a job and stores its result. */
  async perform(
    job: R['job'],
    work: () => Promise<{ outcome: ReplicateOutcome; files?: ReadonlyMap<string, Uint8Array> }>,
  ): Promise<void> {
    const start = performance.now();
    const { outcome, files = new Map<string, Uint8Array>() } = await work();
    const seconds = (performance.now() - start) / 1000;
    await mkdir(this.#folder, { recursive: true });
    const key = replicateKey(job);
    for (const [name, bytes] of files) await this.#write(this.#pathOf(key, name), bytes);
    const text = `${JSON.stringify({ job, version, seconds, ...outcome })}\n`;
    await this.#write(join(this.#folder, `${key}.json`), text);
  }

  async #write(path: string, content: string | Uint8Array): Promise<void> {
    await writeWhole(path, content).catch(({ code }: NodeJS.ErrnoException) => {
      throw new CliError(this.#owner, `${show(path)} must be a file that can be written (${code}).`, 1);
    });
  }

  /** Removes temporary files of killed processes: those older than ten minutes, since writing takes only moments. */
  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.tmp'))) {
      const path = join(this.#folder, name);
      const written = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
      if (Date.now() - written > stale) await rm(path, { force: true });
    }
  }

  #pathOf(key: string, name: string): string {
    return join(this.#folder, `${key}.${name}.safetensors`);
  }

  /** @returns undefined if there is no such file. @throws CliError if it cannot be read. */
  async #read(path: string): Promise<Buffer | undefined> {
    return readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT') return undefined;
      throw new CliError(this.#owner, `${show(path)} must be a file that can be read (${code}).`, 1);
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { open, readFile, readlink, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { argumentError, asBytes, checkNumber, checkOptions, ElitesError, show } from '../core/index.ts';

/** What a {@link CheckpointFile} is made of. */
export interface CheckpointOptions {
  /**
   * The file, or a link to it. Its folder must exist. Beside it lie the one before, `path + '.previous'`, while writing
   * `path + '.new'`, and as `path + '.damaged'` one in whose place the one before was loaded.
   */
  readonly path: string;
  /** Seconds from one checkpoint that {@link CheckpointFile.offer} writes to the next, at least 0 (default 30); 0 writes each, Infinity the first alone. */
  readonly every?: number | undefined;
}

/** What was found in the place of a checkpoint. */
export interface FoundCheckpoint {
  /** Whether the newest file was good, or the one before had to do; `'none'` if there is neither. */
  readonly source: 'newest' | 'previous' | 'none';
  /** Why a newer file was not good, where there is one. */
  readonly error?: Error | undefined;
}

/**
 * Keeps a snapshot in a file, so that neither a crash nor a full disk loses more than what came after it: each is written
 * beside the last one, brought to the disk, and put in its place at once; the one before is kept.
 */
export class CheckpointFile {
  readonly path: string;
  readonly #every: number;
  #last = Number.NEGATIVE_INFINITY;
  #saving: Promise<unknown> = Promise.resolve();

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: CheckpointOptions) {
    const owner = 'CheckpointFile';
    checkOptions(owner, options, ['path', 'every']);
    const { path, every = 30 } = options;
    if (typeof path !== 'string' || path === '') throw argumentError(owner, 'path', 'be the name of a file', path);
    if (every !== Number.POSITIVE_INFINITY) checkNumber(owner, 'every', every, 0);
    this.path = resolve(path);
    this.#every = every;
  }

  /**
   * Writes a checkpoint if it is time for one. To be called after each generation; the run can go on whatever comes of it.
   * @param snapshot - Makes the bytes, if it is time: `() => search.snapshot()`.
   * @returns why it could not be written, and then the last good file is as it was; undefined if it was, or it is not time.
   */
  async offer(snapshot: () => Uint8Array): Promise<Error | undefined> {
    if (performance.now() - this.#last < this.#every * 1000) return undefined;
    const bytes = snapshot();
    try {
      await this.save(bytes);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  /**
   * Writes a checkpoint now: it lies on the disk, whole, once this is fulfilled.
   * @throws what the file system says, such as ENOSPC; the last good file is as it was.
   */
  save(bytes: Uint8Array): Promise<void> {
    const held = asBytes('CheckpointFile.save', 'bytes', bytes);
    // One after the other, whoever calls; the next one does not care how the last one went.
    const saved = this.#saving.then(() => this.#save(held));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /**
   * Reads the newest checkpoint that `restore` takes; the one before, where the newest is damaged.
   * @param restore - Takes the bytes, or throws SNAPSHOT and changes nothing: `(bytes) => search.restore(bytes)`.
   * @throws what `restore` throws, if there are files and none of them is good; what the file system says.
   */
  async load(restore: (bytes: Uint8Array) => void | Promise<void>): Promise<FoundCheckpoint> {
    let problem: Error | undefined;
    const path = await linked(this.path);
    // A whole file beside the others is one that a crash kept from its place.
    for (const end of ['', '.new', '.previous']) {
      const error = await attempt(path + end, restore);
      if (error === undefined) {
        // Put there now: the next one would be written over it, and a crash then would lose both.
        if (end === '.new') await rename(path + end, path);
        // Out of the way: the next one would move it over the good one.
        if (end === '.previous') await rename(path, `${path}.damaged`).catch(() => undefined);
        return { source: end === '.previous' ? 'previous' : 'newest', error: problem };
      }
      if (!isMissing(error)) problem ??= error;
    }
    if (problem !== undefined) throw problem;
    return { source: 'none' };
  }

  /** Deletes the files. */
  async remove(): Promise<void> {
    const path = await linked(this.path);
    for (const end of ['', '.previous', '.new', '.damaged']) await rm(path + end, { force: true });
  }

  async #save(bytes: Uint8Array): Promise<void> {
    const path = await linked(this.path);
    const next = `${path}.new`;
    try {
      await write(next, bytes);
      // A crash between the two leaves the one before, and a whole file beside it.
      await rename(path, `${path}.previous`).catch((error) => {
        if (!isMissing(error)) throw error;
      });
      await rename(next, path);
      await synchronise(dirname(path));
    } catch (error) {
      await rm(next, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      // After a failure, too: it need not be tried at each generation.
      this.#last = performance.now();
    }
  }
}

/** What a link leads to, there or not yet; what is no link stays as it is. */
async function linked(path: string): Promise<string> {
  let end = path;
  // As many as Linux follows; a ring of them is for the system to refuse.
  for (let i = 0; i < 40; i++) {
    const next = await readlink(end).catch(() => undefined);
    if (next === undefined) return end;
    end = resolve(dirname(end), next);
  }
  return end;
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Brings a folder's names to the disk, where the system can. */
async function synchronise(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** @returns why the file was not taken; undefined if it was. */
async function attempt(path: string, restore: (bytes: Uint8Array) => void | Promise<void>): Promise<Error | undefined> {
  try {
    await restore(new Uint8Array(await readFile(path)));
    return undefined;
  } catch (error) {
    if (isMissing(error) || (error as ElitesError).code === 'SNAPSHOT') return named(error as Error, path);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** The error with the file in its message. */
function named(error: Error, path: string): Error {
  if (isMissing(error)) return error;
  return new ElitesError('SNAPSHOT', `${show(path)}: ${error.message}`, { cause: error });
}

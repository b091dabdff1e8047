import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { argumentError, asBytes, checkFunction, checkNumber, checkOptions, ElitesError, show } from '../core/index.ts';

/** What a {@link CheckpointFile} is made of. */
export interface CheckpointOptions {
  /**
   * The file, or a link to it. Its folder must exist. Beside it lie the one before, `path + '.previous'`, while writing
   * `path + '.XXXXXXXX.new'`, a name of each writer's own, and as `path + '.refused'` one that `load` could not take.
   */
  readonly path: string;
  /**
   * Seconds from one checkpoint that {@link CheckpointFile.offer} writes to the next, at least 0 (default 30); 0 writes each, Infinity the
   * first alone.
   */
  readonly every?: number | undefined;
}

/** What was found in the place of a checkpoint. */
export interface FoundCheckpoint {
  /** Whether the newest file was taken, or the one before had to do; `'none'` if there is neither. */
  readonly source: 'newest' | 'previous' | 'none';
  /** Why the newest file was not taken, where there is one. */
  readonly error?: Error | undefined;
}

/** Age in ms from which a writer's file counts as left by one that was killed. */
const stale = 600_000;

/** Of the files of a checkpoint: the newest, the one before, and one that `load` refused. */
const ENDINGS = ['', '.previous', '.refused'];

/**
 * Keeps a snapshot in a file, so that neither a crash nor a full disk loses more than what came after it: each is written
 * beside the last one, brought to the disk, and put in its place at once; the one before is kept. Any number of writers, in
 * one process or several, may have the same path: the last complete save wins.
 */
export class CheckpointFile {
  readonly path: string;
  readonly #every: number;
  /** When the last save ended, and when leftovers were last looked for. */
  #last = Number.NEGATIVE_INFINITY;
  #cleared = Number.NEGATIVE_INFINITY;
  #saving: Promise<unknown> = Promise.resolve();
  #pending = 0;
  /** Whether `load` could not take the newest file: then it is not to replace the one before, which may be good. */
  #refused = false;

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
   * Writes a checkpoint if it is time for one, and none is being written. To be called after each generation; the run can go on
   * whatever comes of it.
   * @param snapshot - Makes the bytes, if it is time: `() => search.snapshot()`.
   * @returns why it could not be written, and then the last good file is still there; undefined if it was, or it is not time.
   * @throws ARGUMENT if `snapshot` is no function; what `snapshot` throws: then none is ever written.
   */
  async offer(snapshot: () => Uint8Array | ArrayBuffer): Promise<Error | undefined> {
    checkFunction('CheckpointFile.offer', 'snapshot', snapshot);
    if (this.#pending > 0 || performance.now() - this.#last < this.#every * 1000) return undefined;
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
   * @param bytes - Copied: what becomes of them afterwards does not matter.
   * @throws ARGUMENT if the path is that of a folder or a device, or its folder does not exist; what the file system says, such as ENOSPC.
   *   Either way the last good file is still there.
   */
  save(bytes: Uint8Array | ArrayBuffer): Promise<void> {
    const copy = new Uint8Array(asBytes('CheckpointFile.save', 'bytes', bytes));
    this.#pending++;
    // One after the other, also after one that failed.
    const saved = this.#saving.then(() => this.#save(copy, true)).finally(() => this.#pending--);
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /**
   * Reads the newest checkpoint that `restore` takes; the one before, where it does not take the newest. Changes no file.
   * @param restore - Takes the bytes, or throws SNAPSHOT and changes nothing: `(bytes) => search.restore(bytes)`.
   * @throws ARGUMENT if `restore` is no function, the path is that of a folder or a device, or its folder does not exist; what it throws, if there are
   *   files and it takes none of them; what the file system says.
   */
  async load(restore: (bytes: Uint8Array) => void | Promise<void>): Promise<FoundCheckpoint> {
    checkFunction('CheckpointFile.load', 'restore', restore);
    const path = await fileAt('CheckpointFile.load', this.path);
    this.#refused = false;
    let problem: Error | undefined;
    for (const source of ['newest', 'previous'] as const) {
      const name = source === 'newest' ? path : `${path}.previous`;
      const bytes = await readFile(name).catch(unlessMissing);
      if (bytes === undefined) continue;
      try {
        await restore(new Uint8Array(bytes));
        return { source, error: problem };
      } catch (error) {
        const refusal = error as ElitesError | undefined;
        if (refusal?.code !== 'SNAPSHOT') throw error;
        if (source === 'newest') this.#refused = true;
        problem ??= new ElitesError('SNAPSHOT', `${show(name)}: ${refusal.message}`, { cause: error });
      }
    }
    if (problem !== undefined) throw problem;
    return { source: 'none' };
  }

  /**
   * Deletes the files, once the saves of this object that are under way have ended.
   * @throws ARGUMENT if the path is that of a folder or a device, or its parent is no folder; what the file system says. Files, or a folder, that
   *   are gone already are no error.
   */
  async remove(): Promise<void> {
    await this.#saving;
    const path = await fileAt('CheckpointFile.remove', this.path, true);
    for (const ending of ENDINGS) await rm(path + ending, { force: true });
    for (const name of await leftovers(path)) await rm(name, { force: true });
  }

  /** @param again - Whether to write once more if another deletes the new file before it has its name, as `remove` does. */
  async #save(bytes: Uint8Array, again: boolean): Promise<void> {
    try {
      const path = await fileAt('CheckpointFile.save', this.path);
      // Opened as a new file: no two writers ever have the same one.
      const next = `${path}.${randomUUID().slice(0, 8)}.new`;
      const written = await write(next, bytes);
      // A crash, or another writer, between the two steps leaves the file before in its place: nothing that was saved is lost.
      try {
        await rename(path, path + (this.#refused ? '.refused' : '.previous')).catch(unlessMissing);
        this.#refused = false;
        await rename(next, path);
      } catch (error) {
        await rm(next, { force: true }).catch(() => undefined);
        if (again && (error as NodeJS.ErrnoException).code === 'ENOENT') return await this.#save(bytes, false);
        throw error;
      }
      await synchronise(dirname(path));
      if (performance.now() - this.#cleared < stale) return;
      this.#cleared = performance.now();
      await clear(path, written);
    } finally {
      // After a failure, too: it need not be tried at each generation.
      this.#last = performance.now();
    }
  }
}

/**
 * Where the path leads to, see {@link linked}.
 * @throws ARGUMENT if it, or the path of a file beside it, is a folder or a device, which are not to be renamed or deleted; or if its
 *   folder does not exist, unless it may be gone.
 */
async function fileAt(owner: string, path: string, mayBeGone = false): Promise<string> {
  const end = await linked(path);
  const found = await Promise.all(ENDINGS.map((ending) => stat(end + ending).catch(() => undefined)));
  const wrong = found.findIndex((one) => one?.isFile() === false);
  if (wrong >= 0)
    throw argumentError(owner, 'path', 'be the name of a file, not of a folder or a device', path + ENDINGS[wrong]!);
  if (found[0] !== undefined) return end;
  const folder = dirname(end);
  // What else is wrong with the folder, such as missing rights, the system says later.
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? mayBeGone : code !== 'ENOTDIR'),
  );
  if (isFolder) return end;
  throw argumentError(owner, 'folder of path', 'be a folder that exists', folder);
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

/** Writes a new file; none is left if that fails. @returns when, by the clock of the disk, in ms. */
async function write(path: string, bytes: Uint8Array): Promise<number> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
    return (await file.stat()).mtimeMs;
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
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

/** Deletes old files of writers. Their age decides: whether a writer of another container or machine is still running is unknown. */
async function clear(path: string, now: number): Promise<void> {
  for (const name of await leftovers(path)) {
    const written = (await stat(name).catch(() => undefined))?.mtimeMs ?? now;
    if (now - written > stale) await rm(name, { force: true }).catch(() => undefined);
  }
}

/** The files that writers of the path have under way, or left. */
async function leftovers(path: string): Promise<string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  const start = `${basename(path)}.`;
  const own = names.filter((name) => name.startsWith(start) && /^[0-9a-f]{8}\.new$/.test(name.slice(start.length)));
  return own.map((name) => join(dirname(path), name));
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

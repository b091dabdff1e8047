import { lstat, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';
import { isFileName, makeFolder, prepareFolder } from './out-folder.ts';
import { writeWhole } from './whole-file.ts';

/** Lists the results in a folder, a line `COMMAND: NAME` each, so that the next run there can remove them. */
const listName = '.elites-files';
/** A longer list is none of a run. */
const mostBytes = 2 ** 20;

/** What {@link writeResults} needs. */
export interface Results {
  /** The command, as messages name it. */
  readonly owner: string;
  /** The command whose results these are (default: `owner`). */
  readonly command?: string | undefined;
  readonly folder: string;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Names of results that are there already (default: none). */
  readonly others?: readonly string[] | undefined;
  /** Whether the run was stopped: then nothing is removed (default: false). */
  readonly stopped?: boolean | undefined;
}

/**
 * Prepares the folder of a run's results as {@link prepareFolder} does, and says so if it holds those of an earlier one.
 * @throws CliError with exit code 1 if files cannot be written there.
 */
export async function prepareResults(owner: string, folder: string): Promise<void> {
  await prepareFolder(owner, folder);
  const commands = new Set((await listedIn(folder)).map(({ command }) => command));
  const what = commands.has(owner)
    ? 'results of an earlier run; at its end, this run replaces them'
    : `results of ${[...commands].join(', ')}; at its end, this run replaces those that have the name of its own`;
  if (commands.size > 0) process.stderr.write(`${owner}: ${show(folder)} holds ${what}.\n`);
}

/**
 * Prints the results of a run, the path of its report and, if there is any, the JSON. Called before files are written: if that
 * fails, the numbers are not lost.
 */
export function printResults(text: string, folder: string, json: unknown): void {
  process.stdout.write(`${text}\n${join(folder, 'report.html')}\n`);
  if (json !== undefined) process.stdout.write(`${JSON.stringify(json)}\n`);
}

/**
 * Writes the results of a run into a folder, by name, and then removes those of an earlier run of the same command that have other names.
 * The folder is created again if it was removed during the run.
 * @throws CliError with exit code 1 for the first file that can't be written, after all others were. Nothing is removed then.
 */
export async function writeResults(results: Results): Promise<void> {
  const { owner, command = owner, folder, files, others = [], stopped = false } = results;
  await makeFolder(resolve(folder)).catch(() => undefined);
  let failure: CliError | undefined;
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    const path = join(folder, name);
    await writeWhole(path, content).catch((error: NodeJS.ErrnoException) => {
      failure ??= new CliError(owner, `${show(path)} could not be written (${error.code ?? error.message}).`, 1);
    });
  };
  const own = [...files.keys(), ...others].map((name): ListedFile => ({ command, name }));
  // File systems that ignore case hold `A` and `a` in one file.
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const earlier = (await listedIn(folder)).filter(({ name }) => !names.has(name.toLowerCase()));
  const old = stopped ? [] : earlier.filter((file) => file.command === command);
  // With the old ones, so that a run that is killed here leaves none that is not listed.
  await write(listName, linesOf([...own, ...earlier]));
  for (const [name, content] of files) await write(name, content);
  if (failure !== undefined) throw failure;
  for (const { name } of old) await rm(join(folder, name), { force: true }).catch(() => undefined);
  if (old.length > 0) await write(listName, linesOf([...own, ...earlier.filter((file) => !old.includes(file))]));
}

interface ListedFile {
  readonly command: string;
  readonly name: string;
}

/** The results that runs in a folder have listed: plain names only, whatever the list says. */
async function listedIn(folder: string): Promise<ListedFile[]> {
  const path = join(folder, listName);
  const there = await lstat(path).catch(() => undefined);
  // Reading a pipe or a device would not end.
  if (!there?.isFile() || there.size > mostBytes) return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = Array.from(text.matchAll(/^(elites \w+): (.+)$/gm), ([, command, name]) => {
    return { command: command!, name: name! };
  });
  return lines.filter(({ name }) => isFileName(name) && name !== listName);
}

function linesOf(files: readonly ListedFile[]): string {
  return files.map(({ command, name }) => `${command}: ${name}\n`).join('');
}

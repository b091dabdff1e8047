import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { show } from '../../core/index.ts';
import { CliError } from '../terminal/cli-error.ts';
import { makeFolder, prepareFolder } from './out-folder.ts';
import { writeWhole } from './whole-file.ts';

/** Names of the results in a folder, a line each, so that the next run there can remove them. */
const listName = '.elites-files';

/**
 * Prepares the folder of a run's results as {@link prepareFolder} does, and says so if it holds those of an earlier one.
 * @throws CliError with exit code 1 if files cannot be written there.
 */
export async function prepareResults(owner: string, folder: string): Promise<void> {
  await prepareFolder(owner, folder);
  if ((await listedIn(folder)).length === 0) return;
  process.stderr.write(
    `${owner}: ${show(folder)} holds results of an earlier run; at its end, this run replaces them.\n`,
  );
}

/**
 * Writes the results of a run into a folder, by name, and then removes those of an earlier run that have other names. The folder is
 * created again if it was removed during the run.
 * @param others - Names of results that are there already.
 * @throws CliError with exit code 1 for the first file that can't be written, after all others were. Nothing is removed then.
 */
export async function writeResults(
  owner: string,
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  others: readonly string[] = [],
): Promise<void> {
  await makeFolder(resolve(folder)).catch(() => undefined);
  let failure: CliError | undefined;
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    const path = join(folder, name);
    await writeWhole(path, content).catch((error: NodeJS.ErrnoException) => {
      failure ??= new CliError(owner, `${show(path)} could not be written (${error.code ?? error.message}).`, 1);
    });
  };
  const names = new Set([...files.keys(), ...others]);
  const old = (await listedIn(folder)).filter((name) => !names.has(name));
  // With the old ones, so that a run that is killed here leaves none that is not listed.
  await write(listName, linesOf([...names, ...old]));
  for (const [name, content] of files) await write(name, content);
  if (failure !== undefined) throw failure;
  for (const name of old) await rm(join(folder, name), { force: true }).catch(() => undefined);
  if (old.length > 0) await write(listName, linesOf([...names]));
}

/** The results that the last run in a folder has listed: plain names only, whatever the list says. */
async function listedIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, listName), 'utf8').catch(() => '');
  return text.split('\n').filter((name) => /^\w[\w.-]*$/.test(name));
}

function linesOf(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join('');
}

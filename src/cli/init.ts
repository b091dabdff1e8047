import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { show, version } from '../core/index.ts';
import { type Command, command } from './command.ts';
import { prepareFolder } from './files/out-folder.ts';
import { CliError } from './terminal/cli-error.ts';
import { flagOption } from './terminal/command-options.ts';
import { shellWord } from './terminal/own-command.ts';

const owner = 'elites init';
const options = { javascript: flagOption('plain JavaScript: nothing to compile, no types') };

/** `elites init`: writes a small project to begin from. */
export const initCommand: Command = command({
  owner,
  summary: 'write a small project to begin from: your domain, a run, a test',
  argument: '[DIR]',
  options,
  about: `Writes a small project of TypeScript into DIR, by default the folder that you are
in: a domain with comments (domain.ts), a program that fills its archive and draws
it (run.ts), a test (domain.test.ts), package.json, tsconfig.json and .gitignore. A DIR
that is missing is made; one that exists must be empty, except for .git.`,
  async run({ javascript }, folder = '.') {
    const files = await projectFiles(javascript);
    await prepareFolder(owner, folder, 'DIR');
    await checkEmpty(folder);
    for (const [name, text] of files) {
      const path = join(folder, name);
      // Also a file that came after the check is not overwritten.
      await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new CliError(owner, `${show(path)} could not be written (${error.code ?? error.message}).`, 1);
      });
    }
    process.stdout.write(nextSteps(folder, javascript));
    return 0;
  },
});

/** The texts of the files by name. The programs are those of examples/start: but for one line, they are both languages. */
async function projectFiles(javascript: boolean): Promise<Map<string, string>> {
  const ending = javascript ? 'js' : 'ts';
  const home = dirname(createRequire(import.meta.url).resolve('elites/package.json'));
  const files = new Map<string, string>();
  for (const name of ['domain', 'run', 'domain.test']) {
    const text = await readFile(join(home, 'examples/start', `${name}.ts`), 'utf8');
    files.set(`${name}.${ending}`, javascript ? text.replace(annotated, '(context, genome, size)') : text);
  }
  files.set('package.json', json(javascript ? manifest : typedManifest));
  if (!javascript) files.set('tsconfig.json', json(compilerSettings));
  files.set('.gitignore', `node_modules/\nruns/\n${javascript ? '' : 'build/\n'}`);
  return files;
}

/** The parameters of render, whose types do not follow from anything. */
const annotated = '(context: CanvasRenderingContext2D, genome: Float64Array, size: number)';

const manifest = {
  private: true,
  type: 'module',
  scripts: { start: 'node run.js', test: 'node --test' },
  dependencies: { elites: `^${version}` },
};

// Compiled before it runs: Node 20 reads no TypeScript, and worker threads there none of tsx either.
const typedManifest = {
  ...manifest,
  scripts: { start: 'tsc && node build/run.js', test: 'tsc && cd build && node --test' },
  devDependencies: { '@types/node': '^20.19.0', typescript: '^5.9.0' },
};

const compilerSettings = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmitOnError: true,
    outDir: 'build',
  },
  include: ['*.ts'],
};

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @throws CliError with exit code 1, naming what is there. */
async function checkEmpty(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== '.git');
  if (names.length === 0) return;
  const more = names.length > 20 ? ` and ${names.length - 20} more` : '';
  const found = `${names.slice(0, 20).map(show).join(', ')}${more}`;
  const cure = 'Nothing was written: name a new one, as in npx elites init my-project.';
  throw new CliError(owner, `DIR must be an empty folder; ${show(folder)} has ${found}. ${cure}`, 1);
}

function nextSteps(folder: string, javascript: boolean): string {
  const ending = javascript ? 'js' : 'ts';
  const module = `${javascript ? '' : 'build/'}domain.js`;
  const more = [
    [
      `npx elites illuminate ${module}`,
      'fills an archive by me-line with its default sigma (or --algorithm map-elites), and reports',
    ],
    [`npx elites compare ${module}`, `compares both; a learner that domain.${ending} exports adds dde-elites`],
    ['node_modules/elites/README.md', 'what else there is; examples are beside it'],
  ] as const;
  const width = Math.max(...more.map(([left]) => left.length));
  const enter = resolve(folder) === process.cwd() ? '' : `  cd ${shellWord(folder)}\n`;
  return `A small project is in ${folder === '.' ? 'this folder' : folder}. It looks for the smoothest roller coasters of many kinds.

  domain.${ending}       what is searched, and what is good
  run.${ending}          fills the archive, and draws it
  domain.test.${ending}  tests both

Next:
${enter}  npm install PATH/elites-${version}.tgz    (once elites is published: npm install)
  npm start    takes some seconds, and writes archive.svg and rides.svg: open them in a browser
  npm test     runs domain.test.${ending}

Then change domain.${ending}, and the parts of run.${ending} about roller coasters: sigma, title, rides. More:
${more.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')}`;
}

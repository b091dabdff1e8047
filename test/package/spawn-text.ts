import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type typescript from 'typescript';

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

/** What a strict consumer compiles with, on Node without a browser's types; Node's are those that the folder finds. */
const strict = [
  ...['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false'],
  ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022'],
];

/** Files of packages and of TypeScript itself, parsed once for all programs of a test run; nobody changes them. */
const parsed = new Map<string, typescript.SourceFile | undefined>();

/** A host that takes them from there. */
function hostFor(ts: typeof typescript, options: typescript.CompilerOptions, folder: string): typescript.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getCurrentDirectory: () => folder,
    getSourceFile(name, version, ...more) {
      if (!name.includes('/node_modules/')) return host.getSourceFile(name, version, ...more);
      // What is parsed is bound with the options, and kept so.
      const key = JSON.stringify([ts.version, name, version]);
      if (!parsed.has(key)) parsed.set(key, host.getSourceFile(name, version, ...more));
      return parsed.get(key);
    },
  };
}

/**
 * Compiles files of `folder` beside themselves, with the repository's TypeScript or the one at `compiler`. Of declarations
 * it checks ours and those of our dependencies; TypeScript's own and Node's would take it three times as long.
 * @throws Error with what the compiler said, if it is not content.
 */
export function compileStrictly(
  files: readonly string[],
  folder: string,
  compiler = 'typescript',
  ...more: readonly string[]
): void {
  const ts = createRequire(import.meta.url)(compiler) as typeof typescript;
  const { options, fileNames, errors } = ts.parseCommandLine([
    ...strict,
    ...more,
    ...files.map((file) => join(folder, file)),
  ]);
  const host = hostFor(ts, options, folder);
  const program = ts.createProgram(fileNames, options, host);
  const checked = program
    .getSourceFiles()
    .filter(
      (file) =>
        !program.isSourceFileDefaultLibrary(file) && !/node_modules\/(?:@types|undici-types)\//.test(file.fileName),
    );
  const said = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    ...fileNames.flatMap((file) => program.emit(program.getSourceFile(file)).diagnostics),
  ];
  if (said.length > 0) throw new Error(`${files.join(' ')}:\n${ts.formatDiagnostics(said, host)}`);
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

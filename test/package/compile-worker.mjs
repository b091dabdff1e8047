// A worker thread that compiles, so that the thread of the tests goes on: a blocked one answers vitest too late.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';

const require = createRequire(import.meta.url);

/** What a strict consumer compiles with, on Node without a browser's types; Node's are those that the folder finds. */
const strict = [
  ...['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false'],
  ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022'],
];

/** Files of packages and of TypeScript itself, parsed once for all programs of a test run; nobody changes them. */
const parsed = new Map();

/** A host that takes them from there. */
function hostFor(ts, options, folder) {
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

/** Compiles files of `folder` beside themselves; returns what the compiler says, or ''. */
function compile({ files, folder, compiler, more }) {
  const ts = require(compiler);
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
  return said.length > 0 ? `${files.join(' ')}:\n${ts.formatDiagnostics(said, host)}` : '';
}

parentPort.on('message', (task) => {
  let said;
  try {
    said = compile(task);
  } catch (error) {
    said = String(error.stack);
  }
  parentPort.postMessage(said);
});

// `npm run try:runtimes`: the package in bundlers and runtimes, which are installed for this alone, in a folder of the system's that is
// deleted at the end. Each runs the 5,000 evaluations of test/programs/same-bits; a line tells what it said. Takes some minutes, and
// needs npm's registry. Names as arguments try only those: `npm run try:runtimes -- webpack bun`.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browse } from './runtimes/browse.mjs';
import { forNode, forPages, settings } from './runtimes/bundlers.mjs';
import { nextVersion, tryNext } from './runtimes/next.mjs';
import { recorded, writePrograms } from './runtimes/programs.mjs';
import { tryWorkerd } from './runtimes/workerd.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'elites-runtimes-'));
/** What is tried, in a folder of its own; nothing above it has packages. */
const folder = join(scratch, 'tried');
const PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);

/** Runs a command line to its end, and answers with what it printed. @throws Error with what it printed. */
function sh(command, cwd = folder) {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, PATH, CI: '1' }, timeout: 600_000, maxBuffer: 2 ** 26 };
    execFile('sh', ['-c', command], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}${stderr}` || error.message));
      else resolve(stdout.trim());
    });
  });
}

const installed = (name, at = folder) =>
  JSON.parse(readFileSync(join(at, 'node_modules', name, 'package.json'), 'utf8')).version;
const npmInstall = (packages, at) => sh(`npm install --no-audit --no-fund --loglevel=error ${packages.join(' ')}`, at);

/** A Node of its own folder: its package is always called node. */
const nodes = {};
async function installNode(major) {
  const home = join(scratch, `node${major}`);
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  await npmInstall([`node@${major}`], home);
  nodes[major] = { path: join(home, 'node_modules/node/bin/node'), version: installed('node', home) };
}

const tsx = () => join(folder, 'node_modules/tsx/dist/cli.mjs');
const onNode = (major, command) => sh(`${nodes[major].path} ${command}`);

/** Runs a bundle where no package can be found. */
async function moved(program) {
  const away = mkdtempSync(join(scratch, 'bundle-'));
  const [, , name] = program.split('/');
  await sh(`cp -r ${join(folder, program, '..')}/. ${away}`);
  return sh(`node ${name}`, away);
}

async function bundleForNode({ commands, programs }) {
  for (const command of commands) await sh(command);
  const answers = [];
  for (const program of programs) answers.push(await moved(program));
  return [...new Set(answers)].join(' | ');
}

async function bundleForPage({ command, folder: out }) {
  await sh(command);
  if (!out.includes('vite')) await sh(`cp index.html ${out}`);
  return browse(join(folder, out));
}

async function jest(environment) {
  await sh(`jest --rootDir jest ${environment}`);
  return readFileSync(join(folder, 'jest', `${environment}.txt`), 'utf8');
}

const bundlers = Object.keys(forNode);
/** Name, what is tried, version, and how. */
const tries = [
  ...bundlers.map((name) => [name, 'a page with a pool', () => installed(name), () => bundleForPage(forPages[name])]),
  ...bundlers.map((name) => [name, 'Node, threads', () => installed(name), () => bundleForNode(forNode[name])]),
  ...[20, 22, 24].flatMap((major) => [
    ['node', 'threads', () => nodes[major].version, () => onNode(major, 'threads.js')],
    ['node', 'TypeScript in threads', () => nodes[major].version, () => onNode(major, 'threads-types.ts')],
    [
      'tsx',
      `TypeScript in threads, Node ${major}`,
      () => installed('tsx'),
      () => onNode(major, `${tsx()} threads-enum.ts`),
    ],
    [
      'tsx',
      `tsImport in threads, Node ${major}`,
      () => installed('tsx'),
      () => onNode(major, `${tsx()} threads-here.ts`),
    ],
    ['node', '--jitless', () => nodes[major].version, () => onNode(major, '--jitless alone.js')],
  ]),
  ['jest', 'node, threads', () => installed('jest'), () => jest('node')],
  ['jest', 'jsdom', () => installed('jest'), () => jest('jsdom')],
  ['deno', 'threads', () => installed('deno'), () => sh('deno run -A threads.js')],
  ['deno', 'TypeScript in threads', () => installed('deno'), () => sh('deno run -A threads-enum.ts')],
  ['bun', 'threads', () => installed('bun'), () => sh('bun threads.js')],
  ['bun', 'TypeScript in threads', () => installed('bun'), () => sh('bun threads-enum.ts')],
  [
    'next',
    'a route, threads',
    () => nextVersion(scratch),
    () => tryNext({ scratch, tried: folder, sh, npmInstall, tarball }),
  ],
  ['workerd', 'a worker', () => installed('workerd'), () => tryWorkerd({ folder, sh })],
];

const wanted = process.argv.slice(2);
const chosen = tries.filter(([name]) => wanted.length === 0 || wanted.includes(name));
const packed = await sh(`npm pack --ignore-scripts --pack-destination ${scratch}`, repository);
const tarball = join(scratch, packed.split('\n').at(-1));
try {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writePrograms(folder);
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(folder, name), text);
  const packages = {
    rollup: ['rollup', '@rollup/plugin-node-resolve'],
    webpack: ['webpack', 'webpack-cli'],
    jest: ['jest', 'jest-environment-jsdom'],
    workerd: ['workerd', 'esbuild'],
    node: [],
    next: [],
  };
  const names = [...new Set(chosen.map(([name]) => name))];
  await npmInstall([tarball, ...names.flatMap((name) => packages[name] ?? [name])], folder);
  if (names.includes('node') || names.includes('tsx')) for (const major of [20, 22, 24]) await installNode(major);
  console.log('| | version | what | answer |\n| --- | --- | --- | --- |');
  for (const [name, what, version, attempt] of chosen) {
    const answer = await attempt().catch(({ message }) => readable(message));
    console.log(`| ${name} | ${version()} | ${what} | ${answer.trim() === recorded ? 'the same bits' : answer} |`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The line of an error's text that says what is wrong. */
function readable(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return (lines.find((line) => /^\w*Error\b.*:/.test(line)) ?? lines[0]).slice(0, 300);
}

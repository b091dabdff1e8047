// The programs that are tried, as files of one folder: each prints, or hands to its page, the digest of test/programs/same-bits.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const given = (name) => readFileSync(new URL(`../../test/programs/same-bits/${name}`, import.meta.url), 'utf8');

/** What each of them must answer. */
export const recorded = given('recorded.txt').trim();

const digest = given('digest.js');

/** A program that evaluates in two threads, and fits in one; `module` is an expression of the URL of the domain's module. */
const threads = (module) => `
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as elites from 'elites';
import { ThreadPool, ThreadVae } from 'elites/node';
import { digest } from './digest.js';
async function main() {
  const domain = elites.planarArm({ joints: 20 });
  const evaluator = new ThreadPool({ domain, module: ${module}, workers: 2 });
  const learner = new ThreadVae({ inputs: 20, latent: 10 });
  console.log(await digest(elites, { evaluator, learner }));
  await Promise.all([evaluator.close(), learner.close()]);
}
main();
`;

const beside = (name) => `new URL('./${name}', import.meta.url)`;

/** Jest prints what a test logs among much else, so the digest goes to a file. */
const jest = (body) => `
const { writeFileSync } = require('node:fs');
const { pathToFileURL } = require('node:url');
const elites = require('elites');
${digest}
test('the same bits', async () => {${body}}, 60_000);
`;
const jestThreads = `
  const { ThreadPool, ThreadVae } = require('elites/node');
  const module = pathToFileURL(__dirname + '/domain.js');
  const evaluator = new ThreadPool({ domain: elites.planarArm({ joints: 20 }), module, workers: 2 });
  const learner = new ThreadVae({ inputs: 20, latent: 10 });
  writeFileSync(__dirname + '/node.txt', await digest(elites, { evaluator, learner }));
  await Promise.all([evaluator.close(), learner.close()]);
`;
// The digest's own need: jsdom has no crypto.subtle.
const jestAlone = `
  Object.defineProperty(globalThis, 'crypto', { value: require('node:crypto').webcrypto });
  writeFileSync(__dirname + '/jsdom.txt', await digest(elites));
`;

const files = {
  'digest.js': `${digest}export { digest };\n`,
  'domain.js': "import { planarArm } from 'elites';\nexport const createDomain = () => planarArm({ joints: 20 });\n",
  'alone.js':
    "import * as elites from 'elites';\nimport { digest } from './digest.js';\nconsole.log(await digest(elites));\n",
  'threads.js': threads(beside('domain.js')),
  'threads-esm.js': threads(beside('domain.mjs')),
  'threads-cjs.js': threads("pathToFileURL(join(__dirname, 'domain.cjs'))"),
  'my-worker.js':
    "import { serveDomain } from 'elites/workers';\nimport { createDomain } from './domain.js';\nserveDomain(createDomain);\n",
  'page.js': `
import * as elites from 'elites';
import { WorkerPool } from 'elites/workers';
import { createDomain } from './domain.js';
import { digest } from './digest.js';
const spawn = () => new Worker(new URL('./my-worker.js', import.meta.url), { type: 'module' });
const evaluator = new WorkerPool({ domain: createDomain(), spawn, workers: 2 });
window.done(await digest(elites, { evaluator }));
await evaluator.close();
`,
  'index.html': '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./page.js"></script>\n',
  // More than types: Node by itself reads no enum.
  'domain-enum.ts': `
import { planarArm } from 'elites';
enum Joints { all = 20 }
export const createDomain = () => planarArm({ joints: Joints.all as number });
`,
  'threads-enum.ts': threads(beside('domain-enum.ts')),
  'domain-types.ts': `
import { planarArm } from 'elites';
const joints: number = 20;
export const createDomain = () => planarArm({ joints });
`,
  'threads-types.ts': threads(beside('domain-types.ts')),
  'domain-here.js': `
import { tsImport } from 'tsx/esm/api';
export const createDomain = async () => (await tsImport('./domain-enum.ts', import.meta.url)).createDomain();
`,
  'threads-here.ts': threads(beside('domain-here.js')),
  'jest/node.test.cjs': jest(jestThreads),
  'jest/jsdom.test.cjs': `/** @jest-environment jsdom */${jest(jestAlone)}`,
  'jest/domain.js': "export { createDomain } from '../domain.js';\n",
  'worker.js': `
import * as elites from 'elites';
import { digest } from './digest.js';
export default {
  fetch: () => digest(elites).then((text) => new Response(text), (error) => new Response(error.code + ' ' + error.message)),
};
`,
};

/** Writes all of them into a folder. */
export function writePrograms(folder) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

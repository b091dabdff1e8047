// `npm run check`: every gate but the tests, one after the other; a failed one does not keep the others from telling what
// they know.
// Names as arguments run only those: `npm run check -- lint floors`.
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Name and commands of each gate; dist is built before whatever looks at it. */
const gates = {
  lint: ['biome check --error-on-warnings .'],
  types: [
    'npm run --silent kernels',
    'npm run --silent embed',
    'tsc --noEmit',
    'tsc --noEmit -p tsconfig.browser.json',
  ],
  floors: ['depcruise --config .dependency-cruiser.mjs src'],
  build: ['npm run --silent build'],
  publint: ['publint --strict'],
  // Not to be built a second time.
  attw: ['npm_config_ignore_scripts=true attw --pack .'],
  size: ['size-limit', 'node scripts/check-entry.mjs'],
  knip: ['knip'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in gates));
if (unknown.length > 0) {
  console.error(`check: no gate ${unknown.join(', ')}; there are ${Object.keys(gates).join(', ')}`);
  process.exit(2);
}

const environment = { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}` };
const results = Object.entries(gates)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .map(([name, commands]) => {
    const start = Date.now();
    console.log(`\n── ${name}`);
    const codes = commands.map(
      (command) => spawnSync(command, { cwd: root, shell: true, stdio: 'inherit', env: environment }).status,
    );
    return { name, passed: codes.every((code) => code === 0), seconds: (Date.now() - start) / 1000 };
  });

console.log('\n── gates');
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed(1)} s`);
}
const passed = results.filter((result) => result.passed).length;
// .ci/run adds these numbers to the tests'.
if (process.env.ELITES_COUNTS) appendFileSync(process.env.ELITES_COUNTS, `${passed} ${results.length - passed}\n`);
process.exitCode = passed === results.length ? 0 : 1;

// `npm run bench:import`: what importing `elites` costs a process of Node, in milliseconds: a start with the import less a
// start without, medians of 21 pairs, as an ES module and in CommonJS. Option: `--pairs N`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './measure.mjs';
import { optionsWith } from './options.mjs';

const values = optionsWith({ pairs: '21' });
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

function start(program) {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, program);
  if (status !== 0) throw new Error(`node ${program.join(' ')} failed`);
  return performance.now() - begin;
}

/** Median milliseconds that `program` takes longer than `empty`, start by start. */
function surplus(program, empty) {
  return median(Array.from({ length: Number(values.pairs) }, () => start(program) - start(empty)));
}

const module = ['--input-type=module', '-e'];
const result = {
  esm_ms: surplus([...module, `import ${JSON.stringify(`${dist}index.js`)};`], [...module, '']),
  cjs_ms: surplus(['-e', `require(${JSON.stringify(`${dist}index.cjs`)})`], ['-e', '']),
};
console.log(JSON.stringify(result));

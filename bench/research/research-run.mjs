// One run of the comparison, for research.mjs: problem strategy seed checkpoints (evaluations, ascending, with commas). Prints one JSON object.
import { run } from '../../dist/index.js';
import { processorTime } from '../measure.mjs';
import { problem as makeProblem } from './domains.mjs';
import { strategies } from './strategies.mjs';

const [name, strategy, seed, checkpoints] = process.argv.slice(2);
const problem = makeProblem(name);
const search = strategies[strategy](problem, Number(seed));
const start = processorTime();
const at = [];
for (const evaluations of checkpoints.split(',').map(Number)) {
  await run(search, { evaluations });
  const seconds = (processorTime() - start) / 1e6;
  const { coverage, qdScore } = search.archive.metrics();
  const round = (x) => Number(x.toPrecision(5));
  at.push({
    evaluations,
    score: round(problem.score(search.archive)),
    qdScore: round(qdScore),
    coverage: round(coverage),
    seconds: round(seconds),
  });
}
console.log(JSON.stringify({ problem: name, strategy, seed: Number(seed), at }));

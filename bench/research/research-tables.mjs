import { bundled } from '../bundled.mjs';
import { markdownTable, writeBetween } from '../stored-runs.mjs';
import { problems } from './domains.mjs';

const page = new URL('../../docs/research.md', import.meta.url);
const MARKS = ['<!-- tables: npm run research -- --page -->', '<!-- end of tables -->'];

/** Writes the tables of all finished runs into docs/research.md, between its two marks. */
export async function writeTables(runs) {
  const { mannWhitney } = await bundled('statistics/mann-whitney.ts');
  const { quantile } = await bundled('statistics/quantiles.ts');
  const tables = problems.map((problem) => table(problem, runs, { mannWhitney, quantile })).filter(Boolean);
  writeBetween(page, MARKS, tables.join('\n\n'));
}

/** A row for each strategy: medians [least, most] of the score, seconds, p against `default`, and what the QD score of the report says. */
function table(problem, runs, statistics) {
  const own = runs.filter((run) => run.problem === problem);
  const strategies = [...new Set(own.map(({ strategy }) => strategy))].sort();
  const checkpoints = [...new Set(own.flatMap(({ at }) => at.map(({ evaluations }) => evaluations)))].sort(
    (a, b) => a - b,
  );
  if (!strategies.includes('default')) return undefined;
  const seedsOf = (strategy) => own.filter((run) => run.strategy === strategy).length;
  const cell = (strategy, evaluations) => {
    const of = (name, value) =>
      own
        .filter((run) => run.strategy === name)
        .flatMap(({ at }) => at.filter((point) => point.evaluations === evaluations).map(value));
    return describe(of, strategy, seedsOf(strategy), statistics);
  };
  const head = `| | ${checkpoints.map((n) => n.toLocaleString('en')).join(' | ')} | seeds |`;
  const rows = strategies.map((strategy) => {
    return `| ${strategy} | ${checkpoints.map((n) => cell(strategy, n)).join(' | ')} | ${seedsOf(strategy)} |`;
  });
  return `### ${problem}\n\n${markdownTable(head, rows)}`;
}

function describe(of, strategy, seeds, { mannWhitney, quantile }) {
  const scores = of(strategy, ({ score }) => score);
  if (scores.length === 0) return '–';
  const digits = (x) => x.toFixed(3).replace(/^0/, '');
  const [least, median, most] = [0, 0.5, 1].map((share) => digits(quantile(scores, share)));
  const seconds = quantile(
    of(strategy, (point) => point.seconds),
    0.5,
  );
  const count = scores.length === seeds ? '' : `, ${scores.length} seeds`;
  const words = `**${median}** [${least} ${most}] ${seconds.toPrecision(2)} s${count}`;
  if (strategy === 'default') return words;
  const { p, verdict } = compared(of, strategy, ({ score }) => score, mannWhitney);
  const shown = p < 0.0001 ? '< .0001' : p.toFixed(p < 0.001 ? 4 : 3).replace(/^0/, '');
  const report = compared(of, strategy, ({ qdScore }) => qdScore, mannWhitney);
  const note = report.verdict === ABOVE ? '; QD score **above default**' : '';
  return `${words}, p ${shown}${verdict}${note}`;
}

const ABOVE = ' **above default**';

/** p of a strategy against `default`, and which is better if it is below .05. */
function compared(of, strategy, value, mannWhitney) {
  const [a, b] = [of(strategy, value), of('default', value)];
  const { p, u } = mannWhitney(a, b);
  if (p >= 0.05) return { p, verdict: '' };
  return { p, verdict: u > (a.length * b.length) / 2 ? ABOVE : ' below' };
}

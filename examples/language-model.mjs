// A language model varies prompts: genomes are objects, the operator is asynchronous, and reads the results of its parent. Calls cost money,
// and a budget ends the run. The model is simulated: replace it by a call of yours.
import { setTimeout as sleep } from 'node:timers/promises';
import { defineDomain, defineVariation, GridArchive, MapElites, objectSpace, run } from 'elites';

const hints = [
  'step by step',
  'in short',
  'with an example',
  'as a table',
  'for a child',
  'and cite',
  'in verse',
  'then check',
];

/** Answers like a service: after a while, with a text and what it cost. Here it adds a hint, or drops one. */
async function model(instruction, { random, signal }) {
  await sleep(2, undefined, { signal });
  const [, prompt, critique] = instruction.match(/<prompt>(.*)<\/prompt>.*<critique>(.*)<\/critique>/s);
  const words = prompt.split(', ');
  const hint = hints[random.integer(0, hints.length - 1)];
  if (critique === 'too long' && words.length > 2) words.splice(random.integer(1, words.length - 1), 1);
  else if (!words.includes(hint)) words.push(hint);
  return { text: words.join(', '), cost: 0.0001 * instruction.length };
}

/** Plain data, so that it can be saved: the text, and the cost of writing it. */
const prompts = objectSpace({ sample: (random) => ({ text: `Explain it, ${hints[random.integer(0, 7)]}`, cost: 0 }) });

const domain = defineDomain({
  name: 'prompts',
  genome: prompts,
  descriptor: { dimensions: 2, lower: [0, 0], upper: [100, 8] }, // how long a prompt is, and how many hints it has
  fitnessFloor: 0,
  fields: { cost: 'number', critique: 'json' },
  concurrency: 8,
  async evaluate({ text, cost }, { signal }) {
    await sleep(2, undefined, { signal }); // here your tests would run the prompt, and judge its answers
    const used = hints.filter((hint) => text.includes(hint));
    const fitness = used.reduce((sum, hint) => sum + hint.length, 0) / text.length;
    const critique = text.length > 80 ? 'too long' : 'too plain';
    return { fitness, descriptor: [text.length, used.length], cost: cost + 0.001, critique };
  },
});

const improve = defineVariation(prompts, async ({ text }, { parent, random, signal }) => {
  const { fitness, fields } = parent; // the elite that is varied, with the results of its evaluation
  const told = `It scored ${fitness.toFixed(2)}. <critique>${fields.critique}</critique>`;
  const answer = await model(`Write a better prompt. <prompt>${text}</prompt> ${told}`, { random, signal });
  return answer.text === text ? undefined : answer; // undefined: no child, another parent is taken
});

const archive = new GridArchive({ domain, cells: [20, 8], lineage: true });
const search = new MapElites({
  domain,
  archive,
  variation: improve,
  batchSize: 8,
  initial: { evaluations: 8 }, // prompts of sample(); by default at least 100, each of which costs
  seed: 1,
});
const outcome = await run(search, {
  evaluations: 2000,
  inFlight: 2,
  budget: { field: 'cost', total: 5 }, // dollars, of the valid rows; rows still out are awaited
  retries: 1, // also of the model's calls
  onEvaluationError: 'invalid',
});

console.log(outcome.stoppedBy, `after ${outcome.evaluations} prompts and $${search.totals.cost.toFixed(2)}`);
const best = archive.best();
console.log('best:', best.genome.text, '|', best.fields.critique, '| parents', best.origin.parents);
console.log('short:', archive.get(archive.cellOf([45, 2]))?.genome.text);

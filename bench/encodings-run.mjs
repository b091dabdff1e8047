// One job of encodings.mjs. Prints one JSON object. Argument: the job as JSON.
import { readFileSync } from 'node:fs';
import { DataDrivenEncoding } from '../dist/index.js';
import { bundled } from './bundled.mjs';

const { illuminate, matchTargets, recreate, untrainedEncoding } = await bundled('paper');
const job = JSON.parse(process.argv[2]);
const start = performance.now();
const result = job.what === 'targets' ? await targets(job) : await own(job);
console.log(JSON.stringify({ ...job, ...result, seconds: (performance.now() - start) / 1000 }));

/** One replicate of target matching with a released encoding, or without one. */
async function targets({ joints, variant, seed, evaluations }) {
  const file = new URL(`../test/fixtures/released/dde-arm${joints}.safetensors`, import.meta.url);
  const encoding = variant === 'dde' ? DataDrivenEncoding.fromBytes(new Uint8Array(readFileSync(file))) : undefined;
  const { samples } = await matchTargets({ joints, encoding, evaluations, seed });
  return samples;
}

/** A DDE of our own, archives that are filled again with it and with the controls. */
async function own({ seed, evaluations }) {
  const joints = 200;
  const { outcome, encodings } = await illuminate({ joints, variant: 'dde-elites', evaluations, seed });
  const again = async (encoding, budget) => (await recreate({ joints, encoding, evaluations: budget, seed })).final;
  return {
    source: outcome.final,
    dde: await again(DataDrivenEncoding.fromBytes(encodings.get('dde')), evaluations / 10),
    untrained: await again(untrainedEncoding(joints, 32, seed), evaluations / 10),
    direct: await again(undefined, evaluations),
  };
}

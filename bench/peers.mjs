/**
 * `npm run bench:peers`: our speed beside PyTorch's (one training call) and NumPy's (the iso+line loop), interleaved in one
 * run on one pinned core, and that of a ThreadVae with two threads on two; medians over rounds, and the ratio. Needs Debian's python3-torch, python3-numpy and
 * python3-scipy, and taskset. Options: `--rounds N` (5), `--core K` (1), `--cores K,L` (0,1) for two
 * threads, `--json`.
 */
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, runPinned } from './measure.mjs';
import { optionsWith } from './options.mjs';

const options = optionsWith({ rounds: '5', core: '1', cores: '0,1', json: false });
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const measure = (...command) => runPinned(options.core, ...command);

const contests = [
  {
    name: 'one training call, s',
    key: 'fit_s',
    ours: () => measure(process.execPath, here('training/vae-fit.mjs')),
    peer: () => measure('/usr/bin/python3', here('peers/torch_vae.py')),
    peerName: 'PyTorch',
    ratio: (ours, peer) => peer / ours,
  },
  {
    name: 'one training call, two threads, s',
    key: 'fit_s',
    ours: () => runPinned(options.cores, process.execPath, here('training/vae-fit.mjs'), '--threads', '2'),
    peer: () => measure('/usr/bin/python3', here('peers/torch_vae.py')),
    peerName: 'PyTorch, one thread',
    ratio: (ours, peer) => peer / ours,
  },
  {
    name: 'iso+line loop, evaluations/s',
    key: 'evaluations_per_s',
    ours: () => measure(process.execPath, here('map-elites-loop.mjs')),
    peer: () => measure('/usr/bin/python3', here('peers/numpy_map_elites.py')),
    peerName: 'NumPy',
    ratio: (ours, peer) => ours / peer,
  },
];

const samples = contests.map(() => ({ ours: [], peer: [] }));
for (let round = 0; round < Number(options.rounds); round++) {
  for (const [i, contest] of contests.entries()) {
    samples[i].ours.push(contest.ours());
    samples[i].peer.push(contest.peer());
  }
}

const rows = contests.flatMap(({ name, key, peerName, ratio }, i) =>
  [20, 200, 1000].map((genes) => {
    const [ours, peer] = [samples[i].ours, samples[i].peer].map((list) => list.map((result) => result[genes][key]));
    const ratios = ours.map((value, round) => ratio(value, peer[round]));
    return { what: name, genes, ours: median(ours), peer: median(peer), peerName, ratio: median(ratios) };
  }),
);
if (options.json) console.log(JSON.stringify({ cpu: cpus()[0].model, node: process.version, rows }));
else {
  console.log(`${cpus()[0].model}, Node ${process.version}, ${options.rounds} rounds\n`);
  console.log('| | genes | ours | peer | times as fast |');
  console.log('| --- | --- | --- | --- | --- |');
  const text = (value) => (value < 10 ? value.toPrecision(3) : Math.round(value).toString());
  for (const { what, genes, ours, peer, peerName, ratio } of rows) {
    console.log(`| ${what} | ${genes} | ${text(ours)} | ${text(peer)} (${peerName}) | ${ratio.toFixed(2)} |`);
  }
}

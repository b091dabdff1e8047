import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const library = new URL('../../dist/index.js', import.meta.url).href;

/** Runs a program with so many KiB of addresses, and answers with what it printed. */
function limited(
  kibibytes: number,
  flags: readonly string[],
  program: string,
): { output: string; status: number | null } {
  const node = [process.execPath, ...flags, '--input-type=module', '--eval', program]
    .map((word) => `'${word}'`)
    .join(' ');
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `ulimit -v ${kibibytes} && exec ${node}`], {
    encoding: 'utf8',
  });
  return { output: stdout + stderr, status };
}

/** Makes so many encodings and archives, all of which live and are used twice. */
const many = (count: number): string => `
  import { Batch, CvtArchive, planarArm, randomStream, ringCentroids, Vae } from "${library}";
  const domain = planarArm({ joints: 20 });
  try {
    const centroids = ringCentroids({ rings: 5 });
    const vae = new Vae({ inputs: 20, latent: 10, epochs: 1 });
    vae.fit(Batch.zeros(4, 20), { space: domain.genome, random: randomStream(1) });
    const live = Array.from({ length: ${count} }, () => [vae.encoding(), new CvtArchive({ domain, centroids })]);
    const results = { fitness: [0], descriptors: [[0.5, 0.5]] };
    const used = live.map(([encoding, archive]) => {
      archive.add(Batch.zeros(1, 20), results);
      return encoding.decode(new Float64Array(10).fill(0.1)).join();
    });
    const again = live.map(([encoding, archive]) => encoding.decode(new Float64Array(10).fill(0.1)).join() + archive.get(archive.cellOf([0.5, 0.5])).cell);
    console.log(new Set(used).size, new Set(again).size);
  } catch (error) {
    console.log(error.code, error.message);
  }
`;

// Elsewhere a shell has no such limit, or one that nobody keeps.
const there = process.platform === 'linux';

it.runIf(there)('thousands of encodings and archives share the addresses of one memory, under a limit of 24 GB', () => {
  expect(limited(25_165_824, [], many(2000))).toEqual({ output: '1 1\n', status: 0 });
});

it.runIf(there)('they live within 4 GB where the engine reserves no guard regions', () => {
  const { output, status } = limited(4_194_304, ['--disable-wasm-trap-handler'], many(1000));
  expect({ output, status }).toEqual({ output: '1 1\n', status: 0 });
});

it.runIf(there)('so do encodings of as many fitted learners, and optimisers', () => {
  const program = `
    import { Batch, CmaEs, randomStream, Vae } from "${library}";
    const space = { dimensions: 20, lower: 0, upper: 1 };
    const live = Array.from({ length: 1000 }, () => {
      const vae = new Vae({ inputs: 20, latent: 4, hidden: 8, epochs: 1 });
      vae.fit(Batch.zeros(8, 20), { space, random: randomStream(1) });
      const es = new CmaEs({ mean: new Float64Array(20), sigma: 1, seed: 1 });
      return [vae.encoding().decode(new Float64Array(4)).length, es.ask().rows, es];
    });
    console.log(live.length);
  `;
  const { output, status } = limited(4_194_304, ['--disable-wasm-trap-handler'], program);
  expect({ output, status }).toEqual({ output: '1000\n', status: 0 });
});

it.runIf(there)('says what to do where there are not enough addresses for a memory', () => {
  const { output, status } = limited(4_194_304, [], many(1));
  expect(output).toMatch(/^STATE elites: WebAssembly gets no more memory .*--disable-wasm-trap-handler/);
  expect(status).toBe(0);
});

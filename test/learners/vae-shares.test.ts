import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Batch } from '../../src/core/index.ts';
import type { VaeCrew } from '../../src/kernels/index.ts';
import { OwnHeap } from '../../src/kernels/runtime/heap.ts';
import type { VaeExports } from '../../src/kernels/vae/vae-memory.ts';
import type { VaeStep } from '../../src/kernels/vae/vae-step.ts';
import { Vae } from '../../src/learners/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { runs } from '../support/runs.ts';

/** A crew that takes the shares of each phase in this thread, in an order drawn anew: as if any thread were the fastest. */
function crewInAnyOrder(threads: number, seed: number): VaeCrew {
  const random = randomStream(seed);
  const crew = {
    threads,
    heap: () => new OwnHeap(),
    lead(exports: VaeExports, { record, data, order, rows, train }: VaeStep): void {
      for (let phase = 0, more = 1; more !== 0; phase++) {
        const shares = Array.from({ length: threads }, (_, share) => ({ share, key: random.uniform() }));
        for (const { share } of shares.sort((a, b) => a.key - b.key)) {
          more = exports.vaePhase(record, data, order, rows, train, phase, share, threads);
        }
      }
    },
  };
  return crew as unknown as VaeCrew;
}

// law: no share reads what another one of its phase writes, and together they do the whole
it('gives the bits of one thread whatever the order in which threads take their shares', () => {
  const sizes = fc.record({
    inputs: fc.integer({ min: 1, max: 70 }),
    latent: fc.integer({ min: 1, max: 40 }),
    threads: fc.integer({ min: 1, max: 9 }),
    rows: fc.integer({ min: 1, max: 40 }),
    minibatch: fc.integer({ min: 1, max: 33 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(sizes, ({ inputs, latent, threads, rows, minibatch, seed }) => {
      const genes = Float64Array.from({ length: rows * inputs }, (_, i) => Math.sin(i * i + seed));
      const fitted = (crew?: VaeCrew): Uint8Array => {
        const vae = new Vae({ inputs, latent, minibatch, epochs: 2 }, crew);
        const context = { space: { dimensions: inputs, lower: -1, upper: 1 }, random: randomStream(2) };
        for (let fit = 0; fit < 2; fit++) vae.fit(new Batch(rows, inputs, genes), context);
        return vae.snapshot();
      };
      expect(fitted(crewInAnyOrder(threads, seed))).toEqual(fitted());
    }),
    { numRuns: runs(60) },
  );
});

import type { Domain } from '../../../src/core/index.ts';
import { defineDomain } from '../../../src/domains/index.ts';
import { bowl } from '../domains/bowl.ts';

/** A bowl of which each evaluation waits until the test lets it go on; rows under way, by their first gene. */
export class Gates {
  readonly open: Map<number, { pass: () => void; fail: (error: Error) => void }> = new Map();
  readonly domain: Domain = defineDomain({
    name: 'gates',
    genome: bowl.genome,
    descriptor: bowl.descriptor,
    evaluate: (genome) =>
      new Promise<{ fitness: number; descriptor: Float64Array }>((resolve, reject) => {
        const key = Math.round(genome[0]! * 1e9) / 1e9;
        const done = (): void => void this.open.delete(key);
        const found = { fitness: -genome.reduce((sum, x) => sum + (x - 5) ** 2, 0), descriptor: genome.subarray(0, 2) };
        this.open.set(key, {
          pass() {
            done();
            resolve(found);
          },
          fail(error) {
            done();
            reject(error);
          },
        });
      }),
  });

  /** Waits until so many are under way. */
  async reach(count: number): Promise<void> {
    for (let turn = 0; this.open.size !== count; turn++) {
      if (turn > 1000) throw new Error(`${this.open.size} under way in place of ${count}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

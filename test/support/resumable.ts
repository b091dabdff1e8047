import { type Algorithm, Batch, type Domain, type Genomes } from '../../src/core/index.ts';
import { planarArm } from '../../src/domains/index.ts';

export const arm: Domain = planarArm({ joints: 6 });

/** Counts its calls, and varies by them. */
export class Counting {
  calls = 0;
  vary(parents: Genomes<Float64Array>): Batch {
    this.calls++;
    const list = Array.from({ length: parents.rows }, (_, i) =>
      parents.row(i).map((x) => x * (1 - 0.01 * (this.calls % 7))),
    );
    return Batch.from(list);
  }
  snapshot(): Uint8Array {
    return Uint8Array.of(this.calls);
  }
  restore(bytes: Uint8Array): void {
    this.calls = bytes[0]!;
  }
}

/** Asks, evaluates and tells so many times. */
export async function drive(search: Algorithm<never>, generations: number): Promise<void> {
  const domain = search.domain as Domain<never>;
  for (let i = 0; i < generations; i++) {
    const genomes = await search.ask();
    await search.tell(genomes, await domain.evaluate(genomes));
  }
}

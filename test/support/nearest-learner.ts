import { Batch, ElitesError, type Encoding, type Learner } from '../../src/core/index.ts';
import { bowl } from './domains/bowl.ts';

/** A learner that keeps the very genomes that it was given: each is reconstructed as the nearest other one. */
export class NearestLearner implements Learner {
  kept: Batch | undefined;

  fit(genomes: Batch): void {
    this.kept = genomes;
  }

  reconstruct(genomes: Batch): Batch {
    const out = Batch.zeros(genomes.rows, genomes.columns);
    for (let i = 0; i < genomes.rows; i++) out.row(i).set(this.#nearest(genomes.row(i)));
    return out;
  }

  encoding(): Encoding {
    if (this.kept === undefined)
      throw new ElitesError(
        'STATE',
        'NearestLearner.encoding: nothing was learned yet: call fit, or run the search that learns.',
      );
    const { genome } = bowl;
    return { genome, phenotype: genome, decode: ((latents: Batch) => copy(latents)) as Encoding['decode'] };
  }

  snapshot(): Uint8Array {
    const { rows = 0, columns = 0, data = [] } = this.kept ?? {};
    return new Uint8Array(Float64Array.of(rows, columns, ...data).buffer);
  }

  restore(bytes: Uint8Array): void {
    const numbers = bytes.length % 8 === 0 ? new Float64Array(bytes.slice().buffer) : new Float64Array(0);
    const [rows = -1, columns = 0] = numbers;
    if (numbers.length !== 2 + rows * columns) throw new ElitesError('SNAPSHOT', 'NearestLearner.restore: damaged.');
    this.kept = rows === 0 ? undefined : new Batch(rows, columns, numbers.slice(2));
  }

  #nearest(genome: Float64Array): Float64Array {
    let nearest = genome;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.kept!.rows; i++) {
      const other = this.kept!.row(i);
      const distance = other.reduce((sum, x, j) => sum + (x - genome[j]!) ** 2, 0);
      if (distance === 0 || distance >= least) continue;
      [nearest, least] = [other, distance];
    }
    return nearest;
  }
}

function copy(latents: Float64Array | Batch): Float64Array | Batch {
  if (latents instanceof Float64Array) return latents.slice();
  return new Batch(latents.rows, latents.columns, latents.data.slice());
}

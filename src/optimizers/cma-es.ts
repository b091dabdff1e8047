import { argumentError } from '../core/index.ts';
import { EvolutionStrategy } from './cma/evolution-strategy.ts';
import { FullCovariance } from './covariance/full-covariance.ts';
import { type CmaEsOptions, cmaEsSettings, LARGEST_FULL } from './options.ts';

/**
 * CMA-ES: minimises a cost of up to some thousand numbers by adapting a normal distribution, with active (negative) weights.
 * Independent of archives. Draws from one stream, made from the seed. A generation costs λ n² operations
 * and, every `eigenInterval` generations, 9 n³. [Hansen2016]
 *
 * ```ts
 * const es = new CmaEs({ mean: new Float64Array(10).fill(1), sigma: 0.5, seed: 1 });
 * while (es.stopReasons().length === 0 && es.best.cost > 1e-8) {
 *   const candidates = es.ask();
 *   es.tell(candidates, Array.from({ length: candidates.rows }, (_, i) => sphere(candidates.row(i))));
 * }
 * ```
 */
export class CmaEs extends EvolutionStrategy {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: CmaEsOptions) {
    const settings = cmaEsSettings('CmaEs', options, false);
    if (settings.mean.length > LARGEST_FULL) {
      throw argumentError('CmaEs', 'mean', `have at most ${LARGEST_FULL} numbers (SepCmaEs takes more)`, settings.mean);
    }
    super('CmaEs', settings, options.seed, {
      separable: false,
      make: (n, { populationSize, c1, cmu }) => {
        const interval = settings.eigenInterval ?? Math.max(1, Math.ceil(1 / (c1 + cmu) / n / 10));
        return new FullCovariance(n, populationSize, interval);
      },
    });
  }

  /** `(dimensions, dimensions)` row-major: C, a copy; symmetric, with positive eigenvalues. */
  get covariance(): Float64Array {
    return this.distribution.covariance.entries();
  }
}

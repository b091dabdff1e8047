import { EvolutionStrategy } from './cma/evolution-strategy.ts';
import { DiagonalCovariance } from './covariance/diagonal-covariance.ts';
import { type CmaEsOptions, cmaEsSettings } from './options.ts';

/** {@link CmaEsOptions} without eigenInterval: a diagonal matrix needs no decomposition. */
export type SepCmaEsOptions = Omit<CmaEsOptions, 'eigenInterval'>;

/**
 * CMA-ES with a diagonal covariance, for large genomes: a generation costs λ n operations and no n² memory, and C is
 * learned (n + 2)/3 times as fast; but it cannot learn how coordinates depend on each other. [Ros2008]
 */
export class SepCmaEs extends EvolutionStrategy {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: SepCmaEsOptions) {
    const settings = cmaEsSettings('SepCmaEs', options, true);
    const make = (n: number): DiagonalCovariance => new DiagonalCovariance(n);
    super('SepCmaEs', settings, options.seed, { separable: true, make });
  }

  /** `(dimensions)`: the diagonal of C, a copy; above 0. */
  get variances(): Float64Array {
    return this.distribution.covariance.entries();
  }
}

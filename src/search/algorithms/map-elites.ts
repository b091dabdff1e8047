import { type Archive, checkMethods, checkOptions, type FieldKinds, type VariationOperator } from '../../core/index.ts';
import { operatorEmitter, Reevaluation } from '../../emitters/index.ts';
import { Search } from '../search.ts';
import type { LoopOptions } from '../search-options.ts';

/** Options of {@link MapElites}. */
export interface MapElitesOptions<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>>
  extends LoopOptions<G, A> {
  /** Makes children of elites. */
  readonly variation: VariationOperator<G>;
}

/**
 * MAP-Elites [Mouret2015]: after the first genomes, each batch draws parents uniformly from the archive, with replacement, varies
 * them, and adds the children. On a noisy domain half of each batch evaluates elites again, see {@link Reevaluation}.
 */
export class MapElites<G = Float64Array, A extends Archive<G, FieldKinds> = Archive<G, FieldKinds>> extends Search<
  G,
  A
> {
  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: MapElitesOptions<G, A>) {
    const name = 'MapElites';
    checkOptions(name, options, ['domain', 'archive', 'variation', 'batchSize', 'initial', 'seed']);
    const { variation, ...loop } = options;
    checkMethods(name, 'variation', variation, 'vary');
    const emitters = { variation: operatorEmitter(variation) };
    const noisy = loop.domain?.noisy === true;
    super({ ...loop, name, emitters: noisy ? { ...emitters, reevaluation: new Reevaluation() } : emitters });
  }
}

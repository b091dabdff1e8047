import { ActiveUcb, type ActiveUcbOptions } from '../../bandits/index.ts';
import { type Archive, Batch, checkOptions, type Emitter, type FieldKinds } from '../../core/index.ts';
import {
  fitnessRanker,
  type GenerationOptions,
  operatorEmitter,
  RandomDirectionRanker,
  StrategyEmitter,
  twoStageImprovementRanker,
} from '../../emitters/index.ts';
import { IsoLineMutation, type IsoLineMutationOptions } from '../../variation/index.ts';
import { Search } from '../search.ts';
import { type CmaMeOptions, type EmitterStart, emitterStart, STRATEGIES } from './strategy-loop.ts';

/** Options of {@link meMapElites}. `emitters` is the number of emitters of each kind. */
export interface MeMapElitesOptions<A extends Archive<Float64Array, FieldKinds> = Archive<Float64Array, FieldKinds>>
  extends Omit<CmaMeOptions<A>, 'ranker' | 'selection' | 'restart'>,
    Pick<IsoLineMutationOptions, 'isoSigma' | 'lineSigma'>,
    Partial<Omit<ActiveUcbOptions, 'arms'>> {}

/** Names of the options besides {@link STRATEGIES}. */
const OPTIONS: readonly string[] = ['isoSigma', 'lineSigma', 'active', 'exploration', 'reselect'];

/**
 * Multi-Emitter MAP-Elites [Cully2021]: a {@link Search} with emitters of four kinds, of which a bandit, {@link ActiveUcb}, keeps `active` at
 * work (by default 15). Three kinds are strategies: they climb in fitness, go in a random direction of the descriptor space, or improve the
 * archive; the fourth is {@link IsoLineMutation} (by default `isoSigma` 0.01, `lineSigma` 0.1). As the last needs an elite, the first
 * genome is the mean.
 * @throws ARGUMENT if an option breaks its contract.
 */
export function meMapElites<A extends Archive<Float64Array, FieldKinds>>(
  options: MeMapElitesOptions<A>,
): Search<Float64Array, A> {
  const owner = 'meMapElites';
  checkOptions(owner, options, [...STRATEGIES, ...OPTIONS]);
  const { domain, archive, seed, active = 15, exploration, reselect } = options;
  const start = emitterStart(owner, options);
  const { bounds, mean, populationSize } = start;
  const { initial = new Batch(1, bounds.dimensions, Float64Array.from(mean)) } = options;
  const emitters = pool(options, start);
  const bandit = new ActiveUcb({ arms: Object.keys(emitters).length, active, exploration, reselect });
  return new Search({
    domain,
    archive,
    initial,
    seed,
    name: owner,
    batchSize: active * populationSize,
    emitters,
    bandit,
  });
}

/** The emitters, one of each kind in turn, so that the bandit tries all kinds before it repeats one. */
function pool(
  { sigma, isoSigma = 0.01, lineSigma = 0.1 }: MeMapElitesOptions,
  { count, bounds: { lower, upper }, mean, populationSize, strategy }: EmitterStart,
): Readonly<Record<string, Emitter>> {
  const made = (how: GenerationOptions): Emitter =>
    new StrategyEmitter({ strategy: strategy({ mean, sigma, populationSize, lower, upper }), ...how });
  const kinds: Readonly<Record<string, () => Emitter>> = {
    fitness: () => made({ ranker: fitnessRanker }),
    direction: () => made({ ranker: new RandomDirectionRanker() }),
    improvement: () => made({ ranker: twoStageImprovementRanker }),
    line: () => operatorEmitter(new IsoLineMutation({ isoSigma, lineSigma })),
  };
  const emitters: Record<string, Emitter> = {};
  for (let i = 1; i <= count; i++) for (const [kind, make] of Object.entries(kinds)) emitters[`${kind}${i}`] = make();
  return emitters;
}

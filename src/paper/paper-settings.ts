import { CvtArchive, ringCentroids } from '../archives/index.ts';
import { checkChoice, checkInteger, checkOptions } from '../core/index.ts';
import { planarArm, type VectorDomain } from '../domains/index.ts';
import type { DataDrivenEncoding } from '../encodings/index.ts';
import { Vae } from '../learners/index.ts';
import { type DdeElitesOptions, ddeMixtures, type MapElitesOptions } from '../search/index.ts';
import { GaussianMutation, IsoLineMutation } from '../variation/index.ts';

/** The paper's four algorithms. */
export type PaperVariant = 'map-elites' | 'me-line' | 'dde-xover' | 'dde-elites';

/** All of them, in the paper's order. */
export const paperVariants: readonly PaperVariant[] = ['map-elites', 'me-line', 'dde-xover', 'dde-elites'];

/** Selects one of the paper's runs. */
export interface PaperSettingsOptions<V extends PaperVariant = PaperVariant> {
  readonly variant: V;
  /** Joints of the planar arm, at least 2; the paper has 20, 200 and 1000. */
  readonly joints: number;
  /** Whether elites have an {@link Origin} (default false). */
  readonly lineage?: boolean | undefined;
}

/** Options of {@link MapElites} without the seed. */
export type PaperMapElites = Omit<MapElitesOptions, 'seed'> & {
  readonly domain: VectorDomain;
  readonly archive: CvtArchive;
};

/** Options of {@link DdeElites} without the seed. */
export type PaperDdeElites = Omit<DdeElitesOptions<DataDrivenEncoding>, 'seed'> & {
  readonly domain: VectorDomain;
  readonly archive: CvtArchive;
};

/**
 * The settings of the paper's illumination experiment [Gaier2020, Sec. 4]: the planar arm, 1950 cells in rings, batches
 * of 100, first genomes until 5 % of the cells are filled (1 % above 200 joints), and one of four variations. The parts
 * are new at each call.
 *
 * - `'map-elites'`: isometric mutation, for {@link MapElites}.
 * - `'me-line'`: iso+line mutation, for {@link MapElites}.
 * - `'dde-xover'`: reconstructive crossover alone, for {@link DdeElites}.
 * - `'dde-elites'`: the bandit's nine mixtures, for {@link DdeElites}.
 *
 * @throws ARGUMENT if an option breaks its contract.
 */
export function paperSettings(options: PaperSettingsOptions<'map-elites' | 'me-line'>): PaperMapElites;
export function paperSettings(options: PaperSettingsOptions<'dde-xover' | 'dde-elites'>): PaperDdeElites;
export function paperSettings(options: PaperSettingsOptions): PaperMapElites | PaperDdeElites;
export function paperSettings(options: PaperSettingsOptions): PaperMapElites | PaperDdeElites {
  checkOptions('paperSettings', options, ['variant', 'joints', 'lineage']);
  const { variant, joints, lineage } = options;
  checkChoice('paperSettings', 'variant', variant, paperVariants);
  checkInteger('paperSettings', 'joints', joints, 2, 2 ** 20);
  const domain = planarArm({ joints });
  const loop = {
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }), lineage }),
    batchSize: 100,
    initial: { untilCoverage: joints > 200 ? 0.01 : 0.05, atMost: 10_000 },
  };
  const isoSigma = 0.006;
  if (variant === 'map-elites') return { ...loop, variation: new GaussianMutation({ sigma: isoSigma }) };
  if (variant === 'me-line') return { ...loop, variation: new IsoLineMutation({ isoSigma, lineSigma: 0.2 }) };
  const latent = paperLatent(joints);
  return {
    ...loop,
    learner: new Vae({ inputs: joints, latent, hidden: 2 * latent }),
    mixtures: variant === 'dde-elites' ? ddeMixtures : [{ crossover: 1 }],
    training: { every: 1 },
  };
}

/** Number of latents of the paper's encodings. */
export function paperLatent(joints: number): number {
  return joints <= 20 ? 10 : 32;
}

import { CvtArchive, cvtCentroids, GridArchive } from '../../archives/index.ts';
import {
  type Algorithm,
  type Archive,
  type Domain,
  type FieldKinds,
  isObjectSpace,
  type Learner,
} from '../../core/index.ts';
import { DdeElites, MapElites } from '../../search/index.ts';
import { GaussianMutation, IsoLineMutation } from '../../variation/index.ts';

/** Makes a search of one variant, new at each call. */
export type MakeSearch = (context: { readonly seed: number }) => Algorithm<unknown> | Promise<Algorithm<unknown>>;

type AnyDomain = Domain<Float64Array, FieldKinds>;
/** An archive of vectors, with any fields. */
export type AnyArchive = Archive<Float64Array, FieldKinds>;

/** The exports of a user's module without `variants`. */
export interface ModuleParts {
  readonly domain: AnyDomain;
  /** Makes an archive, empty and new at each call. */
  readonly archive?: (() => AnyArchive) | undefined;
  /** Makes a learner, new at each call. */
  readonly learner?: (() => Learner) | undefined;
}

/** Why no searches can be made of the exports; undefined if they can. */
export function whyNoSearches({ domain, archive, learner }: ModuleParts): string | undefined {
  if (typeof domain?.evaluate !== 'function') return 'domain must have evaluate, as defineDomain makes it';
  if (isObjectSpace(domain.genome))
    return 'variants must be exported, since genomes that are no vectors need operators of their own';
  if (archive !== undefined && typeof archive !== 'function') return 'archive must be a function that makes one';
  if (learner !== undefined && typeof learner !== 'function') return 'learner must be a function that makes one';
  return undefined;
}

/** Default searches of a domain: DDE-Elites, if there is a learner; MAP-Elites with iso+line and with isometric mutation. */
export function variantsOf({
  domain,
  archive = () => archiveOf(domain),
  learner,
}: ModuleParts): Record<string, MakeSearch> {
  const mapElites = (variation: IsoLineMutation | GaussianMutation, seed: number): MapElites =>
    new MapElites({ domain, archive: archive(), variation, seed });
  const ddeElites: MakeSearch = ({ seed }) =>
    new DdeElites({ domain, archive: archive(), learner: learner!(), seed }) as never;
  return {
    ...(learner && { 'dde-elites': ddeElites }),
    'me-line': ({ seed }) => mapElites(new IsoLineMutation(), seed) as never,
    'map-elites': ({ seed }) => mapElites(new GaussianMutation(), seed) as never,
  };
}

function archiveOf(domain: AnyDomain): AnyArchive {
  const { descriptor } = domain;
  if (descriptor?.dimensions === 1) return new GridArchive({ domain, cells: [100], lineage: true });
  if (!(descriptor?.dimensions > 2)) return new GridArchive({ domain, cells: [32, 32], lineage: true });
  return new CvtArchive({ domain, centroids: cvtCentroids({ cells: 1000, descriptor, seed: 1 }), lineage: true });
}

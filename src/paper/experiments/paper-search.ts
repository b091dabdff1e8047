import type { CvtArchive } from '../../archives/index.ts';
import type { DataDrivenEncoding } from '../../encodings/index.ts';
import { Vae } from '../../learners/index.ts';
import { DdeElites, MapElites, type Search } from '../../search/index.ts';
import { type PaperSettingsOptions, type PaperVariant, paperSettings, paperVariants } from '../paper-settings.ts';

/** The paper's four algorithms; and DDE-Elites with this package's defaults, on the same problem from the same first genomes. */
export type IlluminationVariant = PaperVariant | 'defaults';

/** All of them, the paper's first. */
export const illuminationVariants: readonly IlluminationVariant[] = [...paperVariants, 'defaults'];

/** Selects one of the runs, and its seed. */
export interface PaperSearchOptions extends Omit<PaperSettingsOptions, 'variant'> {
  readonly variant: IlluminationVariant;
  /** Any safe integer. */
  readonly seed: number;
}

/** A new search. @throws ARGUMENT if an option breaks its contract. */
export function paperSearch({ seed, variant, ...options }: PaperSearchOptions): Search<Float64Array, CvtArchive> {
  if (variant === 'defaults') {
    const { domain, archive, initial } = paperSettings({ variant: 'me-line', ...options });
    const learner = new Vae({ inputs: options.joints });
    return new DdeElites<DataDrivenEncoding, CvtArchive>({ domain, archive, initial, learner, seed });
  }
  const settings = paperSettings({ variant, ...options });
  if (!('learner' in settings)) return new MapElites<Float64Array, CvtArchive>({ ...settings, seed });
  return new DdeElites<DataDrivenEncoding, CvtArchive>({ ...settings, seed });
}

/**
 * The encoding that a search has learned, as the bytes of a file; undefined if it learns none, or ended before it did.
 * @param search - A {@link DdeElites}, or any other search.
 * @param seed - Stored in the file.
 */
export function learnedEncoding(search: object, seed: number): Uint8Array | undefined {
  const { encoding } = search as { encoding?: () => Partial<Pick<DataDrivenEncoding, 'toBytes'>> };
  if (typeof encoding !== 'function') return undefined;
  try {
    return encoding.call(search).toBytes?.({ seed });
  } catch (error) {
    // Not instanceof: a user's module may have loaded another copy of the class.
    if ((error as { code?: unknown } | undefined)?.code === 'STATE') return undefined;
    throw error;
  }
}

import type { CvtArchive } from '../../archives/index.ts';
import type { DataDrivenEncoding } from '../../encodings/index.ts';
import { DdeElites, MapElites, type Search } from '../../search/index.ts';
import { type PaperSettingsOptions, paperSettings } from '../paper-settings.ts';

/** Selects one of the paper's runs, and its seed. */
export interface PaperSearchOptions extends PaperSettingsOptions {
  /** Any safe integer. */
  readonly seed: number;
}

/** A new search with the paper's settings. @throws ARGUMENT if an option breaks its contract. */
export function paperSearch({ seed, ...options }: PaperSearchOptions): Search<Float64Array, CvtArchive> {
  const settings = paperSettings(options);
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

import type { CvtArchive } from '../../archives/index.ts';
import type { DataDrivenEncoding } from '../../encodings/index.ts';
import { DdeElites, MapElites, type Search } from '../../search/index.ts';
import { type PaperSettingsOptions, paperSettings } from '../paper-settings.ts';

/** Which of the paper's runs, and where its random numbers start. */
export interface PaperSearchOptions extends PaperSettingsOptions {
  /** Any safe integer. */
  readonly seed: number;
}

/** A search with the paper's settings, new at each call. @throws ARGUMENT if an option breaks its contract. */
export function paperSearch({ seed, ...options }: PaperSearchOptions): Search<Float64Array, CvtArchive> {
  const settings = paperSettings(options);
  if (!('learner' in settings)) return new MapElites<Float64Array, CvtArchive>({ ...settings, seed });
  return new DdeElites<DataDrivenEncoding, CvtArchive>({ ...settings, seed });
}

/**
 * What a search has learned, as the bytes of a file; undefined of one that learns no encoding, or ended before it did.
 * @param search - A {@link DdeElites}, or whatever else a search may be.
 * @param seed - Which the file is to tell.
 */
export function learnedEncoding(search: object, seed: number): Uint8Array | undefined {
  const { encoding } = search as { encoding?: () => Partial<Pick<DataDrivenEncoding, 'toBytes'>> };
  if (typeof encoding !== 'function') return undefined;
  try {
    return encoding.call(search).toBytes?.({ seed });
  } catch (error) {
    // By its code: a user's module may have loaded another copy of the class.
    if ((error as { code?: unknown } | undefined)?.code === 'STATE') return undefined;
    throw error;
  }
}

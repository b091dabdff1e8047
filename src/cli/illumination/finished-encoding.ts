import { messageOf } from '../../core/index.ts';
import type { EncodingQuality } from '../../domains/index.ts';
import type { FinishedEncoding, FinishOptions } from '../../search/index.ts';
import { percentText, significantText } from '../terminal/number-text.ts';

/** The figures of an encoding in results, and the time. */
export interface EncodingFigures extends Omit<EncodingQuality, 'samples'> {
  /** Number of fits of `finish`; undefined for an encoding of a file. */
  readonly fits?: number | undefined;
  /** Wall-clock time that finishing took, in s; undefined for an encoding of a file. */
  readonly seconds?: number | undefined;
}

/** What became of the encoding of a search. */
export interface Finished {
  /** Undefined if there was nothing to finish. */
  readonly figures?: EncodingFigures | undefined;
  /** Why the encoding could not be finished. */
  readonly unfinished?: string | undefined;
}

/**
 * Finishes the encoding of a search that has `finish` and `encoding`, as DdeElites has. A failure must not cost the report: the encoding
 * is then the unfinished one.
 */
export async function finishEncoding(search: object, options: FinishOptions): Promise<Finished> {
  const { finish, encoding } = search as {
    finish?: (options: FinishOptions) => Promise<FinishedEncoding>;
    encoding?: unknown;
  };
  if (typeof finish !== 'function' || typeof encoding !== 'function') return {};
  const start = performance.now();
  try {
    const finished = await finish.call(search, options);
    const seconds = (performance.now() - start) / 1000;
    return { figures: { ...figuresOf(finished), fits: finished.fits, seconds } };
  } catch (error) {
    if (options.signal?.aborted) return {};
    return { unfinished: messageOf(error) };
  }
}

/** What is shown of a measurement. */
export function figuresOf(quality: EncodingQuality): EncodingFigures {
  const { error, latents, activeLatents, randomCoverage, stepDeviation, step } = quality;
  return { error, latents, activeLatents, randomCoverage, stepDeviation, step };
}

/** The figures in one line. */
export function encodingText(figures: EncodingFigures): string {
  const { error, latents, activeLatents, randomCoverage, stepDeviation, step } = figures;
  const parts = [];
  if (error !== undefined) parts.push(`error ${significantText(error)} of a gene's range`);
  if (activeLatents !== undefined) parts.push(`${activeLatents} of ${latents} latents active`);
  if (randomCoverage !== undefined) parts.push(`random latents fill ${percentText(randomCoverage)} of the cells`);
  if (stepDeviation !== undefined)
    parts.push(`a step of ${step} moves the descriptor by ${significantText(stepDeviation)}`);
  return parts.join(', ');
}

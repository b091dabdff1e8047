import type { ReplicateResult } from '../../paper/index.ts';
import { isName } from '../files/out-folder.ts';

/**
 * Whether a value that was read as JSON is what a finished replicate leaves. Names of quantities are fit for files; numbers that
 * are not finite are null there.
 */
export function isReplicateResult(value: unknown): value is ReplicateResult {
  if (!isRecord(value)) return false;
  const { job, version, seconds, spent, final, curve, samples } = value;
  return (
    isRecord(job) &&
    typeof version === 'string' &&
    [seconds, spent].every(Number.isFinite) &&
    isRecord(final) &&
    areQuantities(Object.keys(final)) &&
    Object.values(final).every(isNumber) &&
    isCurve(curve) &&
    (samples === undefined || (isRecord(samples) && Object.values(samples).every(isColumn)))
  );
}

/** Whether names are those of quantities: they give files their names, and stand in CSV; evaluations are what they are shown over. */
export function areQuantities(names: readonly string[]): boolean {
  return names.length > 0 && names.every(isQuantity);
}

/** Whether it is the name of a quantity. */
export function isQuantity(name: string): boolean {
  return isName(name) && name !== 'evaluations';
}

function isCurve(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { evaluations } = value;
  if (!isColumn(evaluations) || !evaluations.every(Number.isFinite)) return false;
  return Object.values(value).every((one) => isColumn(one) && one.length === evaluations.length);
}

function isColumn(value: unknown): value is readonly (number | null)[] {
  return Array.isArray(value) && value.length > 0 && value.every(isNumber);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value === null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

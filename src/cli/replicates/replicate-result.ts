import type { ReplicateResult } from '../../paper/index.ts';
import { isName } from '../files/out-folder.ts';

/**
 * Whether a JSON value is the result of a finished replicate. Names of quantities can be file names; numbers that are not finite are
 * null.
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

/** Whether all names are valid names of quantities, at least one; see {@link isQuantity}. */
export function areQuantities(names: readonly string[]): boolean {
  return names.length > 0 && names.every(isQuantity);
}

/** Whether the name can be a file name and a CSV column, and is not that of the x axis. */
export function isQuantity(name: string): boolean {
  return isName(name) && name !== 'evaluations';
}

function isCurve(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { evaluations } = value;
  if (!isColumn(evaluations) || !evaluations.every((x, i) => Number.isFinite(x) && !(x! < evaluations[i - 1]!)))
    return false;
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

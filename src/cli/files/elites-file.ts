import { type StoredElites, storedElites } from '../../archives/index.ts';
import { type FieldKinds, type Problem, snapshotError } from '../../core/index.ts';
import { decodeNpy, isNpy, isSnapshot } from '../../formats/index.ts';
import { archiveFromNpy, type NpyElites } from '../../npy/index.ts';

/**
 * The elites in the file of an archive: `.npy`, or `.archive.safetensors` (`toBytes` of any archive of vectors).
 * @param argument - What names the file, for errors.
 * @param domainOf - The domain of a `.npy` file, by its shape.
 * @throws ElitesError if the bytes are of neither, or damaged.
 */
export function elitesOf(
  argument: string,
  bytes: Uint8Array,
  domainOf: (shape: readonly number[]) => Problem<Float64Array, FieldKinds>,
): NpyElites | StoredElites {
  if (isSnapshot(bytes)) return storedElites(argument, bytes);
  if (isNpy(bytes)) return archiveFromNpy(bytes, domainOf(decodeNpy(bytes).shape));
  const forms = 'a .npy file, or what elites illuminate writes as NAME.archive.safetensors (toBytes of an archive)';
  throw snapshotError(argument, `be an archive: ${forms}`, bytes.length === 0 ? 'no bytes' : 'other bytes');
}

import { ElitesError, shorten } from '../../core/index.ts';
import { decodeSafetensors, isNpy } from '../../formats/index.ts';

/**
 * What kind of encoding a file holds.
 * @throws ElitesError if it is no safetensors file.
 */
export function encodingFormat(owner: string, bytes: Uint8Array): string | undefined {
  if (isNpy(bytes))
    throw new ElitesError('SNAPSHOT', `${owner}: file must be an encoding (.safetensors); got an archive (.npy).`);
  const { metadata } = decodeSafetensors(bytes, owner);
  const format = metadata.get('format');
  if (format !== 'elites.snapshot') return format;
  const got = `an archive or a snapshot (of ${shorten(metadata.get('kind') ?? '')})`;
  throw new ElitesError('SNAPSHOT', `${owner}: file must be an encoding (.safetensors); got ${got}.`);
}

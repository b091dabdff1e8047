import { ElitesError } from '../../core/index.ts';
import { decodeSafetensors } from '../../formats/index.ts';

/**
 * What kind of encoding a file holds.
 * @throws ElitesError if it is no safetensors file.
 */
export function encodingFormat(owner: string, bytes: Uint8Array): string | undefined {
  if (String.fromCharCode(...bytes.subarray(0, 6)) === '\x93NUMPY')
    throw new ElitesError('SNAPSHOT', `${owner}: file must be an encoding (.safetensors); got an archive (.npy).`);
  return decodeSafetensors(bytes, owner).metadata.get('format');
}

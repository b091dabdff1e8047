import { checksum } from '../../src/formats/checksum.ts';
import { decodeSafetensors, encodeSafetensors, type Safetensor } from '../../src/formats/index.ts';

/** What a snapshot holds, to be changed. */
export interface Forged {
  kind: string;
  configuration: Record<string, unknown>;
  state: Record<string, unknown>;
  tensors: Map<string, Safetensor>;
}

const SUM_AT = 8 + '{"__metadata__":{"checksum":"'.length;

/** Another snapshot of the same kind, with the checksum that it needs. */
export function forged(bytes: Uint8Array, change: (content: Forged) => void): Uint8Array {
  const { tensors, metadata } = decodeSafetensors(bytes);
  const read = (key: string): Record<string, unknown> => JSON.parse(metadata.get(key)!) as Record<string, unknown>;
  const kind = metadata.get('kind')!;
  const content = { kind, configuration: read('configuration'), state: read('state'), tensors: new Map(tensors) };
  change(content);
  const written = new Map(metadata);
  written.set('checksum', '0'.repeat(8));
  written.set('kind', content.kind);
  written.set('configuration', JSON.stringify(content.configuration));
  written.set('state', JSON.stringify(content.state));
  const out = encodeSafetensors({ tensors: content.tensors, metadata: written });
  const head = checksum(out.subarray(0, SUM_AT));
  const sum = checksum(out.subarray(SUM_AT + 8), head)
    .toString(16)
    .padStart(8, '0');
  out.set(new TextEncoder().encode(sum), SUM_AT);
  return out;
}

/** Changes a part of a snapshot, by its place such as `parts.archive`. */
export function forgePart(content: Forged, name: string, change: (inner: Forged) => void): void {
  const data = forged(content.tensors.get(name)!.data as Uint8Array, change);
  content.tensors.set(name, { shape: [data.length], data });
}

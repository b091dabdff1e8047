import { type Box, type FieldKinds, isObjectSpace, type Problem } from '../../core/index.ts';
import { anyFloat64, flag, float64, openSnapshot, optional, readState, record, text } from '../../formats/index.ts';
import { fileError, type Reading } from './reading.ts';

/** The domain of an archive whose genomes are no vectors. */
export type StoredDomain = Problem<unknown, FieldKinds>;

const box = record({ lower: anyFloat64([undefined]), upper: anyFloat64([undefined]) });
/** What the file of an archive says of its domain. */
const header = {
  genome: optional(box),
  json: flag,
  descriptor: box,
  fitnessFloor: optional(float64([1])),
  fields: text,
  noisy: flag,
};

/**
 * The domain of the file of an archive whose genomes are written by functions of their space: with the space that is shown, which reads them.
 * @returns undefined if the file says all of it.
 * @throws SNAPSHOT if the archive that is shown has no such genomes, or the bytes are damaged.
 */
export function storedDomain(reading: Reading, bytes: Uint8Array): StoredDomain | undefined {
  const { genome, json, descriptor, fitnessFloor, fields, noisy } = readState(
    openSnapshot(reading.name, bytes),
    header,
  );
  if (genome !== undefined || json) return undefined;
  const space = reading.like?.genome;
  if (!isObjectSpace(space)) {
    const rule =
      'file must hold genomes that are vectors or plain JSON: others are read where the archive that is shown has such';
    throw fileError(reading, `${rule}; got genomes that are written by functions of their space`);
  }
  const bounds: Box = { ...descriptor, dimensions: descriptor.lower.length };
  return {
    genome: space,
    descriptor: bounds,
    fitnessFloor: fitnessFloor?.[0],
    fields: fields === '{}' ? undefined : (JSON.parse(fields) as FieldKinds),
    noisy,
  };
}

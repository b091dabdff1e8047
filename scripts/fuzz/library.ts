// What is tried: what the sources export; and from behind the doors what reads a file, and what writes one well or forges it.

export { readTargets } from '../../src/cli/arms/target-file.ts';
export { CliError } from '../../src/cli/terminal/cli-error.ts';
export { checksum } from '../../src/formats/checksum.ts';
export { decodeSafetensors, encodeSafetensors } from '../../src/formats/index.ts';
export * from '../../src/index.ts';
export { CheckpointFile } from '../../src/node/checkpoint-file.ts';
export * from '../../src/npy/index.ts';
export * from '../../src/pca/index.ts';
export { contentOf, forged, forgePart, stateChanges, tensorChanges } from '../../test/support/forged.ts';

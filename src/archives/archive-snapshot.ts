import type { Box, GenomeSpace, Genomes, Problem } from '../core/index.ts';
import { isObjectSpace } from '../core/index.ts';
import { decodeSnapshot, encodeSnapshot, genomeTensor, readGenomes } from '../formats/index.ts';

/** The elites of an archive, in the order in which their cells were filled. */
export interface StoredElites<G> {
  /** `(size)` */
  readonly fitness: Float64Array;
  /** `(size, descriptorDimensions)` */
  readonly descriptors: Float64Array;
  /** `(size, genomeDimensions)`, if they are vectors. */
  readonly genomes: Genomes<G>;
}

/** Elites as bytes. Cells are not among them: descriptors tell. */
export function writeArchive<G>(
  kind: string,
  problem: Problem<G>,
  layout: object,
  elites: StoredElites<G>,
): Uint8Array {
  const { fitness, descriptors, genomes } = elites;
  return encodeSnapshot({
    kind,
    configuration: configurationOf(problem, layout),
    tensors: [
      ['fitness', { shape: [fitness.length], data: fitness }],
      ['descriptors', { shape: [fitness.length, problem.descriptor.dimensions], data: descriptors }],
      ['genomes', genomeTensor(`${kind}.snapshot`, genomes, problem.genome)],
    ],
  });
}

/** Reads what {@link writeArchive} wrote: as many as there are cells at most, all of them valid. @throws SNAPSHOT */
export function readArchive<G>(
  kind: string,
  problem: Problem<G> & { readonly cells: number },
  layout: object,
  bytes: Uint8Array,
): StoredElites<G> {
  const configuration = configurationOf(problem, layout);
  const snapshot = decodeSnapshot(`${kind}.restore`, bytes, { kind, configuration });
  const size = snapshot.length('fitness');
  if (size > problem.cells) throw snapshot.fail(`have at most ${problem.cells} elites`, size);
  return {
    fitness: snapshot.float64('fitness', [size]),
    descriptors: snapshot.float64('descriptors', [size, problem.descriptor.dimensions]),
    genomes: readGenomes(snapshot, 'genomes', size, problem.genome, true),
  };
}

function configurationOf<G>({ genome, descriptor, fitnessFloor }: Problem<G>, layout: object): object {
  return { genome: spaceOf(genome), descriptor, fitnessFloor, ...layout };
}

function spaceOf<G>(space: GenomeSpace<G>): Box | string {
  return isObjectSpace(space) ? 'objects' : (space as Box);
}

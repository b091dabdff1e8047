import { checkOptions, type FieldKinds, type GeometryOf, type NoFields } from '../core/index.ts';
import { type ReadArchiveOptions, readArchive } from './archive-file.ts';
import { type CommonArchiveOptions, descriptorBounds } from './archive-options.ts';
import { CellArchive } from './cell-archive.ts';
import { gridIndex } from './indices/grid-index.ts';

/** What a {@link GridArchive} is made of. */
export interface GridArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /** `(descriptorDimensions)`: number of cells along each dimension, at least 1; their product below 2^31. */
  readonly cells: ArrayLike<number>;
}

/** An archive whose cells are a regular grid over the descriptor box, see {@link gridIndex}. */
export class GridArchive<G = Float64Array, F extends FieldKinds = NoFields> extends CellArchive<
  G,
  F,
  GeometryOf<'grid'>
> {
  /** `(descriptorDimensions)`: number of cells along each dimension. */
  readonly shape: readonly number[];

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: GridArchiveOptions<G, F>) {
    const name = 'GridArchive';
    checkOptions(name, options, ['domain', 'cells', 'lineage']);
    const { cells, ...rest } = options;
    descriptorBounds(name, options.domain);
    const index = gridIndex({ descriptor: options.domain.descriptor, cells, name });
    super({ ...rest, index, name });
    this.shape = index.grid;
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): GridArchive<G, F> {
    return readArchive('GridArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: GridArchiveOptions<G, F>) => new GridArchive(options);

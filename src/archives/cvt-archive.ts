import { type Batch, checkOptions, type FieldKinds, type GeometryOf, type NoFields } from '../core/index.ts';
import { type ReadArchiveOptions, readArchive } from './archive-file.ts';
import { type CommonArchiveOptions, descriptorBounds } from './archive-options.ts';
import { CellArchive } from './cell-archive.ts';
import { centroidIndex } from './indices/centroid-index.ts';

/** What a {@link CvtArchive} is made of. */
export interface CvtArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /** `(cells, descriptorDimensions)`: see {@link cvtCentroids} and {@link ringCentroids}. Copied. */
  readonly centroids: Batch | ArrayLike<ArrayLike<number>>;
}

/** An archive whose cells are the Voronoi regions of any centroids, see {@link centroidIndex}. [Vassiliades2018a] */
export class CvtArchive<G = Float64Array, F extends FieldKinds = NoFields> extends CellArchive<
  G,
  F,
  GeometryOf<'centroids'>
> {
  /** `(cells, descriptorDimensions)`; not to be changed. */
  readonly centroids: Batch;

  /** @throws ARGUMENT if an option breaks its contract, or two centroids are equal. */
  constructor(options: CvtArchiveOptions<G, F>) {
    const name = 'CvtArchive';
    checkOptions(name, options, ['domain', 'centroids', 'lineage']);
    const { centroids, ...rest } = options;
    descriptorBounds(name, options.domain);
    const index = centroidIndex({ descriptor: options.domain.descriptor, centroids, name });
    super({ ...rest, index, name });
    this.centroids = index.centroids;
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): CvtArchive<G, F> {
    return readArchive('CvtArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: CvtArchiveOptions<G, F>) => new CvtArchive(options);

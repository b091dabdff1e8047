import { Batch, checkOptions, type FieldKinds, type NoFields, type Problem } from '../core/index.ts';
import { readArchive } from './archive-file.ts';
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
export class CvtArchive<G = Float64Array, F extends FieldKinds = NoFields> extends CellArchive<G, F> {
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
   * Reads what {@link CellArchive.toBytes} wrote.
   * @param options - `domain`: needed where its space writes genomes by functions of its own, and to go on with the archive in a
   *   search.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = NoFields>(
    bytes: Uint8Array,
    options: { readonly domain?: Problem<G, F> | undefined } = {},
  ): CvtArchive<G, F> {
    return readCvt(bytes, options.domain);
  }
}

// Not within the class: bundlers rename a class that names itself.
function readCvt<G, F extends FieldKinds>(bytes: Uint8Array, given: Problem<G, F> | undefined): CvtArchive<G, F> {
  return readArchive('CvtArchive', bytes, given, (domain, { centroids: data = new Float64Array(0), lineage }) => {
    const { dimensions } = domain.descriptor;
    const centroids = new Batch(data.length / dimensions, dimensions, data);
    return new CvtArchive({ domain, centroids, lineage });
  });
}

import type { Box, FieldKinds, GeometryOf, NoFields } from '../core/index.ts';
import { argumentError, boxBounds, checkInteger, checkObject, checkOptions, isRow } from '../core/index.ts';
import { type ReadArchiveOptions, readArchive } from './archive-file.ts';
import { type CommonArchiveOptions, descriptorBounds } from './archive-options.ts';
import { CellArchive } from './cell-archive.ts';
import type { CellIndex } from './indices/cell-index.ts';
import { gridIndex } from './indices/grid-index.ts';

/** What a {@link CategoricalArchive} is made of. */
export interface CategoricalArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /**
   * `(descriptorDimensions)`: the names of the categories of each dimension, no two equal. A descriptor has the number of a category in
   * each dimension, from 0; the domain's descriptor box must contain these numbers.
   */
  readonly categories: readonly (readonly string[])[];
}

/** A grid whose cells have names. */
type CategoricalGeometry = GeometryOf<'grid'> & { readonly names: readonly (readonly string[])[] };

/**
 * An archive with a cell for each combination of categories. Descriptors are numbers of categories; one between two belongs to the
 * nearer, at equal distance to the upper. Cells are numbered with the last dimension fastest.
 */
export class CategoricalArchive<G = Float64Array, F extends FieldKinds = NoFields> extends CellArchive<
  G,
  F,
  CategoricalGeometry
> {
  /** `(descriptorDimensions)`: the names of each dimension's categories. */
  readonly categories: readonly (readonly string[])[];

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: CategoricalArchiveOptions<G, F>) {
    const name = 'CategoricalArchive';
    checkOptions(name, options, ['domain', 'categories', 'lineage']);
    const { categories: given, ...rest } = options;
    descriptorBounds(name, options.domain);
    const categories = copyCategories(name, given, options.domain.descriptor);
    super({ ...rest, index: categoryIndex(name, categories), name });
    this.categories = categories;
  }

  /** `(descriptorDimensions)`: the names of a cell's categories. @throws ARGUMENT if there is no such cell. */
  namesOf(cell: number): string[] {
    checkInteger('CategoricalArchive.namesOf', 'cell', cell, 0, this.cells - 1);
    const names: string[] = [];
    let rest = cell;
    for (const list of [...this.categories].reverse()) {
      names.unshift(list[rest % list.length]!);
      rest = Math.floor(rest / list.length);
    }
    return names;
  }

  /**
   * `(descriptorDimensions)`: the numbers of categories, which are a descriptor.
   * @param names - `(descriptorDimensions)`: a category of each dimension.
   * @throws ARGUMENT if there is no such category.
   */
  codesOf(names: readonly string[]): number[] {
    const owner = 'CategoricalArchive.codesOf';
    const { length } = this.categories;
    if (!isRow(names, length)) throw argumentError(owner, 'names', `have ${length} texts`, names);
    return this.categories.map((list, j) => {
      const code = list.indexOf(names[j]!);
      if (code < 0) throw argumentError(owner, `names[${j}]`, `be one of ${list.join(', ')}`, names[j]);
      return code;
    });
  }

  /**
   * Reads what `toBytes` wrote. Without `domain`, TypeScript takes genomes for vectors, and does not know the fields: give the types of others
   * in angle brackets.
   * @throws ARGUMENT if the domain must be given; SNAPSHOT if the bytes are damaged, or of another archive or domain.
   */
  static fromBytes<G = Float64Array, F extends FieldKinds = FieldKinds>(
    bytes: Uint8Array | ArrayBuffer,
    options?: ReadArchiveOptions<G, F>,
  ): CategoricalArchive<G, F> {
    return readArchive('CategoricalArchive', bytes, options, make<G, F>);
  }
}

const make = <G, F extends FieldKinds>(options: CategoricalArchiveOptions<G, F>) => new CategoricalArchive(options);

/** A grid whose cell k of a dimension is [k − 1/2, k + 1/2). */
function categoryIndex(name: string, categories: readonly (readonly string[])[]): CellIndex {
  const cells = categories.map((list) => list.length);
  const descriptor = { dimensions: cells.length, lower: -0.5, upper: cells.map((n) => n - 0.5) };
  const geometry = (): CategoricalGeometry => ({ grid: cells, names: categories });
  return { ...gridIndex({ descriptor, cells, name }), layout: { categories }, geometry };
}

function copyCategories(
  owner: string,
  given: readonly (readonly string[])[],
  box: Box,
): readonly (readonly string[])[] {
  const { lower, upper } = boxBounds(owner, 'domain.descriptor', box);
  if (!isRow(given, box.dimensions)) throw argumentError(owner, 'categories', `have ${box.dimensions} lists`, given);
  return Object.freeze(
    Array.from(given, (list, j) => {
      checkObject(owner, `categories[${j}]`, list);
      const known = new Set<unknown>();
      for (let i = 0; i < list.length && typeof list[i] === 'string'; i++) known.add(list[i]);
      if (known.size === 0 || known.size !== list.length) {
        throw argumentError(owner, `categories[${j}]`, 'be a list of at least one text, no two equal', list);
      }
      const names = Object.freeze(Array.from(list));
      if (lower[j]! > 0 || upper[j]! < names.length - 1) {
        const rule = `contain [0, ${names.length - 1}], the numbers of its categories, in dimension ${j}`;
        throw argumentError(owner, 'domain.descriptor', rule, [lower[j], upper[j]]);
      }
      return names;
    }),
  );
}

import {
  argumentError,
  type BoxBounds,
  boxBounds,
  checkInteger,
  checkNumber,
  checkOptions,
  type FieldKinds,
  type GeometryOf,
  gridBox,
  isRow,
  type NoFields,
} from '../core/index.ts';
import { type ReadArchiveOptions, readArchive } from './archive-file.ts';
import { type CommonArchiveOptions, descriptorBounds } from './archive-options.ts';
import { CellArchive } from './cell-archive.ts';
import { cellCentres } from './discount/cell-centres.ts';
import type { CellIndex } from './indices/cell-index.ts';
import { gridIndex } from './indices/grid-index.ts';

/** What a {@link CategoricalArchive} is made of. */
export interface CategoricalArchiveOptions<G = Float64Array, F extends FieldKinds = NoFields>
  extends CommonArchiveOptions<G, F> {
  /**
   * `(descriptorDimensions)`: the names of the categories of each dimension, no two equal; or a number of cells, at least 1, of equal width, that the
   * domain's descriptor box is divided into along the dimension. The product of all numbers of cells is below 2^31. In a dimension with
   * names a descriptor has the number of a category, from 0; the domain's descriptor box must
   * contain these numbers, and, if there are two names or more, no larger whole number.
   */
  readonly categories: readonly (readonly string[] | number)[];
}

/** A grid whose cells have names, along some dimensions at least. */
type CategoricalGeometry = GeometryOf<'grid'> & { readonly names: readonly (readonly string[] | undefined)[] };

/**
 * An archive with a cell for each combination of categories. Descriptors are numbers of categories; one between two belongs to the
 * nearer, at equal distance to the upper. A dimension may be of numbers instead, whose cells are those of a {@link GridArchive}.
 * Cells are numbered with the last dimension fastest.
 */
export class CategoricalArchive<G = Float64Array, F extends FieldKinds = NoFields> extends CellArchive<
  G,
  F,
  CategoricalGeometry
> {
  /** `(descriptorDimensions)`: the names of each dimension's categories, or the number of its cells. */
  readonly categories: readonly (readonly string[] | number)[];

  /** @throws ARGUMENT if an option breaks its contract. */
  constructor(options: CategoricalArchiveOptions<G, F>) {
    const name = 'CategoricalArchive';
    checkOptions(name, options, ['domain', 'categories', 'lineage']);
    const { categories: given, ...rest } = options;
    const box = descriptorBounds(name, options.domain);
    const categories = copyCategories(name, given, box);
    super({ ...rest, index: categoryIndex(name, categories, box), name });
    this.categories = categories;
  }

  /**
   * `(descriptorDimensions)`: the names of a cell's categories; in a dimension of numbers, the middle of the cell.
   * @throws ARGUMENT if there is no such cell.
   */
  namesOf(cell: number): (string | number)[] {
    const owner = 'CategoricalArchive.namesOf';
    checkInteger(owner, 'cell', cell, 0, this.cells - 1);
    const geometry = this.geometry();
    const centre = cellCentres(owner, geometry, boxBounds(owner, 'descriptor', this.descriptor))(cell);
    return Array.from(centre, (at, j) => geometry.names[j]?.[at] ?? at);
  }

  /**
   * `(descriptorDimensions)`: the numbers of categories, which are a descriptor.
   * @param names - `(descriptorDimensions)`: a category of each dimension, or its number if it is one of numbers.
   * @throws ARGUMENT if there is no such category, or a number is not finite.
   */
  codesOf(names: readonly (string | number)[]): number[] {
    const owner = 'CategoricalArchive.codesOf';
    const { length } = this.categories;
    if (!isRow(names, length)) throw argumentError(owner, 'names', `have ${length} texts or numbers`, names);
    return this.categories.map((list, j) => {
      const name = names[j]!;
      if (typeof list === 'number') {
        checkNumber(owner, `names[${j}]`, name as number);
        return name as number;
      }
      const code = list.indexOf(name as string);
      if (code < 0) throw argumentError(owner, `names[${j}]`, `be one of ${list.join(', ')}`, name);
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

/** A grid over the numbers of categories, and over the box along dimensions of numbers. */
function categoryIndex(name: string, categories: readonly (readonly string[] | number)[], box: BoxBounds): CellIndex {
  const cells = categories.map((list) => (typeof list === 'number' ? list : list.length));
  const names = categories.map((list) => (typeof list === 'number' ? undefined : list));
  const geometry = (): CategoricalGeometry => ({ grid: cells, names });
  return { ...gridIndex({ descriptor: gridBox(geometry(), box), cells, name }), layout: { categories }, geometry };
}

function copyCategories(
  owner: string,
  given: readonly (readonly string[] | number)[],
  { dimensions, lower, upper }: BoxBounds,
): readonly (readonly string[] | number)[] {
  if (!isRow(given, dimensions))
    throw argumentError(owner, 'categories', `have ${dimensions} lists of texts or numbers of cells`, given);
  return Object.freeze(
    Array.from(given, (list, j) => {
      if (typeof list === 'number') {
        checkInteger(owner, `categories[${j}]`, list, 1);
        return list;
      }
      const known = new Set<unknown>();
      for (let i = 0; i < list?.length && typeof list[i] === 'string'; i++) known.add(list[i]);
      if (typeof list === 'string' || known.size === 0 || known.size !== list.length) {
        throw argumentError(owner, `categories[${j}]`, 'be a number of cells, or a list of texts, no two equal', list);
      }
      const names = Object.freeze(Array.from(list));
      if (lower[j]! > 0 || upper[j]! < names.length - 1) {
        const rule = `contain [0, ${names.length - 1}], the numbers of its categories, in dimension ${j}`;
        throw argumentError(owner, 'domain.descriptor', rule, [lower[j], upper[j]]);
      }
      // A box needs lower < upper, so the upper bound may be larger if there is one name, whose number is 0.
      if (names.length > 1 && upper[j]! >= names.length) {
        const rule = `have a name for each whole number in [0, ${upper[j]}]`;
        throw argumentError(owner, `categories[${j}]`, rule, names);
      }
      return names;
    }),
  );
}

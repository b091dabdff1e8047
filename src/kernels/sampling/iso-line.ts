import { copyRow, copyRows, type Random } from '../../core/index.ts';
import { Area } from '../runtime/area.ts';
import { sampling } from './sampling.ts';

/** Genes that are moved at a time: all that belongs to them stays in the caches. */
const BLOCK = 4096;

/** One block each. */
const genomes: Area = /* @__PURE__ */ new Area(BLOCK);
const others: Area = /* @__PURE__ */ new Area(BLOCK);
const normals: Area = /* @__PURE__ */ new Area(BLOCK);
const lines: Area = /* @__PURE__ */ new Area(BLOCK);
const steps: Area = /* @__PURE__ */ new Area(12_288); // 3 * BLOCK

/** Some rows of a matrix. */
export interface Rows {
  /** Row-major. */
  readonly data: Float64Array;
  /** Which rows. */
  readonly indices: Int32Array;
}

/** To where, and how far, each genome moves along a line. */
export interface Line {
  /** `(rows)`: f. */
  readonly factors: Float64Array;
  /** `(rows, columns)`: y. */
  readonly partners: Rows;
}

/** What {@link moveGenomes} moves, and how. */
export interface Moves {
  readonly columns: number;
  /** `(rows, columns)`: x. */
  readonly parents: Rows;
  /** f and y; without them f is 0. */
  readonly line?: Line | undefined;
  /** `(columns)`: σ. */
  readonly sigmas: Float64Array;
  /** `(columns)` each (default: unbounded). */
  readonly bounds?: { readonly lower: Float64Array; readonly upper: Float64Array } | undefined;
}

/**
 * Iso+line steps of a batch: x + f (x − y) + σ N(0, 1), clipped to the bounds (NaN stays NaN). About 1 ns a gene, and what
 * the normals cost.
 * @param random - Draws the normals, those of the genes row by row.
 * @param out - `(rows, columns)`, written.
 */
export function moveGenomes(moves: Moves, random: Pick<Random, 'fillNormal'>, out: Float64Array): void {
  const { columns, parents, line } = moves;
  const rows = parents.indices.length;
  const width = Math.min(columns, BLOCK);
  const height = Math.floor(BLOCK / width);
  for (let row = 0; row < rows; row += height) {
    const count = Math.min(height, rows - row);
    if (line) copyRow(line.factors, row, lines.view, 0, count);
    else lines.view.fill(0, 0, count);
    for (let column = 0; column < columns; column += width) {
      const piece = Math.min(width, columns - column);
      loadSteps(moves, column, piece);
      const numbers = count * piece;
      drawSteps(random, numbers);
      const part = (given: Rows): Int32Array =>
        count === rows ? given.indices : given.indices.subarray(row, row + count);
      copyRows(parents.data, columns, part(parents), column, piece, genomes.view);
      if (line) copyRows(line.partners.data, columns, part(line.partners), column, piece, others.view);
      // Without a line a genome is its own partner.
      const y = line ? others.at : genomes.at;
      const sigma = steps.at;
      const { isoLine } = sampling.common;
      isoLine(genomes.at, y, lines.at, normals.at, count, piece, sigma, sigma + 8 * BLOCK, sigma + 16 * BLOCK);
      copyRow(genomes.view, 0, out, row * columns + column, numbers);
    }
  }
}

/** The view of the normals that was used last. */
let drawn: Float64Array = new Float64Array(0);

function drawSteps(random: Pick<Random, 'fillNormal'>, count: number): void {
  if (drawn.length !== count) drawn = normals.view.subarray(0, count);
  random.fillNormal(drawn);
  if (drawn.length === 0) throw new Error('memory grew while normals were drawn');
}

/** The steps that are loaded, and how many of them. */
let loaded: Moves['sigmas'] | undefined;
let loadedBounds: Moves['bounds'];
let loadedPiece = 0;

/** Loads sigmas and bounds, if they are not there already: all of them are immutable. */
function loadSteps({ sigmas, bounds }: Moves, column: number, piece: number): void {
  const { view } = steps;
  if (column === 0 && loaded === sigmas && loadedBounds === bounds && loadedPiece === piece) return;
  copyRow(sigmas, column, view, 0, piece);
  if (bounds) {
    copyRow(bounds.lower, column, view, BLOCK, piece);
    copyRow(bounds.upper, column, view, 2 * BLOCK, piece);
  } else {
    view.fill(Number.NEGATIVE_INFINITY, BLOCK, BLOCK + piece);
    view.fill(Number.POSITIVE_INFINITY, 2 * BLOCK, 2 * BLOCK + piece);
  }
  loaded = column === 0 ? sigmas : undefined;
  loadedBounds = bounds;
  loadedPiece = piece;
}

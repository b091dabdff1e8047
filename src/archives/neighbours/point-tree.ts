import { type BoxBounds, clip } from '../../core/index.ts';
import { safeScale } from '../indices/scale.ts';

/** The most points of a leaf that can be divided. */
const LEAF = 16;

/** A node: a leaf has points; another one has two children, and points below and not below `at` in dimension `along`. */
interface Node {
  /** `(2, dimensions)`: least and largest coordinates; no point lies outside. */
  readonly box: Float64Array;
  points: number[] | undefined;
  along: number;
  at: number;
  below: Node | undefined;
  above: Node | undefined;
}

/**
 * Finds the nearest of points that are added one after the other, and may move: a k-d tree that divides its leaves in the middle, and
 * is built anew after as many moves as it has points. Distances are Euclidean, between points clipped to a box; exact in float64 at any
 * scale of the box. What it finds depends on the points alone, not on how they came. [Friedman1977]
 */
export class PointTree {
  /** `(found)`: the points found last, the nearest first, of equal ones that with the lowest index. */
  readonly found: number[] = [];
  /** `(found)`: their squared distances, times the square of the scale. */
  readonly #squares: number[] = [];
  readonly #bounds: BoxBounds;
  /** A power of two with which squares neither overflow nor vanish. */
  readonly #scale: number;
  #points: Float64Array = new Float64Array(0);
  #size = 0;
  #leaves: Node[] = [];
  #root: Node;
  readonly #query: Float64Array;
  /** Moves since the tree was built. */
  #moves = 0;

  constructor(bounds: BoxBounds) {
    this.#bounds = bounds;
    this.#scale = safeScale([...bounds.lower, ...bounds.upper]);
    this.#root = leaf(bounds.dimensions);
    this.#query = new Float64Array(bounds.dimensions);
  }

  /** Removes all points. */
  clear(): void {
    this.#size = 0;
    this.#leaves = [];
    this.#root = leaf(this.#bounds.dimensions);
    this.#moves = 0;
  }

  /** Adds the point at `data[at…]`; its index is the number of points before it. */
  add(data: Float64Array, at: number): void {
    const { dimensions } = this.#bounds;
    if ((this.#size + 1) * dimensions > this.#points.length) {
      const grown = new Float64Array(Math.max(2 * this.#points.length, 64 * dimensions));
      grown.set(this.#points);
      this.#points = grown;
    }
    this.#scaled(data, at, this.#points, this.#size * dimensions);
    this.#insert(this.#size++);
  }

  /** Moves a point to `data[at…]`. */
  move(index: number, data: Float64Array, at: number): void {
    const points = this.#leaves[index]!.points!;
    points[points.indexOf(index)] = points.at(-1)!;
    points.pop();
    this.#scaled(data, at, this.#points, index * this.#bounds.dimensions);
    if (++this.#moves > Math.max(this.#size, LEAF)) this.#rebuild();
    else this.#insert(index);
  }

  /** Finds the at most `count` nearest points of `data[at…]`; see {@link PointTree.found}. */
  nearest(data: Float64Array, at: number, count: number): void {
    const query = this.#query;
    this.#scaled(data, at, query, 0);
    this.found.length = 0;
    this.#squares.length = 0;
    const open: Node[] = [this.#root];
    while (open.length > 0) {
      const node = open.pop()!;
      if (this.found.length === count && gapTo(node.box, query) > this.#squares[count - 1]!) continue;
      if (node.points !== undefined) {
        for (const point of node.points) this.#offer(point, query, count);
        continue;
      }
      const first = query[node.along]! < node.at;
      open.push(first ? node.above! : node.below!, first ? node.below! : node.above!);
    }
  }

  /** The mean distance to the points found last; ∞ if there are none. */
  meanDistance(): number {
    let sum = 0;
    for (const square of this.#squares) sum += Math.sqrt(square);
    return this.found.length === 0 ? Number.POSITIVE_INFINITY : sum / this.found.length / this.#scale;
  }

  #offer(point: number, query: Float64Array, count: number): void {
    const squares = this.#squares;
    let square = 0;
    for (let j = 0, at = point * query.length; j < query.length; j++, at++)
      square += (query[j]! - this.#points[at]!) ** 2;
    let k = this.found.length;
    if (k === count) {
      if (square > squares[k - 1]! || (square === squares[k - 1]! && point > this.found[k - 1]!)) return;
      k--;
    }
    for (; k > 0 && (squares[k - 1]! > square || (squares[k - 1]! === square && this.found[k - 1]! > point)); k--) {
      squares[k] = squares[k - 1]!;
      this.found[k] = this.found[k - 1]!;
    }
    squares[k] = square;
    this.found[k] = point;
  }

  #scaled(data: Float64Array, at: number, into: Float64Array, to: number): void {
    const { dimensions, lower, upper } = this.#bounds;
    for (let j = 0; j < dimensions; j++) into[to + j] = clip(data[at + j]!, lower[j]!, upper[j]!) * this.#scale;
  }

  /** Builds the tree anew, because boxes do not shrink when points leave them. */
  #rebuild(): void {
    this.#moves = 0;
    this.#root = leaf(this.#bounds.dimensions);
    for (let i = 0; i < this.#size; i++) this.#enter(this.#root, i);
    const undivided = [this.#root];
    for (let node = undivided.pop(); node !== undefined; node = undivided.pop()) {
      if (this.#divide(node)) undivided.push(node.below!, node.above!);
    }
  }

  #insert(index: number): void {
    const { dimensions } = this.#bounds;
    let node = this.#root;
    while (node.points === undefined) {
      widen(node.box, this.#points, index * dimensions);
      node = this.#points[index * dimensions + node.along]! < node.at ? node.below! : node.above!;
    }
    this.#enter(node, index);
    this.#divide(node);
  }

  #enter(node: Node, index: number): void {
    widen(node.box, this.#points, index * this.#bounds.dimensions);
    node.points!.push(index);
    this.#leaves[index] = node;
  }

  /** Divides a leaf with too many points in the middle of its widest dimension. @returns whether its points differ, so that it can be. */
  #divide(node: Node): boolean {
    const { dimensions } = this.#bounds;
    const points = node.points!;
    if (points.length <= LEAF) return false;
    this.#tighten(node);
    const [low, high] = [node.box.subarray(0, dimensions), node.box.subarray(dimensions)];
    let along = 0;
    for (let j = 1; j < dimensions; j++) if (high[j]! - low[j]! > high[along]! - low[along]!) along = j;
    const [least, most] = [low[along]!, high[along]!];
    if (!(most > least)) return false;
    const middle = least + (most - least) / 2;
    node.points = undefined;
    node.along = along;
    node.at = middle > least ? middle : most;
    [node.below, node.above] = [leaf(dimensions), leaf(dimensions)];
    for (const point of points) {
      this.#enter(this.#points[point * dimensions + along]! < node.at ? node.below : node.above, point);
    }
    return true;
  }

  /** Points may have left the box of a leaf. */
  #tighten({ box, points }: Node): void {
    const { dimensions } = this.#bounds;
    empty(box);
    for (const point of points!) widen(box, this.#points, point * dimensions);
  }
}

function leaf(dimensions: number): Node {
  const box = new Float64Array(2 * dimensions);
  empty(box);
  return { box, points: [], along: 0, at: 0, below: undefined, above: undefined };
}

function empty(box: Float64Array): void {
  box.fill(Number.POSITIVE_INFINITY);
  box.fill(Number.NEGATIVE_INFINITY, box.length / 2);
}

function widen(box: Float64Array, points: Float64Array, at: number): void {
  const dimensions = box.length / 2;
  for (let j = 0; j < dimensions; j++) {
    const x = points[at + j]!;
    if (x < box[j]!) box[j] = x;
    if (x > box[dimensions + j]!) box[dimensions + j] = x;
  }
}

/**
 * At most the squared distance of the query to any point in the box, as it is computed: it is rounded in the same order, and
 * rounding is monotone.
 */
function gapTo(box: Float64Array, query: Float64Array): number {
  const dimensions = query.length;
  let square = 0;
  for (let j = 0; j < dimensions; j++) {
    const x = query[j]!;
    const gap = x < box[j]! ? x - box[j]! : x > box[dimensions + j]! ? x - box[dimensions + j]! : 0;
    square += gap * gap;
  }
  return square;
}

// The nearest of fixed points, by a k-d tree without pointers: a range of more than LEAF points is cut at its middle. Nodes lie
// level by level, the children of node k at 2k and 2k + 1, so that the upper levels share few cache lines. An instance of the
// module holds one tree. Exact: rounding is monotone, so the distance to a splitting
// plane, computed as it is here, is never above the computed distance to a point behind it.

const LEAF: i32 = 8;

let count: i32 = 0;
let dimensions: i32 = 0;
// (count, dimensions) as they were given, and in the order of the tree; each point's number as it was given.
let given: usize = 0;
let points: usize = 0;
let numbers: usize = 0;
// 16 bytes a node, from node 1 on: where it splits, and the offset of that coordinate.
let nodes: usize = 0;

// What waits to be searched: 24 bytes each, a range, its node, and its squared distance. A tree of 2^31 points is 28 deep.
const stack: usize = memory.data(24 * 64, 16);

// Picks pivots: no order of the points is a bad one.
let random: u32 = 0;

@inline
function at(i: i32): usize {
  return points + ((<usize>i * <usize>dimensions) << 3);
}

function swap(i: i32, j: i32): void {
  const a = at(i), b = at(j);
  for (let k: usize = 0; k < <usize>dimensions << 3; k += 8) {
    const x = load<f64>(a + k);
    store<f64>(a + k, load<f64>(b + k));
    store<f64>(b + k, x);
  }
  const p = numbers + (<usize>i << 2), q = numbers + (<usize>j << 2);
  const number = load<i32>(p);
  store<i32>(p, load<i32>(q));
  store<i32>(q, number);
}

// Orders points [low, high] so that no coordinate before k is above that of k, and none after it below [Hoare1961].
function select(low: i32, high: i32, k: i32, axis: usize): void {
  while (low < high) {
    random = random * 1664525 + 1013904223;
    const pivot = load<f64>(at(low + <i32>((<u64>random * <u64>(high - low + 1)) >> 32)) + axis);
    let i = low, j = high;
    while (i <= j) {
      while (load<f64>(at(i) + axis) < pivot) i++;
      while (load<f64>(at(j) + axis) > pivot) j--;
      if (i <= j) swap(i++, j--);
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}

function widestAxis(from: i32, to: i32): usize {
  let widest = -1.0;
  let axis: usize = 0;
  for (let j: usize = 0; j < <usize>dimensions << 3; j += 8) {
    let low = Infinity, high = -Infinity;
    for (let i = from; i < to; i++) {
      const x = load<f64>(at(i) + j);
      low = min(low, x);
      high = max(high, x);
    }
    if (high - low > widest) {
      widest = high - low;
      axis = j;
    }
  }
  return axis;
}

function split(from: i32, to: i32, number: usize): void {
  while (to - from > LEAF) {
    const axis = widestAxis(from, to);
    const middle = (from + to) >> 1;
    select(from, to - 1, middle, axis);
    const node = nodes + (number << 4);
    store<f64>(node, load<f64>(at(middle) + axis));
    store<usize>(node, axis, 8);
    number <<= 1;
    split(from, middle, number++);
    from = middle;
  }
}

// Bytes of nodes: twice as many for each level whose largest range is cut.
function nodeRoom(rows: i32): usize {
  let room: usize = 16;
  for (let largest = rows; largest > LEAF; largest = (largest + 1) >> 1) room <<= 1;
  return room;
}

/** Bytes that plant needs for a tree. */
export function treeRoom(rows: i32, columns: i32): usize {
  return <usize>rows * (16 * <usize>columns + 4) + nodeRoom(rows);
}

/** Plants the tree of `rows` points of `columns` at `room`, 16-aligned, where the points stand first. */
export function plant(room: usize, rows: i32, columns: i32): void {
  const bytes = (<usize>rows * <usize>columns) << 3;
  count = rows;
  dimensions = columns;
  given = room;
  points = room + bytes;
  nodes = points + bytes;
  numbers = nodes + nodeRoom(rows);
  memory.copy(points, given, bytes);
  for (let i = 0; i < rows; i++) store<i32>(numbers + (<usize>i << 2), i);
  random = 1;
  split(0, rows, 1);
}

@inline
function distance(query: usize, point: usize): f64 {
  if (dimensions == 2) {
    const d = f64x2.sub(v128.load(query), v128.load(point));
    const square = f64x2.mul(d, d);
    return f64x2.extract_lane(square, 0) + f64x2.extract_lane(square, 1);
  }
  let sum = 0.0;
  for (let j: usize = 0; j < <usize>dimensions << 3; j += 8) {
    const d = load<f64>(query + j) - load<f64>(point + j);
    sum += d * d;
  }
  return sum;
}

// The nearest point, the lowest number in a tie; `nearest` is any point to begin with, or `count`.
function find(query: usize, nearest: i32): i32 {
  let best = nearest < count ? distance(query, given + ((<usize>nearest * <usize>dimensions) << 3)) : Infinity;
  let from = 0, to = count;
  let number: usize = 1;
  let top = stack;
  while (true) {
    while (to - from > LEAF) {
      const middle = (from + to) >> 1;
      const node = nodes + (number << 4);
      const gap = load<f64>(query + load<usize>(node, 8)) - load<f64>(node);
      const left = gap < 0;
      number <<= 1;
      store<i32>(top, left ? middle : from);
      store<i32>(top, left ? to : middle, 4);
      store<f64>(top, gap * gap, 8);
      store<usize>(top, number + <usize>left, 16);
      top += 24;
      if (left) to = middle;
      else {
        from = middle;
        number++;
      }
    }
    for (let i = from; i < to; i++) {
      const d = distance(query, at(i));
      if (d <= best) {
        const candidate = load<i32>(numbers + (<usize>i << 2));
        if (d < best || candidate < nearest) {
          best = d;
          nearest = candidate;
        }
      }
    }
    do {
      if (top == stack) return nearest;
      top -= 24;
    } while (load<f64>(top, 8) > best);
    from = load<i32>(top);
    to = load<i32>(top, 4);
    number = load<usize>(top, 16);
  }
}

/**
 * Replaces each of `rows` numbers at `owners`, where a search may begin (`count`: nowhere), by the number of the point
 * nearest to its query, unless that is not finite; answers with how many changed.
 */
export function nearest(queries: usize, rows: i32, owners: usize): i32 {
  let changes = 0;
  for (const end = owners + (<usize>rows << 2); owners < end; owners += 4) {
    // A query that is not finite is at no distance from itself.
    if (distance(queries, queries) == 0) {
      const before = load<i32>(owners);
      const found = find(queries, before);
      if (found != before) changes++;
      store<i32>(owners, found);
    }
    queries += <usize>dimensions << 3;
  }
  return changes;
}

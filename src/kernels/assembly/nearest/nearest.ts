// The nearest of fixed points, by a k-d tree without pointers: all leaves are equally deep, and of the ranges of a level none is
// longer than another by more than a point. The children of node k are 2k and 2k + 1; three levels of nodes share 64 bytes, a
// cache line. The functions work on one tree at a time, of which the memory holds any number. Exact: rounding is monotone, so the distance to a splitting plane,
// computed as it is here, is never above the computed distance to a point behind it.

import { squaredDistance } from './squared-distance';

const LEAF: i32 = 8;

let count: i32 = 0;
let dimensions: i32 = 0;
// (count, dimensions) as they were given, and in the order of the tree; each point's number as it was given.
let given: usize = 0;
let points: usize = 0;
let numbers: usize = 0;
// Blocks of 64 bytes: 8 bytes of axes, then 7 numbers, where each node of a subtree of three levels splits its range.
let nodes: usize = 0;

// Levels of nodes, above 2^depth leaves.
let depth: i32 = 0;

// Queries are searched side by side, so that the processor fetches what all of them need at once. Of each: the squared distance
// to its nearest point so far; at 8 that point's number, at 12 the node to go down from, at 16 the top of its stack; from 24 on
// the stack of nodes that wait, 16 bytes each, behind their squared distance. A tree of 2^30 points is 27 deep.
const SIDE_BY_SIDE: i32 = 16;
const SEARCH: usize = 24 + 16 * 30;
const searches: usize = memory.data(SIDE_BY_SIDE * SEARCH, 16);

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

// Of the first 256 axes: a byte holds it.
function widestAxis(from: i32, to: i32): usize {
  let widest = -1.0;
  let axis: usize = 0;
  for (let j: usize = 0; j < <usize>min(dimensions, 256) << 3; j += 8) {
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

// Where the range of a node begins that is the i-th of its level.
@inline
function start(i: i32, level: i32): i32 {
  return <i32>((<u64>i * <u64>count) >> level);
}

// The block of a node, and its place there, 1 to 7; r is the level modulo 3.
@inline
function blockOf(number: i32, r: i32): usize {
  return nodes + (<usize>(number >> r) << 6);
}

@inline
function placeOf(number: i32, r: i32): usize {
  return (number & ((1 << r) - 1)) | (1 << r);
}

function split(from: i32, to: i32, number: i32, level: i32): void {
  if (level == depth) return;
  const axis = widestAxis(from, to);
  const middle = start((number << 1 | 1) - (2 << level), level + 1);
  select(from, to - 1, middle, axis);
  const block = blockOf(number, level % 3);
  const k = placeOf(number, level % 3);
  store<f64>(block + (k << 3), load<f64>(at(middle) + axis));
  store<u8>(block + k, <i32>axis >> 3);
  number <<= 1;
  split(from, middle, number, ++level);
  split(middle, to, number + 1, level);
}

// Levels of nodes above leaves of at most LEAF points.
function levels(rows: i32): i32 {
  let level = 0;
  while (rows > LEAF << level) level++;
  return level;
}

// Bytes of blocks: as many as the highest number of one needs.
function nodeRoom(rows: i32): usize {
  const last = levels(rows) - 1;
  return <usize>128 << (last - (last % 3));
}

/** Bytes of a tree: a float64, since they may be more than there can be. */
export function treeRoom(rows: i32, columns: i32): f64 {
  return <f64>rows * <f64>(16 * columns + 4) + <f64>nodeRoom(rows) + 64;
}

// Takes the tree of `rows` points of `columns` at `room` for that of all functions.
function choose(room: usize, rows: i32, columns: i32): void {
  const bytes = (<usize>rows * <usize>columns) << 3;
  count = rows;
  dimensions = columns;
  given = room;
  points = room + bytes;
  nodes = (points + bytes + 63) & ~63;
  numbers = nodes + nodeRoom(rows);
  depth = levels(rows);
}

/** Plants the tree of `rows` points of `columns` at `room`, 16-aligned, where the points stand first. */
export function plant(room: usize, rows: i32, columns: i32): void {
  choose(room, rows, columns);
  memory.copy(points, given, points - given);
  for (let i = 0; i < rows; i++) store<i32>(numbers + (<usize>i << 2), i);
  random = 1;
  split(0, rows, 1, 0);
}

@inline
function distance(query: usize, point: usize): f64 {
  if (dimensions == 2) {
    const d = f64x2.sub(v128.load(query), v128.load(point));
    const square = f64x2.mul(d, d);
    return f64x2.extract_lane(square, 0) + f64x2.extract_lane(square, 1);
  }
  return squaredDistance(query, point, <usize>dimensions << 3);
}

// Goes down to a leaf, on the query's side of each split; what lies on the other side waits. Without a branch that depends on
// what is loaded.
@inline
function step(search: usize, query: usize, r: i32): void {
  const number = load<i32>(search, 12);
  const top = load<usize>(search, 16);
  const block = blockOf(number, r);
  const k = placeOf(number, r);
  const gap = load<f64>(query + (<usize>load<u8>(block + k) << 3)) - load<f64>(block + (k << 3));
  const left = <i32>(gap < 0);
  store<f64>(top, gap * gap);
  store<i32>(top, number << 1 | left, 8);
  store<i32>(search, (number << 1 | 1) - left, 12);
  store<usize>(search, top + 16, 16);
}

// Searches the leaf that a search has come to.
function scan(search: usize, query: usize): void {
  let best = load<f64>(search);
  let nearest = load<i32>(search, 8);
  const leaf = load<i32>(search, 12) - (1 << depth);
  const end = start(leaf + 1, depth);
  for (let i = start(leaf, depth); i < end; i++) {
    const d = distance(query, at(i));
    if (d <= best) {
      const candidate = load<i32>(numbers + (<usize>i << 2));
      if (d < best || candidate < nearest) {
        best = d;
        nearest = candidate;
      }
    }
  }
  store<f64>(search, best);
  store<i32>(search, nearest, 8);
}

// Takes what may hold a nearer point from the stack; answers with whether there is any.
function pop(search: usize): bool {
  const best = load<f64>(search);
  const stack = search + 24;
  for (let top = load<usize>(search, 16); top > stack;) {
    top -= 16;
    if (load<f64>(top) <= best) {
      store<i32>(search, load<i32>(top, 8), 12);
      store<usize>(search, top, 16);
      return true;
    }
  }
  return false;
}

// Keeps what is read only to have it fetched.
let touched: f64 = 0;

// Searches for the nearest points of a few queries.
function find(queries: usize, rows: i32, owners: usize): void {
  const size = <usize>dimensions << 3;
  for (let i = 0; i < rows; i++) {
    const search = searches + <usize>i * SEARCH;
    const query = queries + <usize>i * size;
    const owner = load<i32>(owners + (<usize>i << 2));
    const d = owner < count ? distance(query, given + <usize>owner * size) : Infinity;
    // A query that is not finite is at no distance from itself, and nothing is nearer than NaN.
    store<f64>(search, distance(query, query) == 0 ? d : NaN);
    store<i32>(search, owner, 8);
    store<i32>(search, 1, 12);
    store<usize>(search, search + 24, 16);
  }
  for (let level = 0; level < depth; level++) {
    const r = level % 3;
    for (let i = 0; i < rows; i++) step(searches + <usize>i * SEARCH, queries + <usize>i * size, r);
  }
  // A bit for each query that has come to a leaf.
  for (let open: u32 = (1 << rows) - 1; open != 0; ) {
    for (let some = open; some != 0; some &= some - 1) {
      const leaf = load<i32>(searches + <usize>ctz(some) * SEARCH, 12) - (1 << depth);
      const from = start(leaf, depth);
      const last = at(start(leaf + 1, depth) - 1);
      touched += load<f64>(at(from)) + load<f64>(last) + <f64>load<i32>(numbers + (<usize>from << 2));
    }
    for (let some = open; some != 0; some &= some - 1) {
      const search = searches + <usize>ctz(some) * SEARCH;
      const query = queries + <usize>ctz(some) * size;
      scan(search, query);
      if (pop(search)) {
        for (let level = 31 - clz(load<i32>(search, 12)); level < depth; level++) step(search, query, level % 3);
      } else open ^= some & -some;
    }
  }
}

/**
 * Replaces each of `rows` numbers at `owners`, where a search may begin (`size`: nowhere), by the number of the point
 * nearest to its query, unless that is not finite; answers with how many changed. The tree is that of `size` points of `columns`
 * at `room`.
 */
export function nearest(room: usize, size: i32, columns: i32, queries: usize, rows: i32, owners: usize): i32 {
  choose(room, size, columns);
  let changes = 0;
  while (rows > 0) {
    const few = min(rows, SIDE_BY_SIDE);
    find(queries, few, owners);
    for (let i = 0; i < few; i++, owners += 4) {
      const found = load<i32>(searches + <usize>i * SEARCH, 8);
      changes += <i32>(found != load<i32>(owners));
      store<i32>(owners, found);
    }
    queries += (<usize>few * <usize>dimensions) << 3;
    rows -= few;
  }
  return changes;
}

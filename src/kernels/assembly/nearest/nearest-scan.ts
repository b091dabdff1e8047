// The nearest of fixed points by scanning all of them, for many dimensions, where a k-d tree rules out next to nothing. The
// functions work on one set of points at a time, of which the memory holds any number.
//
// Eight points p at a time, single precision scores |p|^2 / 2 - p q, which order them by their distance to the query q. Their
// rounding error has a bound: of points whose scores are as close as that, distances are computed in double precision, each
// summed up in the order of the dimensions. So the answer is exact.
//
// Where the same queries are searched again after points moved, as in k-means, most points are ruled out without a score
// [Ding2015]: each query keeps a lower bound on its distance to each group of points, from when the group was last scanned. A
// point comes nearer by no more than it moves.

import { squaredDistance } from './squared-distance';

const LANES: i32 = 8;
// The most bounds that are kept: 64 MB.
const BOUNDS: u64 = 8_388_608;
// Rounding is allowed for: lengths that are compared with a bound count this much longer, and bounds this much shorter.
const LONGER: f64 = 1.00001;
const SHORTER: f64 = 0.999999999;
// The same for lengths whose squares vanish.
const TINY: f64 = 1e-120;

let count: i32 = 0;
let dimensions: i32 = 0;
// Bytes of a point, or a query.
let pointSize: usize = 0;
// (count, dimensions) as they were given, and as they were given before.
let given: usize = 0;
let before: usize = 0;
// (dimensions): the mean of the points; what they are multiplied with after it is taken off; their largest square then. The
// last two stand at `facts`.
let mean: usize = 0;
let facts: usize = 0;
let scale: f64 = 0;
let largest: f64 = 0;
// Eight points in a block, in single precision, the mean taken off, and scaled: eight halves of squares, then eight numbers for
// each dimension, and zeros to make them even. A point that is missing in the last has an infinite square.
let blocks: usize = 0;
let blockSize: usize = 0;
// The query in the same way.
let asked: usize = 0;
// The eight scores of each block that was scanned, and the numbers of these blocks.
let scores: usize = 0;
let scanned: usize = 0;
// Of each group: the sum of the farthest moves of any of its points.
let moved: usize = 0;
let groups: i32 = 0;
let blocksOfGroup: i32 = 0;
// (queries, groups): a distance that none of the group's points was below, and what `moved` was then. 0 if there are none.
let bounds: usize = 0;

@inline
function even(i: i32): i32 {
  return (i + 1) & ~1;
}

@inline
function blockCount(rows: i32): i32 {
  return (rows + LANES - 1) / LANES;
}

// Blocks that share a bound; all of them if there are none.
function groupSize(rows: i32, queries: i32): i32 {
  if (queries == 0) return blockCount(rows);
  return <i32>((<u64>queries * <u64>blockCount(rows)) / BOUNDS) + 1;
}

// Even: bounds are compared in twos.
function groupCount(rows: i32, queries: i32): i32 {
  const size = groupSize(rows, queries);
  return even((blockCount(rows) + size - 1) / size);
}

// Where the next part begins: 64 bits, since it may be more than there can be.
let room: u64 = 0;

function take(bytes: u64): usize {
  const at = <usize>room;
  room += (bytes + 15) & ~15;
  return at;
}

function layOut(at: usize, rows: i32, columns: i32, queries: i32): void {
  room = at;
  count = rows;
  dimensions = columns;
  groups = groupCount(rows, queries);
  blocksOfGroup = groupSize(rows, queries);
  blockSize = <usize>(even(columns) + 1) << 5;
  pointSize = <usize>columns << 3;
  given = take(<u64>rows * pointSize);
  before = take(<u64>rows * pointSize);
  mean = take(pointSize);
  facts = take(16);
  blocks = take(<u64>blockCount(rows) * blockSize);
  asked = take(<u64>even(columns) << 2);
  scores = take(<u64>blockCount(rows) << 5);
  scanned = take(<u64>blockCount(rows) << 2);
  moved = take(<u64>groups << 3);
  bounds = queries == 0 ? 0 : take((<u64>queries * <u64>groups) << 3);
}

/** Bytes that arrange needs, for `queries` that are searched again after points moved: as a float64, since they may be more than there can be. */
export function scanRoom(rows: i32, columns: i32, queries: i32): f64 {
  layOut(0, rows, columns, queries);
  return <f64>room;
}

/**
 * Takes in the `rows` points of `columns` at `at`, 16-aligned, where they stand first. Again for the same room after points
 * moved; its bytes are 0 at first.
 */
export function arrange(at: usize, rows: i32, columns: i32, queries: i32): void {
  layOut(at, rows, columns, queries);
  for (let g = 0; g < groups; g++) {
    let farthest = 0.0;
    const end = min((g + 1) * blocksOfGroup * LANES, count);
    for (let i = g * blocksOfGroup * LANES; i < end; i++) {
      const from = <usize>i * pointSize;
      farthest = max(farthest, squaredDistance(given + from, before + from, pointSize));
    }
    const sum = moved + (<usize>g << 3);
    store<f64>(sum, load<f64>(sum) + sqrt(farthest) * LONGER + TINY);
  }
  memory.copy(before, given, <usize>rows * pointSize);
  centre();
  for (let i = 0; i < blockCount(count) * LANES; i++) put(i);
  store<f64>(facts, scale);
  store<f64>(facts, largest, 8);
}

function centre(): void {
  let farthest = TINY;
  for (let j: usize = 0; j < pointSize; j += 8) {
    let sum = 0.0;
    for (let i = 0; i < count; i++) sum += load<f64>(given + <usize>i * pointSize + j) / <f64>count;
    store<f64>(mean + j, sum);
    for (let i = 0; i < count; i++) farthest = max(farthest, abs(load<f64>(given + <usize>i * pointSize + j) - sum));
  }
  scale = 1 / farthest;
  largest = 0;
}

// Puts a point to its place in a block.
function put(i: i32): void {
  let to = blocks + <usize>(i / LANES) * blockSize + (<usize>(i % LANES) << 2);
  const half = to;
  let sum = Infinity;
  if (i < count) {
    const point = given + <usize>i * pointSize;
    sum = 0;
    for (let j: usize = 0; j < pointSize; j += 8) {
      to += 32;
      const x = (load<f64>(point + j) - load<f64>(mean + j)) * scale;
      sum += x * x;
      store<f32>(to, <f32>x);
    }
    largest = max(largest, sum);
  }
  store<f32>(half, <f32>(sum / 2));
}

// Puts a query to `asked`; answers with its square.
function ask(query: usize): f64 {
  let sum = 0.0;
  for (let j: usize = 0; j < pointSize; j += 8) {
    const x = (load<f64>(query + j) - load<f64>(mean + j)) * scale;
    sum += x * x;
    store<f32>(asked + (j >> 1), <f32>x);
  }
  return sum;
}

// Scores of a block; answers with the lesser of each two.
@inline
function score(number: i32): v128 {
  let block = blocks + <usize>number * blockSize;
  const end = block + blockSize;
  let a = v128.load(block), b = v128.load(block, 16);
  let c = f32x4.splat(0), d = c;
  let query = asked;
  for (block += 32; block != end; block += 64) {
    let x = v128.load32_splat(query);
    a = f32x4.sub(a, f32x4.mul(x, v128.load(block))); b = f32x4.sub(b, f32x4.mul(x, v128.load(block, 16)));
    x = v128.load32_splat(query, 4);
    c = f32x4.sub(c, f32x4.mul(x, v128.load(block, 32))); d = f32x4.sub(d, f32x4.mul(x, v128.load(block, 48)));
    query += 8;
  }
  a = f32x4.add(a, c);
  b = f32x4.add(b, d);
  const to = scores + (<usize>number << 5);
  v128.store(to, a);
  v128.store(to, b, 16);
  return f32x4.pmin(a, b);
}

@inline
function least(four: v128): f32 {
  four = f32x4.pmin(four, v128.shuffle<f32>(four, four, 2, 3, 0, 1));
  return min(f32x4.extract_lane(four, 0), f32x4.extract_lane(four, 1));
}

let scannedBlocks: i32 = 0;

function scanGroup(group: i32): f32 {
  let all = f32x4.splat(Infinity);
  const end = min((group + 1) * blocksOfGroup, blockCount(count));
  for (let k = group * blocksOfGroup; k < end; k++) {
    all = f32x4.pmin(all, score(k));
    store<i32>(scanned + (<usize>scannedBlocks << 2), k);
    scannedBlocks++;
  }
  return least(all);
}

// Scans the groups that may hold a point nearer than `reach`; answers with the least score.
function scanNear(row: usize, reach: f64, square: f64, error: f64): f32 {
  let all: f32 = Infinity;
  for (let g = 0; g < groups; g += 2) {
    const at = <usize>g << 3;
    const near = f64x2.le(v128.load(row + at), f64x2.add(v128.load(moved + at), f64x2.splat(reach)));
    for (let some = i64x2.bitmask(near); some != 0; some &= some - 1) {
      const k = g + ctz(some);
      const found = scanGroup(k);
      const length = sqrt(max(0, square + 2 * (<f64>found - error))) / scale;
      store<f64>(row + (<usize>k << 3), (length + load<f64>(moved + (<usize>k << 3))) * SHORTER);
      all = min(all, found);
    }
  }
  return all;
}

// The nearest point so far of the query that is searched, and its squared distance.
let nearestSoFar: i32 = 0;
let best: f64 = 0;

@inline
function compare(query: usize, number: i32): void {
  const d = squaredDistance(query, given + <usize>number * pointSize, pointSize);
  if (d < best || (d == best && number < nearestSoFar)) {
    best = d;
    nearestSoFar = number;
  }
}

function find(query: usize, row: usize): void {
  const square = ask(query);
  // In single precision it would overflow.
  if (!(square < 1e30)) {
    for (let i = 0; i < count; i++) compare(query, i);
    return;
  }
  const error = <f64>(dimensions + 8) * (square + largest) * 1.2e-7 + 1e-30;
  scannedBlocks = 0;
  let all: f32 = Infinity;
  if (row == 0) for (let g = 0; g < groups; g++) all = min(all, scanGroup(g));
  else all = scanNear(row, sqrt(best) * LONGER + TINY, square, error);
  const most = f32x4.splat(<f32>(<f64>all + 2 * error));
  for (let i = 0; i < scannedBlocks; i++) {
    const k = load<i32>(scanned + (<usize>i << 2));
    const at = scores + (<usize>k << 5);
    const low = i32x4.bitmask(f32x4.le(v128.load(at), most)), high = i32x4.bitmask(f32x4.le(v128.load(at, 16), most));
    for (let some = low | (high << 4); some != 0; some &= some - 1) compare(query, k * LANES + ctz(some));
  }
}

function isFinite(query: usize): bool {
  let sum = 0.0;
  for (let j: usize = 0; j < pointSize; j += 8) sum += load<f64>(query + j) * 0;
  return sum == 0;
}

/**
 * Replaces each of `rows` numbers at `owners` (`size`: none) by the number of the point nearest to its query, unless that is
 * not finite; answers with how many changed. The points are those that were arranged at `at`, `size` of `columns` for `followed` queries.
 */
export function scan(
  at: usize,
  size: i32,
  columns: i32,
  followed: i32,
  queries: usize,
  rows: i32,
  owners: usize,
): i32 {
  layOut(at, size, columns, followed);
  scale = load<f64>(facts);
  largest = load<f64>(facts, 8);
  let changes = 0;
  for (let i = 0; i < rows; i++) {
    const query = queries + <usize>i * pointSize;
    const place = owners + (<usize>i << 2);
    const owner = load<i32>(place);
    best = Infinity;
    nearestSoFar = count;
    if (owner < count) compare(query, owner);
    find(query, bounds == 0 ? 0 : bounds + ((<usize>i * <usize>groups) << 3));
    if (!(best < Infinity) && !isFinite(query)) continue;
    changes += <i32>(nearestSoFar != owner);
    store<i32>(place, nearestSoFar);
  }
  return changes;
}

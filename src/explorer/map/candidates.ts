/** Points in a plane, and the box that holds what is asked about. */
export interface Sites {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly x: readonly [low: number, high: number];
  readonly y: readonly [low: number, high: number];
}

/** The plane in square buckets; each lists the sites that are nearest to some point in it. */
export interface Candidates {
  /** Number of buckets along each axis. */
  readonly side: number;
  /** `(side² + 1)`: where the sites of each bucket begin; buckets are numbered along y first. */
  readonly starts: Int32Array;
  /** Sites, ascending in each bucket. */
  readonly sites: Int32Array;
}

/** The bucket of a value along an axis. */
export function bucketOf(value: number, [low, high]: readonly [number, number], side: number): number {
  const place = Math.floor(((value - low) / (high - low)) * side);
  return place < 0 ? 0 : place >= side ? side - 1 : place;
}

/**
 * Lists the candidates of each bucket. If the site nearest to a bucket's middle is d away, then no point of the bucket, at most h from its
 * middle, has its nearest site further than d + 2 h from the middle.
 */
export function candidatesOf(all: Sites): Candidates {
  const { xs, ys, x, y } = all;
  const side = Math.min(512, Math.max(1, Math.ceil(Math.sqrt(2 * xs.length))));
  const bins = binned(all, side);
  const [stepX, stepY] = [(x[1] - x[0]) / side, (y[1] - y[0]) / side];
  const [least, half] = [Math.min(stepX, stepY), Math.hypot(stepX, stepY) / 2];
  const starts = new Int32Array(side * side + 1);
  const sites: number[] = [];
  for (let i = 0, bucket = 0; i < side; i++) {
    for (let j = 0; j < side; j++, bucket++) {
      const [middleX, middleY] = [x[0] + (i + 0.5) * stepX, y[0] + (j + 0.5) * stepY];
      const distance = (site: number): number => Math.hypot(xs[site]! - middleX, ys[site]! - middleY);
      let nearest = Number.POSITIVE_INFINITY;
      // What is in the bins of ring r is at least (r − 1/2) steps away from the middle.
      for (let ring = 0; ring <= side && (ring - 0.5) * least <= nearest; ring++) {
        eachInRing(bins, side, i, j, ring, (site) => {
          nearest = Math.min(nearest, distance(site));
        });
      }
      const most = (nearest + 2 * half) * (1 + 1e-12);
      const own: number[] = [];
      for (let ring = 0; ring <= side && (ring - 0.5) * least <= most; ring++) {
        eachInRing(bins, side, i, j, ring, (site) => {
          if (distance(site) <= most) own.push(site);
        });
      }
      for (const site of own.sort((a, b) => a - b)) sites.push(site);
      starts[bucket + 1] = sites.length;
    }
  }
  return { side, starts, sites: Int32Array.from(sites) };
}

/** The sites of each bin, one after the other. */
type Bins = Omit<Candidates, 'side'>;

function binned({ xs, ys, x, y }: Sites, side: number): Bins {
  const bins = Int32Array.from(xs, (value, site) => bucketOf(value, x, side) * side + bucketOf(ys[site]!, y, side));
  const starts = new Int32Array(side * side + 1);
  for (const bin of bins) starts[bin + 1]!++;
  for (let bin = 0; bin < side * side; bin++) starts[bin + 1]! += starts[bin]!;
  const next = starts.slice();
  const sites = new Int32Array(bins.length);
  for (const [site, bin] of bins.entries()) sites[next[bin]!++] = site;
  return { starts, sites };
}

/** Visits the sites in the square ring of bins around a bin. */
function eachInRing(
  { starts, sites }: Bins,
  side: number,
  i: number,
  j: number,
  ring: number,
  visit: (site: number) => void,
): void {
  const last = side - 1;
  for (let column = Math.max(0, i - ring); column <= Math.min(last, i + ring); column++) {
    const step = ring === 0 || column === i - ring || column === i + ring ? 1 : 2 * ring;
    for (let row = j - ring; row <= j + ring; row += step) {
      if (row < 0 || row > last) continue;
      const bin = column * side + row;
      for (let k = starts[bin]!; k < starts[bin + 1]!; k++) visit(sites[k]!);
    }
  }
}

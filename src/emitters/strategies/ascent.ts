import { addCount, type BoxBounds, clip } from '../../core/index.ts';
import { exp, log } from '../../kernels/index.ts';

/** A point that moves towards targets: by a share of the distance, or with Adam [Kingma2015]. */
export class Ascent {
  /** `(n)` */
  readonly point: Float64Array;
  readonly stepSize: number;
  readonly adam: boolean;
  /** `(n)`: Adam's moments; zeros without it. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Steps since the last restart. */
  steps = 0;

  constructor(start: Float64Array, stepSize: number, adam: boolean) {
    this.point = start.slice();
    this.stepSize = stepSize;
    this.adam = adam;
    this.first = new Float64Array(start.length);
    this.second = new Float64Array(start.length);
  }

  restart(point: Float64Array): void {
    this.restore({ point, first: new Float64Array(point.length), second: new Float64Array(point.length), steps: 0 });
  }

  restore({ point, first, second, steps }: Pick<Ascent, 'point' | 'first' | 'second' | 'steps'>): void {
    this.point.set(point);
    this.first.set(first);
    this.second.set(second);
    this.steps = steps;
  }

  /** False if its numbers have overflowed. */
  get isFinite(): boolean {
    return [this.point, this.first, this.second].every((numbers) => numbers.every(Number.isFinite));
  }

  /** Moves the point into a box: a step that is longer than the way may leave it. */
  clip({ lower, upper }: BoxBounds): void {
    for (const [k, x] of this.point.entries()) this.point[k] = clip(x, lower[k]!, upper[k]!);
  }

  step(target: Float64Array): void {
    const { point, stepSize, first, second } = this;
    this.steps = addCount(this.steps);
    const [beta1, beta2] = [0.9, 0.999];
    const unbias1 = 1 - exp(this.steps * log(beta1));
    const unbias2 = 1 - exp(this.steps * log(beta2));
    for (let k = 0; k < point.length; k++) {
      const way = target[k]! - point[k]!;
      if (!this.adam) {
        point[k] = stepSize === 1 ? target[k]! : point[k]! + stepSize * way;
        continue;
      }
      first[k] = beta1 * first[k]! + (1 - beta1) * way;
      second[k] = beta2 * second[k]! + (1 - beta2) * way * way;
      point[k] = point[k]! + (stepSize * (first[k]! / unbias1)) / (Math.sqrt(second[k]! / unbias2) + 1e-8);
    }
  }
}

import { type BoxBounds, clip, product, type Random } from '../../core/index.ts';
import { integer, record, type StateKind, tensors } from '../../formats/index.ts';
import {
  RegressionNetwork,
  type RegressionState,
  type RegressionTensors,
  regressionShapes,
} from '../../kernels/index.ts';
import { shuffle } from '../../random/index.ts';

/** Units of each of the two hidden layers. */
const HIDDEN = 128;
/** Adam's. */
const LEARNING_RATE = 1e-3;
/** A training ends after so many epochs, or when the mean squared error of one is at most so much. */
const EPOCHS = 5;
const SMALL_LOSS = 0.05;

/**
 * A network that predicts thresholds, in units in which the least is 0: descriptor → ReLU(128) → ReLU(128) → threshold, trained by
 * Adam (rate 0.001) on minibatches of 32. [Tjanaka2026]
 */
export class DiscountModel {
  readonly #network: RegressionNetwork;
  readonly #bounds: BoxBounds;

  /** Draws the weights, uniform in ±1/√k for a layer of k inputs, layer by layer, weights row-major, then biases. */
  constructor(bounds: BoxBounds, random: Random) {
    const inputs = bounds.dimensions;
    this.#bounds = bounds;
    this.#network = new RegressionNetwork({ inputs, hidden: HIDDEN, learningRate: LEARNING_RATE });
    const weights = Object.entries(regressionShapes(inputs, HIDDEN)).map(([name, shape]) => {
      const bound = 1 / Math.sqrt(name.startsWith('fc1') ? inputs : HIDDEN);
      const length = product(shape);
      return [name, Float32Array.from({ length }, () => (2 * random.uniform() - 1) * bound)];
    });
    this.#network.setState({ weights: Object.fromEntries(weights) as RegressionTensors });
  }

  /** Descriptors `(rows, dimensions)` as the network takes them: their place in the box, in [-1, 1]; outside, the nearest point inside. */
  scaled(descriptors: ArrayLike<number>): Float32Array {
    const { dimensions, lower, upper } = this.#bounds;
    return Float32Array.from({ length: descriptors.length }, (_, i) => {
      const [low, high] = [lower[i % dimensions]!, upper[i % dimensions]!];
      // Divided first: twice the distance may overflow.
      return clip(2 * ((descriptors[i]! - low) / (high - low)) - 1, -1, 1);
    });
  }

  /** `(rows)`: the thresholds at scaled descriptors. */
  predict(inputs: Float32Array): Float64Array {
    return this.#network.predict(inputs, inputs.length / this.#bounds.dimensions);
  }

  /** Trains on thresholds, `(rows)`, at scaled descriptors; is as before if a weight would not be finite. Draws the shuffle of each epoch. */
  train(inputs: Float32Array, thresholds: Float32Array, random: Random): void {
    const network = this.#network;
    if (thresholds.length === 0) return;
    const before = network.state();
    let epoch = 0;
    network.train(inputs, thresholds, (order, error) => {
      if (epoch++ === EPOCHS || !(error > SMALL_LOSS)) return false;
      shuffle(order, random);
      return true;
    });
    if (!network.finite()) network.setState(before);
  }

  /** The kind of its state. */
  get kind(): StateKind<RegressionState> {
    const shapes = regressionShapes(this.#bounds.dimensions, HIDDEN);
    // Adam takes the square root of the second moment.
    return record({
      weights: tensors(shapes),
      steps: integer(),
      firstMoment: tensors(shapes),
      secondMoment: tensors(shapes, 0),
    });
  }

  get state(): RegressionState {
    return this.#network.state();
  }

  restore(state: RegressionState): void {
    this.#network.setState(state);
  }
}

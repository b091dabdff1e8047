import { checkNumber, checkPositive } from '../../core/index.ts';
import { ModelStrategy } from './model-strategy.ts';
import { OpenAiModel } from './open-ai-model.ts';
import { type StrategyOptions, strategySettings } from './strategy-options.ts';

/** Options of {@link OpenAiEsStrategy}. */
export interface OpenAiEsStrategyOptions extends StrategyOptions {
  /** Candidates in a generation, in [2, 100000]; an odd number leaves one without its mirror image (default 4 + ⌊3 ln n⌋, made even). */
  readonly populationSize?: number | undefined;
  /** Stop when no number of the mean has moved by as much in the last update, at least 0 (default 1e-12 sigma). */
  readonly tolx?: number | undefined;
  /** Adam's learning rate, above 0: about how far each number of the mean moves in an update (default sigma/10). */
  readonly learningRate?: number | undefined;
  /** Weight of the squared length of the mean, times 1/2, that is minimised too, at least 0 (default 0). */
  readonly l2?: number | undefined;
  /** How slowly Adam's average of gradients changes, in [0, 1) (default 0.9). */
  readonly beta1?: number | undefined;
  /** How slowly Adam's average of squared gradients changes, in [0, 1) (default 0.999). */
  readonly beta2?: number | undefined;
  /** What is added to Adam's divisor, above 0 (default 1e-8). */
  readonly epsilon?: number | undefined;
}

/**
 * The evolution strategy of OpenAI: a normal distribution of constant step size whose mean follows an estimated gradient by Adam. Half of
 * the candidates are mirror images of the others. An update costs n operations for each row. Its weights are centred ranks of all rows in the
 * order: the number of parents does not matter, unless it is 0. Reasons to stop: tolx, noeffectcoord. [Salimans2017; Kingma2015]
 */
export class OpenAiEsStrategy extends ModelStrategy<OpenAiModel> {
  /** @throws ARGUMENT if an option is unknown, missing or out of its range. */
  constructor(options: OpenAiEsStrategyOptions) {
    const owner = 'OpenAiEsStrategy';
    const common = strategySettings(owner, options, ['learningRate', 'l2', 'beta1', 'beta2', 'epsilon']);
    const { learningRate = common.sigma / 10, l2 = 0, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 } = options;
    checkNumber(owner, 'learningRate', learningRate, 1e-100, 1e60);
    checkNumber(owner, 'l2', l2, 0, 1e60);
    checkNumber(owner, 'beta1', beta1, 0, 1 - 2 ** -52);
    checkNumber(owner, 'beta2', beta2, 0, 1 - 2 ** -52);
    checkPositive(owner, 'epsilon', epsilon);
    const populationSize = options.populationSize ?? common.populationSize + (common.populationSize % 2);
    const settings = { ...common, populationSize, learningRate, l2, beta1, beta2, epsilon };
    super(owner, settings, () => new OpenAiModel(settings));
  }
}

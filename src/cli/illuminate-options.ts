import type { PaperVariant } from '../presets/index.ts';
import { type CommandOption, choicesOption, flagOption, integerOption, textOption } from './command-options.ts';

const algorithms: readonly PaperVariant[] = ['map-elites', 'me-line', 'dde-xover', 'dde-elites'];
/** The options of `elites illuminate`; a plan in a checkpoint keeps their rules, too. */
export const illuminateOptions: {
  readonly joints: CommandOption<number>;
  readonly algorithm: CommandOption<readonly PaperVariant[]>;
  readonly evaluations: CommandOption<number>;
  readonly seed: CommandOption<number>;
  readonly checkpoint: CommandOption<number>;
  readonly out: CommandOption<string>;
  readonly json: CommandOption<boolean>;
} = {
  joints: integerOption({ low: 2, high: 100_000, default: 200, help: 'joints of the arm' }),
  algorithm: choicesOption<PaperVariant>({
    choices: algorithms,
    default: ['dde-elites'],
    placeholder: 'NAME',
    help: 'which one; give it again to compare',
  }),
  evaluations: integerOption({ low: 1, high: 1e9, default: 100_000, help: 'arms to evaluate with each' }),
  seed: integerOption({ low: 0, high: Number.MAX_SAFE_INTEGER, default: 1, help: 'where random numbers start' }),
  checkpoint: integerOption({
    low: 0,
    high: 1e6,
    default: 30,
    help: 'seconds between checkpoints; 0: each generation',
  }),
  out: textOption({ placeholder: 'DIR', default: 'runs/illuminate', help: 'folder for what comes out' }),
  json: flagOption('print the results as JSON, on the last line'),
};

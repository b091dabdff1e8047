import type { RunOptions } from '../../run/index.ts';
import { type CommandOption, choiceOption, integerOption } from '../terminal/command-options.ts';

/** What becomes of evaluations and operators that fail; what is undefined was not given. */
export type OnErrors = Pick<RunOptions, 'retries' | 'onEvaluationError'>;

/** The most retries. */
export const mostRetries = 1000;
export const errorChoices = ['throw', 'invalid'] as const;

/** The options of commands that evaluate a user's domain. @param otherwise - The defaults, for the help. */
export function errorOptions(otherwise: { retries: string; onEvaluationError: string }): {
  readonly retries: CommandOption<number | undefined>;
  readonly 'on-evaluation-error': CommandOption<(typeof errorChoices)[number] | undefined>;
} {
  const again = `how often an evaluation that fails is tried again (default ${otherwise.retries})`;
  const how = `throw: then end the run; invalid: count the genome as invalid (default ${otherwise.onEvaluationError})`;
  return {
    retries: integerOption({ low: 0, high: mostRetries, help: again }),
    'on-evaluation-error': choiceOption({ choices: errorChoices, placeholder: 'HOW', help: how }),
  };
}

/** What was given of the options. */
export function onErrorsOf(values: {
  readonly retries: OnErrors['retries'];
  readonly 'on-evaluation-error': OnErrors['onEvaluationError'];
}): OnErrors {
  const { retries, 'on-evaluation-error': onEvaluationError } = values;
  return { ...(retries !== undefined && { retries }), ...(onEvaluationError !== undefined && { onEvaluationError }) };
}

/** The options as they are written on a command line. */
export function errorFlags({ retries, onEvaluationError }: OnErrors): string[] {
  return [
    ...(retries === undefined ? [] : [`--retries ${retries}`]),
    ...(onEvaluationError === undefined ? [] : [`--on-evaluation-error ${onEvaluationError}`]),
  ];
}

/** What can be done about an error that ends a run: a sentence; '' if evaluations cannot end it. */
export function errorCure({ retries = 0, onEvaluationError }: OnErrors): string {
  if (onEvaluationError === 'invalid') return '';
  const again = retries > 0 ? '' : '--retries N tries them again, ';
  return `If evaluations may fail: ${again}--on-evaluation-error invalid counts them as invalid.`;
}

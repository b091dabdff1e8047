import { type AddReport, type Bandit, partOfReport } from '../core/index.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { Reward } from './search-options.ts';

/**
 * Rewards a bandit for a batch whose rows have all been told: the arm that made it, or, if the bandit gives shares, each emitter that
 * gave rows. First genomes have no reward.
 * @param report - On the whole batch.
 * @param names - Of the emitters.
 * @throws what `reward` or the bandit throws; the first error, after the other emitters were rewarded.
 */
export function rewardBandit<G>(
  bandit: Bandit,
  reward: Reward,
  { arm, blocks }: PendingBatch<G>,
  report: AddReport,
  names: readonly string[],
): void {
  if (bandit.shares === undefined) {
    if (arm >= 0) bandit.reward(arm, reward(report));
    return;
  }
  const errors: unknown[] = [];
  for (const { emitter, start, rows } of blocks) {
    if (emitter < 0) continue;
    try {
      bandit.reward(emitter, reward(partOfReport(report, start, rows), names[emitter]!), rows);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

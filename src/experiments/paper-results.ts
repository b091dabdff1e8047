import type { PaperJob } from './paper-jobs.ts';

/** A curve of one replicate: named columns of equal length, `evaluations` among them. */
export type Curve = Readonly<Record<string, readonly number[]>>;

/** What came of a job, as it is kept: JSON. */
export interface PaperResult {
  readonly job: PaperJob;
  readonly seconds: number;
  /** Final numbers by name; of target matching, medians over the targets. */
  readonly final: Readonly<Record<string, number>>;
  readonly curve: Curve;
  /** Of target matching: for each target what was reached. */
  readonly targets?: readonly TargetResult[] | undefined;
}

/** The best arm for one target. */
export interface TargetResult {
  readonly target: readonly number[];
  /** The end effector, in descriptor units. */
  readonly end: readonly number[];
  /** From the end effector to the target, in descriptor units. */
  readonly distance: number;
  /** Standard deviation of the joint angles in rad. */
  readonly deviation: number;
  /** `(joints)` genes, to four digits. */
  readonly genome: readonly number[];
}

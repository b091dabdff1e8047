/** One replicate of one variant: the unit of work, and of going on after a stop. */
export interface ReplicateJob {
  /** What is compared with each other: the variants of one group. */
  readonly group: string;
  readonly variant: string;
  /** From 1; also the seed. */
  readonly replicate: number;
  readonly evaluations: number;
  /** Key of the replicate whose files it reads, if it needs one. */
  readonly source?: string | undefined;
}

/** A curve of one replicate: named columns of equal length, `evaluations` among them. */
type Curve = Readonly<Record<string, readonly number[]>>;

/** What comes of a replicate. */
export interface ReplicateOutcome {
  /** Evaluations that were made: whole generations; of several searches, the median. */
  readonly spent: number;
  /** Final numbers by name; of several searches, medians. */
  readonly final: Readonly<Record<string, number>>;
  readonly curve: Curve;
  /** Share of the valid rows whose descriptor lay outside its space, in [0, 1], where the archive tells. */
  readonly outside?: number | undefined;
  /** The final numbers of several searches, by the names of `final`: quartiles are taken over these. */
  readonly samples?: Readonly<Record<string, readonly number[]>> | undefined;
}

/** What came of a job, as it is kept: JSON. */
export interface ReplicateResult<J extends ReplicateJob = ReplicateJob> extends ReplicateOutcome {
  readonly job: J;
  /** Version of the package that ran it. */
  readonly version: string;
  readonly seconds: number;
}

/** A job's name: equal for equal work, different for another budget or source. Fit for a file if group and variant are. */
export function replicateKey({ group, variant, evaluations, replicate, source }: ReplicateJob): string {
  const from = source === undefined ? '' : `-from-${source.split('-').at(-1)}-of-${source.split('-').at(-2)}`;
  return `${group}-${variant}-${evaluations}-${replicate}${from}`;
}

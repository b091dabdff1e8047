/** One replicate of one variant: the unit of work; finished ones are kept when an experiment is stopped. */
export interface ReplicateJob {
  /** Variants of the same group are compared with each other. */
  readonly group: string;
  readonly variant: string;
  /** From 1; also the seed. */
  readonly replicate: number;
  readonly evaluations: number;
  /** A hash of the code that it runs, if that is not of this package. */
  readonly digest?: string | undefined;
  /** Key of the replicate whose files it reads, if any. */
  readonly source?: string | undefined;
}

/** A curve of one replicate: named columns of equal length, `evaluations` among them. */
type Curve = Readonly<Record<string, readonly number[]>>;

/** The outcome of a replicate. */
export interface ReplicateOutcome {
  /** Number of evaluations done, in whole generations; the median if there are several searches. */
  readonly spent: number;
  /** Final numbers by name; medians if there are several searches. */
  readonly final: Readonly<Record<string, number>>;
  readonly curve: Curve;
  /** Share of the valid rows whose descriptor lay outside its space, in [0, 1], if the archive reports it. */
  readonly outside?: number | undefined;
  /** Share of the rows that were invalid, above 0, and the most frequent reason. */
  readonly invalid?: { readonly share: number; readonly reason: string } | undefined;
  /** The final numbers of several searches, by the names of `final`; quartiles are taken over these. */
  readonly samples?: Readonly<Record<string, readonly number[]>> | undefined;
}

/** A stored result, as JSON. */
export interface ReplicateResult<J extends ReplicateJob = ReplicateJob> extends ReplicateOutcome {
  readonly job: J;
  /** Version of the package that ran it. */
  readonly version: string;
  readonly seconds: number;
}

/** A job's name: equal for equal work, different for another budget, code or source. A valid file name if group and variant are. */
export function replicateKey({ group, variant, evaluations, replicate, digest, source }: ReplicateJob): string {
  const from = source === undefined ? '' : `-from-${source.split('-').at(-1)}-of-${source.split('-').at(-2)}`;
  const code = digest === undefined ? '' : `-${digest}`;
  return `${group}-${variant}-${evaluations}-${replicate}${code}${from}`;
}

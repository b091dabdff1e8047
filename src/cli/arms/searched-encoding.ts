import { sameSpace } from '../../core/index.ts';
import { planarArm } from '../../domains/index.ts';
import { DataDrivenEncoding } from '../../encodings/index.ts';
import { encodingFormat } from '../files/encoding-format.ts';
import { readInput } from '../files/input-file.ts';
import { CliError } from '../terminal/cli-error.ts';
import {
  type CommandOption,
  flagOption,
  integerOption,
  type OptionValues,
  textOption,
} from '../terminal/command-options.ts';
import { shellWord } from '../terminal/own-command.ts';

/** The options that select the search space. */
export const searchedOptions: {
  readonly dde: CommandOption<string | undefined>;
  readonly direct: CommandOption<boolean>;
  readonly joints: CommandOption<number | undefined>;
} = {
  dde: textOption({ placeholder: 'FILE', help: 'search the latents of this encoding (.safetensors)' }),
  direct: flagOption('search the joint angles themselves'),
  joints: integerOption({ low: 2, high: 100_000, help: 'joints of the arm with --direct (default 200)' }),
};

/** The search space. */
export interface Searched {
  readonly name: 'dde' | 'direct';
  readonly joints: number;
  /** Undefined: joint angles are searched. */
  readonly encoding: DataDrivenEncoding | undefined;
  /** In words, for reports. */
  readonly description: string;
  /** The command-line options that select it. */
  readonly command: string;
}

/** What results.json says of each search. */
export interface SearchedResult {
  readonly encoding: Searched['name'];
  readonly joints: number;
  readonly seed: number;
  readonly evaluations: number;
  readonly deviation: number;
  readonly seconds: number;
}

/** Reads the options and the encoding. @throws CliError if the options contradict each other, or the file is not an encoding. */
export async function readSearched(owner: string, values: OptionValues<typeof searchedOptions>): Promise<Searched> {
  const { dde, direct, joints } = values;
  if (direct === (dde !== undefined)) {
    throw new CliError(owner, `one of --dde and --direct must be given; got ${direct ? 'both' : 'none'}.`);
  }
  if (dde === undefined) {
    const n = joints ?? 200;
    const command = `--direct --joints ${n}`;
    return { name: 'direct', joints: n, encoding: undefined, description: 'joint angles', command };
  }
  const encoding = await readInput(owner, '--dde', dde, (bytes) => readEncoding(owner, dde, bytes));
  const n = encoding.phenotype.dimensions;
  if (n < 2 || !sameSpace(encoding.phenotype, planarArm({ joints: n }).genome)) {
    throw new CliError(owner, `${dde}: the encoding must decode to genes of arms, at least two in [-1, 1].`, 1);
  }
  if (joints !== undefined && joints !== n) {
    throw new CliError(owner, `--joints must be ${n} or left out, as ${dde} decodes to; got ${joints}.`);
  }
  const description = `${encoding.genome.dimensions} latents`;
  return { name: 'dde', joints: n, encoding, description, command: `--dde ${shellWord(dde)}` };
}

function readEncoding(owner: string, path: string, bytes: Uint8Array): DataDrivenEncoding {
  if (encodingFormat('readEncoding', bytes) === 'elites.linear-encoding') {
    const what = 'holds principal components (LinearEncoding of elites/pca), no learned encoding';
    throw new CliError(owner, `${path}: ${what}; of elites paper those are the files NAME.dde.safetensors.`, 1);
  }
  return DataDrivenEncoding.fromBytes(bytes);
}

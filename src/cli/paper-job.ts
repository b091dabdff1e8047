import type { PaperJob } from '../experiments/index.ts';
import type { Command } from './command.ts';
import { parseOptions, textOption } from './command-options.ts';
import { PaperStore } from './paper-store.ts';

const owner = 'elites paper-job';
const options = {
  out: textOption({ placeholder: 'DIR', default: 'runs/paper', help: 'folder of the experiment' }),
  job: textOption({ placeholder: 'JSON', default: '{}', help: 'the replicate' }),
};

/** `elites paper-job`: one replicate in a process of its own, which `elites paper` starts. Not for people. */
export const paperJobCommand: Command = {
  name: 'paper-job',
  summary: 'one replicate of elites paper',
  hidden: true,
  help: `Usage: ${owner} --out DIR --job JSON\n\nDoes one replicate; elites paper calls it.\n`,
  async run(argv) {
    const { out, job } = parseOptions(owner, options, argv);
    await new PaperStore(out).perform(JSON.parse(job) as PaperJob);
    return 0;
  },
};

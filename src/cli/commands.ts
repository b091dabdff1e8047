import { paperCommand } from './arms/paper/paper.ts';
import { paperJobCommand } from './arms/paper/paper-job.ts';
import { plotCommand } from './arms/plot.ts';
import { reachCommand } from './arms/reach.ts';
import { recreateCommand } from './arms/recreate.ts';
import type { Command } from './command.ts';
import { compareCommand } from './compare.ts';
import { compareJobCommand } from './compare-job.ts';
import { encodeCommand } from './encode.ts';
import { encodingCommand } from './encoding.ts';
import { illuminateCommand } from './illuminate.ts';
import { initCommand } from './init.ts';
import { resumeCommand } from './resume.ts';

/** All commands, in the order of the overview. */
export const commands: readonly Command[] = [
  initCommand,
  illuminateCommand,
  resumeCommand,
  compareCommand,
  plotCommand,
  encodeCommand,
  encodingCommand,
  recreateCommand,
  reachCommand,
  paperCommand,
  paperJobCommand,
  compareJobCommand,
];

import type { Command } from './command.ts';
import { compareCommand } from './compare.ts';
import { compareJobCommand } from './compare-job.ts';
import { encodeCommand } from './encode.ts';
import { illuminateCommand } from './illuminate.ts';
import { paperCommand } from './paper.ts';
import { paperJobCommand } from './paper-job.ts';
import { plotCommand } from './plot.ts';
import { reachCommand } from './reach.ts';
import { recreateCommand } from './recreate.ts';
import { resumeCommand } from './resume.ts';

/** All commands, in the order of the overview. */
export const commands: readonly Command[] = [
  illuminateCommand,
  resumeCommand,
  compareCommand,
  plotCommand,
  encodeCommand,
  recreateCommand,
  reachCommand,
  paperCommand,
  paperJobCommand,
  compareJobCommand,
];

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles the kernels and bundles the script of pages if their sources are newer: after a change, or a merge that brings one. */
export default function setup(): void {
  for (const script of ['build-kernels.mjs', 'build-page.mjs'])
    execFileSync(process.execPath, [fileURLToPath(new URL(`../scripts/${script}`, import.meta.url))]);
}

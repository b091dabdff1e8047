import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles the kernels and bundles the scripts that are embedded if their sources are newer: after a change, or a merge that brings one. */
export default function setup(): void {
  for (const script of ['build-kernels.mjs', 'embed-scripts.mjs'])
    execFileSync(process.execPath, [fileURLToPath(new URL(`../scripts/${script}`, import.meta.url))]);
}

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles the kernels if their sources are newer: after a change, or a merge that brings one. */
export default function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-kernels.mjs', import.meta.url))]);
}

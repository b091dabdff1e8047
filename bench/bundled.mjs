import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Imports a room of src, or a file, that no entry exports, as one module: bundled into a folder that is gone when the process ends. */
export async function bundled(room) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  // Inside the repository, so that dependencies are found.
  const folder = mkdtempSync(join(root, 'node_modules', '.elites-bench-'));
  // At the end, not at once: some parts are loaded when they are needed.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const options = ['--no-config', '--format', 'esm', '--silent', '--out-dir', folder];
  const entry = room.endsWith('.ts') ? room : `${room}/index.ts`;
  execFileSync(join(root, 'node_modules/.bin/tsup'), [join(root, 'src', entry), ...options], { cwd: root });
  return import(pathToFileURL(join(folder, `${basename(entry, '.ts')}.js`)));
}

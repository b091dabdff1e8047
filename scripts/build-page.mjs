// Bundles the script of pages with an explorer (src/explorer/page.ts), and embeds it as text in src/cli/reports/page-script.ts, so
// that a report needs no other file. Skips the work when what it writes is newer than every source.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'src/cli/reports/page-script.ts');
const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = readdirSync(join(root, 'src'), { recursive: true })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('cli'))
  .map((name) => join(root, 'src', name));
if (modified(target) > Math.max(modified(fileURLToPath(import.meta.url)), ...sources.map(modified))) process.exit(0);

// Loaded only now: tests ask before every run whether there is anything to do.
const { buildSync } = await import('esbuild');
const { outputFiles } = buildSync({
  entryPoints: [join(root, 'src/explorer/page.ts')],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  write: false,
});
// The text stands in a <script>.
const script = outputFiles[0].text.trimEnd().replaceAll('</script', '<\\/script');
writeFileSync(
  target,
  `// Written by scripts/build-page.mjs; never edited by hand.
/** The script of pages with an explorer. */
export const pageScript: string = ${JSON.stringify(script)};
`,
);
console.log(`page: ${script.length} characters of script`);

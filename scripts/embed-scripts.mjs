// Bundles scripts that are embedded as text: the one of pages with an explorer, so that a report needs no other file, and those of
// threads, so that no bundler can lose them. Skips the work when what it writes is newer than every source.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const page = { target: 'src/cli/reports/page-script.ts', format: 'iife', minifyIdentifiers: true };
// Names are kept for the stacks of errors.
const threads = { target: 'src/node/thread-scripts.ts', format: 'esm', minifyIdentifiers: false };
// CommonJS, which is what a Worker takes as text.
const trial = { target: 'src/cli/modules/renderer-thread-script.ts', format: 'cjs', minifyIdentifiers: false };
const embedded = [page, threads, trial];
const scripts = [
  { ...page, name: 'pageScript', source: 'src/explorer/page/page.ts', says: 'The script of pages with an explorer.' },
  { ...threads, name: 'poolThread', source: 'src/node/thread.ts', says: 'The script of the threads of a ThreadPool.' },
  {
    ...threads,
    name: 'vaeThread',
    source: 'src/node/vae-thread.ts',
    says: 'The script of the threads of a ThreadVae.',
  },
  {
    ...trial,
    name: 'rendererThread',
    source: 'src/cli/modules/renderer-thread.ts',
    says: 'The script of the thread in which a renderer is tried.',
  },
];

const targets = embedded.map(({ target }) => join(root, target));
// Of cli only the scripts that are embedded: they import nothing else of it.
const entries = scripts.map(({ source }) => join(source));
const sources = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => join('src', name))
  .filter((name) => name.endsWith('.ts') && (!name.startsWith(join('src', 'cli')) || entries.includes(name)))
  .map((name) => join(root, name))
  .filter((path) => !targets.includes(path));
const newest = Math.max(modified(fileURLToPath(import.meta.url)), ...sources.map(modified));
if (Math.min(...targets.map(modified)) > newest) process.exit(0);

// Loaded only now: tests ask before every run whether there is anything to do.
const { buildSync } = await import('esbuild');
for (const { target } of embedded) {
  const parts = scripts.filter((script) => script.target === target).map(declaration);
  writeFileSync(
    join(root, target),
    `// Written by scripts/embed-scripts.mjs; never edited by hand.\n${parts.join('')}`,
  );
}

function declaration({ name, source, format, minifyIdentifiers, says }) {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, source)],
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers,
    format,
    target: 'es2022',
    charset: 'utf8',
    external: ['node:*'],
    write: false,
  });
  // The page's stands in a <script>.
  const text = outputFiles[0].text.trimEnd().replaceAll('</script', '<\\/script');
  console.log(`${name}: ${text.length} characters`);
  return `/** ${says} */\nexport const ${name}: string = ${JSON.stringify(text)};\n`;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../package/spawn-text.ts';

const listed = [...read('docs/references.md').matchAll(/^\| \[([^\]]+)\]/gm)].map(([, key]) => key as string);

function read(name: string): string {
  return readFileSync(join(repository, name), 'utf8');
}

/** Keys that a text cites: `[Gaier2020, Eq. 3; Auer2002]` cites two. */
function cited(text: string): string[] {
  const brackets = [...text.matchAll(/\[([A-Z][A-Za-z]+\d{4}[a-z]?\b[^\]]*)\]/g)].map(([, inside]) => inside as string);
  return brackets.flatMap((inside) => inside.match(/\b[A-Z][A-Za-z]+\d{4}[a-z]?\b/g) ?? []);
}

it('lists every key that sources and pages cite', () => {
  const names = ['src', 'docs'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const files = ['README.md', ...names].filter(
    (name) => /\.(?:ts|md)$/.test(name) && existsSync(join(repository, name)),
  );
  const missing = files.flatMap((file) =>
    cited(read(file)).flatMap((key) => (listed.includes(key) ? [] : [`${file}: ${key}`])),
  );
  expect(missing).toEqual([]);
});

it('lists them once, in order', () => {
  expect(listed).toEqual([...new Set(listed)].sort());
});

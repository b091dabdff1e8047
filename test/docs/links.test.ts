import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../package/spawn-text.ts';

const docs = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...docs].filter(
  (name) => name.endsWith('.md') && existsSync(join(repository, name)),
);

/** The page without its programs. */
const prose = (page: string): string =>
  readFileSync(join(repository, page), 'utf8').replaceAll(/^( *)```.*?^\1```$/gms, '');

/** The anchors of a page's headings, by the rule of GitHub. */
function anchors(page: string): string[] {
  const headings = [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase());
  return headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'));
}

it.each(pages)('%s links only to what exists', (page) => {
  const targets = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const broken = targets.filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [path, anchor] = target.split('#') as [string, string?];
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(repository, file))) return true;
    return anchor !== undefined && !anchors(file).includes(anchor);
  });
  expect(broken).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { elitesHere } from './elites-here.ts';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const page = read('docs/cli.md');

/** What docs/cli.md shows below `$ npx elites ARGV`. */
function shown(argv: string): string | undefined {
  const [, rest] = page.split(`\n$ npx elites ${argv}\n`);
  return rest?.split(/^(?:\$ |```)/m)[0];
}

it.each(['', ...commands.filter(({ hidden }) => !hidden).map(({ name }) => `${name} `)])(
  'docs/cli.md shows the help of elites %s as it is',
  async (name) => {
    const { stdout } = await elitesHere(`${name}--help`.split(' '));
    expect(shown(`${name}--help`)).toBe(stdout);
  },
);

it('docs/cli.md shows the module of the command that it shows', () => {
  const text = read('examples/compare-variants.mjs');
  expect(page).toContain(`\`\`\`js\n${text.slice(text.indexOf('import '))}\`\`\``);
});

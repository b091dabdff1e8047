import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../package/spawn-text.ts';

/** Functions whose last bit is the engine's own, or whose result is not the seed's. `**` is `Math.pow`: exact for powers of 2 and whole exponents. */
const engines =
  /\bMath\.(?:random|a?(?:sin|cos|tan)h?|atan2|exp|expm1|log(?:2|10|1p)?|pow|cbrt|hypot)\b|\bDate\.now\b|(?<!\b2) \*\*=? (?!\d+\b(?!\.))/;

/** Rooms in which nothing feeds an archive: pictures, progress, and when to write down how a run goes. */
const free = ['cli', 'explorer', 'plot', 'paper'];

/** Code without comments. */
const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

it('keeps what differs between engines off the way to an archive', () => {
  const files = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('kernels/assembly') && !free.includes(name.split('/')[0]!),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((name) => engines.test(code(readFileSync(join(repository, 'src', name), 'utf8'))));
  expect(found).toEqual([]);
});

it.each([
  'x = Math.sin(y)',
  'Math.hypot(a, b)',
  'Math.atan2(y, x)',
  'Math.tanh(x)',
  'x ** 0.5',
  'x **= y',
  '10 ** k',
  'Date.now()',
])('finds %s', (text) => {
  expect(engines.test(code(text))).toBe(true);
  expect(engines.test(code(`// ${text}\n/* ${text} */ 2 ** k + t ** 3 + Math.sqrt(x) + Math.expm2`))).toBe(false);
});

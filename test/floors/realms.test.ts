import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../package/spawn-text.ts';

/** Asks for the class of this realm, where users may have made the value in another: core/typed-array.ts has what to ask instead. */
const ofOneRealm = /instanceof (?:\w*Array|ArrayBuffer|SharedArrayBuffer|DataView|URL|Map|Set|Date)\b/;

it('takes arrays and URLs of any realm: nowhere asks for the class of one', () => {
  const files = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => ofOneRealm.test(readFileSync(join(repository, 'src', name), 'utf8')))).toEqual([]);
  expect(ofOneRealm.test('bytes instanceof Uint8Array')).toBe(true);
});

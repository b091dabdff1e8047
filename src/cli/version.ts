import { readFileSync } from 'node:fs';

/** The version of the package that this bin lies in, one folder below its package.json. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

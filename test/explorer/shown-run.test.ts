import { expect, it } from 'vitest';
import type { ElitesExplorer } from '../../src/explorer/explorer.ts';
import { takeFiles } from '../../src/explorer/page/shown-run.ts';

it.each([
  [-1, true],
  [0.1, false],
])('evaluates what the encoding of a file decodes to as an arm, if its genes are from %f to 1: %s', (lower, isArm) => {
  const decoded: unknown[][] = [];
  const explorer = Object.assign(new EventTarget(), { decode: (...given: unknown[]) => decoded.push(given) });
  takeFiles(explorer as unknown as ElitesExplorer, () => 'planar-arm');
  const encoding = { phenotype: { dimensions: 8, lower, upper: 1 } };
  const event = new CustomEvent('file', { detail: { name: 'a', encoding }, cancelable: true });
  explorer.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(decoded).toEqual([[encoding, isArm ? expect.objectContaining({ name: 'planar arm, 8 joints' }) : undefined]]);
});

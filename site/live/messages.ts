import type { ExplorerHistory, ExplorerRows } from '../../src/explorer/index.ts';

/** The searches of the home page, by the words of its menu. */
export const searchNames = [
  'DDE-Elites',
  'MAP-Elites with line mutation',
  'MAP-Elites with Gaussian mutation',
] as const;
export type SearchName = (typeof searchNames)[number];

export const joints = 20;
export const evaluations = 30_000;

/** What the worker tells the page. */
export type Told =
  | { readonly rows: ExplorerRows }
  | { readonly history: ExplorerHistory }
  /** The end. `encoding`: what was learned, a safetensors file. */
  | { readonly encoding: Uint8Array | undefined };

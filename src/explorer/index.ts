export type { ExplorerHistory } from './charts.ts';
export type { ShownElite } from './elite-store.ts';
export { defineExplorer, type ElitesExplorer } from './explorer.ts';
export { changedRows, type ExplorerArchive, type ExplorerRows } from './explorer-rows.ts';
export type { ExplorerSpace } from './explorer-space.ts';
export type { LatentEvaluator } from './latent-panel.ts';
export { drawGenes, drawPlanarArm, type GenomeRenderer, type GenomeTrace, tracePlanarArm } from './renderers.ts';

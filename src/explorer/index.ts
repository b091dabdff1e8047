/**
 * The map of an archive as a custom element, `<elites-explorer>`.
 *
 * @module elites/explorer
 */
export type { ExplorerHistory } from './charts.ts';
// What the pages of `elites illuminate` are made of.
/** @internal */
export { shownRange } from './colours/colouring.ts';
export type { ShownElite } from './elite-store.ts';
export { defineExplorer, type ElitesExplorer, type ExplorerEventMap } from './explorer.ts';
export { changedRows, type ExplorerArchive, type ExplorerRows } from './explorer-rows.ts';
export type { ExplorerSpace, ExplorerView } from './explorer-space.ts';
/** @internal */
export { type DrawnGeometry, isDrawn } from './explorer-space.ts';
export type { FileContent, FileReport } from './files/file-content.ts';
export type { LatentEvaluator } from './latent-panel.ts';
/** @internal */
export { type PackedRows, packRows, packSpace, toBase64 } from './page/packed.ts';
/** @internal */
export type { Drawing, LiveEvents, LiveProgress, PageData, PageRun } from './page/page-data.ts';
export {
  drawGenes,
  drawPlanarArm,
  type ExplorerOptions,
  type GenomeDrawing,
  type GenomeRenderer,
  type GenomeTrace,
  tracePlanarArm,
} from './renderers.ts';

export { type CmaMaeOptions, cmaMae, cmaMe, type DmsOptions, dms } from './algorithms/cma-me.ts';
export { type CmaMaegaOptions, type CmaMegaOptions, cmaMaega, cmaMega } from './algorithms/cma-mega.ts';
export {
  DdeElites,
  type DdeElitesOptions,
  ddeMixtures,
  type FinishedEncoding,
  type FinishOptions,
} from './algorithms/dde-elites.ts';
export { Islands, type IslandsOptions } from './algorithms/islands.ts';
export { MapElites, type MapElitesOptions } from './algorithms/map-elites.ts';
export { type MeMapElitesOptions, meMapElites } from './algorithms/me-map-elites.ts';
export type { CmaMeOptions, StrategyStart } from './algorithms/strategy-loop.ts';
export type { HistoryColumns } from './history.ts';
export type { Initial } from './initial-genomes.ts';
export { Search } from './search.ts';
export type { LoopOptions, Ratios, SearchOptions } from './search-options.ts';

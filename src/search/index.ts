export { type CmaMaeOptions, cmaMae, cmaMe, type DmsOptions, dms } from './cma-me.ts';
export { type CmaMaegaOptions, type CmaMegaOptions, cmaMaega, cmaMega } from './cma-mega.ts';
export {
  DdeElites,
  type DdeElitesOptions,
  ddeMixtures,
  type FinishedEncoding,
  type FinishOptions,
} from './dde-elites.ts';
export type { HistoryColumns } from './history.ts';
export type { Initial } from './initial-genomes.ts';
export { Islands, type IslandsOptions } from './islands.ts';
export { MapElites, type MapElitesOptions } from './map-elites.ts';
export { type MeMapElitesOptions, meMapElites } from './me-map-elites.ts';
export { Search } from './search.ts';
export type { LoopOptions, Ratios, SearchOptions } from './search-options.ts';
export type { CmaMeOptions, StrategyStart } from './strategy-loop.ts';

export { DdeElites, type DdeElitesOptions, ddeMixtures } from './dde-elites.ts';
export type { Initial } from './initial-genomes.ts';
export { type LoopHooks, type LoopOptions, MapElites, type MapElitesOptions } from './map-elites.ts';
export type { Training } from './training-schedule.ts';

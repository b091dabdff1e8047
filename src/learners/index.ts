export { Vae, type VaeFit } from './vae.ts';
export type { VaeOptions } from './vae-options.ts';

export { normalizedWeights } from './normalized-weights.ts';
export { checkContext, firstWeights, fitBounds, genomesInside, type VaeFit } from './training.ts';
export { type FittedVae, Vae, type VaeFitContext } from './vae.ts';
export { type VaeOptions, type VaeSettings, vaeOptionNames, vaeSettings } from './vae-options.ts';
export { readVaeSnapshot, writeVaeSnapshot } from './vae-snapshot.ts';

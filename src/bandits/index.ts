export { ActiveUcb, type ActiveUcbOptions } from './active-ucb.ts';
export { AdaptivePursuit, type AdaptivePursuitOptions } from './adaptive-pursuit.ts';
export type { DiscountedBanditOptions } from './discounted-bandit.ts';
export { DiscountedUcb, type DiscountedUcbOptions } from './discounted-ucb.ts';
export { ProbabilityMatching, type ProbabilityMatchingOptions } from './probability-matching.ts';
export { SlidingWindowUcb, type SlidingWindowUcbOptions } from './sliding-window-ucb.ts';
export { ThompsonSampling } from './thompson-sampling.ts';

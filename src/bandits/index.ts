export { SlidingWindowUcb, type SlidingWindowUcbOptions } from './sliding-window-ucb.ts';

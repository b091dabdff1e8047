export { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
export { ThreadVae } from './thread-vae.ts';

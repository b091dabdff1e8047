export { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

export { KernelInstance } from './instance.ts';

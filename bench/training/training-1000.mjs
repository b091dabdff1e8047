// npm run build && node dist/cli.js compare bench/training/training-1000.mjs --replicates 7 --evaluations 100000 --out runs/training-1000
import { trainingVariants } from './training.mjs';

export const variants = trainingVariants(1000);

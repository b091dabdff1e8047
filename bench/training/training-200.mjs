// npm run build && node dist/cli.js compare bench/training/training-200.mjs --replicates 7 --evaluations 100000 --out runs/training-200
import { trainingVariants } from './training.mjs';

export const variants = trainingVariants(200);

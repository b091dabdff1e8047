import { DdeElites, paperSettings } from '../../dist/index.js';
import { countFits } from './count-fits.mjs';

/**
 * DDE-Elites fitted after every generation, as the paper does, and adaptively: what `elites compare` runs. Seeds from 101.
 * Adds to the archive's metrics the number of fits and the seconds that they took.
 */
export function trainingVariants(joints) {
  const make =
    (training) =>
    ({ seed }) => {
      const settings = paperSettings({ variant: 'dde-elites', joints });
      const { archive, learner } = settings;
      const count = countFits(learner);
      const metrics = archive.metrics.bind(archive);
      archive.metrics = () => ({ ...metrics(), fits: count.fits, fitSeconds: count.seconds });
      return new DdeElites({ ...settings, training, seed: 100 + seed });
    };
  return { every: make({ every: 1 }), adaptive: make('adaptive') };
}

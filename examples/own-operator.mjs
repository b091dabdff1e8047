// An operator of your own beside the usual ones: it picks a random joint of the arm, and gives its angle to all joints after it.
import { CvtArchive, DdeElites, defineVariation, planarArm, ringCentroids, run, Vae } from 'elites';

const domain = planarArm({ joints: 20 });
const straighten = defineVariation(domain.genome, (parent, { random }) => {
  const from = random.integer(0, parent.length - 2);
  return parent.fill(parent[from], from);
});

const search = new DdeElites({
  domain,
  archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
  learner: new Vae({ inputs: 20, latent: 10 }),
  operators: { straighten },
  seed: 1,
});
await run(search, { evaluations: 10_000 });
console.log(search.archive.metrics());

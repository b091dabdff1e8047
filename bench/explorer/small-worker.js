// A search without end, which sends what changed after each generation, at most 60 times a second.
import { changedRows } from '../../dist/explorer.js';
import { CvtArchive, IsoLineMutation, MapElites, planarArm, ringCentroids, run } from '../../dist/index.js';

const domain = planarArm({ joints: 20 });
const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }), lineage: true });
const variation = new IsoLineMutation({ isoSigma: 0.006, lineSigma: 0.2 });
let version = 0;
run(new MapElites({ domain, archive, variation, seed: 1 }), {
  evaluations: Number.POSITIVE_INFINITY,
  onGeneration: async () => {
    const changed = changedRows(archive, version);
    version = changed.version;
    postMessage(changed.rows);
    await new Promise((resolve) => setTimeout(resolve, 1000 / 60));
  },
});

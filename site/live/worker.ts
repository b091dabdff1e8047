import { changedRows } from '../../src/explorer/index.ts';
import {
  CvtArchive,
  DdeElites,
  GaussianMutation,
  IsoLineMutation,
  MapElites,
  planarArm,
  ringCentroids,
  run,
  Vae,
} from '../../src/index.ts';
import { evaluations, joints, type SearchName, type Told } from './messages.ts';

// Fills an archive of planar arms, slowly enough to be watched.

const tell = (told: Told): void => postMessage(told);
const frame = 25; // ms between two batches of 100

addEventListener('message', async ({ data }: MessageEvent<SearchName>) => {
  const search = searchOf(data);
  let version = 0;
  let generations = 0;
  const show = (): void => {
    const changed = changedRows(search.archive, version);
    version = changed.version;
    tell({ rows: changed.rows });
    if (generations % 10 !== 0) return;
    const { evaluations, metrics, entered } = search.history;
    tell({ history: { evaluations, metrics, entered } });
  };
  await run(search, {
    evaluations,
    onGeneration: async () => {
      generations++;
      show();
      await new Promise((resolve) => setTimeout(resolve, frame));
    },
  });
  tell({ encoding: search instanceof DdeElites ? search.encoding().toBytes() : undefined });
});

function searchOf(name: SearchName) {
  const domain = planarArm({ joints });
  const archive = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }), lineage: true });
  const seed = 1;
  if (name === 'DDE-Elites') return new DdeElites({ domain, archive, learner: new Vae({ inputs: joints }), seed });
  const sigma = 0.006;
  const line = new IsoLineMutation({ isoSigma: sigma, lineSigma: 0.2 });
  const variation = name === 'MAP-Elites with line mutation' ? line : new GaussianMutation({ sigma });
  return new MapElites({ domain, archive, variation, seed });
}

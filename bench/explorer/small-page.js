// The arm's 1,950 cells fill while a worker searches.

import { defineExplorer, drawPlanarArm } from '../../dist/explorer.js';
import { CvtArchive, planarArm, ringCentroids } from '../../dist/index.js';

defineExplorer();
const explorer = document.querySelector('elites-explorer');
explorer.renderer = drawPlanarArm;
const domain = planarArm({ joints: 20 });
explorer.open(new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }));
const worker = new Worker('small-worker.js');
worker.addEventListener('message', ({ data }) => explorer.update(data));

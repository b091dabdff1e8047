// A grid of 100,000 full cells, of which 5,000 change a second.
import { defineExplorer } from '../../dist/explorer.js';

defineExplorer();
const explorer = document.querySelector('elites-explorer');
const descriptor = { dimensions: 2, lower: [0, 0], upper: [1, 1] };
explorer.open({ descriptor, geometry: () => ({ grid: [400, 250] }) });
new Worker('large-worker.js').addEventListener('message', ({ data }) => explorer.update(data));

// A grid of 100,000 full cells, of which 5,000 change a second.
import { defineExplorer } from '../../dist/explorer.js';

const [columns, rows] = [400, 250];
const cells = columns * rows;

defineExplorer();
const explorer = document.querySelector('elites-explorer');
const descriptor = { dimensions: 2, lower: [0, 0], upper: [1, 1] };
explorer.open({ descriptor, geometry: () => ({ grid: [columns, rows] }) });

/** Rows for cells, each with a genome of 20 genes and the middle of its cell. */
function rowsOf(chosen) {
  const middles = new Float64Array(2 * chosen.length);
  for (const [i, cell] of chosen.entries()) {
    middles[2 * i] = (Math.floor(cell / rows) + 0.5) / columns;
    middles[2 * i + 1] = ((cell % rows) + 0.5) / rows;
  }
  const genes = Float64Array.from({ length: 20 * chosen.length }, Math.random);
  return {
    cells: chosen,
    fitness: Array.from(chosen, Math.random),
    descriptors: { rows: chosen.length, columns: 2, data: middles },
    genomes: { rows: chosen.length, columns: 20, data: genes },
  };
}

explorer.update(rowsOf(Array.from({ length: cells }, (_, cell) => cell)));
const changed = () => Array.from({ length: 250 }, () => Math.floor(Math.random() * cells));
setInterval(() => explorer.update(rowsOf(changed())), 50);

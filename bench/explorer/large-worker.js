// Rows for a grid of 100,000 cells: first all of them, then 5,000 a second.
const [columns, rows] = [400, 250];
const cells = columns * rows;

/** Rows for cells, each with a genome of 20 genes and the middle of its cell. */
function rowsOf(chosen) {
  const middles = new Float64Array(2 * chosen.length);
  for (const [i, cell] of chosen.entries()) {
    middles[2 * i] = (Math.floor(cell / rows) + 0.5) / columns;
    middles[2 * i + 1] = ((cell % rows) + 0.5) / rows;
  }
  const genes = Float64Array.from({ length: 20 * chosen.length }, Math.random);
  return {
    cells: Int32Array.from(chosen),
    fitness: Float64Array.from(chosen, Math.random),
    descriptors: { rows: chosen.length, columns: 2, data: middles },
    genomes: { rows: chosen.length, columns: 20, data: genes },
  };
}

postMessage(rowsOf(Array.from({ length: cells }, (_, cell) => cell)));
const changed = () => Array.from({ length: 250 }, () => Math.floor(Math.random() * cells));
setInterval(() => postMessage(rowsOf(changed())), 50);

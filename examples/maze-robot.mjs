// A neural controller drives a robot through a maze. Its range finders are noisy, so that no two runs are the same; worker threads evaluate.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { correctedMetrics, defineDomain, GridArchive, IsoLineMutation, MapElites, randomStream, run } from 'elites';
import { ThreadPool } from 'elites/node';
import { archiveSvg } from 'elites/plot';

const walls = ['0 0 1 0', '1 0 1 1', '1 1 0 1', '0 1 0 0', '.3 0 .3 .7', '.6 1 .6 .3', '.6 .3 .8 .3'] // from x y to x y
  .map((wall) => wall.split(' ').map(Number));
const [rays, hidden] = [6, 8]; // range finders, and neurons between them and the two motors

/** How far it is from a point in a direction to the next wall. */
function free(x, y, heading) {
  const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
  let nearest = 2;
  for (const [x1, y1, x2, y2] of walls) {
    const cross = dx * (y2 - y1) - dy * (x2 - x1);
    const along = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / cross;
    const onWall = ((x1 - x) * dy - (y1 - y) * dx) / cross;
    if (along >= 0 && along < nearest && onWall >= 0 && onWall <= 1) nearest = along;
  }
  return nearest;
}

/** A layer of the network: a weight for each value, and a bias, for each output. */
function layer(weights, values, outputs) {
  const size = values.length + 1;
  const sum = (o) =>
    values.reduce((total, value, i) => total + weights[o * size + i] * value, weights[o * size + size - 1]);
  return Array.from({ length: outputs }, (_, o) => Math.tanh(sum(o)));
}

/** Drives 60 steps; gives the path and the mean turn of a step. */
function drive(genome, random) {
  let [x, y, heading, turns] = [0.1, 0.1, Math.PI / 2, 0];
  const path = [[x, y]];
  for (let step = 0; step < 60; step++) {
    const seen = Array.from({ length: rays }, (_, ray) => {
      const angle = heading + ((ray - (rays - 1) / 2) * Math.PI) / rays;
      return Math.min(1, free(x, y, angle) / 0.3) + 0.05 * random.normal();
    });
    const inner = layer(genome, [...seen, Math.sin(heading), Math.cos(heading)], hidden);
    const [turn, speed] = layer(genome.subarray(-2 * (hidden + 1)), inner, 2);
    heading += turn / 2;
    turns += Math.abs(turn) / 60;
    const way = Math.min(0.025 * (speed + 1), Math.max(0, free(x, y, heading) - 0.01));
    [x, y] = [x + way * Math.cos(heading), y + way * Math.sin(heading)];
    path.push([x, y]);
  }
  return { path, turns };
}

export const createDomain = () =>
  defineDomain({
    name: 'maze robot',
    genome: { dimensions: hidden * (rays + 3) + 2 * (hidden + 1), lower: -3, upper: 3 }, // 90 weights
    descriptor: { dimensions: 2, lower: 0, upper: 1 }, // where it stands at the end
    fitnessFloor: -1,
    noisy: true, // an elite's fitness and place are the means of several runs
    evaluate(genome, { seed }) {
      const { path, turns } = drive(genome, randomStream(seed));
      return { fitness: -turns, descriptor: path.at(-1) }; // straight ways are better
    },
  });

if (isMainThread) {
  const domain = createDomain();
  const archive = new GridArchive({ domain, cells: [20, 20] });
  const pool = new ThreadPool({ domain, module: import.meta.url, workers: 2 });
  const search = new MapElites({ domain: pool, archive, variation: new IsoLineMutation({ isoSigma: 0.1 }), seed: 1 });
  await run(search, { evaluations: 5000, inFlight: 2 });
  const { coverage } = await correctedMetrics({ archive, domain: pool, evaluations: 5, seed: 2 });
  await pool.close();
  console.log(archive.metrics().coverage, 'of the cells have an elite; if all elites drive anew,', coverage);
  const farthest = [...archive].sort((a, b) => b.descriptor[0] - a.descriptor[0])[0];
  const { path } = drive(farthest.genome, randomStream(3));
  const overlays = [...walls.map((wall) => ({ line: [wall.slice(0, 2), wall.slice(2)] })), { line: path }];
  writeFileSync('maze.svg', archiveSvg({ archive, overlays, fitnessLabel: 'minus turns' }));
}

// The problems of the comparison in docs/research.md, by name: a domain, an empty archive, first genomes, and the isometric sigma of line mutation.
import { defineDomain, GridArchive, paperSettings, rastriginProjection, sphereProjection } from '../../dist/index.js';
import { filterDesign } from './filter-design.mjs';
import { mazeRobot } from './maze-robot.mjs';

/** The mean of a value over all cells; an empty cell counts as 0. */
function meanOfCells(elites, numberOf) {
  let sum = 0;
  for (const { fitness } of elites) sum += numberOf(fitness);
  return sum / elites.cells;
}

/** The paper's setting: its archive, first genomes and sigmas. */
function arm(joints) {
  const { domain, archive, initial } = paperSettings({ variant: 'me-line', joints });
  const isoSigma = 0.006;
  /** The QD score of fitness in the form π/2 − standard deviation, divided by π/2 × cells. */
  const score = (elites) => meanOfCells(elites, (fitness) => Math.PI / 2 - Math.sqrt(-fitness)) / (Math.PI / 2);
  return { domain, archive, initial, isoSigma, score };
}

/** A linear projection within the box ±5.12, 50 × 50 cells. The score is the mean fitness of all cells / 100. */
function projection(make, dimensions) {
  const inner = make({ dimensions });
  const domain = { ...inner, genome: { dimensions, lower: -5.12, upper: 5.12 } };
  const score = (elites) => meanOfCells(elites, (fitness) => fitness) / 100;
  return { domain, archive: new GridArchive({ domain, cells: [50, 50] }), isoSigma: 0.5, score };
}

/** A domain of fitness in [0, 1]; the score is the mean fitness of all cells. */
function own(spec, cells) {
  const domain = defineDomain(spec);
  const score = (elites) => meanOfCells(elites, (fitness) => fitness);
  return { domain, archive: new GridArchive({ domain, cells }), isoSigma: undefined, score };
}

const MAKERS = {
  'arm-20': () => arm(20),
  'arm-200': () => arm(200),
  'arm-1000': () => arm(1000),
  'sphere-20': () => projection(sphereProjection, 20),
  'sphere-100': () => projection(sphereProjection, 100),
  'rastrigin-20': () => projection(rastriginProjection, 20),
  'rastrigin-100': () => projection(rastriginProjection, 100),
  'filter-64': () => own(filterDesign(), [32, 32]),
  'maze-90': () => own(mazeRobot(), [32, 32]),
};

/** The names of all problems. */
export const problems = Object.keys(MAKERS);

/** A new problem. */
export const problem = (name) => MAKERS[name]();

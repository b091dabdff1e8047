// Fills the archive, and draws it and three of its elites.
import { writeFileSync } from 'node:fs';
import { IsoLineMutation, MapElites, run } from 'elites';
import { archiveSvg, curvesSvg } from 'elites/plot';
import { domain, fitnessLabel, labels, archive as makeArchive, spacing, start } from './domain.js';

const archive = makeArchive();
const variation = new IsoLineMutation({ isoSigma: 2 }); // distance of children from their parents, in the unit of the genome: m
const search = new MapElites({ domain, archive, variation, seed: 1 });
const { invalid, reasons, outsideDescriptor } = await run(search, {
  evaluations: 100_000,
  onGeneration({ evaluations }) {
    if (evaluations % 10_000 === 0) console.log(`${evaluations} evaluations, ${archive.size} kinds of roller coasters`);
  },
});
// An evaluation with a fitness or descriptor that is not finite is left out, and the search continues.
if (invalid > 0) console.log(`${invalid} evaluations were invalid:`, reasons);
if (outsideDescriptor > 0) console.log(`${outsideDescriptor} descriptors were outside their box, and went to its edge`);
const { coverage, maxFitness } = archive.metrics();
console.log(
  `${(100 * coverage).toFixed(0)} % of the cells have an elite; the smallest jolt is ${(-maxFitness).toFixed(2)} g`,
);

const title = 'The smoothest roller coaster of each kind';
writeFileSync('archive.svg', archiveSvg({ archive, title, labels, fitnessLabel }));

// The elite of a cell, if it has one: here of rides that reach 100 km/h, and climb 20, 60 and 100 m.
const rides = [20, 60, 100].flatMap((climb) => archive.get(archive.cellOf([100, climb])) ?? []);
const series = rides.map(({ genome, fitness, descriptor }) => {
  const y = [start, ...genome];
  return { name: `${descriptor[1].toFixed(0)} m, ${(-fitness).toFixed(1)} g`, x: y.map((_, i) => i * spacing), y };
});
const [x, y] = [{ label: 'distance, m' }, { label: 'height, m' }];
writeFileSync('rides.svg', curvesSvg({ series, x, y, title: 'Three rides: climb and jolt' }));
console.log('Drawn: archive.svg and rides.svg. Open them in a browser.');

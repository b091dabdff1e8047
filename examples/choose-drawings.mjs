// A person evaluates: a page shows nine drawings, and a click chooses one. Open the address that is printed.
// Without a terminal, as in a test, this program clicks.
import { createServer } from 'node:http';
import { defineVariation, GridArchive, MapElites } from 'elites';

const domain = {
  genome: { dimensions: 6, lower: 0, upper: 1 }, // petals, depth, twist, sharpness, hue, change of hue
  descriptor: { dimensions: 2, lower: 0, upper: 1 }, // petals and hue: one favourite for each pair
};

/** A flower of four rings, as SVG. */
function drawing([petals, depth, twist, sharpness, hue, change]) {
  const rings = [48, 36, 24, 10].map((size, ring) => {
    const points = Array.from({ length: 240 }, (_, i) => {
      const angle = (i / 120) * Math.PI;
      const wave = 0.5 + 0.5 * Math.cos((3 + Math.floor(petals * 9)) * (angle + twist * ring));
      const radius = size * (1 - 0.8 * depth * wave ** (0.3 + 3 * sharpness));
      return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
    });
    const colour = `hsl(${360 * (hue + 0.3 * change * ring)} 70% ${35 + 13 * ring}%)`;
    return `<polygon points="${points.join(' ')}" fill="${colour}"/>`;
  });
  return `<svg viewBox="-50 -50 100 100">${rings.join('')}</svg>`;
}

// Chosen drawings have more children: if the operator returns no child, it is asked again with another parent.
const variation = defineVariation(domain.genome, (genome, { parent, random }) => {
  if (parent.fitness === 0 && random.uniform() < 0.9) return undefined;
  return genome.map((gene) => gene + 0.15 * random.normal());
});
const archive = new GridArchive({ domain, cells: [9, 8] });
const search = new MapElites({ domain, archive, variation, batchSize: 9, initial: { evaluations: 9 }, seed: 1 });

let shown = await search.ask();
let round = 0;

/** Tells the search which row was chosen. The latest choice has the highest fitness, since taste may change. */
async function choose(liked) {
  const rows = Array.from({ length: shown.rows }, (_, row) => row);
  round++;
  await search.tell(shown, {
    fitness: rows.map((row) => (row === liked ? round : 0)),
    descriptors: rows.map((row) => [shown.row(row)[0], shown.row(row)[4]]),
  });
  shown = await search.ask();
}

function page() {
  const links = Array.from({ length: shown.rows }, (_, row) => {
    return `<a href="/${round}/${row}" aria-label="drawing ${row + 1}">${drawing(shown.row(row))}</a>`;
  });
  const liked = [...archive].filter(({ fitness }) => fitness > 0).map(({ genome }) => drawing(genome));
  return `<!doctype html><html lang="en"><title>Drawings</title>
    <style>body { font: 16px sans-serif } a { display: inline-block; width: 30% } p svg { width: 10% }</style>
    <h1>Which one do you like?</h1>${links.join('')}<h2>Liked so far: ${liked.length}</h2><p>${liked.join('')}</p>`;
}

const server = createServer(async ({ url }, response) => {
  const [, at, row] = url.match(/^\/(\d+)\/([0-8])$/) ?? [];
  if (at === String(round) && Number(row) < shown.rows) await choose(Number(row)); // not again if the page is reloaded
  response.writeHead(200, { 'content-type': 'text/html' }).end(page());
});
await new Promise((resolve) => server.listen(process.stdin.isTTY ? 8080 : 0, 'localhost', resolve));
const address = `http://localhost:${server.address().port}`;
console.log('Choose at', address, '(ctrl-c ends)');

if (!process.stdin.isTTY) {
  for (let i = 0; i < 20; i++) await (await fetch(`${address}/${i}/${i % 9}`)).text();
  console.log(archive.size, 'drawings,', [...archive].filter(({ fitness }) => fitness > 0).length, 'of them liked');
  server.close();
}

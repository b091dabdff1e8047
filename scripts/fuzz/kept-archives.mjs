// Archives whose cells are categories, or that a keeper or a network decides for; and the density of descriptors.
import { checkArchive, expect, finite } from './checks.mjs';
import { makeDomains } from './domains.mjs';

/** Parts to be restored, by their names, as restored-parts.mjs takes them. */
export function keptArchives(library, genomesOf) {
  const { randomStream } = library;
  const { hills } = makeDomains(library);
  const domain = { ...hills, fields: { a: 'number', b: 'number' } };
  const results = (batch) => {
    const found = hills.evaluate(batch, {});
    const column = (act) => Float64Array.from({ length: batch.rows }, (_, i) => act(batch.row(i)));
    const fields = { a: column(([x]) => x), b: column(([x, y]) => y - x * x) };
    return { fitness: found.fitness, descriptors: found.descriptors, fields };
  };
  const goOn = (archive, step) => {
    const batch = genomesOf(library, 25, step);
    const { invalid, status } = archive.add(batch, results(batch));
    expect('rows can be added', invalid === 0 && status.length === 25);
    checkArchive(archive, randomStream(step));
    const { constructor: Archive } = archive;
    const read = Archive.fromBytes(archive.toBytes(), { domain });
    expect('its file gives it again', Buffer.compare(read.toBytes(), archive.toBytes()) === 0);
  };
  const part = (Archive, options, other) => {
    const maker = (more) => () => new Archive({ domain, ...options, ...more });
    return { make: maker({}), goOn, others: [maker(other), maker({ lineage: true })] };
  };
  const fronts = { cells: [2, 2], objectives: ['a', 'b'], reference: [-2, -2], front: 4 };
  const density = (bandwidth) => () =>
    new library.DescriptorDensity({ descriptor: hills.descriptor, bandwidth, buffer: 30, seed: 1 });
  const ask = (part, step) => {
    const { descriptors } = hills.evaluate(genomesOf(library, 25, step), {});
    const batch = library.Batch.from(Array.from({ length: 25 }, (_, i) => descriptors.row?.(i) ?? descriptors[i]));
    part.add(batch);
    expect('densities are finite', finite([...part.logDensity(batch)].filter((x) => x > Number.NEGATIVE_INFINITY)));
  };
  const discount = (learningRate) => () => {
    const archive = new library.GridArchive({ domain: hills, cells: [4, 4] });
    return new library.DiscountArchive({ archive, every: 40, learningRate, minimum: 0, maximum: 1, seed: 1 });
  };
  const judge = (part, step) => {
    const batch = genomesOf(library, 25, step);
    const { status, improvement } = part.add(batch, hills.evaluate(batch, {}));
    expect('rows are judged', status.length === 25 && finite([...improvement]));
  };
  return {
    DiscountArchive: { make: discount(0.1), goOn: judge, others: [discount(0.2)] },
    CategoricalArchive: part(
      library.CategoricalArchive,
      {
        categories: [
          ['a', 'b'],
          ['x', 'y'],
        ],
      },
      {
        categories: [
          ['a', 'b'],
          ['x', 'z'],
        ],
      },
    ),
    UnstructuredArchive: part(
      library.UnstructuredArchive,
      { threshold: 0.05, neighbours: 4, localCompetition: true, adapt: { every: 20 } },
      { neighbours: 5 },
    ),
    DnsArchive: part(library.DnsArchive, { capacity: 30 }, { capacity: 20 }),
    SlidingBoundariesArchive: part(
      library.SlidingBoundariesArchive,
      { cells: [4, 3], frequency: 15, buffer: 40 },
      { cells: [3, 4] },
    ),
    MultiObjectiveArchive: part(library.MultiObjectiveArchive, fronts, { front: 5 }),
    DeepGridArchive: part(library.DeepGridArchive, { cells: [2, 2], depth: 5, seed: 1 }, { seed: 2 }),
    DescriptorDensity: { make: density(0.1), goOn: ask, others: [density(0.2)] },
  };
}

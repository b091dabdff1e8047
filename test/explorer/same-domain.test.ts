import { expect, it } from 'vitest';
import { readFile } from '../../src/explorer/files/read-file.ts';
import { isOfDomain } from '../../src/explorer/files/same-domain.ts';
import type { ExplorerArchive } from '../../src/explorer/index.ts';
import { Batch, type Box, GridArchive, objectSpace, planarArm } from '../../src/index.ts';
import { archiveToCsv, archiveToNpy } from '../../src/npy/index.ts';

const arm = planarArm({ joints: 3 });
const shown = new GridArchive({ domain: arm, cells: [4, 4] });

/** An archive of one elite. */
function archiveOf(genome: Box, descriptor: Box, genes: number[], place: number[]): GridArchive {
  const archive = new GridArchive({ domain: { genome, descriptor }, cells: [4, 4] });
  archive.add(Batch.from([genes]), { fitness: [1], descriptors: [place] });
  return archive;
}

const isOf = async (bytes: Uint8Array): Promise<boolean> => {
  const [content] = await readFile('a', bytes, shown);
  return isOfDomain((content as { archive: ExplorerArchive }).archive, shown);
};

it.each<[string, Box, Box, number[], number[], boolean, boolean]>([
  ['the same spaces', arm.genome, arm.descriptor, [0, 1, -1], [0.5, 1], true, true],
  ['other bounds of genes', { ...arm.genome, upper: 2 }, arm.descriptor, [0, 2, 0], [0.5, 1], false, false],
  [
    'other bounds, but genes within these',
    { ...arm.genome, upper: 2 },
    arm.descriptor,
    [0, 1, 0],
    [0.5, 1],
    false,
    true,
  ],
  ['more genes', { ...arm.genome, dimensions: 4 }, arm.descriptor, [0, 0, 0, 0], [0.5, 1], false, false],
  ['another descriptor space', arm.genome, { ...arm.descriptor, upper: 9 }, [0, 0, 0], [0.5, 9], false, false],
])(
  'a file with %s is of the domain that is shown, if all that it says fits',
  async (_, genome, descriptor, genes, place, says, fits) => {
    const archive = archiveOf(genome, descriptor, genes, place);
    expect(await isOf(archive.toBytes())).toBe(says);
    // Tables do not say their bounds.
    expect(await isOf(archiveToNpy(archive, { genome, descriptor }))).toBe(fits);
    expect(await isOf(new TextEncoder().encode(archiveToCsv(archive, { genome, descriptor })))).toBe(fits);
  },
);

it('genomes that are no vectors are of one domain, and of none with vectors', () => {
  const domain = { genome: objectSpace({ sample: () => 'a' }), descriptor: arm.descriptor };
  const texts = new GridArchive({ domain, cells: [4, 4] });
  expect(isOfDomain(texts, { descriptor: arm.descriptor })).toBe(true);
  expect(isOfDomain(texts, shown)).toBe(false);
  expect(isOfDomain(shown, { descriptor: arm.descriptor })).toBe(false);
});

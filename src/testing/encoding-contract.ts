import { Batch, type Box, type Encoding, isBatch, type Random } from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import { drawGenomes, expectInside } from './laws/draw.ts';
import { checkContract, drawSeed, eachCase, expectSame, expectThat, type Law, lawOf, type Make } from './laws/law.ts';

/** What {@link encodingContract} needs to know. */
export interface EncodingContractOptions {
  /** Makes an encoding. */
  readonly make: Make<Encoding>;
}

/**
 * The laws of an encoding, on latents drawn from its genome space. `encode` and `sample` are looked at if there are any.
 * @throws ARGUMENT if an option is unknown, or make no function.
 */
export function encodingContract(options: EncodingContractOptions): Law[] {
  checkContract('encodingContract', options, ['make']);
  return encodingLaws('encoding', options.make);
}

/** The laws of what `make` makes, under another name. */
export function encodingLaws(seam: string, make: Make<Encoding>): Law[] {
  const law = (name: string, check: (encoding: Encoding) => Promise<void>): Law =>
    lawOf(seam, name, async () => check(await make()));
  return [
    law('a batch decodes to phenotypes inside their box, row by row those of its latents alone', decodesRows),
    law('what is decoded is new, and the latents are left as they are', decodesCopies),
    law('phenotypes encode to finite latents, row by row those of the phenotypes alone', encodesRows),
    law('samples lie inside the genome space, and the same stream gives the same ones', samplesLatents),
  ];
}

const latentsOf =
  (space: Box) =>
  (random: Random, size: number): Batch =>
    drawGenomes(space, size, random) as Batch;

function decoded(encoding: Encoding, latents: Batch): Batch {
  const phenotypes = encoding.decode(latents);
  expectShape('The phenotypes', phenotypes, latents.rows, encoding.phenotype.dimensions);
  return phenotypes;
}

async function decodesRows(encoding: Encoding): Promise<void> {
  await eachCase(latentsOf(encoding.genome), (latents) => {
    const phenotypes = decoded(encoding, latents);
    for (let i = 0; i < phenotypes.rows; i++) expectInside('A phenotype', phenotypes.row(i), encoding.phenotype);
    for (let i = 0; i < latents.rows; i++) {
      expectSame(`The phenotype of latent ${i} alone`, encoding.decode(latents.row(i).slice()), phenotypes.row(i));
    }
  });
}

async function decodesCopies(encoding: Encoding): Promise<void> {
  await eachCase(latentsOf(encoding.genome), (latents) => {
    const before = latents.data.slice();
    const first = decoded(encoding, latents);
    const kept = first.data.slice();
    expectSame('The latents after decoding', latents.data, before);
    first.data.fill(77);
    expectSame('The latents after a change of the phenotypes', latents.data, before);
    expectSame('The phenotypes of the same latents, decoded again,', decoded(encoding, latents).data, kept);
    const latent = latents.row(0).slice();
    encoding.decode(latent).fill(77);
    expectSame('The latent after a change of its phenotype', latent, latents.row(0));
  });
}

async function encodesRows(encoding: Encoding): Promise<void> {
  await eachCase(latentsOf(encoding.genome), (latents) => {
    const phenotypes = decoded(encoding, latents);
    const before = phenotypes.data.slice();
    const found = encoding.encode?.(phenotypes);
    if (found === undefined) return;
    expectShape('The latents', found, phenotypes.rows, encoding.genome.dimensions);
    expectThat('Each latent', 'be finite', found.data.every(Number.isFinite), found.data);
    expectSame('The phenotypes after encoding', phenotypes.data, before);
    for (let i = 0; i < phenotypes.rows; i++) {
      const alone = encoding.encode!(new Batch(1, phenotypes.columns, phenotypes.row(i).slice()));
      expectSame(`The latent of phenotype ${i} alone`, alone.data, found.row(i));
    }
  });
}

async function samplesLatents(encoding: Encoding): Promise<void> {
  await eachCase(drawSeed, ({ seed }) => {
    const sampled = encoding.sample?.(randomStream(seed));
    if (sampled === undefined) return;
    expectInside('A sample', sampled, encoding.genome);
    expectSame('The sample of an equal stream', encoding.sample!(randomStream(seed)), sampled);
  });
}

/** @throws Error unless `batch` is a Batch of this shape. */
export function expectShape(what: string, batch: Batch, rows: number, columns: number): void {
  expectThat(what, 'be a Batch', isBatch(batch), batch);
  expectSame(`The shape of ${what.toLowerCase()}`, [batch.rows, batch.columns], [rows, columns]);
}

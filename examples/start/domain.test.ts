import assert from 'node:assert/strict';
import test from 'node:test';
import { Batch, IsoLineMutation, MapElites, run } from 'elites';
import { domainContract } from 'elites/testing';
import { domain, archive as makeArchive } from './domain.js';

test('a track that goes down once and then along the ground climbs nothing', () => {
  const genomes = Batch.from([new Float64Array(16)]); // a row: one genome
  const { fitness, descriptors } = domain.evaluate(genomes);
  const [topSpeed, climb] = descriptors.row(0);
  assert.ok(Math.abs(topSpeed - 3.6 * Math.sqrt(2 * 9.81 * 50)) < 1e-9);
  assert.equal(climb, 0);
  assert.ok(fitness[0] < 0);
});

test('a search finds many kinds of roller coasters, and the same ones for the same seed', async () => {
  const search = async () => {
    const archive = makeArchive();
    await run(new MapElites({ domain, archive, variation: new IsoLineMutation(), seed: 1 }), { evaluations: 5000 });
    return archive;
  };
  const [one, same] = [await search(), await search()];
  assert.ok(one.size > 100);
  assert.deepEqual(one.toBytes(), same.toBytes());
});

// The laws of all domains: evaluate changes no genome, gives a result for each row, …
for (const { name, check } of domainContract({ make: () => domain })) test(name, check);

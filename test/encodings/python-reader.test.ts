import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Batch, version } from '../../src/core/index.ts';
import { DataDrivenEncoding } from '../../src/encodings/index.ts';
import { decodeSafetensors } from '../../src/formats/index.ts';

// make.py ran the Python program of docs/python.md on dde.safetensors and kept both: decoded.json.
const at = (path: string): URL => new URL(path, import.meta.url);
const folder = '../fixtures/python-reader';
const bytes = readFileSync(at(`${folder}/dde.safetensors`));
const kept = JSON.parse(readFileSync(at(`${folder}/decoded.json`), 'utf8')) as {
  program: string;
  latents: number[][];
  phenotypes: number[][];
  encoded: number[][];
};
const encoding = DataDrivenEncoding.fromBytes(bytes);
const decoded = encoding.decode(Batch.from(kept.latents));
const encoded = encoding.encode(Batch.from(kept.phenotypes));
const differences = ({ phenotypes, encoded: latents }: typeof kept): number[] => [
  ...phenotypes.flat().map((value, i) => Math.abs(value - decoded.data[i]!)),
  ...latents.flat().map((value, i) => Math.abs(value - encoded.data[i]!)),
];

it('the page shows the very program whose numbers were kept', () => {
  const page = readFileSync(at('../../docs/python.md'), 'utf8');
  expect(/```python\n(.*?)```/s.exec(page)?.[1]).toBe(kept.program);
});

it('Python decodes and encodes to the same numbers, to the precision of float32', () => {
  expect([kept.phenotypes.length, kept.encoded.length]).toEqual([5, 5]);
  expect(Math.max(...differences(kept))).toBeLessThan(2e-6);
});

const python = spawnSync('python3', ['-c', 'import numpy']).status === 0 ? 'python3' : '/usr/bin/python3';
it.runIf(spawnSync(python, ['-c', 'import numpy']).status === 0)('it does so here and now', () => {
  const { stdout } = spawnSync(python, [at(`${folder}/make.py`).pathname, '--print'], { encoding: 'utf8' });
  const found = JSON.parse(stdout) as typeof kept;
  expect(found.phenotypes).toHaveLength(kept.phenotypes.length);
  expect(Math.max(...differences(found))).toBeLessThan(2e-6);
});

it('the file says what wrote it', () => {
  const { metadata } = decodeSafetensors(bytes);
  expect(metadata.get('elites')).toBe('0.1.0');
  expect(Object.fromEntries(decodeSafetensors(DataDrivenEncoding.fromBytes(bytes).toBytes()).metadata)).toEqual({
    format: 'elites.data-driven-encoding',
    version: '1',
    elites: version,
    sizes: '{"inputs":4,"hidden":4,"latent":2}',
    activation: 'relu, tanh',
    latents: '[-5,5]',
    beta: '0.1',
    seed: '7',
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { GridArchive } from '../../src/archives/index.ts';
import { Batch, type Domain, evaluatesRows, type Genomes, ListBatch } from '../../src/core/index.ts';
import { planarArm, withEncoding } from '../../src/domains/index.ts';
import { DataDrivenEncoding, defineEncoding } from '../../src/encodings/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { run } from '../../src/run/index.ts';
import { MapElites } from '../../src/search/index.ts';
import { domainContract } from '../../src/testing/index.ts';
import { GaussianMutation } from '../../src/variation/index.ts';
import { checkLaws } from '../support/check-laws.ts';
import { bowl, MeanLearner } from '../support/domains/bowl.ts';
import { errorOf } from '../support/error-of.ts';
import { fixture } from '../support/golden/golden-vae.ts';

describe('withEncoding', () => {
  const learner = new MeanLearner();
  learner.mean = Float64Array.of(1, 2, 3, 4);
  const encoding = { ...learner.encoding(), sample: () => Float64Array.of(9, 9, 9, 9) };

  const released = DataDrivenEncoding.fromBytes(readFileSync(fixture('released/dde-arm20.safetensors')));
  checkLaws(
    "planarArm through the paper's encoding",
    domainContract({ make: () => withEncoding(planarArm({ joints: 20 }), released) }),
  );

  it('evaluates what latents decode to, in the space of latents, and passes the rest through', async () => {
    const domain = withEncoding(bowl, encoding);
    expect(domain.genome).toBe(encoding.genome);
    expect([domain.descriptor, domain.fitnessFloor]).toEqual([bowl.descriptor, bowl.fitnessFloor]);
    const latents = Batch.from([[0.5, -0.5, 0, 1]]);
    expect(await domain.evaluate(latents)).toEqual(await bowl.evaluate(Batch.from([[1.5, 1.5, 3, 5]])));
    expect(domain.initialGenome?.(randomStream(1))).toEqual(Float64Array.of(9, 9, 9, 9));
    expect(withEncoding(bowl, learner.encoding()).initialGenome).toBeUndefined();
  });

  it('makes rows fail whose latents cannot be decoded, and evaluates the others of their batch', async () => {
    const fault = 'no phenotype';
    const own = defineEncoding({
      genome: encoding.genome,
      phenotype: bowl.genome,
      decode(latent) {
        if (latent[0]! < -4) throw new Error(fault);
        return latent[0]! > 4 ? [5] : [5, 5, 5, 5];
      },
    });
    const domain = withEncoding(bowl, own);
    const archive = new GridArchive({ domain, cells: [5, 5] });
    const search = new MapElites({ domain, archive, variation: new GaussianMutation(), seed: 1 });
    const batch = await search.ask();
    const genes = Array.from({ length: batch.rows }, (_, i) => batch.row(i)[0]!);
    const [low, high] = [genes.filter((x) => x < -4).length, genes.filter((x) => x > 4).length];
    const { invalid, reasons } = await run(search, { evaluations: 100, onEvaluationError: 'invalid' });
    expect(Math.min(low, high)).toBeGreaterThan(2);
    expect(invalid).toBe(low + high);
    expect(reasons).toContainEqual({ reason: fault, rows: low });
    expect(reasons).toContainEqual({ reason: 'defineEncoding: decode() must have 4 numbers; got [5].', rows: high });
  });

  it('decodes rows alone where they cannot be decoded together', async () => {
    const own = {
      ...encoding,
      decode(latents: Batch) {
        if (latents.rows > 1) throw new Error('one at a time');
        return learner.encoding().decode(latents);
      },
    };
    const domain = withEncoding(bowl, own as never);
    const search = new MapElites({
      domain: withEncoding(bowl, learner.encoding()),
      archive: new GridArchive({ domain, cells: [5, 5] }),
      variation: new GaussianMutation(),
      seed: 1,
    });
    expect(await run(search, { evaluations: 200, evaluator: domain })).toMatchObject({ evaluations: 200, invalid: 0 });
  });

  it('asks the domain for nothing if no latent of a batch has a phenotype', async () => {
    const decode = ({ rows }: Batch) => new Batch(rows, 4, new Float64Array(4 * rows).fill(11));
    const own = { ...learner.encoding(), decode };
    const asked: number[] = [];
    const evaluateRows = Object.assign(({ rows }: Genomes<Float64Array>) => void asked.push(rows), {
      of: bowl.evaluate,
    });
    const domain = withEncoding({ ...bowl, evaluateRows }, own as never);
    const archive = new GridArchive({ domain, cells: [5, 5] });
    const search = new MapElites({ domain, archive, variation: new GaussianMutation(), seed: 1 });
    const { invalid } = await run(search, { evaluations: 100, onEvaluationError: 'invalid' });
    expect([invalid, asked]).toEqual([100, []]);
  });

  it('gives decode and evaluate memory of their own', async () => {
    const memory = new Float64Array(4);
    const own = {
      ...encoding,
      decode(latents: Batch) {
        memory.set(latents.data);
        latents.data.fill(7);
        return new Batch(1, 4, memory);
      },
    };
    const evaluated: Batch[] = [];
    const evaluate = async (phenotypes: Batch) => {
      evaluated.push(phenotypes);
      return bowl.evaluate(phenotypes);
    };
    const domain = withEncoding({ ...bowl, evaluate } as never, own as never) as unknown as Domain;
    const latents = Batch.from([[1, 2, 3, 4]]);
    await Promise.all([domain.evaluate(latents), domain.evaluate(Batch.zeros(1, 4))]);
    expect(latents.data).toEqual(Float64Array.of(1, 2, 3, 4));
    expect(evaluated.map(({ data }) => [...data])).toEqual([
      [1, 2, 3, 4],
      [0, 0, 0, 0],
    ]);
  });

  it('lets a domain that is spread with another evaluate be evaluated by that one', () => {
    const encoded = withEncoding(bowl, encoding);
    const other: Domain = { ...encoded, evaluate: (genomes, context) => bowl.evaluate(genomes, context) };
    expect([evaluatesRows(encoded), evaluatesRows(other)]).toEqual([true, false]);
  });

  it('hands the state of a domain on, so that whoever cannot store it says so', async () => {
    const half = { ...bowl, snapshot: () => new Uint8Array(1) };
    const make = (domain: Domain): MapElites =>
      new MapElites({
        domain,
        archive: new GridArchive({ domain, cells: [10, 10] }),
        variation: new GaussianMutation(),
        seed: 1,
      });
    const lost = 'STATE MapElites.snapshot: domain has no snapshot() and restore(), and its state would be lost.';
    for (const domain of [half, withEncoding(half, encoding)]) {
      expect(await errorOf(() => make(domain).snapshot())).toBe(lost);
    }
    const restore = (): void => undefined;
    expect(withEncoding({ ...bowl, restore }, encoding).restore).toBeTypeOf('function');
    expect(make(withEncoding({ ...half, restore }, encoding)).snapshot()).toBeInstanceOf(Uint8Array);
  });

  it('takes a domain that is an instance of a class', () => {
    class Bowl {
      readonly genome = bowl.genome;
      get descriptor(): typeof bowl.descriptor {
        return bowl.descriptor;
      }
      get fitnessFloor(): number {
        return -100;
      }
      evaluate: typeof bowl.evaluate = (...args) => bowl.evaluate(...args);
    }
    const domain = withEncoding(new Bowl(), encoding);
    expect([domain.descriptor, domain.fitnessFloor]).toEqual([bowl.descriptor, -100]);
  });

  it('makes rows fail whose phenotypes lie outside their box, and evaluates the others', async () => {
    const wider = defineEncoding({
      genome: encoding.genome,
      phenotype: bowl.genome,
      decode: (latent) => latent.map((x, j) => (j === 1 ? 5 + 1.25 * x : 5)),
    });
    const domain = withEncoding(bowl, wider);
    const archive = new GridArchive({ domain, cells: [5, 5] });
    const search = new MapElites({ domain, archive, variation: new GaussianMutation(), seed: 1 });
    const batch = await search.ask();
    const outside = Array.from({ length: batch.rows }, (_, i) => Math.abs(batch.row(i)[1]!) > 4);
    const { invalid, reasons } = await run(search, { evaluations: 100, onEvaluationError: 'invalid' });
    const message =
      'withEncoding: encoding.decode must answer with phenotypes inside encoding.phenotype, [0, 10] in dimension 1; got -1.25.';
    expect(invalid).toBe(outside.filter((one) => one).length);
    expect(invalid).toBeGreaterThan(5);
    expect(reasons[0]!.reason).toContain(message.slice(0, 70));
    expect(archive.size).toBe(5);
    expect(await errorOf(() => domain.evaluate(Batch.from([[0, -5, 0, 0]])))).toBe(`ARGUMENT ${message}`);
  });

  it('does not call the domain where all phenotypes lie outside their box', () => {
    const outside = { ...encoding, decode: () => Batch.from([[5, 5, 5, 50]]) as never };
    const evaluateRows = vi.fn();
    const domain = withEncoding({ ...bowl, evaluateRows: Object.assign(evaluateRows, { of: bowl.evaluate }) }, outside);
    const failed = vi.fn();
    if (evaluatesRows(domain)) domain.evaluateRows(Batch.zeros(1, 4), { done: vi.fn(), failed });
    expect(failed).toHaveBeenCalledOnce();
    expect(evaluateRows).not.toHaveBeenCalled();
  });

  it('refuses phenotypes that are no Batch of as many rows and columns', async () => {
    for (const answer of [
      undefined,
      { rows: 1 },
      new ListBatch([new Float64Array(4)]),
      Batch.zeros(2, 4),
      Batch.zeros(1, 3),
    ]) {
      const domain = withEncoding(bowl, { ...encoding, decode: () => answer as never });
      expect(await errorOf(() => domain.evaluate(Batch.zeros(1, 4)))).toMatch(
        /^ARGUMENT withEncoding: encoding.decode must answer with a Batch \(1, 4\); got /,
      );
    }
  });

  it('refuses an encoding of other phenotypes, and latents of another length', async () => {
    const rule = 'encoding.phenotype must be the genome space of the domain,';
    expect(await errorOf(() => withEncoding(planarArm({ joints: 20 }), encoding))).toBe(
      `ARGUMENT withEncoding: ${rule} a box of 20 dimensions in [-1, 1]; got a box of 4 dimensions in [0, 10].`,
    );
    const wide = { ...encoding, phenotype: { dimensions: 4, lower: 0, upper: [10, 10, 10, 11] } };
    expect(await errorOf(() => withEncoding(bowl, wide))).toBe(
      `ARGUMENT withEncoding: ${rule} with [0, 10] in dimension 3; got [0, 11].`,
    );
    expect(await errorOf(() => withEncoding({} as never, encoding))).toContain('domain must have evaluate()');
    expect(await errorOf(() => withEncoding(bowl, {} as never))).toContain('encoding must have decode()');
    expect(await errorOf(() => withEncoding(bowl, { ...encoding, sample: 3 as never }))).toBe(
      'ARGUMENT withEncoding: encoding.sample must be a function; got 3.',
    );
    expect(await errorOf(() => withEncoding(bowl, encoding).evaluate(Batch.zeros(1, 3)))).toContain('(1, 4)');
  });
});

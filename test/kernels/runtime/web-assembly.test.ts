import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorOf } from '../../support/error-of.ts';

/** The package as a program has it that has not used any kernel yet. */
async function fresh(): Promise<typeof import('../../../src/index.ts')> {
  vi.resetModules();
  return import('../../../src/index.ts');
}

const { CompileError, Instance, Memory, Module } = WebAssembly;
const refusing = (error: Error) =>
  class {
    constructor() {
      throw error;
    }
  };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('where WebAssembly is refused', () => {
  it('says that it is missing, and names node --jitless', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    const { randomStream } = await fresh();
    expect(await errorOf(() => randomStream(1).normal())).toMatch(/^STATE elites: WebAssembly is missing .*--jitless/);
  });

  it('says who does not let it be compiled, and what the engine says', async () => {
    const stub = { CompileError, Instance, Memory, Module: refusing(new CompileError('disallowed by embedder')) };
    vi.stubGlobal('WebAssembly', stub);
    const { randomStream } = await fresh();
    const text = await errorOf(() => randomStream(1).normal());
    expect(text).toMatch(/^STATE .*compiled.*Cloudflare.*wasm-unsafe-eval.*disallowed by embedder/);
  });

  it('says what to do where there is no memory, and goes on once there is some', async () => {
    const { Batch, CmaEs, Vae, planarArm, randomStream } = await fresh();
    const context = { space: planarArm({ joints: 4 }).genome, random: randomStream(1) };
    const vae = new Vae({ inputs: 4, latent: 2 });
    vae.fit(Batch.zeros(2, 4), context);
    const before = vae.snapshot();
    const full = new RangeError('could not allocate memory');
    vi.spyOn(Memory.prototype, 'grow').mockImplementation(() => {
      throw full;
    });
    vi.stubGlobal('WebAssembly', { CompileError, Instance, Module, Memory: refusing(full) });
    for (const attempt of [
      () => new CmaEs({ mean: new Float64Array(2), sigma: 1, seed: 1 }),
      () => new Vae({ inputs: 4, latent: 2 }).fit(Batch.zeros(2, 4), context),
      () => vae.fit(Batch.zeros(30_000, 4), context),
    ]) {
      expect(await errorOf(attempt)).toMatch(/^STATE .*could not allocate memory.*--disable-wasm-trap-handler/);
    }
    expect(vae.snapshot()).toEqual(before);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vae.fit(Batch.zeros(30_000, 4), context);
    expect(vae.lastFit?.diverged).toBe(false);
  });
});

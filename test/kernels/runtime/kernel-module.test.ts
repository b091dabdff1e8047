import { describe, expect, it, vi } from 'vitest';
import type { VaeTensorName, VaeTensors } from '../../../src/kernels/index.ts';

/** The kernels as a program has them that has not used any yet. */
async function fresh() {
  vi.resetModules();
  return import('../../../src/kernels/index.ts');
}

type Kernels = Awaited<ReturnType<typeof fresh>>;

/** Numbers that look random, and are the same everywhere. */
const numbers = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => ((i * 37) % 101) / 101);

/** Uses of one module each, all of them in the common heap, by name. */
const uses: Readonly<Record<string, (kernels: Kernels) => Iterable<number>>> = {
  arm({ evaluatePlanarArm }) {
    const [fitness, descriptors] = [new Float64Array(3), new Float64Array(6)];
    evaluatePlanarArm(numbers(21), 3, 7, 'variance', fitness, descriptors);
    return [...fitness, ...descriptors];
  },
  elementary: ({ sin, exp }) => Array.from(numbers(9), (x) => sin(1e9 * x) + exp(x)),
  linear({ SymmetricEigenKernel }) {
    const [values, vectors] = [new Float64Array(6), new Float64Array(36)];
    expect(new SymmetricEigenKernel(6).decompose(numbers(36), 1, values, vectors)).toBe(true);
    return [...values, ...vectors];
  },
  nearest({ Cached, NearestKernel }) {
    const kernel = new Cached(
      NearestKernel.bytes(200, 2, 50),
      (heap) => new NearestKernel(200, 2, 50, false, heap),
    ).get();
    kernel.points.set(numbers(400).map((x, i) => x + i / 400));
    kernel.queries.set(numbers(100));
    kernel.owners.fill(200);
    kernel.plant();
    kernel.search(50);
    return [...kernel.owners];
  },
  sampling({ drawNormals }) {
    const normals = new Float64Array(5000);
    drawNormals(Int32Array.of(1, 2, 3, 4), normals);
    return normals;
  },
  vae({ BoxScaling, Cached, VaeNetwork, vaeShapes }) {
    const sizes = { inputs: 9, hidden: 10, latent: 5 };
    const entries = Object.entries(vaeShapes(sizes)) as [VaeTensorName, readonly number[]][];
    const weights = entries.map(([name, shape]) => [name, Float32Array.from(numbers(shape.reduce((a, b) => a * b)))]);
    const network = new Cached(VaeNetwork.inferenceBytes(sizes), (heap) => new VaeNetwork({ ...sizes, heap })).get();
    network.setWeights(Object.fromEntries(weights) as VaeTensors);
    const bounds = {
      dimensions: 9,
      lower: new Float64Array(9).fill(-1),
      upper: new Float64Array(9).fill(1),
      finite: true,
    };
    const out = new Float64Array(18);
    network.reconstruct(numbers(18), 2, new BoxScaling(bounds), out);
    return out;
  },
};

describe('KernelModule', () => {
  it('gives the bits that it gives alone in a memory in which other modules are at work', async () => {
    const alone = new Map<string, number[]>();
    for (const [name, use] of Object.entries(uses)) alone.set(name, [...use(await fresh())]);
    const names = Object.keys(uses);
    for (const order of [names, [...names].reverse()]) {
      const kernels = await fresh();
      for (const name of [...order, ...order]) expect([...uses[name]!(kernels)], name).toEqual(alone.get(name));
    }
  });

  it('is compiled when it is used first, and only then', async () => {
    const compiled = vi.spyOn(WebAssembly, 'Module');
    const kernels = await fresh();
    expect(compiled).toHaveBeenCalledTimes(0);
    for (const use of ['sampling', 'arm', 'sampling', 'arm']) uses[use]!(kernels);
    expect(compiled).toHaveBeenCalledTimes(2);
    compiled.mockRestore();
  });
});

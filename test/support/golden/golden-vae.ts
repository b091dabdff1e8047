import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodeSafetensors } from '../../../src/formats/index.ts';
import { BoxScaling, type VaeTensors } from '../../../src/kernels/index.ts';

/** Twelve Adam steps of PyTorch's (test/fixtures/golden/vae-train-arm*.safetensors). */
export interface GoldenVae {
  readonly genes: number;
  readonly latent: number;
  /** `(751, genes)` */
  readonly data: Float64Array;
  /** `(751, latent)` */
  readonly noise: Float32Array;
  /** `(12, 3)`: total, squared error, KL. */
  readonly losses: ArrayLike<number>;
  /** The tensors whose names begin with a prefix, without it. */
  pick(prefix: string): VaeTensors;
}

/** Sizes of the golden networks. */
export const goldenGenes = [20, 200, 1000] as const;

/** The path of a file of test/fixtures. */
export const fixture = (name: string): URL => new URL(`../../fixtures/${name}`, import.meta.url);

/** A safetensors file of test/fixtures: its tensors' numbers by name. */
export function fixtureTensors(name: string): Map<string, Float32Array | Float64Array> {
  const { tensors } = decodeSafetensors(readFileSync(fixture(name)));
  return new Map([...tensors].map(([key, { data }]) => [key, data as Float32Array]));
}

export function goldenVae(genes: number): GoldenVae {
  const tensors = fixtureTensors(`golden/vae-train-arm${genes}.safetensors`);
  return {
    genes,
    latent: tensors.get('init.fc21.bias')!.length,
    data: Float64Array.from(tensors.get('data')!),
    noise: Float32Array.from(tensors.get('noise')!),
    losses: tensors.get('losses')!,
    pick: (prefix) => {
      const picked = [...tensors].filter(([name]) => name.startsWith(prefix));
      return Object.fromEntries(picked.map(([name, data]) => [name.slice(prefix.length), data])) as VaeTensors;
    },
  };
}

/** The scaling of the box [-1, 1]ⁿ, which changes nothing. */
export function unitScaling(dimensions: number): BoxScaling {
  const lower = new Float64Array(dimensions).fill(-1);
  return new BoxScaling({ dimensions, lower, upper: lower.map(() => 1), finite: true });
}

/** The largest |a − b|. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let worst = 0;
  for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i]! - b[i]!));
  return worst;
}

/** Expects 99.9 % of the weights within 2e-6 of the golden ones, and all within 2e-5. */
export function expectWeights(weights: VaeTensors, golden: VaeTensors): void {
  let [count, near] = [0, 0];
  for (const [name, expected] of Object.entries(golden) as [keyof VaeTensors, Float32Array][]) {
    expect(largestDifference(weights[name], expected), name).toBeLessThan(2e-5);
    for (let i = 0; i < expected.length; i++) {
      count++;
      if (Math.abs(weights[name][i]! - expected[i]!) <= 2e-6) near++;
    }
  }
  expect(near / count).toBeGreaterThanOrEqual(0.999);
}

import type { Stateful } from '../../core/index.ts';
import { codeOf, expectSame, expectThat, type Law, lawOf, type Make } from './law.ts';
import { same } from './values.ts';

/** How a part is used, so that its state moves on and shows. */
interface Usage<T> {
  readonly make: Make<T>;
  /** Uses the part for the first or second time, and answers with what can be seen of its state then. */
  readonly use: (part: T, time: 1 | 2) => unknown;
  /** What can be seen of its state without use, if anything can. */
  readonly look?: ((part: T) => unknown) | undefined;
}

/** The laws of parts that can be stored; a part with neither `snapshot` nor `restore` keeps them. */
export function restoreLaws<T extends Partial<Stateful>>(seam: string, { make, use, look }: Usage<T>): Law[] {
  const stored = async (): Promise<[T & Stateful, Uint8Array] | undefined> => {
    const part = await make();
    const methods = [typeof part.snapshot, typeof part.restore];
    expectThat('snapshot and restore', 'come together', methods[0] === methods[1], methods);
    if (part.snapshot === undefined) return undefined;
    await use(part, 1);
    return [part as T & Stateful, part.snapshot()];
  };
  return [
    lawOf(seam, 'what is restored from a snapshot goes on as what was stored', async () => {
      const [part, bytes] = (await stored()) ?? [];
      if (part === undefined || bytes === undefined) return;
      const twin = (await make()) as T & Stateful;
      twin.restore(bytes);
      expectSame('The snapshot of what was restored', twin.snapshot(), bytes);
      expectSame('What the restored one is', await look?.(twin), await look?.(part));
      expectSame('What the restored one does next', await use(twin, 2), await use(part, 2));
      expectSame('Its snapshot after that', twin.snapshot(), part.snapshot());
    }),
    lawOf(seam, 'damaged bytes are refused with the code SNAPSHOT and change nothing', async () => {
      const [part, bytes] = (await stored()) ?? [];
      if (part === undefined || bytes === undefined) return;
      for (const [damage, damaged] of damagesOf(bytes)) {
        const what = `The code that restore refuses ${damage} with, where ${bytes.length} bytes are whole,`;
        expectSame(what, await codeOf(() => part.restore(damaged)), 'SNAPSHOT');
        expectSame(`The snapshot after restore refused ${damage}`, part.snapshot(), bytes);
      }
    }),
  ];
}

/** Bytes that are not those given, by what was done to them. */
function damagesOf(bytes: Uint8Array): [string, Uint8Array][] {
  const half = bytes.slice(0, bytes.length >> 1);
  const damages: [string, Uint8Array][] = [
    ['no bytes', new Uint8Array(0)],
    [`the first ${half.length} bytes`, half],
    ['64 bytes of 255', new Uint8Array(64).fill(255)],
  ];
  return damages.filter(([, damaged]) => !same(damaged, bytes));
}

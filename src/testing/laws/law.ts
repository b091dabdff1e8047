import { checkFunction, checkOptions, messageOf, type Random } from '../../core/index.ts';
import { randomStream } from '../../random/index.ts';
import { copyOf, same, write } from './values.ts';

/** A rule that a part must keep. Give it to a test runner: `for (const { name, check } of laws) test(name, check)`. */
export interface Law {
  /** The rule, as a test's title. */
  readonly name: string;
  /** Rejects with an Error that names the law, what was expected, what came, and the case in full. Deterministic. */
  readonly check: () => Promise<void>;
}

/** Makes a new part, at once or later; each law makes its own ones. */
export type Make<T> = () => T | Promise<T>;

/** Sizes of a law's cases: all up to 16, so the first one that breaks it is a small one, and every fourth up to 40. */
const SIZES = [...Array.from({ length: 16 }, (_, i) => i + 1), 20, 24, 28, 32, 36, 40];

/** A law of `seam`, checked by `check`. */
export function lawOf(seam: string, name: string, check: () => Promise<void>): Law {
  return {
    name: `${seam}: ${name}`,
    check: async () => {
      try {
        await check();
      } catch (cause) {
        throw new Error(`The ${seam} breaks the law "${name}": ${messageOf(cause)}`, { cause });
      }
    },
  };
}

/** The case of a law that draws from streams of its own. */
export function drawSeed(_random: Random, size: number): { readonly seed: number } {
  return { seed: size };
}

/** Tries `check` on cases that `draw` makes of a stream and of each size; the error shows the case. */
export async function eachCase<C>(
  draw: (random: Random, size: number) => C,
  check: (drawn: C, size: number) => unknown,
  sizes: readonly number[] = SIZES,
): Promise<void> {
  for (const size of sizes) {
    const drawn = draw(randomStream(size), size);
    // A check may change the case. A copy costs a fraction of its text, which only a failure needs.
    const shown = copyOf(drawn);
    try {
      await check(drawn, size);
    } catch (cause) {
      throw new Error(`${messageOf(cause)} The case: ${write(shown)}`, { cause });
    }
  }
}

/** @throws Error unless `got` equals `expected`, numbers bit for bit. */
export function expectSame(what: string, got: unknown, expected: unknown): void {
  if (!same(got, expected)) throw new Error(`${what} must be ${write(expected)}; got ${write(got)}.`);
}

/** @throws Error unless `kept`. */
export function expectThat(what: string, rule: string, kept: boolean, got: unknown): void {
  if (!kept) throw new Error(`${what} must ${rule}; got ${write(got)}.`);
}

/** @throws Error unless `got` is an integer of at least 1. */
export function expectCount(what: string, got: number): void {
  expectThat(what, 'be an integer of at least 1', Number.isInteger(got) && got >= 1, got);
}

/** @throws Error unless `act` throws, now or later. */
export async function expectRefusal(what: string, act: () => unknown): Promise<void> {
  try {
    await act();
  } catch {
    return;
  }
  throw new Error(`${what} must be refused with an error; it was taken.`);
}

/** The code of the error with which `act` refuses, now or later; 'nothing' if it does not. */
export async function codeOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return (error as { code?: unknown } | undefined)?.code;
  }
  return 'nothing';
}

/** Checks the options of a contract. @throws ARGUMENT if a key is unknown or make no function. */
export function checkContract(owner: string, options: { readonly make: unknown }, keys: readonly string[]): void {
  checkOptions(owner, options, keys);
  checkFunction(owner, 'make', options.make);
}

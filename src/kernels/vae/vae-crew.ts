import { heapBase } from '../runtime/binary.ts';
import { type Heap, MOST_PAGES, makeMemory, OwnHeap } from '../runtime/heap.ts';
import { KernelModule } from '../runtime/kernel-module.ts';
import { binary } from './binary.ts';
import type { VaeExports } from './vae-memory.ts';
import { takeShare, type VaeStep } from './vae-step.ts';

/** What the threads of a {@link VaeCrew} have in common: it can be posted to them. */
export interface VaeCrewShared {
  /** How many they are. */
  readonly threads: number;
  /** Memory of the network. */
  readonly memory: WebAssembly.Memory;
  /** Where they meet, and what step they take: shared. */
  readonly words: Int32Array;
}

// Words: threads that have come to a meeting; meetings so far; the step.
const COME = 0;
const MEETINGS = 1;
const STEP = 2;

// How often a thread looks whether the others have come before it sleeps: to be woken takes as long as some 20,000 looks. Fewer,
// as long as it was in vain: then the others have no core of their own, and looking keeps them from theirs. At every 64th
// meeting it looks long all the same: once all sleep, each is late for the next meeting, and so they would sleep for ever.
const MOST_LOOKS = 20_000;
const FEWEST_LOOKS = 100;
const TRIAL = 64;

/** The kernels of a network that several threads work on. */
const vae: KernelModule<VaeExports> = /* @__PURE__ */ new KernelModule<VaeExports>(binary, true);

/**
 * Threads that take the steps of one network together, each its share, with the bits of one thread. One leads, by giving the
 * crew to a VaeNetwork, and the others follow; all wait until each has come, so one that is lost stops them: whoever started
 * them must notice. Waiting is allowed in worker threads, and in Node's main thread.
 */
export class VaeCrew {
  readonly #shared: VaeCrewShared;
  #looks = MOST_LOOKS;

  constructor(shared: VaeCrewShared) {
    this.#shared = shared;
  }

  /** How many they are. */
  get threads(): number {
    return this.#shared.threads;
  }

  /** What a crew of so many threads has in common. */
  static shared(threads: number): VaeCrewShared {
    const memory = makeMemory({ maximum: MOST_PAGES, shared: true });
    return { threads, memory, words: new Int32Array(new SharedArrayBuffer(7 * 4)) };
  }

  /** The kernels of their network. */
  get module(): KernelModule<VaeExports> {
    return vae;
  }

  /** An empty heap for the crew's next network; the network before is lost. */
  heap(): Heap {
    const { memory } = this.#shared;
    new Uint8Array(memory.buffer, heapBase).fill(0);
    return new OwnHeap(memory);
  }

  /** Takes a step of the network, with the followers. */
  lead(exports: VaeExports, step: VaeStep): void {
    const { threads, words } = this.#shared;
    const { record, data, order, rows, train } = step;
    words.set([record, data, order, rows, Number(train)], STEP);
    this.#meet();
    takeShare(exports, step, 0, threads, () => this.#meet());
  }

  /** Takes share `share`, from 1 on, of each step that the leading thread takes. Never returns. */
  follow(share: number): never {
    const { threads, words } = this.#shared;
    const exports = vae.in(this.#shared);
    for (;;) {
      this.#meet();
      const [record, data, order, rows] = [words[STEP]!, words[STEP + 1]!, words[STEP + 2]!, words[STEP + 3]!];
      const step = { record, data, order, rows, train: words[STEP + 4] === 1 };
      takeShare(exports, step, share, threads, () => this.#meet());
    }
  }

  /** Waits until every thread has come. What was written before is seen by all after. */
  #meet(): void {
    const { threads, words } = this.#shared;
    const meetings = Atomics.load(words, MEETINGS);
    if (Atomics.add(words, COME, 1) === threads - 1) {
      Atomics.store(words, COME, 0);
      Atomics.add(words, MEETINGS, 1);
      Atomics.notify(words, MEETINGS);
      return;
    }
    const trial = meetings % TRIAL === 0;
    const looks = trial ? MOST_LOOKS : this.#looks;
    for (let look = 0; look < looks; look++) {
      if (Atomics.load(words, MEETINGS) === meetings) continue;
      this.#looks = trial ? MOST_LOOKS : Math.min(looks * 2, MOST_LOOKS);
      return;
    }
    this.#looks = Math.max(this.#looks >> 1, FEWEST_LOOKS);
    while (Atomics.load(words, MEETINGS) === meetings) Atomics.wait(words, MEETINGS, meetings);
  }
}

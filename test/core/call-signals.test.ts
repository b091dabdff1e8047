import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { CallSignals, onAbort } from '../../src/core/index.ts';
import { warningsOf } from '../support/warnings-of.ts';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('CallSignals', () => {
  it('has one listener on the parent, from the first signal that is read until the release', () => {
    const { signal } = new AbortController();
    const signals = new CallSignals(signal);
    const contexts = Array.from({ length: 1000 }, (_, i) => signals.context({ i }));
    expect(listeners(signal)).toBe(0);
    const read = contexts.map((context) => context.signal);
    expect([listeners(signal), new Set(read).size]).toEqual([1, 1000]);
    expect(contexts.map((context) => context.signal)).toEqual(read);
    signals.release();
    expect(listeners(signal)).toBe(0);
    expect(signals.context({}).signal?.aborted).toBe(false);
    expect(listeners(signal)).toBe(0);
  });

  it('aborts the signal of every call with the reason, also one that is read later', () => {
    const stop = new AbortController();
    const signals = new CallSignals(stop.signal);
    const [early, late] = [signals.context({}), signals.context({ seed: 3 })];
    expect(early.signal?.aborted).toBe(false);
    stop.abort('enough');
    expect(early.signal?.reason).toBe('enough');
    expect({ ...late }).toMatchObject({ seed: 3, signal: { aborted: true, reason: 'enough' } });
  });

  it('gives no signal without a parent', () => {
    expect(new CallSignals(undefined).context({ seed: 3 })).toEqual({ seed: 3, signal: undefined });
  });

  it('gives signals that each row of a batch may listen to', async () => {
    const { signal } = new CallSignals(new AbortController().signal).context({});
    const warnings = await warningsOf(() => {
      for (let i = 0; i < 1000; i++) signal?.addEventListener('abort', () => i);
    });
    expect(warnings).toEqual([]);
  });

  it("takes signals that are not Node's own, as in Jest's jsdom", () => {
    class Controller {
      readonly signal = { addEventListener: () => undefined } as unknown as AbortSignal;
    }
    vi.stubGlobal('AbortController', Controller);
    const stop = new Controller();
    const { signal } = new CallSignals(stop.signal).context({});
    vi.unstubAllGlobals();
    expect(signal).not.toBe(stop.signal);
  });
});

describe('onAbort', () => {
  it('has one listener for all work on a signal, and none when all is taken back', () => {
    const stop = new AbortController();
    const { signal } = stop;
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const done: number[] = [];
    const release = [0, 1, 2].map((i) => onAbort(signal, () => done.push(i)));
    expect(added).toHaveBeenCalledTimes(1);
    release[1]!();
    release[1]!();
    expect(removed).not.toHaveBeenCalled();
    for (const one of release) one();
    expect(removed).toHaveBeenCalledTimes(1);
    onAbort(signal, () => done.push(3));
    stop.abort();
    expect(done).toEqual([3]);
    onAbort(signal, () => done.push(4))();
    expect(done).toEqual([3, 4]);
  });
});

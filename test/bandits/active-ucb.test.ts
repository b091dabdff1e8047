import { describe, expect, it } from 'vitest';
import { ActiveUcb, type ActiveUcbOptions } from '../../src/bandits/index.ts';
import { randomStream } from '../../src/random/index.ts';
import { errorOf } from '../support/error-of.ts';

/** The arms that are active. @param ended - Whether each emitter has ended (default: all). */
const active = (bandit: ActiveUcb, ended?: boolean[]): number[] =>
  [...bandit.shares(randomStream(1), ended ?? new Array(bandit.arms).fill(true))].flatMap((share, arm) =>
    share > 0 ? [arm] : [],
  );

describe('ActiveUcb', () => {
  it('begins with the first emitters, which get equal shares', () => {
    const bandit = new ActiveUcb({ arms: 5, active: 4 });
    expect([...bandit.shares(randomStream(1))]).toEqual([0.25, 0.25, 0.25, 0.25, 0]);
  });

  it('keeps an emitter active until it has ended, and then prefers those that were never asked', () => {
    const ended = [false, true, false, true, true];
    const bandit = new ActiveUcb({ arms: 5, active: 2 });
    for (const arm of [0, 1, 2]) bandit.reward(arm, 1, 36, 0);
    expect(active(bandit, ended)).toEqual([0, 2]);
    ended[2] = true;
    expect(active(bandit, ended)).toEqual([0, 3]);
    ended[0] = true;
    expect(active(bandit, ended)).toEqual([3, 4]);
  });

  it('fills the free places with the highest bounds', () => {
    const ended = [true, false, true];
    const bandit = new ActiveUcb({ arms: 3, active: 2, exploration: 0 });
    bandit.reward(0, 0.1, 36, 0);
    bandit.reward(1, 0, 36, 0);
    expect(active(bandit, ended)).toEqual([1, 2]);
    bandit.reward(2, 0.2, 36, 0);
    expect(active(bandit, ended)).toEqual([1, 2]);
    bandit.reward(2, 0, 36, 0);
    bandit.reward(2, 0, 36, 0);
    expect(active(bandit, ended)).toEqual([0, 1]);
  });

  it('chooses all anew for each batch if it is told so', () => {
    const bandit = new ActiveUcb({ arms: 3, active: 1, reselect: 'all', exploration: 0 });
    for (const [arm, value] of [0.1, 0.2, 0.3].entries()) bandit.reward(arm, value, 10, 0);
    expect(active(bandit, [false, false, true])).toEqual([2]);
  });

  it('adds exploration · √(ln n / N) to the mean, by hand', () => {
    // Means .5 and .4 of 4 and 1 rows, n = 5: arm 1 is chosen once c √ln 5 (1 − 1/2) = 0.634 c > 0.1, for c > 0.1577.
    for (const [exploration, expected] of [
      [0.157, [0]],
      [0.158, [1]],
    ] as const) {
      const bandit = new ActiveUcb({ arms: 2, active: 1, exploration });
      bandit.reward(0, 0.5, 4, 0);
      bandit.reward(1, 0.4, 1, 0);
      expect(active(bandit)).toEqual(expected);
    }
  });

  it('gives finite shares when nothing ever entered the archive', () => {
    const bandit = new ActiveUcb({ arms: 3, active: 2 });
    for (let i = 0; i < 5; i++) for (const arm of active(bandit)) bandit.reward(arm, 0, 1, 0);
    const counts = new Set([...bandit.shares(randomStream(1))]);
    expect(counts).toEqual(new Set([0.5, 0]));
  });

  it('goes on from a snapshot, which does not fit other options', async () => {
    const make = (options: Partial<ActiveUcbOptions> = {}) => new ActiveUcb({ arms: 3, active: 1, ...options });
    const bandit = make();
    for (const arm of [0, 1, 2]) bandit.reward(arm, arm / 10, 10, 0);
    const other = make();
    other.restore(bandit.snapshot());
    expect(active(other)).toEqual([2]);
    expect(other.snapshot()).toEqual(bandit.snapshot());
    for (const options of [{ active: 2 }, { reselect: 'all' as const }, { exploration: 1 }]) {
      expect(await errorOf(() => make(options).restore(bandit.snapshot()))).toContain('SNAPSHOT ActiveUcb.restore');
    }
  });

  it('refuses options that break their contract', async () => {
    const bad = (options: object) => errorOf(() => new ActiveUcb({ arms: 2, active: 1, ...options }));
    expect(await bad({ active: 3 })).toBe('ARGUMENT ActiveUcb: active must be an integer in [1, 2]; got 3.');
    expect(await bad({ active: 0 })).toContain('active must');
    expect(await bad({ arms: 0 })).toContain('arms must');
    expect(await bad({ reselect: 'terminated' })).toContain('reselect must');
    expect(await bad({ exploration: -1 })).toContain('exploration must');
    expect(await bad({ floor: 0.1 })).toContain("got 'floor'");
  });
});

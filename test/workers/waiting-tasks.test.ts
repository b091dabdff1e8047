import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lane } from '../../src/workers/index.ts';
import { WaitingTasks } from '../../src/workers/waiting-tasks.ts';

const lanes = [0, 1, 2].map((): Lane => ({ ask: async () => expect.unreachable(), close: () => undefined }));
const place = fc.option(fc.nat({ max: 2 }), { nil: undefined });

const calls = [0, 1, 2].map(() => new AbortController().signal);

it('gives a lane the first task that does not avoid it, and a call its own tasks', () => {
  const kind = fc.constantFrom('add', 'add', 'add', 'take', 'take', 'takeCall', 'takeAll');
  const step = fc.record({ kind, at: place, call: fc.nat({ max: 2 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const waiting = new WaitingTasks<{ id: number; avoid: Lane | undefined; signal: AbortSignal }>();
      const model: { id: number; avoid: Lane | undefined; signal: AbortSignal }[] = [];
      for (const [id, { kind, at, call }] of steps.entries()) {
        const lane = at === undefined ? undefined : lanes[at];
        const signal = calls[call]!;
        if (kind === 'add') {
          const task = { id, avoid: lane, signal };
          waiting.add(task);
          model.push(task);
        } else if (kind === 'take') {
          const i = model.findIndex(({ avoid }) => avoid === undefined || avoid !== lane);
          expect(waiting.take(lane)).toEqual(i < 0 ? undefined : model.splice(i, 1)[0]);
        } else {
          const taken = kind === 'takeAll' ? waiting.takeAll() : waiting.takeCall(signal);
          const withdrawn = model.filter((task) => kind === 'takeAll' || task.signal === signal);
          expect(new Set(taken)).toEqual(new Set(withdrawn));
          expect(taken).toHaveLength(withdrawn.length);
          model.splice(0, model.length, ...model.filter((task) => !withdrawn.includes(task)));
        }
        expect(waiting.empty).toBe(model.length === 0);
      }
    }),
  );
});

it('looks at a task as often among many as among few', () => {
  let looks = 0;
  const task = (avoid: Lane) => ({
    get avoid() {
      looks++;
      return avoid;
    },
    signal: calls[0]!,
  });
  const perTask = (count: number): number => {
    looks = 0;
    const waiting = new WaitingTasks<ReturnType<typeof task>>();
    for (let i = 0; i < count; i++) waiting.add(task(lanes[i % 2]!));
    // Half of them avoid each of the lanes that ask in turn.
    for (let i = 0; !waiting.empty; i++) waiting.take(lanes[i % 3]);
    return looks / count;
  };
  expect(perTask(30_000)).toBe(perTask(30));
});

it('takes hundreds of thousands of tasks without looking at those that it took before', () => {
  const waiting = new WaitingTasks<{ signal: AbortSignal }>();
  const start = process.cpuUsage();
  for (let i = 0; i < 300_000; i++) waiting.add({ signal: calls[0]! });
  while (!waiting.empty) waiting.take(undefined);
  // It takes a third of a second; 15 if each take passed the places of those before.
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(4);
}, 60_000);

it('takes out a call without looking at the tasks of others', () => {
  let looks = 0;
  const task = (signal: AbortSignal) => ({
    get signal() {
      looks++;
      return signal;
    },
  });
  const perTask = (count: number): number => {
    looks = 0;
    const waiting = new WaitingTasks<ReturnType<typeof task>>();
    const signals = Array.from({ length: count }, () => new AbortController().signal);
    for (const signal of signals) for (let i = 0; i < 4; i++) waiting.add(task(signal));
    expect(waiting.take(undefined)?.signal).toBe(signals[0]);
    for (const [i, signal] of signals.entries()) expect(waiting.takeCall(signal)).toHaveLength(i === 0 ? 3 : 4);
    expect([waiting.empty, waiting.take(undefined)]).toEqual([true, undefined]);
    return (looks - 1) / count;
  };
  expect(perTask(3000)).toBe(perTask(30));
});

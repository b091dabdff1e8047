import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lane } from '../../src/workers/index.ts';
import { WaitingTasks } from '../../src/workers/waiting-tasks.ts';

const lanes = [0, 1, 2].map((): Lane => ({ ask: async () => expect.unreachable(), close: () => undefined }));
const place = fc.option(fc.nat({ max: 2 }), { nil: undefined });

it('gives a lane the first task that does not avoid it', () => {
  const step = fc.record({ kind: fc.constantFrom('add', 'add', 'take', 'take', 'takeAll'), at: place });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const waiting = new WaitingTasks<{ id: number; avoid: Lane | undefined }>();
      const model: { id: number; avoid: Lane | undefined }[] = [];
      for (const [id, { kind, at }] of steps.entries()) {
        const lane = at === undefined ? undefined : lanes[at];
        if (kind === 'add') {
          waiting.add({ id, avoid: lane });
          model.push({ id, avoid: lane });
        } else if (kind === 'take') {
          const i = model.findIndex(({ avoid }) => avoid === undefined || avoid !== lane);
          expect(waiting.take(lane)).toEqual(i < 0 ? undefined : model.splice(i, 1)[0]);
        } else {
          const odd = (task: { id: number }): boolean => task.id % 2 === 1;
          const taken = waiting.takeAll(odd).map((task) => task.id);
          expect(taken.sort()).toEqual(
            model
              .filter(odd)
              .map((task) => task.id)
              .sort(),
          );
          model.splice(0, model.length, ...model.filter((task) => !odd(task)));
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

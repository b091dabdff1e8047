import { expect, it } from 'vitest';
import { onInterrupt } from '../../../src/cli/terminal/interrupt.ts';

const written: string[] = [];
const stream = { write: (text: string) => written.push(text) > 0 };

it('SIGHUP stays ignored after an interrupt, so that results are written', () => {
  const before = process.listenerCount('SIGHUP');
  const { signal, release } = onInterrupt(stream as never, 'Stopping.');
  process.emit('SIGHUP', 'SIGHUP');
  process.emit('SIGHUP', 'SIGHUP');
  expect([signal.aborted, written]).toEqual([true, ['Stopping.\n']]);
  release();
  expect(process.listenerCount('SIGINT')).toBe(0);
  const [late] = process.listeners('SIGHUP').slice(before);
  expect(late).toBeTypeOf('function');
  process.off('SIGHUP', late as NodeJS.SignalsListener);
});

it('the default handling is restored where nothing was interrupted', () => {
  const before = process.listenerCount('SIGHUP');
  onInterrupt(stream as never).release();
  expect(process.listenerCount('SIGHUP')).toBe(before);
});

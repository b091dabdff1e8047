import { expect, it } from 'vitest';
import { viewOf } from '../../../src/cli/modules/module-view.ts';

it('has the text of the renderer, whatever its toString does', () => {
  const render = (context: CanvasRenderingContext2D): void => context.fill();
  const unreadable = {
    toString(): never {
      throw new Error('no text');
    },
  };
  const { render: view } = viewOf('own', 'module', { render: Object.assign(render, unreadable) });
  expect(view).toMatch(/^\(context\) ?=> ?context\.fill\(\)/);
});

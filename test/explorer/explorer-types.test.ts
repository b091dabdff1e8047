import { expectTypeOf, it } from 'vitest';
import type { ElitesExplorer, ExplorerView, FileContent, ShownElite } from '../../src/explorer/index.ts';

interface Level {
  readonly tiles: Uint8Array;
}

it('events of an explorer, its chosen elite and its renderer have the type of its genomes', () => {
  const typed = (explorer: ElitesExplorer<Level>): void => {
    explorer.addEventListener('select', ({ detail }) => {
      expectTypeOf(detail).toEqualTypeOf<ShownElite<Level> | null>();
    });
    explorer.addEventListener('view', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<ExplorerView>());
    explorer.addEventListener('file', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<FileContent>());
    explorer.addEventListener('click', (event) => expectTypeOf(event).toEqualTypeOf<PointerEvent>());
    explorer.addEventListener('other', (event) => expectTypeOf(event).toEqualTypeOf<Event>());
    expectTypeOf(explorer.selected?.genome).toEqualTypeOf<Level | undefined>();
    explorer.renderer = (context, { tiles }, size, elite) => context.fillText(`${elite.genome.tiles}`, tiles[0]!, size);
    // @ts-expect-error: no genome of it is a number
    explorer.renderer = (_context, genome: number) => genome;
  };
  const untyped = (explorer: ElitesExplorer): void => {
    explorer.addEventListener('select', ({ detail }) => expectTypeOf(detail?.genome).toBeUnknown());
    explorer.renderer = (context, genome: Level, size, elite: ShownElite) =>
      context.fillText(`${elite.fitness}`, genome.tiles[0]!, size);
  };
  const taken = (explorer: ElitesExplorer<Level>): HTMLElement => explorer;
  for (const call of [typed, untyped, taken]) expectTypeOf(call).toBeFunction();
});

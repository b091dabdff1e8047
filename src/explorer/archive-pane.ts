import { checkOptions, type GeometryOf } from '../core/index.ts';
import { formatNumber } from '../plot/index.ts';
import type { CellColours } from './colours/colouring.ts';
import { fillLegend } from './colours/legend.ts';
import { type CardWords, descriptorName, eliteSentence } from './elite-card.ts';
import { EliteStore, type ShownElite } from './elite-store.ts';
import { changedRows, type ExplorerArchive, type ExplorerRows, isArchive } from './explorer-rows.ts';
import { type ExplorerSpace, isDrawn } from './explorer-space.ts';
import { furtherDescriptors } from './further-descriptors.ts';
import type { CellMap } from './map/cell-map.ts';
import { MapCanvas, type MapListener } from './map/map-canvas.ts';
import { cellMapOf } from './map/map-of-space.ts';
import { type ExplorerOptions, type GenomeDrawing, type GenomeTrace, traceOf } from './renderers.ts';

const template = `<h3 class="name" hidden></h3>
<div class="frame">
<canvas class="axes" aria-hidden="true"></canvas>
<div class="map" tabindex="0" role="application" aria-roledescription="map of elites" aria-label="Map of elites" aria-describedby="hint"><canvas class="cells" aria-hidden="true"></canvas><canvas class="over" aria-hidden="true"></canvas></div>
</div>
<p class="further" hidden></p>
<div class="legend"></div>`;

const parts = ['genome', 'descriptor', 'name', 'outline', 'range', 'labels', 'operators', 'fitnessLabel'] as const;

/** A space as it is shown. @throws ARGUMENT if the options have other keys. */
function shownSpace(owner: string, space: ExplorerSpace, options: ExplorerOptions): ExplorerSpace {
  checkOptions(owner, options, [...parts, 'renderer', 'trace']);
  const said = parts.map((part) => [part, options[part] ?? space[part]]);
  return { ...Object.fromEntries(said), geometry: () => space.geometry?.() };
}

/** How a pane draws the elite of its card. */
export interface PaneMarks {
  readonly trace?: GenomeTrace | undefined;
  readonly lineage: boolean;
  readonly decoded?: readonly [number, number] | undefined;
  readonly decodedTrace?: ReturnType<GenomeTrace> | undefined;
}

/** One archive of an explorer: its elites, and their map. */
export class ArchivePane {
  readonly element: HTMLElement = Object.assign(document.createElement('div'), { className: 'pane' });
  space: ExplorerSpace = {};
  /** How its genomes are drawn; undefined: as the explorer draws them. */
  drawing: GenomeDrawing | undefined;
  cells!: CellMap;
  canvas!: MapCanvas;
  store: EliteStore = new EliteStore(0);
  /** Cells, −1 for none. */
  selected = -1;
  hovered = -1;
  /** Shown as long as nobody points at a cell or has chosen one. */
  followed = -1;
  /** Cells that changed since they were painted. */
  changed: number[] = [];
  readonly #listener: MapListener;
  #version = 0;

  constructor(listener: MapListener) {
    this.#listener = listener;
    this.element.innerHTML = template;
  }

  get map(): HTMLElement {
    return this.#part('.map');
  }

  /** The cell of the card: under the pointer, else the chosen one, else the one that is followed. */
  get shown(): number {
    if (this.hovered >= 0) return this.hovered;
    return this.selected >= 0 ? this.selected : this.followed;
  }

  /** The cell of the newest elite of those that changed, −1 for none. */
  get newest(): number {
    const { fitness, evaluation } = this.store;
    return this.changed.reduce((best, cell) => {
      // There are no such cells, or they are empty now.
      if (!Number.isFinite(fitness[cell]!)) return best;
      return best < 0 || !(evaluation[cell]! < evaluation[best]!) ? cell : best;
    }, -1);
  }

  get elite(): ShownElite | undefined {
    return this.store.get(this.shown);
  }

  /**
   * Begins with empty cells.
   * @param options - They say how genomes are drawn if they have a renderer or a trace, even undefined.
   * @throws ARGUMENT if there are no cells that can be drawn, or the options have other keys; nothing has changed then.
   */
  open(owner: string, given: ExplorerSpace, options: ExplorerOptions): void {
    const space = shownSpace(owner, given, options);
    const map = cellMapOf(owner, space);
    if (map.cells !== this.store.cells) [this.selected, this.hovered] = [-1, -1];
    this.followed = -1;
    this.space = space;
    this.drawing = 'renderer' in options || 'trace' in options ? options : undefined;
    this.cells = map;
    this.store = new EliteStore(map.cells);
    this.#version = 0;
    this.changed = [];
    this.canvas ??= new MapCanvas(this.map, map, this.#listener);
    const { descriptor, labels = [] } = space;
    const geometry = space.geometry?.();
    const further = this.#part('.further');
    further.textContent = isDrawn(geometry) ? furtherDescriptors(descriptor!, geometry, labels) : '';
    further.hidden = further.textContent === '';
    const x = descriptorName(labels, 0);
    const y = descriptor!.dimensions === 1 ? undefined : descriptorName(labels, 1);
    this.canvas.labels = { x, y, names: this.names };
    this.canvas.show(map);
  }

  /** Takes rows, or what has changed in an archive. */
  update(source: ExplorerRows | ExplorerArchive): void {
    let rows = source as ExplorerRows;
    if (isArchive(source)) ({ version: this.#version, rows } = changedRows(source, this.#version));
    this.store.update(rows);
    for (let i = 0; i < rows.cells.length; i++) this.changed.push(rows.cells[i]!);
  }

  /** `(descriptorDimensions)`: names of categories. */
  get names(): GeometryOf<'grid'>['names'] {
    return (this.space.geometry?.() as GeometryOf<'grid'> | undefined)?.names;
  }

  /** Paints the cells and their legend. */
  paint({ colours, key }: CellColours, empty: number): void {
    this.canvas.colour(colours, this.changed, empty);
    fillLegend(this.#part('.legend'), key);
  }

  /** Writes the heading, and what screen readers are told of the map. @param name - undefined: there is one archive alone. */
  head(name: string | undefined, title: string | undefined = name): void {
    const heading = this.#part('.name');
    heading.hidden = title === undefined;
    heading.textContent = title ?? '';
    const of = name === undefined ? '' : ` of ${name}`;
    this.map.setAttribute('aria-label', `Map of elites${of}: ${this.count} filled`);
  }

  get count(): string {
    const { size, cells } = this.store;
    return `${formatNumber(size, 0)} of ${formatNumber(cells, 0)} cells`;
  }

  sentence(cell: number): string {
    return eliteSentence(cell, this.store.get(cell), this.words);
  }

  /** What words a card of this archive needs. */
  get words(): CardWords {
    const { fitnessLabel = 'fitness', labels } = this.space;
    return { fitnessLabel, labels, names: this.names };
  }

  /** Marks the elite of the card on the map. */
  mark({ trace, lineage, decoded, decodedTrace }: PaneMarks): void {
    const { shown: cell, store } = this;
    const centre = (of: number): readonly [number, number] => this.placeOf(of);
    const chosen = cell === this.hovered || cell === this.selected;
    const shown = lineage && chosen ? cell : -1;
    const genome = this.space.descriptor?.dimensions === 2 ? this.elite?.genome : undefined;
    this.canvas.mark({
      hovered: this.selected < 0 ? cell : this.hovered,
      selected: this.selected,
      at: this.selected < 0 ? undefined : centre(this.selected),
      ancestors: store.ancestors(shown).map(({ from, to }) => [centre(from), centre(to)]),
      children: store.children(shown).map((child) => [centre(shown), centre(child)]),
      trace: decodedTrace ?? traceOf(trace, genome),
      decoded,
    });
  }

  /** Where an elite lies: its descriptor; the middle of its cell where cells of further dimensions are nested. */
  placeOf(cell: number): readonly [number, number] {
    const [x, y] = this.store.get(cell)?.descriptor ?? [];
    const { dimensions } = this.space.descriptor!;
    return dimensions === 2 && x !== undefined && y !== undefined ? [x, y] : this.cells.centre(cell);
  }

  resize(): void {
    const { paddingLeft } = getComputedStyle(this.#part('.frame'));
    const width = this.element.clientWidth - (Number.parseFloat(paddingLeft) || 0);
    this.canvas.resize(width, Math.max(320, Math.min(innerHeight * 0.82, 760)));
  }

  #part(selector: string): HTMLElement {
    return this.element.querySelector<HTMLElement>(selector)!;
  }
}

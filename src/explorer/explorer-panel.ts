import { formatNumber } from '../plot/index.ts';
import type { CellMap } from './cell-map.ts';
import { colourCells, colourings, packColour } from './colouring.ts';
import { eliteSentence, fillCard } from './elite-card.ts';
import { EliteStore } from './elite-store.ts';
import { changedRows, type ExplorerArchive, type ExplorerRows } from './explorer-rows.ts';
import type { ExplorerSpace } from './explorer-space.ts';
import { fillLegend } from './legend.ts';
import { MapCanvas } from './map-canvas.ts';
import { cellMapOf } from './map-of-space.ts';
import { neighbourOf } from './neighbour.ts';
import type { GenomeRenderer, GenomeTrace } from './renderers.ts';

/** What a panel asks of the element that it is in. */
export interface PanelHost {
  readonly renderer: GenomeRenderer | undefined;
  readonly trace: GenomeTrace | undefined;
  /** Another elite was chosen, or its cell has another one now. */
  readonly chosen: () => void;
}

/** ms for which the card keeps the newest elite. */
const followEvery = 350;

const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Map, card, legend and buttons of an explorer. */
export class ExplorerPanel {
  readonly #root: ShadowRoot;
  readonly #host: PanelHost;
  #space: ExplorerSpace = {};
  #map: CellMap | undefined;
  #canvas: MapCanvas | undefined;
  #store: EliteStore = new EliteStore(0);
  #version = 0;
  #by = 'fitness';
  #selected = -1;
  #hovered = -1;
  #lineage = true;
  #decoded: readonly [number, number] | undefined;
  #decodedTrace: ReturnType<GenomeTrace> | undefined;
  #changed: number[] = [];
  #latest = -1;
  #latestAt = Number.NEGATIVE_INFINITY;
  #frame = 0;

  constructor(root: ShadowRoot, host: PanelHost) {
    this.#root = root;
    this.#host = host;
    const map = this.#part('.map');
    map.addEventListener('keydown', (event) => {
      if (this.#press(event)) event.preventDefault();
    });
    map.addEventListener('blur', () => this.#hover(-1));
    this.#part('.zooms').addEventListener('click', (event) => this.#do((event.target as HTMLElement).dataset.do));
    this.#part('select').addEventListener('change', (event) => {
      this.colour((event.target as HTMLSelectElement).value);
    });
    this.#part('.card').addEventListener('click', (event) => {
      const { cell } = (event.target as HTMLElement).dataset;
      if (cell !== undefined) this.select(Number(cell));
    });
    fillCard(this.#part('.card'), -1, undefined, this.#cardContext(-1));
  }

  get store(): EliteStore {
    return this.#store;
  }

  get selected(): number {
    return this.#selected;
  }

  get by(): string {
    return this.#by;
  }

  /** Begins with empty cells. @throws ARGUMENT if there are no cells that can be drawn. */
  open(owner: string, space: ExplorerSpace): void {
    const map = cellMapOf(owner, space);
    if (map.cells !== this.#map?.cells) [this.#selected, this.#hovered] = [-1, -1];
    [this.#latest, this.#latestAt] = [-1, Number.NEGATIVE_INFINITY];
    this.#space = space;
    this.#map = map;
    this.#store = new EliteStore(map.cells);
    this.#version = 0;
    this.#changed = [];
    const { descriptor, labels = [] } = space;
    const [x = 'descriptor 1', y = descriptor!.dimensions === 1 ? '' : 'descriptor 2'] = labels;
    this.#canvas ??= this.#newCanvas(map);
    this.#canvas.labels = [x, y];
    this.#canvas.show(map);
    this.resize();
    this.repaint();
  }

  /** Takes rows, or what has changed in an archive. */
  update(source: ExplorerRows | ExplorerArchive): void {
    let rows = source as ExplorerRows;
    if ('changes' in source) ({ version: this.#version, rows } = changedRows(source, this.#version));
    this.#store.update(rows);
    for (let i = 0; i < rows.cells.length; i++) this.#changed.push(rows.cells[i]!);
    this.repaint();
  }

  /** Chooses a cell, −1 for none. */
  select(cell: number): void {
    this.#selected = cell >= 0 && cell < this.#store.cells ? cell : -1;
    if (this.#selected >= 0) this.#canvas!.view.reveal(this.#map!.centre(this.#selected));
    this.#canvas?.moved();
    this.#say(this.#selected);
    this.show();
    this.#host.chosen();
  }

  colour(by: string): void {
    this.#by = by;
    this.repaint();
  }

  /** Shows where the decoded genome of an encoding lies. */
  decode(at: readonly [number, number] | undefined, trace: ReturnType<GenomeTrace> | undefined): void {
    this.#decoded = at;
    this.#decodedTrace = trace;
    this.show();
  }

  /** Draws all again, in the colours of the page. */
  readonly restyle = (): void => {
    this.#canvas?.moved();
    this.show();
    this.repaint();
  };

  /** Colours all cells again in the next frame. */
  readonly repaint = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#repaint());
  };

  resize(): void {
    const width = this.#part('.plot').clientWidth;
    const style = getComputedStyle(this.#part('.frame'));
    const left = Number.parseFloat(style.paddingLeft) || 0;
    this.#canvas?.resize(width - left, Math.max(320, Math.min(innerHeight * 0.82, 760)));
    if (width > 0) this.show();
  }

  stop(): void {
    this.#canvas?.stop();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** The cell of the card: under the pointer, else the chosen one, else that of the newest elite. */
  get #shown(): number {
    if (this.#hovered >= 0) return this.#hovered;
    return this.#selected >= 0 ? this.#selected : this.#latest;
  }

  /** Shows the elite of the card, and marks it on the map. */
  show(): void {
    const cell = this.#shown;
    const elite = this.#store.get(cell);
    fillCard(this.#part('.card'), cell, elite, this.#cardContext(cell));
    if (this.#map === undefined) return;
    const centre = (of: number): readonly [number, number] => this.#placeOf(of);
    const chosen = cell === this.#hovered || cell === this.#selected;
    const shown = this.#lineage && chosen ? cell : -1;
    const links = this.#store.ancestors(shown);
    this.#canvas!.mark({
      hovered: this.#hovered,
      selected: this.#selected,
      at: this.#selected < 0 ? undefined : centre(this.#selected),
      ancestors: links.map(({ from, to }) => [centre(from), centre(to)]),
      children: this.#store.children(shown).map((child) => [centre(shown), centre(child)]),
      trace: this.#decodedTrace ?? this.#traceOf(elite?.genome),
      decoded: this.#decoded,
    });
  }

  #repaint(): void {
    this.#frame = 0;
    if (this.#map === undefined || !this.#part('.map').isConnected) return;
    const known = colourings(this.#store);
    const by = known.includes(this.#by) ? this.#by : 'fitness';
    this.#offer(known, by);
    const empty = packColour(getComputedStyle(this.#part('.map')).getPropertyValue('--empty').trim());
    const { range, fitnessLabel = 'fitness', operators } = this.#space;
    const { colours, key } = colourCells(this.#store, by, empty, { range, name: fitnessLabel, operators });
    this.#canvas!.colour(colours, this.#changed, empty);
    fillLegend(this.#part('.legend'), key);
    const { size, cells } = this.#store;
    const count = `${formatNumber(size, 0)} of ${formatNumber(cells, 0)} cells`;
    this.#part('.count').textContent = count;
    this.#part('.map').setAttribute('aria-label', `Map of elites: ${count} filled`);
    this.#follow();
    if (this.#changed.includes(this.#shown)) this.show();
    if (this.#changed.includes(this.#selected)) this.#host.chosen();
    this.#changed = [];
  }

  /** Finds the newest elite, now and then. */
  #follow(): void {
    const now = performance.now();
    if (this.#changed.length === 0 || now - this.#latestAt < followEvery) return;
    this.#latestAt = now;
    const store = this.#store;
    const newest = this.#changed.reduce((best, cell) => {
      if (Number.isNaN(store.fitness[cell]!)) return best;
      return best < 0 || !(store.age[cell]! < store.age[best]!) ? cell : best;
    }, -1);
    if (newest >= 0) this.#latest = newest;
  }

  /** Keeps the list of colours up to date. */
  #offer(known: readonly string[], by: string): void {
    const select = this.#part<HTMLSelectElement>('select');
    if (Array.from(select.options, (option) => option.value).join() !== known.join()) {
      select.replaceChildren(...known.map((name) => new Option(name, name)));
    }
    if (select.value !== by) select.value = by;
    this.#part('.by').hidden = known.length < 2;
    this.#part('[data-do=lineage]').hidden = this.#store.makers.size === 0;
  }

  #newCanvas(map: CellMap): MapCanvas {
    const canvas = new MapCanvas(this.#part('.map'), map);
    canvas.listen({ hover: (cell) => this.#hover(cell), select: (cell) => this.select(cell) });
    return canvas;
  }

  #hover(cell: number): void {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    this.show();
  }

  #do(name: string | undefined): void {
    if (name === 'in') this.#canvas?.zoom(1.6);
    else if (name === 'out') this.#canvas?.zoom(1 / 1.6);
    else if (name === 'fit') this.#canvas?.zoom(0);
    else if (name === 'lineage') {
      this.#lineage = !this.#lineage;
      this.#part('[data-do=lineage]').setAttribute('aria-pressed', String(this.#lineage));
      this.show();
    }
  }

  /** @returns whether the key means something here. */
  #press({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (this.#map === undefined || ctrlKey || metaKey || altKey) return false;
    const arrow = arrows[key];
    if (arrow !== undefined) this.#step(...arrow);
    else if (key === 'Enter' || key === ' ') this.select(this.#hovered >= 0 ? this.#hovered : this.#selected);
    else if (key === '+' || key === '=') this.#do('in');
    else if (key === '-') this.#do('out');
    else if (key === '0') this.#do('fit');
    else if (key === 'b' || key === 'B') this.select(this.#store.best());
    else if (key === 'Escape') {
      this.#hovered = -1;
      this.select(-1);
    } else return false;
    return true;
  }

  #step(dx: number, dy: number): void {
    const from = this.#hovered >= 0 ? this.#hovered : this.#selected >= 0 ? this.#selected : this.#store.best();
    const start = from >= 0 ? from : this.#map!.cellAt(middle(this.#map!.x), middle(this.#map!.y));
    const next = neighbourOf(this.#map!, Math.max(0, start), dx, dy);
    this.#canvas!.view.reveal(this.#map!.centre(next));
    this.#canvas!.moved();
    this.#hover(next);
    this.#say(next);
  }

  #say(cell: number): void {
    const { fitnessLabel = 'fitness' } = this.#space;
    const text = cell < 0 ? 'No elite chosen.' : eliteSentence(cell, this.#store.get(cell), fitnessLabel);
    this.#part('.read').textContent = text;
  }

  /** Where an elite lies: its descriptor; the middle of its cell where cells of further dimensions are nested. */
  #placeOf(cell: number): readonly [number, number] {
    const [x, y] = this.#store.get(cell)?.descriptor ?? [];
    const { dimensions } = this.#space.descriptor!;
    return dimensions === 2 && x !== undefined && y !== undefined ? [x, y] : this.#map!.centre(cell);
  }

  #traceOf(genome: unknown): ReturnType<GenomeTrace> | undefined {
    if (genome === undefined || this.#space.descriptor?.dimensions !== 2) return undefined;
    return this.#host.trace?.(genome as never);
  }

  #cardContext(cell: number): Parameters<typeof fillCard>[3] {
    const { fitnessLabel = 'fitness' } = this.#space;
    const parents = this.#store.parents(cell);
    return { fitnessLabel, renderer: this.#host.renderer, parents, children: this.#store.children(cell).length };
  }

  #part<E extends HTMLElement = HTMLElement>(selector: string): E {
    return this.#root.querySelector<E>(selector)!;
  }
}

function middle([low, high]: readonly [number, number]): number {
  return (low + high) / 2;
}

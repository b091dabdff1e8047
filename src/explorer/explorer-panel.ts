import { checkObject, stateError } from '../core/index.ts';
import { ArchivePane, type PaneMarks } from './archive-pane.ts';
import { colourCells, colourings, packColour, shownRange, valuesOf } from './colours/colouring.ts';
import { colourDifference } from './colours/difference.ts';
import { type CardContext, fillCard } from './elite-card.ts';
import { checkSource, type ExplorerArchive, type ExplorerRows } from './explorer-rows.ts';
import type { ExplorerSpace, ExplorerView } from './explorer-space.ts';
import { fitnessBeside, linkedCell, sameCells } from './linked-cells.ts';
import { arrows, neighbourOf } from './map/neighbour.ts';
import type { ExplorerOptions, GenomeDrawing, GenomeTrace } from './renderers.ts';

/** What a panel asks of the element that it is in. */
export interface PanelHost {
  /** How genomes are drawn where the archive does not say. */
  readonly drawing: GenomeDrawing;
  /** Another elite was chosen, or its cell has another one now. */
  readonly chosen: () => void;
  /** The reader wants another view. */
  readonly viewed: () => void;
}

/** ms for which the cards keep an elite that they follow. */
const followEvery = 350;

/** Maps, cards, legends and buttons of an explorer. */
export class ExplorerPanel {
  readonly #root: ShadowRoot;
  readonly #cards: readonly HTMLElement[];
  readonly #host: PanelHost;
  /** The archive, and the one beside it, if there is one. */
  readonly #panes: ArchivePane[] = [];
  /** Whether both have the same cells. */
  #same = true;
  #view: ExplorerView = 'side';
  by = 'fitness';
  /** What the list of colours holds. */
  #offered = '';
  #lineage = true;
  /** What the cards follow while nobody chooses, and since when: the fittest elite at first, then the newest. */
  #follows: 'fittest' | 'newest' | undefined;
  #followedAt = Number.NEGATIVE_INFINITY;
  #decoded: Pick<PaneMarks, 'decoded' | 'decodedTrace'> = {};
  #frame = 0;
  /** Of the maps together, when cards were last fitted to it. */
  #width = 0;
  /** What the next frame does besides the maps. */
  #due = { paint: false, show: false };

  constructor(root: ShadowRoot, host: PanelHost) {
    this.#root = root;
    this.#cards = Array.from(root.querySelectorAll<HTMLElement>('.card'));
    this.#host = host;
    this.#part('.bar').addEventListener('click', (event) => this.#do((event.target as HTMLElement).dataset.do));
    this.#part('select').addEventListener('change', (event) => {
      this.colour((event.target as HTMLSelectElement).value);
    });
    for (const [i, card] of this.#cards.entries()) {
      card.addEventListener('click', (event) => {
        const { cell } = (event.target as HTMLElement).dataset;
        if (cell !== undefined) this.select(Number(cell), i);
      });
    }
    this.#arrange();
  }

  /** The archive; undefined before it is opened. */
  get pane(): ArchivePane | undefined {
    return this.#panes[0];
  }

  get view(): ExplorerView {
    return this.#view;
  }

  set view(view: ExplorerView) {
    this.#view = view;
    this.#arrange();
  }

  /**
   * Begins with empty cells.
   * @param place - 1: beside the archive.
   * @throws ARGUMENT if there are no cells that can be drawn; STATE if there is no archive that it can be beside.
   */
  open(owner: string, space: ExplorerSpace, place: 0 | 1, options: ExplorerOptions = {}): void {
    checkObject(owner, 'space', space);
    if (place === 1 && this.pane === undefined) throw stateError(owner, 'open has not been called yet');
    const pane = this.#panes[place] ?? this.#newPane(place);
    pane.open(owner, space, options);
    this.#panes[place] = pane;
    if (place === 1) {
      this.#part('.panes').append(pane.element);
      pane.canvas.view.follow(this.#panes[0]!.canvas.view);
    } else {
      this.#part('.panes').prepend(pane.element);
      [this.#follows, this.#followedAt] = [undefined, Number.NEGATIVE_INFINITY];
    }
    const [a, b] = this.#panes;
    this.#same = b === undefined || sameCells(a!.cells, b.cells);
    this.#spread('selected', 0, a!.selected);
    this.#spread('followed', 0, a!.followed);
    this.#arrange();
  }

  /** Takes away the archive at a place, and the one beside it. */
  close(place: 0 | 1): void {
    for (const { canvas, element } of this.#panes.splice(place)) {
      canvas.stop();
      element.remove();
    }
    this.#arrange();
  }

  /** Takes rows, or what has changed in an archive. @throws ARGUMENT if it is neither; STATE if there is no archive at the place. */
  update(owner: string, source: ExplorerRows | ExplorerArchive, place: 0 | 1): void {
    checkSource(owner, source);
    const pane = this.#panes[place];
    if (pane === undefined) throw stateError(owner, `${place === 0 ? 'open' : 'openBeside'} has not been called yet`);
    pane.update(source);
    this.repaint();
  }

  /** Chooses a cell, −1 for none. @param place - The archive whose cell it is. */
  select(cell: number, place: number = 0): void {
    const pane = this.#panes[place];
    if (pane === undefined) return;
    this.#spread('selected', place, cell >= 0 && cell < pane.store.cells ? cell : -1);
    for (const { selected, canvas, cells } of this.#panes) {
      if (selected >= 0) canvas.view.reveal(cells.centre(selected));
      canvas.moved();
    }
    this.#say(pane.selected < 0, (one) => one.selected);
    this.show();
    this.#host.chosen();
  }

  colour(by: string): void {
    this.by = by;
    this.repaint();
  }

  /** Shows where the decoded genome of an encoding lies. */
  decode(at: readonly [number, number] | undefined, trace: ReturnType<GenomeTrace> | undefined): void {
    this.#decoded = { decoded: at, decodedTrace: trace };
    this.show();
  }

  /** Draws all again, in the colours of the page. */
  restyle(): void {
    for (const pane of this.#panes) pane.canvas.moved();
    this.show();
    this.repaint();
  }

  /** Colours all cells again. */
  repaint(): void {
    this.#due.paint = true;
    this.#schedule();
  }

  resize(): void {
    for (const pane of this.#panes) pane.resize();
    const { clientWidth } = this.#part('.plot');
    if (clientWidth > 0 && clientWidth !== this.#width) this.show();
    this.#width = clientWidth;
  }

  stop(): void {
    for (const pane of this.#panes) pane.canvas.stop();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Shows the elites of the cards, and marks them on the maps. */
  show(): void {
    this.#due.show = true;
    this.#schedule();
  }

  /** All that changes until the next frame is drawn in it, once. */
  #schedule(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    if (!this.#root.host.isConnected) return;
    // Cleared before the work: a handler of the page may ask for another repaint, which the next frame does.
    const { paint } = this.#due;
    this.#due.paint = false;
    if (paint) this.#repaint();
    const { show } = this.#due;
    this.#due.show = false;
    if (show) this.#show();
    for (const pane of this.#panes) pane.canvas.draw(now);
  }

  #show(): void {
    for (const [i, pane] of this.#panes.entries()) {
      const { renderer, trace } = pane.drawing ?? this.#host.drawing;
      fillCard(this.#cards[i]!, pane.shown, pane.elite, { ...this.#cardContext(pane, i), renderer });
      pane.mark({ trace, lineage: this.#lineage, ...(i === 0 ? this.#decoded : {}) });
    }
  }

  get #isDifference(): boolean {
    return this.#panes.length === 2 && this.#view === 'difference';
  }

  /** Shows what there is, and hides the rest. */
  #arrange(): void {
    const two = this.#panes.length === 2;
    for (const part of ['.count', '.by', '.zooms', '.body', '.hint'])
      this.#part(part).hidden = this.#panes.length === 0;
    const difference = this.#isDifference;
    this.#part('.body').classList.toggle('pair', two);
    this.#part('.body').classList.toggle('two', two && !difference);
    this.#cards[1]!.hidden = !two;
    this.#part('.views').hidden = !two;
    if (two) this.#panes[1]!.element.hidden = difference;
    for (const view of ['side', 'difference'])
      this.#part(`[data-do=${view}]`).setAttribute('aria-pressed', String(view === this.#view));
    this.resize();
    this.restyle();
  }

  #repaint(): void {
    const [a, b] = this.#panes;
    if (a === undefined) return;
    const known = [...new Set(this.#panes.flatMap((pane) => colourings(pane.store)))];
    const by = known.includes(this.by) ? this.by : 'fitness';
    this.#offer(known, by);
    const empty = packColour(getComputedStyle(a.map).getPropertyValue('--empty').trim());
    if (this.#isDifference) {
      const words = { names: [this.#nameOf(0)!, this.#nameOf(1)!] as const, fitnessLabel: a.words.fitnessLabel };
      a.paint(colourDifference(a.store.fitness, fitnessBeside(a, b!, this.#same), empty, words), empty);
    } else this.#paintEach(by, empty);
    this.#part('.count').textContent = this.#panes
      .map((pane, i) => [this.#nameOf(i), pane.count].filter(Boolean).join(': '))
      .join(' · ');
    for (const [i, pane] of this.#panes.entries())
      pane.head(this.#nameOf(i), this.#isDifference ? `${this.#nameOf(0)} and ${this.#nameOf(1)}` : undefined);
    const follows = this.#follow(a);
    if (follows || this.#panes.some((pane) => pane.changed.includes(pane.shown))) this.#due.show = true;
    const isNew = a.changed.includes(a.selected);
    for (const pane of this.#panes) pane.changed = [];
    if (isNew) this.#host.chosen();
  }

  /** Follows another elite, now and then. @returns whether it does. */
  #follow(pane: ArchivePane): boolean {
    const now = performance.now();
    if (pane.changed.length === 0 || now - this.#followedAt < followEvery) return false;
    const { newest, store } = pane;
    this.#follows = this.#follows === undefined || newest < 0 ? 'fittest' : 'newest';
    this.#followedAt = now;
    this.#spread('followed', 0, this.#follows === 'fittest' ? store.best() : newest);
    return true;
  }

  /** Paints each map; of two, the same colours mean the same. */
  #paintEach(by: string, empty: number): void {
    const listed = this.#panes.flatMap(({ space }) => space.operators ?? []);
    const makers = this.#panes.flatMap(({ store }) => [...store.makers]).sort();
    const two = this.#panes.length === 2 && by !== 'operator';
    const all = two ? this.#panes.flatMap(({ store }) => [...valuesOf(store, by)]) : [];
    const together = two ? shownRange(Float64Array.from(all)) : undefined;
    for (const pane of this.#panes) {
      const range = (by === 'fitness' ? this.#panes[0]!.space.range : undefined) ?? together;
      const operators = this.#panes.length === 2 ? [...listed, ...makers] : pane.space.operators;
      pane.paint(colourCells(pane.store, by, empty, { range, name: pane.words.fitnessLabel, operators }), empty);
    }
  }

  /** Keeps the list of colours up to date. */
  #offer(known: readonly string[], by: string): void {
    const select = this.#part<HTMLSelectElement>('select');
    const texts = known.map((name) => (name === 'fitness' ? this.#panes[0]!.words.fitnessLabel : name));
    const all = [...known, ...texts].join('\n');
    if (all !== this.#offered) select.replaceChildren(...known.map((name, i) => new Option(texts[i], name)));
    this.#offered = all;
    if (select.value !== by) select.value = by;
    this.#part('.by').hidden = known.length < 2 || this.#isDifference;
    const lineage = this.#panes.some((pane) => pane.store.makers.size > 0);
    for (const part of ['[data-do=lineage]', '.lineage']) this.#part(part).hidden = !lineage;
  }

  #newPane(place: 0 | 1): ArchivePane {
    const pane: ArchivePane = new ArchivePane({
      hover: (cell) => this.#hover(cell, place),
      select: (cell) => {
        pane.map.focus({ preventScroll: true });
        this.select(cell, place);
      },
      viewed: () => this.#viewed(pane),
      due: () => this.#schedule(),
    });
    pane.map.addEventListener('keydown', (event) => {
      if (this.#press(event, place)) event.preventDefault();
    });
    pane.map.addEventListener('blur', () => this.#hover(-1, place));
    return pane;
  }

  #hover(cell: number, place: number): void {
    const pane = this.#panes[place];
    // A map that is taken away still loses focus and pointer.
    if (pane === undefined || pane.hovered === cell) return;
    this.#spread('hovered', place, cell);
    this.show();
  }

  /** Gives the other archive the cell at the same place. */
  #spread(what: 'selected' | 'hovered' | 'followed', place: number, cell: number): void {
    const from = this.#panes[place]!;
    for (const pane of this.#panes) {
      pane[what] = pane === from ? cell : linkedCell(from.cells, pane.cells, cell, this.#same);
    }
  }

  /** Shows the same part of the other map. */
  #viewed(from: ArchivePane): void {
    for (const pane of this.#panes) {
      if (pane === from) continue;
      pane.canvas.view.follow(from.canvas.view);
      pane.canvas.moved();
    }
  }

  #do(name: string | undefined): void {
    const canvas = this.#panes[0]?.canvas;
    const factor = { in: 1.6, out: 1 / 1.6, fit: 0 }[name ?? ''];
    if (factor !== undefined) canvas?.zoom(factor);
    else if (name === 'lineage') {
      this.#lineage = !this.#lineage;
      this.#part('[data-do=lineage]').setAttribute('aria-pressed', String(this.#lineage));
      this.show();
    } else if (name === 'side' || name === 'difference') {
      this.view = name;
      this.#host.viewed();
    }
  }

  /** @returns whether the key means something here. */
  #press({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, place: number): boolean {
    const pane = this.#panes[place];
    if (pane === undefined || ctrlKey || metaKey || altKey) return false;
    const arrow = arrows[key];
    const zoom = { '+': 'in', '=': 'in', '-': 'out', 0: 'fit' }[key];
    if (arrow !== undefined) this.#step(pane, place, arrow);
    else if (key === 'Enter' || key === ' ') this.select(pane.hovered >= 0 ? pane.hovered : pane.selected, place);
    else if (zoom !== undefined) this.#do(zoom);
    else if (key === 'b' || key === 'B') this.select(pane.store.best(), place);
    else if (key === 'Escape') {
      this.#spread('hovered', place, -1);
      this.select(-1, place);
    } else return false;
    return true;
  }

  #step(pane: ArchivePane, place: number, [dx, dy]: readonly [number, number]): void {
    const { hovered, selected, store, cells, canvas } = pane;
    const from = hovered >= 0 ? hovered : selected >= 0 ? selected : store.best();
    const start = from >= 0 ? from : cells.cellAt(...canvas.view.middle);
    const next = neighbourOf(cells, Math.max(0, start), dx, dy);
    canvas.view.reveal(cells.centre(next));
    canvas.moved();
    this.#viewed(pane);
    this.#hover(next, place);
    this.#say(false, (one) => one.hovered);
  }

  /** Tells screen readers of a cell of each archive. */
  #say(nothing: boolean, cellOf: (pane: ArchivePane) => number): void {
    const sentences = this.#panes.map((pane, i) =>
      [this.#nameOf(i), pane.sentence(cellOf(pane))].filter(Boolean).join(': '),
    );
    this.#part('.read').textContent = nothing ? 'No elite chosen.' : sentences.join(' ');
  }

  /** The name of an archive; undefined if it is alone. */
  #nameOf(place: number): string | undefined {
    if (this.#panes.length < 2) return undefined;
    const [a, b] = this.#panes.map(({ space }) => space.name);
    const letter = 'AB'[place]!;
    return a === b ? [a, letter].filter(Boolean).join(' ') : ([a, b][place] ?? letter);
  }

  #cardContext({ shown, store, words, hovered, selected }: ArchivePane, place: number): Omit<CardContext, 'renderer'> {
    const follows = place === 0 && hovered < 0 && selected < 0 && this.#follows;
    return {
      ...words,
      name: this.#nameOf(place),
      word: follows ? `the ${follows}` : undefined,
      parents: store.parents(shown),
      children: store.children(shown).length,
    };
  }

  #part<E extends HTMLElement = HTMLElement>(selector: string): E {
    return this.#root.querySelector<E>(selector)!;
  }
}

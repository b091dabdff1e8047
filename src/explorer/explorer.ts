import { checkChoice, checkObject, type Encoding, sameSpace } from '../core/index.ts';
import { drawCharts, type ExplorerHistory } from './charts.ts';
import type { ShownElite } from './elite-store.ts';
import { ExplorerPanel } from './explorer-panel.ts';
import type { ExplorerArchive, ExplorerRows } from './explorer-rows.ts';
import type { ExplorerSpace, ExplorerView } from './explorer-space.ts';
import { listenFiles } from './file-drop.ts';
import type { FileContent } from './files/file-content.ts';
import { type LatentEvaluator, LatentPanel } from './latent-panel.ts';
import {
  type ExplorerOptions,
  type GenomeDrawing,
  type GenomeRenderer,
  type GenomeTrace,
  traceOf,
} from './renderers.ts';
import { TargetPanel } from './target/target-panel.ts';
import { explorerTemplate } from './template.ts';

const owner = 'ElitesExplorer';

/** The events of an explorer, by name. */
export interface ExplorerEventMap<G = unknown> extends HTMLElementEventMap {
  /** Another elite was chosen, or the chosen cell has a new one; null: none is chosen. */
  select: CustomEvent<ShownElite<G> | null>;
  /** The reader wants another view. */
  view: CustomEvent<ExplorerView>;
  /** A file was read; `preventDefault` hides it. */
  file: CustomEvent<FileContent>;
}

/** Of genomes that are drawn: functions for those of any type are taken where the type is not known. */
type Drawn<G> = unknown extends G ? never : G;

type ListenerOf<E> = (event: E) => unknown;

/** An element with the events of an explorer. */
interface ExplorerElement<G> extends HTMLElement {
  addEventListener<K extends keyof ExplorerEventMap<G>>(
    type: K,
    listener: ListenerOf<ExplorerEventMap<G>[K]>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof ExplorerEventMap<G>>(
    type: K,
    listener: ListenerOf<ExplorerEventMap<G>[K]>,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Outside a browser there is no HTMLElement. The module can be loaded there all the same, for rendering on a server. */
const Base = (globalThis.HTMLElement ?? class {}) as unknown as new <G>() => ExplorerElement<G>;

/**
 * The custom element `<elites-explorer>`: the map of an archive, which fills while a search runs. `open` says where the cells lie, `update`
 * fills them. Pointer, fingers and keys zoom, move and choose an elite. The event `select` has the chosen elite as its `detail`, a
 * {@link ShownElite}, or null.
 * @typeParam G - Of genomes.
 */
export class ElitesExplorer<G = unknown> extends Base<G> {
  readonly #panel: ExplorerPanel;
  readonly #latents: LatentPanel;
  readonly #target: TargetPanel;
  readonly #charts: HTMLElement;
  #renderer: GenomeRenderer<Drawn<G>> | undefined;
  #trace: GenomeTrace<Drawn<G>> | undefined;
  /** How what the sliders decode is drawn. */
  #decodes: GenomeDrawing = this;
  /** Ends with the last file that was dropped. */
  #reading: Promise<void> = Promise.resolve();
  #sizes: ResizeObserver | undefined;
  #dark: MediaQueryList | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = explorerTemplate;
    this.#panel = new ExplorerPanel(root, {
      drawing: this,
      chosen: () => this.#tell(),
      viewed: () => this.dispatchEvent(new CustomEvent('view', { detail: this.view })),
    });
    const decoded = (genome: Float64Array | undefined, at: readonly [number, number] | undefined): void => {
      this.#panel.decode(at, traceOf(this.#decodes.trace, genome));
    };
    const part = (selector: string): HTMLElement => root.querySelector<HTMLElement>(selector)!;
    this.#latents = new LatentPanel(part('.latents'), () => this.#decodes.renderer, decoded);
    this.#target = new TargetPanel(part('.target'), () => this.#decodes.trace);
    this.#charts = part('.charts');
    listenFiles(part('.explorer'), part('[data-do=files]'), (files) => {
      if (!this.hasAttribute('files')) return;
      // What reads archives and encodings is larger than all else, and rarely needed.
      const read = async (): Promise<void> =>
        (await import('./files/show-files.ts')).showFiles(this, this.#panel, files);
      this.#reading = this.#reading.then(read, read);
    });
  }

  connectedCallback(): void {
    this.shadowRoot!.querySelector<HTMLElement>('.open')!.hidden = !this.hasAttribute('files');
    const plot = this.shadowRoot!.querySelector('.plot')!;
    this.#sizes = new ResizeObserver(() => {
      this.#panel.resize();
      this.#latents.draw();
      this.#target.draw();
    });
    this.#sizes.observe(plot);
    this.#dark = matchMedia('(prefers-color-scheme: dark)');
    this.#dark.addEventListener('change', this.#restyle);
    this.#restyle();
  }

  disconnectedCallback(): void {
    this.#sizes?.disconnect();
    this.#dark?.removeEventListener('change', this.#restyle);
    this.#panel.stop();
    this.#target.stop();
  }

  /** Draws the genome of an elite on a square canvas (default: genes as bars, other genomes as text). */
  get renderer(): GenomeRenderer<Drawn<G>> | undefined {
    return this.#renderer;
  }

  set renderer(renderer: GenomeRenderer<Drawn<G>> | undefined) {
    this.#renderer = renderer;
    this.#panel.show();
    this.#latents.draw();
  }

  /** A line over the map for the genome of an elite (default: none). */
  get trace(): GenomeTrace<Drawn<G>> | undefined {
    return this.#trace;
  }

  set trace(trace: GenomeTrace<Drawn<G>> | undefined) {
    this.#trace = trace;
    this.#panel.show();
  }

  /**
   * What cells are coloured by: 'fitness', 'operator', 'evaluation', or one of the domain's columns of numbers. What is unknown counts as
   * fitness.
   */
  get colour(): string {
    return this.#panel.by;
  }

  set colour(by: string) {
    this.#panel.colour(by);
  }

  /** The chosen elite; undefined if there is none. */
  get selected(): ShownElite<G> | undefined {
    const { pane } = this.#panel;
    return pane?.store.get(pane.selected) as ShownElite<G> | undefined;
  }

  /**
   * Begins with empty cells. An archive is a space; {@link ElitesExplorer.update} then shows what is in it.
   * @param options - Parts in place of those of the space, such as `labels` for an archive; and `renderer` and `trace` for its genomes
   *   (default: {@link ElitesExplorer.renderer} and {@link ElitesExplorer.trace}, if none of both is given).
   * @throws ARGUMENT if its descriptor space is not finite, it does not tell where its cells lie, or `options` has other keys.
   */
  open(space: ExplorerSpace, options?: ExplorerOptions): void {
    this.#panel.open(`${owner}.open`, space, 0, options);
  }

  /**
   * Begins another archive with empty cells beside the one that is open. What is pointed at or chosen in one is marked in the other, at the
   * same place. Call {@link ElitesExplorer.updateBeside} for what is in it.
   * @param options - As in {@link ElitesExplorer.open}.
   * @throws ARGUMENT as open; STATE if no archive is open.
   */
  openBeside(space: ExplorerSpace, options?: ExplorerOptions): void {
    this.#panel.open(`${owner}.openBeside`, space, 1, options);
  }

  /** Takes away the archive that is beside. */
  closeBeside(): void {
    this.#panel.close(1);
  }

  /** Takes away all archives, and the sliders. */
  close(): void {
    this.#panel.close(0);
    this.decode(undefined);
  }

  /** How two archives are shown: 'side', a map each, or 'difference', one map of what is in one alone and which is fitter. */
  get view(): ExplorerView {
    return this.#panel.view;
  }

  set view(view: ExplorerView) {
    checkChoice(owner, 'view', view, ['side', 'difference']);
    this.#panel.view = view;
  }

  /**
   * Shows the elites of some cells, or what has changed in an archive since the last call. Cells that do not exist are left out.
   * @throws ARGUMENT if it is neither, or an archive without `changes` whose cells are no grid and have no centroids. STATE if no archive is
   *   open. What the archive throws.
   */
  update(source: ExplorerRows | ExplorerArchive): void {
    this.#panel.update(`${owner}.update`, source, 0);
  }

  /** As {@link ElitesExplorer.update}, for the archive beside. @throws as update; STATE if there is none. */
  updateBeside(source: ExplorerRows | ExplorerArchive): void {
    this.#panel.update(`${owner}.updateBeside`, source, 1);
  }

  /** Chooses the elite of a cell; −1 none. */
  select(cell: number): void {
    this.#panel.select(cell);
  }

  /** Draws coverage, mean fitness and the operators' shares over evaluations below the map. */
  chart(history: ExplorerHistory): void {
    checkObject(`${owner}.chart`, 'history', history);
    drawCharts(this.#charts, history, this.#panel.pane?.space);
  }

  /**
   * Shows a slider for each latent of an encoding, those that change the genome most first, and draws what they decode to. undefined shows
   * none.
   * @param domain - Evaluates what is decoded, at once: its fitness is shown, and its descriptor on the map. Where the open archive has two
   *   descriptors, the reader may let CMA-ES look for a target with the encoding and without.
   */
  decode(encoding: Encoding | undefined, domain?: LatentEvaluator): void {
    const genome = this.#panel.pane?.space.genome;
    const isForeign = encoding !== undefined && genome !== undefined && !sameSpace(encoding.phenotype, genome);
    this.#decodes = isForeign ? {} : (this.#panel.pane?.drawing ?? this);
    this.#latents.open(encoding, domain);
    this.#target.open(encoding, domain, this.#panel.pane?.space.descriptor);
    this.#tell();
  }

  readonly #restyle = (): void => {
    this.#panel.restyle();
    this.#latents.draw();
    this.#target.draw();
  };

  #tell(): void {
    this.#latents.offer(this.selected?.genome);
    this.dispatchEvent(new CustomEvent('select', { detail: this.selected ?? null }));
  }
}

/** Registers `<elites-explorer>`, once, and returns its class. To be called in a page. */
export function defineExplorer(): typeof ElitesExplorer {
  if (customElements.get('elites-explorer') === undefined) customElements.define('elites-explorer', ElitesExplorer);
  return customElements.get('elites-explorer') as typeof ElitesExplorer;
}

import { type Box, boxBounds, type Encoding } from '../../core/index.ts';
import { curvesSvg, formatNumber } from '../../plot/index.ts';
import { numberText } from '../elite-card.ts';
import type { LatentEvaluator } from '../latent-panel.ts';
import { type GenomeTrace, traceOf } from '../renderers.ts';
import { TargetBoard } from './target-board.ts';
import type { RaceSide, TargetRace } from './target-race.ts';

/** Evaluations of each search. */
const evaluations = 2000;
/** ms of work between two frames, and between two drawings of the curves. */
const [slice, curvesEvery] = [8, 300];
const sides = ['encoded', 'direct'] as const;

/** Two searches for a target that the reader moves: among the latents of an encoding, and among the genes. */
export class TargetPanel {
  readonly #element: HTMLElement;
  readonly #trace: () => GenomeTrace | undefined;
  #encoding: Encoding | undefined;
  #domain: LatentEvaluator | undefined;
  #target: readonly [number, number] = [0, 0];
  #boards: readonly TargetBoard[] = [];
  #race: TargetRace | undefined;
  /** Counts races, so that an older one ends. */
  #races = 0;
  #drawn = 0;

  /** @param trace - A line over the descriptor space for a genome. */
  constructor(element: HTMLElement, trace: () => GenomeTrace | undefined) {
    this.#element = element;
    this.#trace = trace;
  }

  /** Shows the target in the middle; nothing without an encoding, a domain and two finite descriptors. */
  open(encoding: Encoding | undefined, domain: LatentEvaluator | undefined, descriptor: Box | undefined): void {
    this.stop();
    this.#race = undefined;
    const bounds = descriptor && boxBounds('ElitesExplorer.decode', 'descriptor', descriptor);
    const shown = encoding !== undefined && domain !== undefined && bounds?.dimensions === 2 && bounds.finite;
    this.#element.hidden = !shown;
    if (!shown) return;
    [this.#encoding, this.#domain] = [encoding, domain];
    const extent = { x: [bounds.lower[0]!, bounds.upper[0]!], y: [bounds.lower[1]!, bounds.upper[1]!] } as const;
    this.#target = [0.3 * extent.x[0] + 0.7 * extent.x[1], 0.3 * extent.y[0] + 0.7 * extent.y[1]];
    const [latents, genes] = [encoding.genome, encoding.phenotype].map(({ dimensions }) => formatNumber(dimensions, 0));
    const board = (name: string, words: string): string =>
      `<figure><figcaption>${words}</figcaption><canvas class="board ${name}" tabindex="0" role="application" aria-roledescription="target"></canvas><p class="${name}">&nbsp;</p></figure>`;
    this.#element.innerHTML = `<h3>Look for a target</h3>
<p>Drag the target, or move it by arrow keys: CMA-ES looks for a genome that ends there.</p>
<div class="boards">${board('encoded', `encoding: ${latents} latents`)}${board('direct', `no encoding: ${genes} genes`)}<div class="curve"></div></div>
<div class="row"><button type="button" data-do="look">Look for it</button><span class="result" role="status"></span></div>`;
    this.#boards = sides.map((name) => {
      const canvas = this.#element.querySelector<HTMLCanvasElement>(`canvas.${name}`)!;
      return new TargetBoard(canvas, extent, (target) => {
        this.#target = target;
        void this.#look();
      });
    });
    this.#button.addEventListener('click', () => (this.#running ? this.stop() : void this.#look()));
    this.draw();
  }

  /** Ends the searches. */
  stop(): void {
    this.#races++;
    if (!this.#element.hidden && this.#boards.length > 0) this.#tellEnd();
  }

  /** Draws the boards, in the colours of the page. */
  draw(): void {
    if (this.#element.hidden) return;
    const trace = this.#trace();
    for (const [i, name] of sides.entries()) {
      const side = this.#race?.[name];
      this.#boards[i]!.draw(this.#target, side?.place, traceOf(trace, side?.genome));
      this.#part(`p.${name}`).textContent =
        side === undefined ? '\u00a0' : `${numberText(side.distance, 3)} away after ${formatNumber(side.spent, 0)}`;
    }
  }

  get #running(): boolean {
    return this.#button.textContent === 'Stop';
  }

  get #button(): HTMLButtonElement {
    return this.#part('[data-do=look]') as HTMLButtonElement;
  }

  /** Begins the searches anew, in slices between frames, so that the page answers meanwhile. */
  async #look(): Promise<void> {
    const number = ++this.#races;
    this.#button.textContent = 'Stop';
    this.#part('.result').textContent = '';
    this.draw();
    // The optimisers are needed by few pages.
    const { TargetRace } = await import('./target-race.ts');
    // While the target is dragged, at most one race a frame begins.
    await new Promise(requestAnimationFrame);
    if (number !== this.#races) return;
    const options = { encoding: this.#encoding!, domain: this.#domain!, target: this.#target, evaluations, seed: 1 };
    const race = new TargetRace(options);
    this.#race = race;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    while (!race.ended) {
      const end = performance.now() + slice;
      while (!race.ended && performance.now() < end) await race.step();
      if (!still) this.#show(race, false);
      await new Promise(requestAnimationFrame);
      if (number !== this.#races) return;
    }
    this.#show(race, true);
    this.#tellEnd();
  }

  #show(race: TargetRace, last: boolean): void {
    this.draw();
    if (!last && performance.now() - this.#drawn < curvesEvery) return;
    this.#drawn = performance.now();
    const line = (name: string, { evaluations: x, distances }: RaceSide) => {
      return { name, x, y: distances.map((distance) => Math.max(distance, 1e-12)) };
    };
    const series = [line('encoding', race.encoded), line('genes', race.direct)];
    if (series.some(({ x }) => x.length < 2)) return;
    this.#part('.curve').innerHTML = curvesSvg({
      title: 'Distance to the target',
      x: { label: 'evaluations', range: [0, evaluations] },
      y: { label: 'shortest distance so far', scale: 'log' },
      series,
    });
  }

  #tellEnd(): void {
    this.#button.textContent = 'Look for it';
    const race = this.#race;
    if (race === undefined) return;
    const [encoded, direct] = sides.map((name) => numberText(race[name].distance, 3));
    this.#part('.result').textContent = `Nearest: ${encoded} with the encoding, ${direct} without.`;
  }

  #part(selector: string): HTMLElement {
    return this.#element.querySelector<HTMLElement>(selector)!;
  }
}

import { Batch, boxBounds, type Encoding, type Results } from '../core/index.ts';
import { drawGenome, numberText } from './elite-card.ts';
import type { ShownElite } from './elite-store.ts';
import { valueAt } from './explorer-rows.ts';
import type { GenomeRenderer } from './renderers.ts';

/** Evaluates genomes, as a domain does. */
export interface LatentEvaluator {
  evaluate(genomes: Batch): Results | Promise<Results>;
}

/** Told the decoded genome, and where it lies, if that is known; undefined if there is none. */
type DecodedListener = (genome: Float64Array | undefined, at: readonly [number, number] | undefined) => void;

/** Sliders that are shown at first. */
const shownFirst = 9;
/** Latents are moved this far to see what they do, and by the sliders. */
const [probe, reach] = [1, 3];

/** A slider for each latent of an encoding, with a picture of what they decode to. */
export class LatentPanel {
  readonly #element: HTMLElement;
  readonly #renderer: () => GenomeRenderer | undefined;
  readonly #listener: DecodedListener;
  #encoding: Encoding | undefined;
  #domain: LatentEvaluator | undefined;
  #latent: Float64Array = new Float64Array(0);
  /** What is decoded. */
  #decoded: ShownElite | undefined;
  /** The genome of the chosen elite. */
  #chosen: Float64Array | undefined;
  #calls = 0;

  constructor(element: HTMLElement, renderer: () => GenomeRenderer | undefined, listener: DecodedListener) {
    this.#element = element;
    this.#renderer = renderer;
    this.#listener = listener;
  }

  /** Shows sliders at 0, the latents that move the genome most first; undefined shows none. */
  open(encoding: Encoding | undefined, domain: LatentEvaluator | undefined): void {
    // First what may throw: then the sliders stay as they were.
    const bounds = encoding && boxBounds('ElitesExplorer.decode', 'encoding.genome', encoding.genome);
    const order = encoding && orderOf(encoding);
    this.#encoding = encoding;
    this.#domain = domain;
    this.#calls++;
    this.#element.hidden = encoding === undefined;
    this.#listener(undefined, undefined);
    if (encoding === undefined) return;
    const { dimensions, lower, upper } = bounds!;
    this.#latent = new Float64Array(dimensions);
    const sliders = order!.map((j, i) => {
      const [low, high] = [Math.max(-reach, lower[j]!), Math.min(reach, upper[j]!)];
      const hidden = i < shownFirst ? '' : ' hidden';
      return `<label${hidden}>latent ${j + 1}<input type="range" data-latent="${j}" min="${low}" max="${high}" step="0.01" value="0"><output>0.00</output></label>`;
    });
    const where = domain === undefined ? '' : '; an orange ring on the map is where it lies';
    this.#element.innerHTML = `<h3>Encoding: ${dimensions} latents, those that change the genome most first</h3>
<p>The picture is what the sliders decode to${where}.</p>
<div class="decoded"><canvas role="img" aria-label="Decoded genome"></canvas><div class="sliders">${sliders.join('')}</div></div>
<div class="row"><button type="button" data-do="zero">Set all to 0</button><button type="button" data-do="encode">From the chosen elite</button><button type="button" data-do="all">Show all latents</button><span class="result" role="status"></span></div>`;
    this.#part('[data-do=all]').hidden = dimensions <= shownFirst;
    this.#part('.sliders').addEventListener('input', ({ target }) => {
      const input = target as HTMLInputElement;
      this.#latent[Number(input.dataset.latent)] = input.valueAsNumber;
      (input.nextElementSibling as HTMLOutputElement).value = input.valueAsNumber.toFixed(2);
      void this.#decode();
    });
    this.#part('.row').addEventListener('click', (event) => this.#do((event.target as HTMLElement).dataset.do));
    this.offer(this.#chosen);
    void this.#decode(() => undefined);
  }

  /** Draws what is decoded, in the colours of the page. */
  draw(): void {
    const canvas = this.#element.querySelector('canvas');
    if (canvas !== null && !this.#element.hidden) drawGenome(canvas, this.#decoded, this.#renderer());
  }

  /** Takes the genome of the chosen elite, which can be encoded. */
  offer(genome: unknown): void {
    const size = this.#encoding?.phenotype.dimensions ?? -1;
    this.#chosen =
      ArrayBuffer.isView(genome) && (genome as Float64Array).length === size
        ? Float64Array.from(genome as Float64Array)
        : undefined;
    const button = this.#element.querySelector<HTMLButtonElement>('[data-do=encode]');
    if (button !== null) button.disabled = this.#chosen === undefined || this.#encoding?.encode === undefined;
  }

  #do(name: string | undefined): void {
    if (name === 'all') {
      this.#element.querySelectorAll('label').forEach((label) => {
        label.hidden = false;
      });
      this.#part('[data-do=all]').hidden = true;
    }
    if (name === 'zero') this.#set(new Float64Array(this.#latent.length));
    if (name === 'encode' && this.#chosen !== undefined) {
      const { data } = this.#encoding!.encode!(new Batch(1, this.#chosen.length, this.#chosen));
      this.#set(data);
    }
  }

  #set(latent: ArrayLike<number>): void {
    this.#latent.set(latent);
    this.#element.querySelectorAll('input').forEach((input) => {
      const value = this.#latent[Number(input.dataset.latent)]!;
      input.value = String(value);
      (input.nextElementSibling as HTMLOutputElement).value = value.toFixed(2);
    });
    void this.#decode();
  }

  /** Decodes, evaluates and shows; of several at once the last counts. */
  async #decode(listener: DecodedListener = this.#listener): Promise<void> {
    const call = ++this.#calls;
    const genome = this.#encoding!.decode(this.#latent);
    const results = await this.#domain?.evaluate(new Batch(1, genome.length, genome));
    if (call !== this.#calls) return;
    const fitness = results?.fitness[0];
    const descriptor = results && Float64Array.from(valueAt(results.descriptors, 0) as ArrayLike<number>);
    this.#part('.result').textContent = fitness === undefined ? '' : `fitness ${numberText(fitness)}`;
    this.#decoded = { cell: -1, fitness: fitness ?? Number.NaN, descriptor, genome, origin: undefined, fields: {} };
    this.draw();
    listener(genome, descriptor?.length === 2 ? [descriptor[0]!, descriptor[1]!] : undefined);
  }

  #part(selector: string): HTMLElement {
    return this.#element.querySelector<HTMLElement>(selector)!;
  }
}

/** The latents by how far the genome moves when each goes from −1 to 1, and all others are 0. */
function orderOf(encoding: Encoding): number[] {
  const { dimensions } = encoding.genome;
  const latents = Batch.zeros(2 * dimensions, dimensions);
  for (let j = 0; j < dimensions; j++) {
    latents.row(2 * j)[j] = probe;
    latents.row(2 * j + 1)[j] = -probe;
  }
  const { columns, data } = encoding.decode(latents);
  const effects = Array.from({ length: dimensions }, (_, j) => {
    let sum = 0;
    for (let k = 0; k < columns; k++) sum += (data[2 * j * columns + k]! - data[(2 * j + 1) * columns + k]!) ** 2;
    return sum;
  });
  return effects.map((_, j) => j).sort((a, b) => effects[b]! - effects[a]!);
}

import { type GeometryOf, messageOf } from '../core/index.ts';
import { formatNumber } from '../plot/index.ts';
import { makerOf, type ShownElite } from './elite-store.ts';
import { drawGenes, type GenomeRenderer, isNumbers, readableText, squareContext } from './renderers.ts';

/** A number for readers. @param digits - That are significant. */
export function numberText(value: number, digits: number = 5): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return formatNumber(value, 0);
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e7) return value.toExponential(3).replaceAll('-', '−');
  return formatNumber(value, Math.min(6, Math.max(0, digits - 1 - Math.floor(Math.log10(size)))));
}

/** An elite in one sentence, for those who do not see the map. */
export function eliteSentence(cell: number, elite: ShownElite | undefined, words: CardWords): string {
  const { fitnessLabel, labels, names } = words;
  if (elite === undefined) return `Cell ${formatNumber(cell, 0)}: empty.`;
  const { fitness, descriptor } = elite;
  const places = descriptor === undefined ? [] : descriptorTexts(descriptor, names);
  const named = labels && places.map((text, j) => `${descriptorName(labels, j)}: ${text}`).join('; ');
  const at = places.length === 0 ? '' : `, ${named ?? `descriptor ${places.join(', ')}`}`;
  const maker = makerOf(elite);
  return `Cell ${formatNumber(cell, 0)}: ${fitnessLabel} ${numberText(fitness)}${at}${maker === undefined ? '' : `, made by ${maker}`}.`;
}

/** What an archive's fitness and descriptors are called. */
export interface CardWords {
  readonly fitnessLabel: string;
  /** `(descriptorDimensions)`: names of the descriptors. */
  readonly labels: readonly string[] | undefined;
  /** `(descriptorDimensions)`: names of categories. */
  readonly names: GeometryOf<'grid'>['names'];
}

/** What a card needs besides the elite. */
export interface CardContext extends CardWords {
  /** Of the archive, if there are two. */
  readonly name: string | undefined;
  /** Why it is shown, if nobody chose it: 'the newest'. */
  readonly word: string | undefined;
  readonly renderer: GenomeRenderer | undefined;
  /** The cells of parents that are still there, by id. */
  readonly parents: readonly { readonly id: number; readonly cell: number | undefined }[];
  readonly children: number;
}

/** What descriptor j is called. @param labels - Names of the descriptors, as far as they have any. */
export function descriptorName(labels: readonly string[], j: number): string {
  return labels[j] ?? `descriptor ${j + 1}`;
}

/** Numbers, or the names of the nearest categories. */
function descriptorTexts(descriptor: ArrayLike<number>, names: CardContext['names']): string[] {
  return Array.from(descriptor, (value, j) => names?.[j]?.[Math.round(value)] ?? numberText(value));
}

/** Shows an elite with its drawing, its numbers and where it comes from. @param cell - Shown as empty if there is no elite. */
export function fillCard(card: HTMLElement, cell: number, elite: ShownElite | undefined, context: CardContext): void {
  const [canvas, title, big, list] = Array.from(card.children) as [HTMLCanvasElement, ...HTMLElement[]];
  const of = context.name === undefined ? '' : `${context.name}: `;
  const named = [`Cell ${formatNumber(cell, 0)}`, context.word].filter(Boolean).join(', ');
  title!.textContent = of + (cell < 0 ? 'No elite yet' : named);
  canvas.setAttribute('aria-label', `Genome. ${cell < 0 ? 'No elite' : eliteSentence(cell, elite, context)}`);
  drawGenome(canvas, elite, context.renderer);
  big!.textContent = elite === undefined ? (cell < 0 ? '' : 'empty') : numberText(elite.fitness);
  if (elite !== undefined)
    big!.append(Object.assign(document.createElement('small'), { textContent: context.fitnessLabel }));
  list!.replaceChildren(...(elite === undefined ? [] : factsOf(elite, context)));
}

/** Draws the genome of an elite on a square canvas, sharp on any screen. An error of the user's renderer is shown in its place. */
export function drawGenome(canvas: HTMLCanvasElement, elite?: ShownElite, renderer?: GenomeRenderer): void {
  const { context, size } = squareContext(canvas);
  const ink = getComputedStyle(canvas).getPropertyValue('--ink');
  context.fillStyle = ink;
  context.strokeStyle = ink;
  if (elite?.genome === undefined) return;
  context.save();
  try {
    (renderer ?? drawGenes)(context, elite.genome as never, size, elite as ShownElite<never>);
  } catch (error) {
    context.restore();
    drawGenes(context, `renderer: ${messageOf(error)}`, size);
  }
}

function factsOf(elite: ShownElite, { parents, children, labels, names }: CardContext): HTMLElement[] {
  const { descriptor, origin, fields } = elite;
  const facts: [string, string | readonly (string | HTMLElement)[]][] = [];
  const places = descriptor === undefined ? [] : descriptorTexts(descriptor, names);
  if (labels !== undefined) facts.push(...places.map((text, j): [string, string] => [descriptorName(labels, j), text]));
  else if (places.length > 0) facts.push(['descriptor', places.join(', ')]);
  if (origin !== undefined) {
    facts.push(['made by', makerOf(elite)!]);
    if (origin.evaluation >= 0) facts.push(['evaluation', formatNumber(origin.evaluation, 0)]);
    if (parents.length > 0) {
      const words = parentWords(parents).map((word) => (typeof word === 'number' ? cellButton(word) : word));
      facts.push([parents.length === 1 ? 'parent' : 'parents', words]);
    }
    if (children > 0) facts.push(['children on the map', String(children)]);
  }
  for (const [name, value] of Object.entries(fields)) facts.push([name, fieldText(value)]);
  return facts.map(([name, value]) => {
    const row = document.createElement('div');
    const text = document.createElement('dd');
    text.append(...(typeof value === 'string' ? [value] : value));
    row.append(Object.assign(document.createElement('dt'), { textContent: name }), text);
    return row;
  });
}

/** What is said of parents: words, and the cells of those that are still there. */
export function parentWords(parents: CardContext['parents']): (string | number)[] {
  const cells = parents.flatMap(({ cell }) => cell ?? []);
  const gone = parents.length - cells.length;
  const listed = cells.flatMap((cell, i) => [i > 0 ? ', ' : cells.length > 1 ? 'cells ' : 'cell ', cell]);
  if (gone === 0) return listed;
  return cells.length > 0 ? [...listed, `; ${gone} replaced`] : ['replaced'];
}

/** A button to the cell of a parent. */
function cellButton(cell: number): HTMLElement {
  const textContent = formatNumber(cell, 0);
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent });
  button.dataset.cell = String(cell);
  button.setAttribute('aria-label', `Parent in cell ${textContent}`);
  return button;
}

/** A value of a field for readers, in 120 letters at most. */
export function fieldText(value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  const text = isNumbers(value) ? Array.from(value, (one) => numberText(one)).join(', ') : readableText(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

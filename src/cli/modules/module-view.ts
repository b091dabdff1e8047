import { types } from 'node:util';
import { show } from '../../core/index.ts';

/** How pages and pictures show the archives of a user's module. */
export interface ModuleView {
  /** Name of its domain; of its file, if it exports no domain with a name. */
  readonly title: string;
  /** Names of the descriptors. */
  readonly labels: readonly string[] | undefined;
  /** What fitness is. */
  readonly fitnessLabel: string | undefined;
  /** Source of the function that draws a genome. */
  readonly render: string | undefined;
  /** Of the module, with what it imports from other files. */
  readonly text: string;
}

/** What a module exports for its pictures; part of the help of the command that draws them. */
export const viewHelp = `For report and page, MODULE may also name its descriptors and fitness, and draw a genome
on a canvas of size × size pixels:

  export const labels = ['top speed, km/h', 'climb, m'];
  export const fitnessLabel = 'minus jolt, g';
  export function render(context, genome, size, elite) {
    context.fillRect(0, 0, genome[0] * size, size);
  }

Only the text of render goes into them: it can use its arguments, but nothing else of the
module. evaluate can return other values as fields: elite.fields.`;

/** What a module exports for its pictures. Nothing of it is checked yet. */
export interface ViewParts {
  readonly domain?: { readonly name?: unknown } | undefined;
  readonly labels?: unknown;
  readonly fitnessLabel?: unknown;
  readonly render?: unknown;
}

/** Why the exports for pictures are not usable; undefined if they are. */
export function whyNoView({ domain, labels, fitnessLabel, render }: ViewParts): string | undefined {
  if (typeof domain?.name === 'string' && !isLabel(domain.name))
    return `domain.name must be a text without control characters; got ${show(domain.name)}`;
  if (labels !== undefined && !(Array.isArray(labels) && labels.every(isLabel)))
    return `labels must be a list of texts without control characters, one for each descriptor; got ${show(labels)}`;
  if (fitnessLabel !== undefined && !isLabel(fitnessLabel))
    return `fitnessLabel must be a text without control characters; got ${show(fitnessLabel)}`;
  if (render === undefined || isPlainFunction(render)) return undefined;
  const got = typeof render === 'function' ? 'a class or a generator' : show(render);
  return `render must be a function (context, genome, size, elite) that draws a genome; got ${got}`;
}

/** Control characters that set the direction of text would turn what stands beside a label. */
function isLabel(label: unknown): boolean {
  return typeof label === 'string' && !/[\p{Cc}\p{Bidi_Control}]/u.test(label);
}

function isPlainFunction(given: unknown): boolean {
  if (typeof given !== 'function' || types.isGeneratorFunction(given)) return false;
  return !/^class\b/.test(Function.prototype.toString.call(given));
}

/** The view of a module without a fault. @param name - Of its file. @param text - Of its file, and of those that it imports. */
export function viewOf(name: string, text: string, { domain, labels, fitnessLabel, render }: ViewParts): ModuleView {
  const title = domain?.name;
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title : name,
    labels: labels as ModuleView['labels'],
    fitnessLabel: fitnessLabel as ModuleView['fitnessLabel'],
    render: render === undefined ? undefined : Function.prototype.toString.call(render),
    text,
  };
}

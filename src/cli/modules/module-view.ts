import { show } from '../../core/index.ts';

/** How pages and pictures show the archives of a user's module. */
export interface ModuleView {
  /** Name of its domain; of its file, if it exports no domain with a name. */
  readonly title: string;
  /** Names of the descriptors. */
  readonly labels: readonly string[] | undefined;
  /** What fitness is. */
  readonly fitnessLabel: string | undefined;
  /** Source of the function that draws a genome, and the text of the module with what it imports from other files. */
  readonly render: { readonly source: string; readonly module: string } | undefined;
}

/** What a module exports for its pictures; part of the help of the command that draws them. */
export const viewHelp = `MODULE may also name its descriptors and fitness, for the pictures, and draw a genome on
a canvas of size × size pixels, for report and page:

  export const labels = ['top speed, km/h', 'climb, m'];
  export const fitnessLabel = 'minus jolt, g';
  export function render(context, genome, size, elite) {
    context.fillRect(0, 0, genome[0] * size, size);
  }

Only the text of render goes into them: it can use its arguments, and nothing else of the
module. Other values that it needs can be fields that evaluate returns: elite.fields.`;

/** What a module exports for its pictures. Nothing of it is checked yet. */
export interface ViewParts {
  readonly domain?: { readonly name?: unknown } | undefined;
  readonly labels?: unknown;
  readonly fitnessLabel?: unknown;
  readonly render?: unknown;
}

/** Why the exports for pictures are not usable; undefined if they are. */
export function whyNoView({ labels, fitnessLabel, render }: ViewParts): string | undefined {
  if (labels !== undefined && !(Array.isArray(labels) && labels.every((label) => typeof label === 'string')))
    return `labels must be a list of texts, one for each descriptor; got ${show(labels)}`;
  if (fitnessLabel !== undefined && typeof fitnessLabel !== 'string')
    return `fitnessLabel must be a text; got ${show(fitnessLabel)}`;
  if (render !== undefined && typeof render !== 'function')
    return `render must be a function (context, genome, size, elite) that draws a genome; got ${show(render)}`;
  return undefined;
}

/** The view of a module without a fault. @param name - Of its file. @param text - Of its file, and of those that it imports. */
export function viewOf(name: string, text: string, { domain, labels, fitnessLabel, render }: ViewParts): ModuleView {
  const title = domain?.name;
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title : name,
    labels: labels as ModuleView['labels'],
    fitnessLabel: fitnessLabel as ModuleView['fitnessLabel'],
    render: render === undefined ? undefined : { source: Function.prototype.toString.call(render), module: text },
  };
}

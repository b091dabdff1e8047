// The colours of Okabe and Ito [Okabe2008], which colour-blind readers can tell apart; grey stands for their black, so that all of them
// are visible on light and on dark backgrounds.
const grey = '#7d8590';
const colours = ['#e69f00', '#56b4e9', '#009e73', '#0072b2', '#d55e00', '#cc79a7', '#f0e442'] as const;

/** What made the first genomes, in pictures of operators. */
const initial = 'initial';
/** Name of the last category, if there are more categories than colours. */
const others = 'other';

/** Categories of a picture: each has a colour. */
export interface Categories {
  /** In the order of the legend. */
  readonly shown: readonly { readonly name: string; readonly colour: string }[];
  /** Index of a category in `shown`. */
  indexOf(name: string): number;
}

/**
 * Gives colours to categories, the same in all pictures: 'initial' comes first and is grey; then seven colours for those that are listed, in
 * their order, and those that occur besides, by name. Without 'initial' an eighth is grey. If there are more than eight, the last ones
 * share a colour and are called 'other'.
 */
export function categoriesOf(listed: Iterable<string>, occurring: Iterable<string> = []): Categories {
  const named = new Set([...listed, ...[...occurring].sort()]);
  const first = named.delete(initial) ? [initial] : [];
  const all = [...first, ...named];
  const free = first.length > 0 ? [grey, ...colours] : [...colours, grey];
  const last = free.length - 1;
  const shown = free.slice(0, all.length).map((colour, i) => {
    return { name: all.length > free.length && i === last ? others : all[i]!, colour };
  });
  const numbers = new Map(all.map((name, i) => [name, Math.min(i, last)]));
  return { shown, indexOf: (name) => numbers.get(name)! };
}

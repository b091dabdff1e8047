// The colours of Okabe and Ito [Okabe2008], which colour-blind readers can tell apart; grey stands for their black, so that all of them
// are visible on light and on dark backgrounds.
const colours = ['#7d8590', '#e69f00', '#56b4e9', '#009e73', '#0072b2', '#d55e00', '#cc79a7', '#f0e442'] as const;

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
 * Gives colours to categories, in their order: grey, then seven more. If there are more than eight categories, those after the seventh
 * share the last colour and are called 'other'.
 */
export function categoriesOf(names: Iterable<string>): Categories {
  const all = [...new Set(names)];
  const many = all.length > colours.length;
  const shown = colours.slice(0, all.length).map((colour, i) => {
    return { name: many && i === colours.length - 1 ? others : all[i]!, colour };
  });
  const numbers = new Map(all.map((name, i) => [name, Math.min(i, colours.length - 1)]));
  return { shown, indexOf: (name) => numbers.get(name)! };
}

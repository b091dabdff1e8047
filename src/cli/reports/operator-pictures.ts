import type { Elite } from '../../core/index.ts';
import { sharesSvg } from '../../plot/index.ts';
import { DdeElites } from '../../search/index.ts';
import type { IlluminatedSearch, SearchFile } from '../illumination/subject.ts';

/** The category of first genomes, which no operator made. */
const initial = 'initial';

/** What the default operators of DdeElites do, by name. */
const ddeOperators: Readonly<Record<string, string>> = {
  crossover: 'a parent is moved halfway to what the learned encoding makes of it',
  line: 'small random steps, and a step along the line to another elite',
  twoPoint: 'a stretch of genes comes from another elite',
  wide: 'as line, with steps of a tenth of the range',
  iso: 'small random steps',
};

/** The name of the emitter that made an elite. */
export function makerOf({ origin }: Pick<Elite, 'origin'>): string {
  return origin?.emitter || initial;
}

/** Whether elites tell who made them. */
export function tellMakers({ archive }: IlluminatedSearch): boolean {
  for (const { origin } of archive) if (origin !== undefined) return true;
  return false;
}

/** Whether a search has several emitters, and its history counts the rows of each. */
export function hasOperators({ history }: Pick<IlluminatedSearch, 'history'>): boolean {
  return history.entered !== undefined && Object.keys(history.emitters).length > 1;
}

/** The categories of searches with several emitters, in the order of their colours in all pictures: by name, as in pictures without a list. */
export function operatorsOf(searches: readonly Pick<IlluminatedSearch, 'history'>[]): readonly string[] {
  const names = searches.filter(hasOperators).flatMap(({ history }) => Object.keys(history.emitters));
  return [...new Set([initial, ...names.sort()])];
}

/** An archive picture whose colours are the operators. */
export function byOperator(picture: Omit<SearchFile, 'ending'>): SearchFile {
  const { description, caption } = picture;
  const text = 'The colour of a cell is the operator that made its elite.';
  return {
    ...picture,
    ending: '.operators.svg',
    description: `${description}, by operator`,
    caption: caption === undefined ? text : `${text} ${caption}`,
    shows: 'operators',
  };
}

/** How many rows each operator gave and how many elites it made, over the evaluations of the budget. */
export function sharesPicture(
  search: IlluminatedSearch,
  algorithm: string,
  categories: readonly string[],
  budget: number,
): SearchFile {
  const { evaluations, emitters, entered } = search.history;
  const { '': first, ...made } = entered;
  let most = 0;
  const others = evaluations.map((count, i) => {
    const given = Object.values(emitters).reduce((sum, rows) => sum + rows[i]!, 0);
    most = Math.max(most, count - given);
    return most;
  });
  const content = sharesSvg({
    title: `${algorithm} over evaluations, by operator`,
    at: evaluations,
    panels: [
      { label: 'rows given (%)', totals: { [initial]: others, ...emitters } },
      { label: 'elites made (%)', totals: { [initial]: first!, ...made } },
    ],
    x: { label: 'evaluations', range: [0, budget] },
    categories,
  });
  return {
    ending: '.shares.svg',
    content,
    description: `shares of the operators of ${algorithm} over evaluations`,
    caption: `Above, the share of rows that each operator gave; below, its share of all new and improved elites.${explained(search)}`,
    shows: 'operators',
  };
}

function explained(search: IlluminatedSearch): string {
  if (!(search instanceof DdeElites)) return '';
  const known = Object.keys(search.history.emitters).filter((name) => ddeOperators[name] !== undefined);
  if (known.length === 0) return '';
  const shares =
    'Shares follow the empty cells that children filled; when few are filled, they return to where they began.';
  return ` By default, ${known.map((name) => `${name}: ${ddeOperators[name]}`).join('; ')}. ${shares}`;
}

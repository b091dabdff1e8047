import { type Archive, checkChoice, type FieldKinds, type Problem } from '../core/index.ts';
import { randomStream } from '../random/index.ts';
import {
  addsItsOwn,
  batchIsRows,
  keepsOrder,
  keepsTheBest,
  refusesShapes,
  reportsInvalid,
} from './archive/adding-laws.ts';
import { keepsOrigins, namesUncertain, revisesElites, tellsItsSpaces, tellsRows } from './archive/member-laws.ts';
import { copies, countsTruly, drawsFairly, isEmptyAtFirst } from './archive/reading-laws.ts';
import { addRows, type Subject } from './archive/subject.ts';
import { drawRows, listOf } from './laws/draw.ts';
import { checkContract, type Law, lawOf, type Make } from './laws/law.ts';
import { restoreLaws } from './laws/restore-laws.ts';

/** What {@link archiveContract} needs to know. */
export interface ArchiveContractOptions<G = Float64Array> {
  /** Makes an empty archive for `problem`. */
  readonly make: Make<Archive<G, FieldKinds>>;
  /** The spaces, the floor and the fields that the archive is made for. */
  readonly problem: Problem<G, FieldKinds>;
  /** Laws that the archive cannot keep, by the names that this contract gives them, each with the reason. They are left out. */
  readonly except?: Readonly<Record<string, string>> | undefined;
}

/**
 * The laws of an archive of cells that keeps the best of each. Rows are drawn from `problem`: they share cells and fitnesses, lie on the
 * edges of the descriptor space and outside, and some are invalid. Members that an archive need not have are looked at if there are any.
 * @throws ARGUMENT if an option is unknown, make no function, or `except` names no law.
 */
export function archiveContract<G = Float64Array>(options: ArchiveContractOptions<G>): Law[] {
  const owner = 'archiveContract';
  checkContract(owner, options, ['make', 'problem', 'except']);
  const { make, problem, except = {} } = options;
  const law = (name: string, check: (subject: Subject<G>) => Promise<void>): Law =>
    lawOf('archive', name, () => check({ make, problem }));
  const laws = [
    law('a batch is added as its rows would be, one by one', batchIsRows),
    law('each cell keeps the first of its best rows, and the report says so', keepsTheBest),
    law('an invalid row is reported with a reason and costs no other row', reportsInvalid),
    law('elites come in the order in which their cells were filled', keepsOrder),
    law('metrics equal a fresh count', countsTruly),
    law('an empty archive says so', isEmptyAtFirst),
    law('its own genomes may be added again', addsItsOwn),
    law('a wrong shape is refused and changes nothing', refusesShapes),
    law('what goes in and what comes out are copies', copies),
    law('each elite is drawn equally often, by the stream given', drawsFairly),
    law('its spaces and its geometry are those of the problem and the cells', tellsItsSpaces),
    law('select, elite and ids name the rows of the elites', tellsRows),
    law('with lineage, elites keep the origins that they were added with', keepsOrigins),
    law('an elite that was evaluated again lies in its new cell, and others stay as they are', revisesElites),
    law('what is uncertain are elites, and none that is being evaluated', namesUncertain),
    ...restoreLaws<Archive<G, FieldKinds>>('archive', {
      make,
      use: (archive, time) => {
        const rows = drawRows(problem, 20 * time, randomStream(time));
        return [addRows(archive, problem, rows), [...archive], listOf(archive.sample(5, randomStream(time)))];
      },
      look: (archive) => [...archive],
    }),
  ];
  const names = laws.map(({ name }) => name);
  for (const name of Object.keys(except)) checkChoice(owner, 'a name in except', name, names);
  return laws.filter(({ name }) => !Object.hasOwn(except, name));
}

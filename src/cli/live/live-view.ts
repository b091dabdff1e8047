import { type ExplorerHistory, isDrawn, type LiveEvents, type LiveProgress } from '../../explorer/index.ts';
import type { IlluminatedSearch, Subject } from '../illumination/subject.ts';
import { packedChanges, pageRun, shownArchive } from '../reports/explorer-insert.ts';
import { operatorsOf } from '../reports/operator-pictures.ts';
import { integerText, withMinus } from '../terminal/number-text.ts';
import { archiveFigures } from '../terminal/progress.ts';
import { livePage } from './live-page.ts';
import { type LiveListener, LiveServer } from './live-server.ts';

/** ms between two events of progress and of changed cells, and between two of the curves. */
const [rowsEvery, historyEvery] = [100, 1000];

/** Shows a run in browsers while it is going on. */
export class LiveView extends LiveServer {
  readonly #subject: Subject;
  readonly #total: number;
  #name = '';
  #search: IlluminatedSearch | undefined;
  #told = 0;
  #drawn = 0;

  /** @param total - The evaluations of each search. */
  constructor(subject: Subject, total: number) {
    super(livePage(subject.words.title));
    this.#subject = subject;
    this.#total = total;
  }

  /** Shows another search from now on. */
  show(name: string, search: IlluminatedSearch): void {
    this.#name = name;
    this.#search = search;
    for (const listener of this.listeners) this.begin(listener);
  }

  /** Sends what has changed, if it is time. @param last - It is. */
  tell(last: boolean): void {
    const { listeners } = this;
    const now = performance.now();
    if (this.#search === undefined || listeners.size === 0 || (!last && now - this.#told < rowsEvery)) return;
    const archive = shownArchive(this.#search);
    // All of its elites are sent, not only what has changed.
    if (!last && archive !== undefined && archive.changes === undefined && now - this.#told < historyEvery) return;
    this.#told = now;
    const history = last || now - this.#drawn >= historyEvery ? this.#history() : undefined;
    if (history !== undefined) this.#drawn = now;
    const changes = new Map<number, ReturnType<typeof packedChanges>>();
    for (const listener of listeners) {
      if (archive !== undefined) {
        const since = listener.version;
        const { version, rows } = changes.get(since) ?? packedChanges(this.#subject, archive, since);
        changes.set(since, { version, rows });
        listener.version = version;
        listener.send(['rows', rows]);
      }
      listener.send(['progress', this.#progress()]);
      if (history !== undefined) listener.send(['history', history]);
    }
  }

  /** Tells all that is known. */
  protected override begin(listener: LiveListener): void {
    if (this.#search === undefined) return;
    listener.version = shownArchive(this.#search)?.changes?.(0).version ?? 0;
    listener.send(['run', this.#run(this.#search)]);
    listener.send(['progress', this.#progress()]);
    listener.send(['history', this.#history()]);
  }

  /** The run, or why it cannot be shown. */
  #run(search: IlluminatedSearch): LiveEvents['run'] {
    const archive = shownArchive(search);
    if (archive !== undefined) return pageRun(this.#subject, this.#name, archive, { operators: operatorsOf([search]) });
    const { cells } = search.archive;
    const why = isDrawn(search.archive.geometry?.())
      ? `the archive has ${integerText(cells)} cells, more than a page can show`
      : 'the cells of the archive have no place that stays';
    return { name: this.#name, why: `There is no map here: ${why}. The report will have pictures.` };
  }

  #history(): ExplorerHistory {
    // A search of the user's own may lack `entered`.
    const { evaluations, metrics, entered = undefined } = this.#search!.history;
    const made = entered && Object.entries(entered).map(([name, list]) => [name, Array.from(list)] as const);
    return {
      evaluations: Array.from(evaluations),
      metrics: { coverage: Array.from(metrics.coverage), meanFitness: Array.from(metrics.meanFitness) },
      entered: made && Object.fromEntries(made),
    };
  }

  #progress(): LiveProgress {
    const { evaluations, archive } = this.#search!;
    const figures = archiveFigures(archive.metrics()).map(({ name, text }) => `${name} ${withMinus(text)}`);
    const text = [`${integerText(evaluations)} of ${integerText(this.#total)} evaluations`, ...figures].join(' · ');
    return { evaluations, total: this.#total, text };
  }
}

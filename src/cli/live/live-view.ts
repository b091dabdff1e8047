import type { ExplorerHistory, LiveProgress } from '../../explorer/index.ts';
import type { IlluminatedSearch, Subject } from '../illumination/subject.ts';
import { packedChanges, pageRun, shownArchive } from '../reports/explorer-insert.ts';
import { operatorsOf } from '../reports/operator-pictures.ts';
import { integerText } from '../terminal/number-text.ts';
import { archiveFigures } from '../terminal/progress.ts';
import { livePage } from './live-page.ts';
import { type LiveEvent, LiveServer } from './live-server.ts';

/** ms between two events of changed cells, and between two of the curves. */
const [rowsEvery, historyEvery] = [100, 1000];

/** Shows a run in browsers while it is going on. */
export class LiveView {
  readonly #subject: Subject;
  readonly #total: number;
  #server!: LiveServer;
  #name = '';
  #search: IlluminatedSearch | undefined;
  #version = 0;
  #told = 0;
  #drawn = 0;

  private constructor(subject: Subject, total: number) {
    this.#subject = subject;
    this.#total = total;
  }

  /** Starts to serve. @param port - 0: any that is free. @throws CliError if that cannot be. */
  static async start(owner: string, port: number, subject: Subject, total: number): Promise<LiveView> {
    const view = new LiveView(subject, total);
    view.#server = await LiveServer.start(owner, port, livePage(subject.words.title), () => view.#state());
    return view;
  }

  get address(): string {
    return this.#server.address;
  }

  /** Shows another search from now on. */
  show(name: string, search: IlluminatedSearch): void {
    this.#name = name;
    this.#search = search;
    this.#version = shownArchive(search)?.changes?.(0).version ?? 0;
    for (const event of this.#state()) this.#server.send(event);
  }

  /** Sends what has changed, if it is time. @param last - It is. */
  tell(last: boolean): void {
    if (this.#search === undefined || !this.#server.watched) return;
    const now = performance.now();
    if (!last && now - this.#told < rowsEvery) return;
    const archive = shownArchive(this.#search);
    if (archive === undefined) return;
    // All of its elites are sent, not only what has changed.
    if (!last && archive.changes === undefined && now - this.#told < historyEvery) return;
    this.#told = now;
    const { version, rows } = packedChanges(archive, this.#version);
    this.#version = version;
    this.#server.send(['rows', { rows, progress: this.#progress() }]);
    if (!last && now - this.#drawn < historyEvery) return;
    this.#drawn = now;
    this.#server.send(['history', this.#history()]);
  }

  /** Says how it ended, and stops. Never throws: a run must not fail because of a page. */
  async close(text: string): Promise<void> {
    await this.#server.close(text).catch(() => undefined);
  }

  /** All that is known, for a page that connects. */
  #state(): LiveEvent[] {
    if (this.#search === undefined) return [];
    const archive = shownArchive(this.#search);
    if (archive === undefined) return [];
    // A page that connects later is told some changes twice.
    if (!this.#server.watched) this.#version = archive.changes?.(0).version ?? 0;
    const run = pageRun(this.#subject, this.#name, archive, { operators: operatorsOf([this.#search]) });
    return [
      ['run', { ...run, progress: this.#progress() }],
      ['history', this.#history()],
    ];
  }

  #history(): ExplorerHistory {
    const { evaluations, metrics, entered } = this.#search!.history;
    const lists = <K extends string>(columns: Readonly<Record<K, ArrayLike<number>>>): Record<K, number[]> =>
      Object.fromEntries(
        Object.entries(columns).map(([name, list]) => [name, Array.from(list as ArrayLike<number>)]),
      ) as never;
    const { coverage, meanFitness } = metrics;
    return {
      evaluations: Array.from(evaluations),
      metrics: lists({ coverage, meanFitness }),
      // A search of the user's own may lack it.
      entered: (entered as typeof entered | undefined) && lists(entered),
    };
  }

  #progress(): LiveProgress {
    const { evaluations, archive } = this.#search!;
    const figures = archiveFigures(archive.metrics()).map(({ name, text }) => `${name} ${text.replace(/^-/, '−')}`);
    const text = [`${integerText(evaluations)} of ${integerText(this.#total)} evaluations`, ...figures].join(' · ');
    return { evaluations, total: this.#total, text };
  }
}

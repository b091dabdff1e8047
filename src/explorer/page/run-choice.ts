import type { ElitesExplorer } from '../explorer.ts';
import type { ExplorerArchive } from '../explorer-rows.ts';
import { isOfDomain } from '../files/same-domain.ts';
import type { Drawing } from './page-data.ts';
import { type ShownRun, showRun, showRunBeside } from './shown-run.ts';

/**
 * The choice among the runs of a report: which one is shown, and which beside it. The address keeps both, how they are shown, and the
 * chosen cell.
 */
export class RunChoice {
  readonly #explorer: ElitesExplorer;
  readonly #runs: ShownRun[];
  readonly #element = Object.assign(document.createElement('div'), { className: 'runs' });
  readonly #label = document.createElement('label');
  readonly #select = document.createElement('select');
  readonly #buttons: HTMLButtonElement[] = [];
  /** Indices of runs; −1: none is beside. */
  #shown = 0;
  #beside = -1;

  /** Shows what the address says; else the first run. */
  constructor(explorer: ElitesExplorer, runs: readonly ShownRun[]) {
    this.#explorer = explorer;
    this.#runs = [...runs];
    this.#element.setAttribute('role', 'group');
    this.#element.setAttribute('aria-label', 'Archive');
    this.#label.append('compared with ', this.#select);
    this.#element.append(this.#label);
    this.#select.addEventListener('change', () => {
      this.#showBeside(Number(this.#select.value));
      this.#keep();
    });
    explorer.before(this.#element);
    const wanted = new URLSearchParams(location.hash.slice(1));
    const indexOf = (key: string): number => runs.findIndex(({ name }) => name === wanted.get(key));
    this.#beside = indexOf('beside');
    if (wanted.get('view') === 'difference') explorer.view = 'difference';
    this.#show(Math.max(0, indexOf('run')));
    const cell = Number(wanted.get('cell') ?? Number.NaN);
    if (Number.isInteger(cell)) explorer.select(cell);
    for (const event of ['select', 'view']) explorer.addEventListener(event, () => this.#keep());
  }

  /** How the run that is shown is drawn. */
  get drawing(): Drawing | undefined {
    return this.#runs[this.#shown]!.drawing;
  }

  /**
   * Shows the archive of a file beside, by a name that no other run has. It is drawn as one of the same domain is, if there is one.
   * @throws if it cannot be shown; it is not added then.
   */
  add(run: ShownRun, archive: ExplorerArchive): void {
    let { name } = run;
    for (let i = 2; this.#runs.some((other) => other.name === name); i++) name = `${run.name} (${i})`;
    const alike = this.#runs.find(({ space }) => isOfDomain(archive, space()));
    const { labels, fitnessLabel } = { ...alike?.space(), ...alike?.words };
    const added = { ...run, name, drawing: alike?.drawing, words: { labels, fitnessLabel } };
    showRunBeside(this.#explorer, added);
    this.#beside = this.#runs.push(added) - 1;
    this.#render();
    this.#keep();
  }

  #show(index: number): void {
    this.#shown = index;
    showRun(this.#explorer, this.#runs[index]!);
    this.#showBeside(this.#beside === index ? -1 : this.#beside);
  }

  #showBeside(index: number): void {
    this.#beside = index;
    const run = this.#runs[index];
    if (run === undefined) this.#explorer.closeBeside();
    else showRunBeside(this.#explorer, run);
    this.#render();
  }

  #render(): void {
    for (let i = this.#buttons.length; i < this.#runs.length; i++) this.#addButton(i);
    for (const [i, button] of this.#buttons.entries()) button.setAttribute('aria-pressed', String(i === this.#shown));
    const options = this.#runs.map(({ name }, i) => new Option(name, String(i)));
    this.#select.replaceChildren(new Option('none', '-1'), ...options.filter((_, i) => i !== this.#shown));
    this.#select.value = String(this.#beside);
    this.#element.hidden = this.#runs.length < 2;
  }

  #addButton(index: number): void {
    const { name } = this.#runs[index]!;
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
    button.addEventListener('click', () => {
      this.#show(index);
      this.#keep();
    });
    this.#buttons.push(button);
    this.#label.before(button);
  }

  #keep(): void {
    const { selected, view } = this.#explorer;
    const [shown, beside] = [this.#runs[this.#shown]!, this.#runs[this.#beside]];
    const parts: [string, string][] = [['run', shown.name]];
    if (beside !== undefined) parts.push(['beside', beside.name], ['view', view]);
    if (selected !== undefined) parts.push(['cell', String(selected.cell)]);
    history.replaceState(null, '', `#${new URLSearchParams(parts)}`);
  }
}

import { planarArm } from '../domains/index.ts';
import { DataDrivenEncoding } from '../encodings/index.ts';
import { defineExplorer, type ElitesExplorer } from './explorer.ts';
import { fromBase64, unpackRows, unpackSpace } from './packed.ts';
import type { LiveEvents, LiveProgress, PageData, PageRun } from './page-data.ts';
import { drawPlanarArm, tracePlanarArm } from './renderers.ts';

// The script of pages that hold an <elites-explorer>: reports, and that of a run that is going on.

defineExplorer();
const explorer = document.querySelector<ElitesExplorer>('elites-explorer')!;
const data = JSON.parse(document.querySelector('script.elites-data')!.textContent!) as PageData;
if ('runs' in data) showRuns(data.runs);
else follow(data.events);

/** Shows a run, and the elite that was chosen before, if it has one in the same cell. */
function showRun({ name, space, rows, drawing, encoding }: PageRun): void {
  const { selected } = explorer;
  const arm = drawing === 'planar-arm';
  explorer.renderer = arm ? drawPlanarArm : undefined;
  explorer.trace = arm ? tracePlanarArm : undefined;
  explorer.open({ ...unpackSpace(space), name });
  explorer.update(unpackRows(rows));
  const learned = encoding === undefined ? undefined : DataDrivenEncoding.fromBytes(fromBase64(encoding));
  explorer.decode(learned, learned && arm ? planarArm({ joints: learned.phenotype.dimensions }) : undefined);
  if (selected !== undefined) explorer.select(selected.cell);
}

/**
 * Shows the runs of a report, with a choice if there are several: which one, and which beside it. The address keeps both, how they are
 * shown, and the chosen cell.
 */
function showRuns(runs: readonly PageRun[]): void {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const named = (key: string): PageRun | undefined => runs.find(({ name }) => name === wanted.get(key));
  let shown = named('run') ?? runs[0]!;
  let beside = named('beside');
  const choices = runChoices(
    runs,
    (run) => show(run),
    (run) => showBeside(run),
  );
  if (runs.length > 1) explorer.before(choices.element);
  const show = (run: PageRun): void => {
    shown = run;
    if (beside === run) beside = undefined;
    showRun(run);
    showBeside(beside);
  };
  const showBeside = (run: PageRun | undefined): void => {
    beside = run;
    if (run === undefined) explorer.closeBeside();
    else {
      explorer.openBeside({ ...unpackSpace(run.space), name: run.name });
      explorer.updateBeside(unpackRows(run.rows));
    }
    choices.tell(shown, beside);
    keep();
  };
  const keep = (): void => {
    const { selected, view } = explorer;
    const parts: [string, string][] = [['run', shown.name]];
    if (beside !== undefined) parts.push(['beside', beside.name], ['view', view]);
    if (selected !== undefined) parts.push(['cell', String(selected.cell)]);
    if (kept) history.replaceState(null, '', `#${new URLSearchParams(parts)}`);
  };
  let kept = false;
  if (wanted.get('view') === 'difference') explorer.view = 'difference';
  show(shown);
  const cell = Number(wanted.get('cell') ?? Number.NaN);
  if (Number.isInteger(cell)) explorer.select(cell);
  kept = true;
  explorer.addEventListener('select', keep);
  explorer.addEventListener('view', keep);
}

/** A button for each run, and a list of those that can be shown beside it. */
function runChoices(
  runs: readonly PageRun[],
  show: (run: PageRun) => void,
  showBeside: (run: PageRun | undefined) => void,
): { readonly element: HTMLElement; readonly tell: (shown: PageRun, beside: PageRun | undefined) => void } {
  const element = Object.assign(document.createElement('div'), { className: 'runs' });
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'Archive');
  const buttons = runs.map((run) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: run.name });
    button.addEventListener('click', () => show(run));
    return button;
  });
  const select = document.createElement('select');
  select.addEventListener('change', () => showBeside(runs.find(({ name }) => name === select.value)));
  const label = document.createElement('label');
  label.append('compared with ', select);
  element.append(...buttons, label);
  const tell = (shown: PageRun, beside: PageRun | undefined): void => {
    for (const [i, button] of buttons.entries()) button.setAttribute('aria-pressed', String(runs[i] === shown));
    const others = runs.filter((run) => run !== shown);
    select.replaceChildren(new Option('none', ''), ...others.map(({ name }) => new Option(name, name)));
    select.value = beside?.name ?? '';
  };
  return { element, tell };
}

/** Follows a run that is going on. */
function follow(address: string): void {
  const source = new EventSource(address);
  const on = <K extends keyof LiveEvents>(name: K, take: (event: LiveEvents[K]) => void): void => {
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data)));
  };
  on('run', (run) => {
    showRun(run);
    tell(run.name, run.progress);
  });
  on('rows', ({ rows, progress }) => {
    explorer.update(unpackRows(rows));
    tell(undefined, progress);
  });
  on('history', (history) => explorer.chart(history));
  on('end', ({ text }) => {
    source.close();
    part('status').textContent = text;
    document.body.classList.add('ended');
  });
  source.addEventListener('error', () => {
    part('status').textContent = 'The run does not answer any more.';
  });
}

function tell(name: string | undefined, { evaluations, total, text }: LiveProgress): void {
  if (name !== undefined) part('name').textContent = name;
  const share = Math.min(1, evaluations / total);
  part('bar').style.width = `${100 * share}%`;
  part('bar').parentElement!.setAttribute('aria-valuenow', String(Math.round(100 * share)));
  part('status').textContent = text;
}

function part(id: string): HTMLElement {
  return document.getElementById(id)!;
}

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
function showRun({ space, rows, drawing, encoding }: PageRun): void {
  const { selected } = explorer;
  const arm = drawing === 'planar-arm';
  explorer.renderer = arm ? drawPlanarArm : undefined;
  explorer.trace = arm ? tracePlanarArm : undefined;
  explorer.open(unpackSpace(space));
  explorer.update(unpackRows(rows));
  const learned = encoding === undefined ? undefined : DataDrivenEncoding.fromBytes(fromBase64(encoding));
  explorer.decode(learned, learned && arm ? planarArm({ joints: learned.phenotype.dimensions }) : undefined);
  if (selected !== undefined) explorer.select(selected.cell);
}

/** Shows the runs of a report, with buttons if there are several. The address keeps which one, and the chosen cell. */
function showRuns(runs: readonly PageRun[]): void {
  const wanted = new URLSearchParams(location.hash.slice(1));
  let shown = Math.max(
    0,
    runs.findIndex(({ name }) => name === wanted.get('run')),
  );
  const choices = document.createElement('div');
  choices.className = 'runs';
  choices.setAttribute('role', 'group');
  choices.setAttribute('aria-label', 'Archive');
  const buttons = runs.map(({ name }, i) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
    button.addEventListener('click', () => show(i));
    return button;
  });
  choices.append(...buttons);
  if (runs.length > 1) explorer.before(choices);
  const show = (i: number): void => {
    shown = i;
    buttons.forEach((button, k) => {
      button.setAttribute('aria-pressed', String(k === i));
    });
    showRun(runs[i]!);
  };
  show(shown);
  const cell = Number(wanted.get('cell') ?? Number.NaN);
  if (Number.isInteger(cell)) explorer.select(cell);
  explorer.addEventListener('select', () => {
    const { selected } = explorer;
    const at = selected === undefined ? '' : `&cell=${selected.cell}`;
    history.replaceState(null, '', `#run=${encodeURIComponent(runs[shown]!.name)}${at}`);
  });
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

import type { Encoding } from '../core/index.ts';
import { planarArm } from '../domains/index.ts';
import { DataDrivenEncoding } from '../encodings/index.ts';
import { defineExplorer, type ElitesExplorer } from './explorer.ts';
import { type ExplorerArchive, type ExplorerRows, spaceOf } from './explorer-rows.ts';
import type { ExplorerSpace } from './explorer-space.ts';
import type { FileContent } from './files/file-content.ts';
import { fromBase64, unpackRows, unpackSpace } from './packed.ts';
import type { Drawing, LiveEvents, LiveProgress, PageData, PageRun } from './page-data.ts';
import { drawPlanarArm, type GenomeRenderer, tracePlanarArm } from './renderers.ts';

// The script of pages that hold an <elites-explorer>: reports, and that of a run that is going on.

defineExplorer();
const explorer = document.querySelector<ElitesExplorer>('elites-explorer')!;
const data = JSON.parse(document.querySelector('script.elites-data')!.textContent!) as PageData;
if ('runs' in data) showRuns(data.runs);
else follow(data.events);

/** An archive that the page can show. */
interface Shown extends Pick<PageRun, 'name' | 'drawing' | 'encoding'> {
  readonly space: () => ExplorerSpace;
  readonly source: () => ExplorerRows | ExplorerArchive;
}

function shownRun({ name, space, rows, drawing, encoding }: PageRun): Shown {
  return {
    name,
    drawing,
    encoding,
    space: () => ({ ...unpackSpace(space), name }),
    source: () => unpackRows(rows),
  };
}

/** Shows a run, and the elite that was chosen before, if it has one in the same cell. */
function showRun({ space, source, drawing, encoding }: Shown): void {
  const { selected } = explorer;
  explorer.renderer = rendererOf(drawing);
  explorer.trace = drawing === 'planar-arm' ? tracePlanarArm : undefined;
  explorer.open(space());
  explorer.update(source());
  decode(encoding === undefined ? undefined : DataDrivenEncoding.fromBytes(fromBase64(encoding)), drawing);
  if (selected !== undefined) explorer.select(selected.cell);
}

function rendererOf(drawing: Drawing | undefined): GenomeRenderer | undefined {
  if (drawing === undefined) return undefined;
  if (drawing === 'planar-arm') return drawPlanarArm;
  return new Function(`return (${drawing.source}\n)`)() as GenomeRenderer;
}

function decode(encoding: Encoding | undefined, drawing: Drawing | undefined): void {
  const isArm = encoding !== undefined && drawing === 'planar-arm';
  explorer.decode(encoding, isArm ? planarArm({ joints: encoding.phenotype.dimensions }) : undefined);
}

/**
 * Shows the runs of a report, with a choice if there are several: which one, and which beside it. The address keeps both, how they are
 * shown, and the chosen cell. Archives of files join the choice.
 */
function showRuns(all: readonly PageRun[]): void {
  const runs = all.map(shownRun);
  const wanted = new URLSearchParams(location.hash.slice(1));
  const named = (key: string): Shown | undefined => runs.find(({ name }) => name === wanted.get(key));
  let [shown, beside] = [named('run') ?? runs[0]!, named('beside')];
  let kept = false;
  const keep = (): void => {
    const { selected, view } = explorer;
    const parts: [string, string][] = [['run', shown.name]];
    if (beside !== undefined) parts.push(['beside', beside.name], ['view', view]);
    if (selected !== undefined) parts.push(['cell', String(selected.cell)]);
    if (kept) history.replaceState(null, '', `#${new URLSearchParams(parts)}`);
  };
  const showBeside = (run: Shown | undefined): void => {
    beside = run;
    if (run === undefined) explorer.closeBeside();
    else {
      explorer.openBeside(run.space());
      explorer.updateBeside(run.source());
    }
    choices.tell(shown, beside);
    keep();
  };
  const show = (run: Shown): void => {
    shown = run;
    showRun(run);
    showBeside(beside === run ? undefined : beside);
  };
  const choices = runChoices(runs, show, showBeside);
  explorer.before(choices.element);
  if (wanted.get('view') === 'difference') explorer.view = 'difference';
  show(shown);
  const cell = Number(wanted.get('cell') ?? Number.NaN);
  if (Number.isInteger(cell)) explorer.select(cell);
  kept = true;
  explorer.addEventListener('select', keep);
  explorer.addEventListener('view', keep);
  takeFiles(
    () => shown.drawing,
    (run) => {
      runs.push(run);
      showBeside(run);
    },
  );
}

/** Shows encodings of files with the drawing of the page. @param take - Takes archives of files; without it the explorer does. */
function takeFiles(drawing: () => Drawing | undefined, take?: (run: Shown) => void): void {
  explorer.addEventListener('file', (event) => {
    const content = (event as CustomEvent<FileContent>).detail;
    if ('encoding' in content) {
      event.preventDefault();
      decode(content.encoding, drawing());
    } else if (take !== undefined) {
      event.preventDefault();
      const { name, archive } = content;
      const space = (): ExplorerSpace => spaceOf(archive, name);
      take({ name, space, source: () => archive, drawing: drawing(), encoding: undefined });
    }
  });
}

/** A button for each run, and a list of those that can be shown beside it. */
function runChoices(
  runs: readonly Shown[],
  show: (run: Shown) => void,
  showBeside: (run: Shown | undefined) => void,
): { readonly element: HTMLElement; readonly tell: (shown: Shown, beside: Shown | undefined) => void } {
  const element = Object.assign(document.createElement('div'), { className: 'runs' });
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'Archive');
  const buttonOf = (run: Shown): HTMLButtonElement => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: run.name });
    button.addEventListener('click', () => show(run));
    return button;
  };
  const buttons: HTMLButtonElement[] = [];
  const select = document.createElement('select');
  select.addEventListener('change', () => showBeside(runs.find(({ name }) => name === select.value)));
  const label = document.createElement('label');
  label.append('compared with ', select);
  element.append(label);
  const tell = (shown: Shown, beside: Shown | undefined): void => {
    for (const run of runs.slice(buttons.length)) {
      buttons.push(buttonOf(run));
      label.before(buttons.at(-1)!);
    }
    for (const [i, button] of buttons.entries()) button.setAttribute('aria-pressed', String(runs[i] === shown));
    const others = runs.filter((run) => run !== shown);
    select.replaceChildren(new Option('none', ''), ...others.map(({ name }) => new Option(name, name)));
    select.value = beside?.name ?? '';
    element.hidden = runs.length < 2;
  };
  return { element, tell };
}

/** Follows a run that is going on. */
function follow(address: string): void {
  const source = new EventSource(address);
  const on = <K extends keyof LiveEvents>(name: K, take: (event: LiveEvents[K]) => void): void => {
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data)));
  };
  let drawing: Drawing | undefined;
  takeFiles(() => drawing);
  on('run', (run) => {
    drawing = run.drawing;
    showRun(shownRun(run));
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

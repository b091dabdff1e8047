import { defineExplorer, type ElitesExplorer } from '../explorer.ts';
import type { ExplorerRows } from '../explorer-rows.ts';
import { type PackedRows, unpackRows } from './packed.ts';
import type { Drawing, LiveEvents, PageData } from './page-data.ts';
import { RunChoice } from './run-choice.ts';
import { shownRun, showRun, takeFiles } from './shown-run.ts';

// The script of pages that hold an <elites-explorer>: reports, and that of a run that is going on.

defineExplorer();
const explorer = document.querySelector<ElitesExplorer>('elites-explorer')!;
const data = JSON.parse(document.querySelector('script.elites-data')!.textContent!) as PageData;
if ('events' in data) follow(data.events);
else {
  const choice = new RunChoice(explorer, data.runs.map(shownRun));
  takeFiles(
    explorer,
    () => choice.drawing,
    (run, archive) => choice.add(run, archive),
  );
}

/** Follows a run that is going on. */
function follow(address: string): void {
  const source = new EventSource(address);
  const on = <K extends keyof LiveEvents>(name: K, take: (event: LiveEvents[K]) => void): void => {
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data)));
  };
  const write = (id: string, text: string): void => {
    document.getElementById(id)!.textContent = text;
  };
  let drawing: Drawing | undefined;
  let read: (rows: PackedRows) => ExplorerRows = unpackRows;
  takeFiles(explorer, () => drawing);
  on('run', (run) => {
    write('name', run.name);
    write('end', '');
    write('why', 'why' in run ? run.why : '');
    if ('why' in run) explorer.close();
    else {
      drawing = run.drawing;
      const shown = shownRun(run);
      read = shown.read;
      showRun(explorer, shown);
    }
  });
  on('rows', (rows) => explorer.update(read(rows)));
  on('history', (history) => explorer.chart(history));
  on('progress', ({ evaluations, total, text }) => {
    const percent = Math.min(100, (100 * evaluations) / total);
    const bar = document.getElementById('bar')!;
    bar.style.width = `${percent}%`;
    bar.parentElement!.setAttribute('aria-valuenow', String(Math.round(percent)));
    write('status', text);
  });
  on('end', ({ text }) => {
    source.close();
    write('end', text);
    document.body.classList.add('ended');
  });
  source.addEventListener('error', () => write('end', 'The run does not answer any more.'));
}

import { defineExplorer, drawPlanarArm, type ElitesExplorer, tracePlanarArm } from '../../src/explorer/index.ts';
import { CvtArchive, DataDrivenEncoding, planarArm, ringCentroids } from '../../src/index.ts';
import { joints, type SearchName, searchNames, type Told } from './messages.ts';

/** Fills the explorer of the home page by a search in a worker. Returns what stops it. */
export function startLive(root: HTMLElement): () => void {
  defineExplorer();
  const explorer = root.querySelector<ElitesExplorer>('elites-explorer')!;
  const choice = root.querySelector('select')!;
  const button = root.querySelector('button')!;
  choice.replaceChildren(...searchNames.map((name) => new Option(name)));
  explorer.renderer = drawPlanarArm;
  explorer.trace = tracePlanarArm;
  const domain = planarArm({ joints });
  const space = new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) });
  let worker: Worker | undefined;

  const begin = (): void => {
    worker?.terminate();
    button.textContent = 'Start again';
    explorer.decode(undefined);
    explorer.open({
      descriptor: space.descriptor,
      geometry: () => space.geometry(),
      outline: 'hull',
      range: [-1, 0],
      labels: ['x of the hand', 'y of the hand'],
      fitnessLabel: 'fitness: minus the variance of the joint angles',
    });
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if ('rows' in data) explorer.update(data.rows);
      else if ('history' in data) explorer.chart(data.history);
      else if (data.encoding) explorer.decode(DataDrivenEncoding.fromBytes(data.encoding), domain);
    });
    worker.postMessage(choice.value as SearchName);
  };
  choice.addEventListener('change', begin);
  button.addEventListener('click', begin);
  // A map that fills by itself is motion.
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) begin();
  return () => worker?.terminate();
}

import { type Box, type Encoding, type ObjectSpace, objectSpace, sameSpace } from '../../core/index.ts';
import { planarArm } from '../../domains/index.ts';
import { DataDrivenEncoding } from '../../encodings/index.ts';
import type { ElitesExplorer } from '../explorer.ts';
import type { ExplorerArchive, ExplorerRows } from '../explorer-rows.ts';
import type { ExplorerSpace } from '../explorer-space.ts';
import { drawPlanarArm, type GenomeDrawing, type GenomeRenderer, tracePlanarArm } from '../renderers.ts';
import { fromBase64, type PackedRows, unpackRows, unpackSpace } from './packed.ts';
import type { Drawing, PageRun, ReadGenomes } from './page-data.ts';

/** An archive that a page can show. */
export interface ShownRun extends Pick<PageRun, 'name' | 'drawing' | 'encoding'> {
  readonly space: () => ExplorerSpace;
  readonly source: () => ExplorerRows | ExplorerArchive;
  /** Labels in place of those of the space. */
  readonly words?: Pick<ExplorerSpace, 'labels' | 'fitnessLabel'> | undefined;
}

/** A run of a page. @returns also what reads further rows of it. */
export function shownRun({
  space,
  rows,
  genome: how,
  ...run
}: PageRun): ShownRun & { readonly read: (rows: PackedRows) => ExplorerRows } {
  const objects = how && objectsOf(how);
  const genome = objects ?? genomeOf(rows.genomes);
  const read = (packed: PackedRows): ExplorerRows => unpackRows(packed, how === 'json' ? undefined : objects);
  return { ...run, space: () => ({ ...unpackSpace(space), genome }), source: () => read(rows), read };
}

/** The space of genomes that are no vectors. */
function objectsOf(how: ReadGenomes): ObjectSpace<unknown> {
  const sample = (): never => {
    throw new Error('the space of a page draws no genomes');
  };
  if (how === 'json') return objectSpace<unknown>({ sample });
  return objectSpace<unknown>({ sample, serialize: String, deserialize: evaluated(how.source) });
}

/** A function of the user's, of which the page has the source. */
function evaluated<T>(source: string): T {
  return new Function(`return (${source}\n)`)() as T;
}

/** The space of genomes that are vectors, if the page has any. */
function genomeOf(genomes: PackedRows['genomes']): Box | undefined {
  if (genomes === undefined || !('columns' in genomes)) return undefined;
  const { columns, lower = [Number.NEGATIVE_INFINITY], upper = [Number.POSITIVE_INFINITY] } = genomes;
  const written = (bounds: readonly number[]): number | readonly number[] =>
    bounds.length === 1 ? bounds[0]! : bounds;
  return { dimensions: columns, lower: written(lower), upper: written(upper) };
}

/** Shows a run, and the elite that was chosen before, if it has one in the same cell. */
export function showRun(explorer: ElitesExplorer, { name, space, source, drawing, encoding, words }: ShownRun): void {
  const { selected } = explorer;
  const { renderer, trace } = drawingOf(drawing);
  explorer.renderer = renderer;
  explorer.trace = trace;
  explorer.open(space(), { name, ...words });
  explorer.update(source());
  decode(explorer, encoding === undefined ? undefined : DataDrivenEncoding.fromBytes(fromBase64(encoding)), drawing);
  if (selected !== undefined) explorer.select(selected.cell);
}

/** Shows a run beside the one that is shown. */
export function showRunBeside(explorer: ElitesExplorer, { name, space, source, drawing, words }: ShownRun): void {
  explorer.openBeside(space(), { name, ...drawingOf(drawing), ...words });
  explorer.updateBeside(source());
}

function drawingOf(drawing: Drawing | undefined): GenomeDrawing {
  if (drawing === undefined) return { renderer: undefined };
  if (drawing === 'planar-arm') return { renderer: drawPlanarArm, trace: tracePlanarArm };
  return { renderer: evaluated<GenomeRenderer>(drawing.source) };
}

function decode(explorer: ElitesExplorer, encoding: Encoding | undefined, drawing: Drawing | undefined): void {
  const arm = encoding && planarArm({ joints: encoding.phenotype.dimensions });
  // An encoding of a file may be of any domain.
  const isArm = drawing === 'planar-arm' && arm !== undefined && sameSpace(encoding!.phenotype, arm.genome);
  explorer.decode(encoding, isArm ? arm : undefined);
}

/** Shows encodings of files with the drawing of the page. @param take - Takes archives of files; without it the explorer does. */
export function takeFiles(
  explorer: ElitesExplorer,
  drawing: () => Drawing | undefined,
  take?: (run: ShownRun, archive: ExplorerArchive) => void,
): void {
  explorer.addEventListener('file', (event) => {
    const content = event.detail;
    try {
      if ('encoding' in content) decode(explorer, content.encoding, drawing());
      else if (take === undefined) return;
      else {
        const { name, archive } = content;
        take({ name, space: () => archive, source: () => archive }, archive);
      }
      event.preventDefault();
    } catch {
      // The explorer then tries, and says why it cannot.
    }
  });
}

import { isObjectSpace, type Schema, type Table } from '../../core/index.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  partsKind,
  type SnapshotOf,
  type StatefulParts,
  serial,
  statefulParts,
} from '../../formats/index.ts';
import { checkRows, HEADER, headerOf, type StoredProblem } from '../archive-file.ts';
import { elitesKind } from '../elite-columns.ts';
import { type Keeper, putRow } from './keeper.ts';

/** An archive with a keeper that is written or read. */
export interface StoredKeeper {
  /** Name of the class, for errors too. */
  readonly owner: string;
  readonly problem: StoredProblem;
  /** Options of its constructor. */
  readonly settings: object;
  readonly keeper: Keeper;
  readonly elites: Table;
  readonly schema: Schema;
  readonly nextId: number;
}

function snapshotOf({
  owner,
  problem,
  settings,
  keeper,
  schema,
}: StoredKeeper): SnapshotOf<ReturnType<typeof kindsOf>> {
  const { genome, descriptor, fitnessFloor, fields, lineage } = problem;
  const spaces = { genome: isObjectSpace(genome) ? 'objects' : genome, descriptor };
  return {
    kind: owner,
    configuration: { ...spaces, fitnessFloor, settings, fields, lineage },
    state: kindsOf(schema, statefulParts(owner, {}, { keeper })),
  };
}

function kindsOf(schema: Schema, parts: StatefulParts) {
  return { ...HEADER, nextId: serial, elites: elitesKind(schema, 'elites'), parts: partsKind(parts) };
}

/** An archive as the bytes of a file. */
export function keptBytes(archive: StoredKeeper): Uint8Array {
  const { problem, settings, elites, nextId } = archive;
  const header = headerOf(problem, settings);
  return encodeSnapshot(snapshotOf(archive), { ...header, nextId, elites, parts: new Map() });
}

/** Takes the state of a file. @returns the next id. @throws SNAPSHOT; nothing has changed then. */
export function restoreKept(archive: StoredKeeper, bytes: Uint8Array): number {
  const { owner, problem, keeper, elites } = archive;
  const { state, fail } = decodeSnapshot(`${owner}.restore`, bytes, snapshotOf(archive));
  checkRows([state.elites], problem, state.nextId, fail);
  for (let row = 0; row < state.elites.rows; row++) {
    const fault = keeper.fault?.(state.elites, row);
    if (fault !== undefined) throw fail('hold rows that can be kept', fault);
  }
  let cells = new Int32Array(0);
  state.parts(() => {
    const others = keeper.others?.();
    if (others !== undefined) checkRows([others], problem, state.nextId, fail);
    cells = keeper.cellsOf(state.elites, fail) as Int32Array<ArrayBuffer>;
  });
  elites.resize(0);
  for (const [row, cell] of cells.entries()) putRow(elites, row, state.elites, row, cell);
  keeper.load();
  return state.nextId;
}

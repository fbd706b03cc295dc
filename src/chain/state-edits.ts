import { byteString, type Codec, optional, record, u8, type ValueOf, vector } from '../codec/codec.js';
import type { Change } from '../state/changes.js';
import { STATE_SCHEMA } from '../state/schema.js';
import type { Overlay, StateWriter } from '../state/state.js';

const edit = record({ table: u8, key: byteString, value: optional(byteString) });

/**
 * An entry of the state that was set in a block without a transaction, which only a development network
 * can do: prefix of the table, encoded key, encoded value; no value deletes the entry.
 */
export type StateEdit = ValueOf<typeof edit>;

/** The edits of a block as they are stored. */
export const editsCodec: Codec<readonly StateEdit[]> = vector(edit);

/** Makes edits of whatever a function changes in a state, which keeps the changes. */
export function recordEdits(state: Overlay, change: (state: StateWriter) => void): StateEdit[] {
  const scratch = state.child();
  change(scratch);
  const edits = scratch.changes().map(editOf);
  scratch.merge();
  return edits;
}

/** Makes edits again, before the first transaction of their block. */
export function applyEdits(state: StateWriter, edits: readonly StateEdit[]): void {
  for (const { table: prefix, key: encoded, value } of edits) {
    const table = STATE_SCHEMA.tableOf(prefix);
    const key = table.key.decode(Buffer.from(encoded).toString('latin1'));
    if (value === undefined) state.delete(table, key);
    else state.put(table, key, table.value.decode(Buffer.from(value)));
  }
}

function editOf({ table, key, after }: Change): StateEdit {
  return {
    table: table.prefix,
    key: Buffer.from(key, 'latin1'),
    value: after === undefined ? undefined : Buffer.from(after, 'latin1'),
  };
}

import { parseName } from '../../../vm/wasm/abi/name.js';
import { packValue } from '../../../vm/wasm/abi/pack.js';
import type { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { StreamWriter } from '../../../vm/wasm/abi/stream.js';
import { unpackValue } from '../../../vm/wasm/abi/unpack.js';
import { ASKED_LIMITS, UnpackBudget } from '../../../vm/wasm/abi/unpack-budget.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { type RegId, regIdInteger, regIdText } from '../../codec/regid.js';
import type { StateReader } from '../../state/state.js';
import { CONTRACT_DATA } from '../../state/tables/contracts.js';
import { RpcError } from '../declaration/errors.js';
import { contractFailure, withContractErrors } from '../submission/contract-errors.js';

/** One table of a contract (spec 04 §13.2). */
export interface ContractTable {
  readonly state: StateReader;
  readonly schema: AbiSchema;
  readonly contract: RegId;
  readonly table: string;
}

/** Which rows of a table. */
export interface RowRange {
  /** Parts of the key after the table's name, `[type, value]` each. */
  readonly keyPrefix: readonly Json[];
  readonly limit: number;
  /** The full key after which the rows begin. */
  readonly after: Uint8Array | undefined;
}

/** Rows in the order of their keys, as many as one answer has room for. @throws RpcError of the ABI, -8 for a bad prefix */
export function tableRows(table: ContractTable, { keyPrefix, limit, after }: RowRange): JsonObject {
  const { state, contract } = table;
  const keyOf = (text: string) => [contract, text] as const;
  const prefix = CONTRACT_DATA.key.encode(keyOf(latin1(packedPrefix(table, keyPrefix))));
  const range = { prefix, limit: limit + 1, ...(after !== undefined && { gt: keyOf(latin1(after)) }) };
  const budget = new UnpackBudget(ASKED_LIMITS);
  const rows: JsonObject[] = [];
  for (const [[, key], value] of state.iterate(CONTRACT_DATA, range)) {
    if (rows.length === limit) return { rows, more: true };
    try {
      budget.text(2 * key.length);
      const row = rowJson(table, value, budget);
      rows.push({ ...row, key: Buffer.from(key, 'latin1').toString('hex') });
    } catch (error) {
      // What one answer has no room for is in the next; a row that is too large alone is an error.
      if (budget.exhausted && rows.length > 0) return { rows, more: true };
      throw error;
    }
  }
  return { rows, more: false };
}

/** The row of a full key. @throws RpcError 3160011 where there is none */
export function tableRow(table: ContractTable, key: Uint8Array): JsonObject {
  const value = table.state.get(CONTRACT_DATA, [table.contract, latin1(key)]);
  if (value === undefined) {
    throw contractFailure(
      'table_not_found',
      `the key '${latin1Hex(key)}' of table '${table.table}' of contract '${regIdText(table.contract)}' does not exist`,
      'rpc/contract-rows',
    );
  }
  return rowJson(table, value);
}

function rowJson(
  { schema, table }: ContractTable,
  value: Uint8Array,
  budget = new UnpackBudget(ASKED_LIMITS),
): JsonObject {
  const type = schema.tableType(table);
  if (type === undefined) {
    throw contractFailure('table_not_found', `the ABI has no table '${table}'`, 'rpc/contract-rows');
  }
  return withContractErrors(() => unpackValue(schema, type, value, type, budget)) as JsonObject;
}

/** Regid, name of the table, then the parts. */
function packedPrefix({ schema, contract, table }: ContractTable, parts: readonly Json[]): Buffer {
  return withContractErrors(() => {
    const writer = new StreamWriter();
    writer.u64(regIdInteger(contract));
    writer.u64(parseName(table));
    for (const part of parts) {
      if (!Array.isArray(part) || part.length !== 2 || typeof part[0] !== 'string') {
        throw new RpcError('INVALID_PARAMETER', 'every part of the key prefix must be [type, value]');
      }
      writer.raw(packValue(schema, part[0], part[1] as Json));
    }
    return writer.finish();
  });
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function latin1Hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { type RegId, regIdInteger } from '../../../src/codec/regid.js';
import type { InlineTransaction, PermissionLevel } from '../../../src/tx/types/universal.js';
import { MODULE_CONTRACTS } from '../../../vm/universal/native-contracts/index.js';
import { packAction } from '../../../vm/wasm/abi/pack.js';
import { CODE_PERMISSION, OWNER_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import { name } from '../wasm/memory-host.js';
import { integerOf } from './universal.js';

/** What somebody wants of a module; the arguments by name, as the ABI has them. */
export interface ModuleCommand {
  readonly contract: string;
  readonly action: string;
  readonly args: JsonObject;
}

/** A command as an action by the authority of an account, which signs or is a contract. */
export function commandAction(
  { contract, action, args }: ModuleCommand,
  actor: RegId,
  isContract: boolean,
): InlineTransaction {
  const level: PermissionLevel = {
    account: regIdInteger(actor),
    permission: isContract ? CODE_PERMISSION : OWNER_PERMISSION,
  };
  const id = integerOf(contract);
  const data = packAction(MODULE_CONTRACTS.get(id)!.schema, action, args);
  return { contract: id, action: name(action), authorization: [level], data };
}

/** A command in the words of a Lua contract. */
export function commandLua({ contract, action, args }: ModuleCommand): string {
  return `mylib.CallContract(${literal({ contract, action, args })})`;
}

/** A value as Lua writes it. */
function literal(value: Json): string {
  if (value === null) return 'nil';
  if (typeof value === 'string') return `"${value}"`;
  if (Array.isArray(value)) return `{${value.map(literal).join(', ')}}`;
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value as JsonObject).map(
    ([field, member]) => `${field} = ${literal(member ?? null)}`,
  );
  return `{${fields.join(', ')}}`;
}

/** An amount of a coin as text, from sawi. */
export function coins(symbol: string, sawi: bigint): string {
  const digits = String(sawi).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)} ${symbol}`;
}

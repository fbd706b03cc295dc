import { LuaSyntaxError } from '../../../vm/lua/compile/compile.js';
import { compileContract } from '../../../vm/lua/contract.js';
import { Environment } from '../../../vm/lua/machine/environment.js';
import { Machine } from '../../../vm/lua/machine/machine.js';
import type { RunOutcome } from '../../../vm/lua/machine/outcome.js';
import type { MachineRequest } from '../../../vm/lua/machine/request.js';
import { toDecimal } from '../../../vm/lua/value/int64.js';
import { typeName } from '../../../vm/lua/value/metamethods.js';
import { formatGeneral } from '../../../vm/lua/value/number/format.js';
import type { BuiltinCode, Library } from '../../../vm/lua/value/runtime.js';
import { LuaString } from '../../../vm/lua/value/string.js';
import { Int64, LuaFloat, type Value } from '../../../vm/lua/value/value.js';

/** The names of the contract API (spec 03 §8), of which the engine's tests need no more than that. */
const MYLIB_NAMES =
  'ByteToInteger DeleteData Des GetAccountAsset GetAccountPublickey GetAssetPrice GetBase58Addr GetBlockHash ' +
  'GetBlockTimestamp GetContractData GetContractRegId GetCurRunEnvHeight GetCurTxAccount GetCurTxHash ' +
  'GetCurTxInputAsset GetCurTxPayAmount GetScriptData GetScriptID GetTxConFirmHeight GetTxConfirmHeight ' +
  'GetTxContract GetTxRegID GetUserAppAccFundWithTag GetUserAppAccValue Int64Add Int64Div Int64Mul Int64Sub ' +
  'IntegerToByte4 IntegerToByte8 LogPrint ModifyData QueryAccountBalance ReadData Sha256 Sha256Once ' +
  'TransferAccountAsset TransferAccountAssets TransferContractAsset TransferSomeAsset VerifySignature WriteData ' +
  'WriteOutAppOperate WriteOutput';

/** A host module with all names of the contract API that does nothing, but for the functions given. */
function silentMylib(functions: Library = {}): Library {
  const nothing: BuiltinCode = machine => machine.none();
  return Object.fromEntries(MYLIB_NAMES.split(' ').map(name => [name, functions[name] ?? nothing]));
}

export const SILENT_ENVIRONMENT = new Environment({ mylib: silentMylib() });

/** Enough for every program of a test that ends by itself. */
export const AMPLE_FUEL = 600_562_500;

/** Runs a source text, given as bytes or as a string of code units 0 to 255. */
export function runLua(source: string | Uint8Array, request: Partial<MachineRequest> = {}): RunOutcome {
  const bytes = typeof source === 'string' ? Uint8Array.from(Buffer.from(source, 'latin1')) : source;
  const code = compileContract(bytes);
  return new Machine({
    environment: SILENT_ENVIRONMENT,
    fuelLimit: AMPLE_FUEL,
    context: undefined,
    ...request,
  }).run(code);
}

/** A string as the vectors write it: bytes that do not print as `\xHH`. */
export function escapeBytes(text: string): string {
  return text.replace(/[^\x20-\x7e]|\\/g, c =>
    c === '\\' ? '\\\\' : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** A value as the vectors write it. */
export function showValue(v: Value): string {
  if (typeof v === 'number' || v instanceof Int64) return `integer:${toDecimal(v)}`;
  if (v instanceof LuaFloat) return `float:${formatGeneral(v, 17, false)}`;
  if (v instanceof LuaString) return `string:${escapeBytes(v.bytes)}`;
  if (typeof v === 'boolean') return `boolean:${v}`;
  return typeName(v);
}

/** The outcome of a source text as the vectors write it. */
export function showOutcome(source: string | Uint8Array, request: Partial<MachineRequest> = {}): string[] {
  let outcome: RunOutcome;
  try {
    outcome = runLua(source, request);
  } catch (error) {
    if (error instanceof LuaSyntaxError) return [`loaderror:${escapeBytes(error.message)}`];
    throw error;
  }
  return outcome.ok ? outcome.values.map(showValue) : [`error:${escapeBytes(outcome.message)}`];
}

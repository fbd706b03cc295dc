import { CODE_CONTRACT } from '../../../vm/universal/native-contracts/code-contract.js';
import { engine } from '../../../vm/universal/wasm-code.js';
import { encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { abiFromJson } from '../../../vm/wasm/abi/json-form.js';
import { parseName } from '../../../vm/wasm/abi/name.js';
import { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { StreamWriter } from '../../../vm/wasm/abi/stream.js';
import { JsonSyntaxError, parseJson } from '../../codec/json.js';
import type { Json } from '../../codec/json-value.js';
import { NO_REGID, type RegId, regIdInteger } from '../../codec/regid.js';
import { VM_WASM } from '../../tx/enums.js';
import type { Money } from '../../tx/units.js';
import type { AfterTurn } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { regIdParameter } from '../submission/contract-abis.js';
import { contractFailure, withContractErrors } from '../submission/contract-errors.js';
import { requireFunds } from '../submission/simulated-balance.js';
import { actionsWithFee, payerParameter, submitActions } from '../submission/submit-actions.js';

/** Module and ABI with the little around them. */
const MAX_SETCODE_BYTES = 3 * 1_048_576;

/** A module that is deployed, or replaces that of a contract. */
export interface ModuleDeployment {
  readonly sender: string;
  readonly code: Uint8Array;
  readonly abi: Json;
  /** Regid of the contract whose module is replaced; empty for a new one. */
  readonly contract: string;
  readonly fee: Money | undefined;
  readonly memo: Uint8Array;
}

/** Deploys a module by the action of 0-100. @throws RpcError with the number of an exception of contracts, -2002, -2001 */
export function deployModule(
  services: NodeServices,
  { sender, code, abi: json, contract, fee, memo }: ModuleDeployment,
): AfterTurn {
  const abi = withContractErrors(() => {
    const packed = packedAbi(json);
    engine.deploy(code, packed);
    return packed;
  });
  const payer = payerParameter(services, sender);
  const replaced = contract === '' ? NO_REGID : regIdParameter(contract);
  const data = setCodeArguments(replaced, payer.regId, { code, abi, memo });
  const call = { contract: CODE_CONTRACT, action: parseName('setcode'), data };
  const tx = actionsWithFee(services, payer, [call], fee);
  requireFunds(services.state, tx.txUid, { symbol: tx.feeSymbol, amount: tx.fees });
  return submitActions(services, payer, tx);
}

/** What 0-100 stores: the contract, its maintainer, module, ABI and memo. */
function setCodeArguments(
  contract: RegId,
  maintainer: RegId,
  { code, abi, memo }: { readonly code: Uint8Array; readonly abi: Uint8Array; readonly memo: Uint8Array },
): Buffer {
  const writer = new StreamWriter(MAX_SETCODE_BYTES);
  writer.u64(regIdInteger(contract));
  writer.u64(regIdInteger(maintainer));
  writer.u8(VM_WASM);
  writer.bytes(code);
  writer.bytes(abi);
  writer.bytes(memo);
  return writer.finish();
}

/** @throws ContractException of an ABI that is not consistent */
export function packedAbi(json: Json): Buffer {
  const definition = abiFromJson(json);
  new AbiSchema(definition);
  return encodeAbi(definition);
}

/** A text that is no JSON is no ABI. @throws RpcError 3015017 */
export function abiJson(text: Buffer, place: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw contractFailure('abi_parse_exception', `abi parse fail: ${error.message}`, place);
  }
}

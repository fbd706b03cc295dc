import { CODE_CONTRACT } from '../../../vm/universal/native-contracts/code-contract.js';
import { abiToJson } from '../../../vm/wasm/abi/json-form.js';
import { parseName } from '../../../vm/wasm/abi/name.js';
import { StreamWriter } from '../../../vm/wasm/abi/stream.js';
import { unpackAction, unpackValue } from '../../../vm/wasm/abi/unpack.js';
import { regIdInteger } from '../../codec/regid.js';
import type { ContractQuery, QueryAnswer } from '../../ledger/types.js';
import { hexText } from '../../tx/json-members.js';
import { TransactionRejected } from '../../tx/reject.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { exactDigits } from '../declaration/parameters/hex-text.js';
import type { NodeServices } from '../node/services.js';
import {
  packedAction,
  refuseSystemContract,
  regIdParameter,
  requireSchema,
  requireWasmContract,
} from '../submission/contract-abis.js';
import { contractFailure, withContractErrors } from '../submission/contract-errors.js';
import { refusedFor } from '../submission/submit.js';
import { actionsWithFee, payerParameter, submitActions } from '../submission/submit-actions.js';
import { readContractFile } from './contract-files.js';
import { tableRow, tableRows } from './contract-rows.js';
import { abiJson, deployModule, packedAbi } from './deploy-module.js';
import type { methods } from './wasm-contracts.methods.js';

const DEFAULT_ROWS = 100;
const MAX_ROWS = 10_000;
/** Data for wasm_bin2json has fewer hex digits: less than 4096 bytes (spec 02 §5.8). */
const DATA_DIGITS_BOUND = 2 * 4096;
const NO_MEMO = new Uint8Array(0);

export const handlers = implement<typeof methods, NodeServices>({
  async submitsetcodetx({ sender, code_file, abi_file, contract = '', fee }, services) {
    const code = await readContractFile(services.paths, code_file);
    const abiText = await readContractFile(services.paths, abi_file);
    const abi = abiJson(abiText, 'rpc/submitsetcodetx');
    return deployModule(services, { sender, code, abi, contract, fee, memo: NO_MEMO });
  },

  submitsetcodertx({ sender, contract, maintainer, fee }, services) {
    const payer = payerParameter(services, sender);
    const writer = new StreamWriter();
    writer.u64(regIdInteger(regIdParameter(contract)));
    writer.u64(regIdInteger(regIdParameter(maintainer)));
    const call = { contract: CODE_CONTRACT, action: parseName('setcoder'), data: writer.finish() };
    return submitActions(services, payer, actionsWithFee(services, payer, [call], fee));
  },

  wasm_gettable({ contract: text, table, key_prefix = [], max_count = '', begin_key: after }, services) {
    const { state } = services;
    const contract = regIdParameter(text);
    refuseSystemContract(services, contract, 'table');
    const schema = requireSchema(services, contract);
    const limit = max_count === '' ? DEFAULT_ROWS : rowLimit(max_count);
    return tableRows({ state, schema, contract, table }, { keyPrefix: key_prefix, limit, after });
  },

  wasm_getrow({ contract: text, table, key }, services) {
    const { state } = services;
    const contract = regIdParameter(text);
    refuseSystemContract(services, contract, 'table');
    return tableRow({ state, schema: requireSchema(services, contract), contract, table }, key);
  },

  wasm_json2bin({ contract, action, data }, services) {
    const schema = requireSchema(services, regIdParameter(contract));
    return { data: hexText(packedAction(schema, action, data).data) };
  },

  wasm_bin2json({ contract, action, data }, services) {
    const schema = requireSchema(services, regIdParameter(contract));
    if (data === '' || data.length >= DATA_DIGITS_BOUND) {
      const message = `the data has ${data.length} hex digits, 2 to ${DATA_DIGITS_BOUND - 2} are allowed`;
      throw contractFailure('rpc_params_size_exceeds_exception', message, 'rpc/wasm_bin2json');
    }
    const bytes = Buffer.from(exactDigits(data, 'data'), 'hex');
    return { data: withContractErrors(() => unpackAction(schema, action, bytes)) };
  },

  wasm_getcode({ contract: text }, services) {
    const contract = regIdParameter(text);
    refuseSystemContract(services, contract, 'code');
    return { code: hexText(requireWasmContract(services.state, contract).code) };
  },

  wasm_getabi({ contract }, services) {
    return { abi: abiToJson(requireSchema(services, regIdParameter(contract)).definition) };
  },

  wasm_gettxtrace({ txid }, { chain }) {
    const trace = chain.blocks.traceOf(txid);
    if (trace === undefined) {
      const message = `get tx '${txid}' trace failed`;
      throw contractFailure('transaction_trace_access_exception', message, 'rpc/wasm_gettxtrace');
    }
    return { tx_trace: trace };
  },

  wasm_abidefjson2bin({ abi: given }) {
    const abi = typeof given === 'string' ? abiJson(Buffer.from(given), 'rpc/wasm_abidefjson2bin') : given;
    return { data: hexText(withContractErrors(() => packedAbi(abi))) };
  },

  wasm_getresult({ contract: text, action, data }, services) {
    const contract = regIdParameter(text);
    const schema = requireSchema(services, contract);
    const packed = packedAction(schema, action, data);
    const query = { contract: regIdInteger(contract), ...packed };
    const started = performance.now();
    const { result, trace, txid } = withContractErrors(() => answered(services, query));
    const elapsed = Math.round((performance.now() - started) * 1000);
    if (result === undefined || result.type === '' || result.value.length === 0) {
      const message = `contract action=${action} does not emit result`;
      throw contractFailure('rpc_no_ret_exception', message, 'rpc/wasm_getresult');
    }
    const { name, type } = result;
    const value = withContractErrors(() => unpackValue(schema, type, result.value));
    return {
      block_height: services.tipHeight,
      result: { name, type, value },
      trace: { trx_id: txid, elapsed, traces: [trace] },
    };
  },
});

/** @throws RpcError -4 where queries have taken too much work lately; ContractException */
function answered({ client, mempool }: NodeServices, query: ContractQuery): QueryAnswer {
  try {
    return mempool.query(client, query);
  } catch (error) {
    throw error instanceof TransactionRejected ? refusedFor(error) : error;
  }
}

/** @throws RpcError -8 for anything but a positive integer */
function rowLimit(given: string | bigint): number {
  const written = String(given);
  const limit = /^\d{1,9}$/.test(written) ? Number(written) : 0;
  if (limit < 1 || limit > MAX_ROWS) {
    throw new RpcError('INVALID_PARAMETER', `max_count=${written}, 1 to ${MAX_ROWS} is expected`);
  }
  return limit;
}

import { isSystemContract } from '../../../vm/universal/contract-abi.js';
import { type CallTrace, callTrace } from '../../chain/call-trace.js';
import { ChainError } from '../../chain/errors.js';
import type { Json } from '../../codec/json-value.js';
import { parseRegId, type RegId, regIdInteger, regIdText } from '../../codec/regid.js';
import { encodeAddress } from '../../crypto/address.js';
import type { StateReader } from '../../state/state.js';
import { REGIDS } from '../../state/tables/accounts.js';
import { CONTRACT_ACCOUNTS, type ContractAccount } from '../../state/tables/contract-accounts.js';
import { CONTRACT_DATA, CONTRACTS } from '../../state/tables/contracts.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { hexText } from '../../tx/json-members.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { exactHex } from '../declaration/parameters/hex-text.js';
import { realAmount } from '../node/amounts.js';
import type { NodeServices } from '../node/services.js';
import { requireSchema } from '../submission/contract-abis.js';
import { callJson } from './call-json.js';
import {
  contractAccountAt,
  contractAccountJson,
  contractJson,
  contractListItem,
  systemContractJson,
} from './contract.results.js';
import { contractRegId, requireContract } from './contracts.js';
import type { methods } from './contracts.methods.js';

const INVALID_REGID = 'Invalid contract regid';

export const handlers = implement<typeof methods, NodeServices>({
  getcontractinfo({ contract_regid: text }, { state, network }) {
    const message = `${INVALID_REGID}.`;
    const regId = contractRegId(text, 'INVALID_PARAMS', message);
    if (isSystemContract(network, regIdInteger(regId))) {
      return systemContractJson(regId, requireSchema({ network, state }, regId));
    }
    return contractJson(regId, requireContract(state, regId, 'INVALID_PARAMS', message));
  },

  listcontracts({ show_detail: detailed, max_count: limit, after = '' }, { state }) {
    const range = {
      ...(after !== '' && { gt: contractRegId(after, 'INVALID_PARAMETER', INVALID_REGID) }),
      ...(limit !== undefined && { limit }),
    };
    const contracts = Array.from(state.iterate(CONTRACTS, range), ([regId, contract]) =>
      contractListItem(regId, contract, detailed),
    );
    return { count: contracts.length, contracts };
  },

  async gettxcalls({ txid }, services) {
    let trace: CallTrace | undefined;
    try {
      trace = await callTrace(services.chain, txid);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
    }
    if (trace === undefined) {
      throw new RpcError('INVALID_ADDRESS_OR_KEY', `transaction ${txid} is not in the chain`);
    }
    const { height, calls } = trace;
    return { height, calls: calls.map(call => callJson(services, call)) };
  },

  getcontractdata: ({ contract_regid: text, key, hexadecimal_format: isHex = false }, { state }) =>
    contractData(state, text, key, isHex),

  getcontractdataraw: ({ contract_regid: text, key }, { state }) => contractData(state, text, key, true),

  getcontractaccountinfo({ contract_regid: text, account, minconf }, services) {
    const message = `getcontractaccountinfo: invalid contract regid: ${text}`;
    const contract = contractRegId(text, 'MISC_ERROR', message);
    requireContract(services.state, contract, 'MISC_ERROR', `${message}: there is no such contract`);
    const user = userName(services, account);
    const state = minconf === 0 ? services.mempool.pendingState() : services.state;
    const found = contractAccountAt(state.get(CONTRACT_ACCOUNTS, [contract, user]), services.tipHeight);
    return contractAccountJson(Buffer.from(user, 'latin1'), found, services.amountFormat);
  },

  getcontractassets({ contract_regid: text }, services) {
    const contract = contractRegId(text, 'INVALID_PARAMETER', INVALID_REGID);
    requireContract(services.state, contract, 'INVALID_PARAMETER', 'Failed to find contract');
    const addresses = walletAddresses(services);
    if (addresses.length === 0) throw new RpcError('INVALID_ADDRESS_OR_KEY', 'No keys in wallet');
    const holders = addresses.flatMap(address => {
      const stored = services.state.get(CONTRACT_ACCOUNTS, [contract, address]);
      if (stored === undefined) return [];
      const { free, frozen } = contractAccountAt(stored, services.tipHeight);
      return [{ address, free, frozen: frozen.reduce((sum, { value }) => sum + value, 0n) }];
    });
    return {
      total_assets: services.amountFormat(holders.reduce((sum, { free, frozen }) => sum + free + frozen, 0n)),
      lists: holders.map(({ address, free, frozen }) => ({
        address,
        free_value: services.amountFormat(free),
        freezed_value: services.amountFormat(frozen),
      })),
    };
  },

  listcontractassets({ contract_regid: text }, services) {
    const contract = contractRegId(text, 'MISC_ERROR', 'in listcontractassets :regid is invalid!');
    return walletAddresses(services).map(addr => ({
      addr,
      asset: realAmount(accountInContract(services, contract, addr).free),
    }));
  },
});

function contractData(state: StateReader, text: string, key: string, isHex: boolean): Json {
  const regId = contractRegId(text, 'INVALID_PARAMETER', INVALID_REGID);
  const bytes = isHex ? exactHex(key, 'key').toString('latin1') : freeTextFrom(key);
  const value = state.get(CONTRACT_DATA, [regId, bytes]);
  if (value === undefined) throw new RpcError('INVALID_PARAMETER', 'Failed to acquire contract data');
  return { contract_regid: regIdText(regId), key, value: isHex ? hexText(value) : value };
}

/** How contracts name an account: a regid is replaced by its address, anything else is used as it is. */
function userName({ state, network }: NodeServices, text: string): string {
  const regId = parseRegId(text);
  if (regId === undefined) return freeTextFrom(text);
  const keyId = state.get(REGIDS, regId);
  if (keyId === undefined) throw new RpcError('INVALID_ADDRESS_OR_KEY', `Invalid address=${text}`);
  return encodeAddress(network.addressVersion, keyId);
}

function walletAddresses({ wallet, network }: NodeServices): string[] {
  return wallet.entries().map(({ keyId }) => encodeAddress(network.addressVersion, keyId));
}

function accountInContract(
  { state, tipHeight }: NodeServices,
  contract: RegId,
  user: string,
): ContractAccount {
  return contractAccountAt(state.get(CONTRACT_ACCOUNTS, [contract, user]), tipHeight);
}

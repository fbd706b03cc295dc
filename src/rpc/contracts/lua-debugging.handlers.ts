import { minimumFeeOf } from '../../../vm/native/minimum-fee.js';
import { isSystemContract } from '../../../vm/universal/contract-abi.js';
import { parseRegId, type RegId, regIdInteger } from '../../codec/regid.js';
import { regIdUid, type Uid } from '../../codec/uid.js';
import { PROTOCOL } from '../../config/network.js';
import type { ExecutedTransaction } from '../../ledger/types.js';
import { type Account, isRegistered, tokenOf } from '../../state/tables/accounts.js';
import { CONTRACTS } from '../../state/tables/contracts.js';
import { VM_WASM } from '../../tx/enums.js';
import { TransactionRejected } from '../../tx/reject.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { type TransactionType, TX } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import {
  accountOf,
  parsedUid,
  requireAccount,
  senderParameter,
  uidParameter,
} from '../submission/account-parameters.js';
import { packedAction, requireSchema } from '../submission/contract-abis.js';
import { feeParameter } from '../submission/fees.js';
import { prepareGiven } from '../submission/prepare-given.js';
import type { LuaCall } from '../submission/simulate.js';
import { standardFields, UNSIGNED } from '../submission/submit.js';
import { payerParameter, unsignedActions } from '../submission/submit-actions.js';
import { estimateAction, estimateLuaCall } from './call-estimate.js';
import { contractArguments } from './contract-arguments.js';
import { requireCalledContract } from './contracts.js';
import type { methods } from './lua-debugging.methods.js';
import { readLuaFile, TRIAL_MESSAGES } from './lua-file.js';

const NO_BYTES = new Uint8Array(0);
const NOTHING: Money = { symbol: BASE_COIN, amount: 0n };
/** The share of deployment in the fee of luavm_executescript, in addition to its minimum. */
const DEPLOYMENT_EXTRA = PROTOCOL.coin;
/** How many minimum fees of a call are in the default fee. */
const DEFAULT_CALL_FEES = 10n;
/** What the caller of luavm_executecontract gets for the run. */
const TRIAL_COINS = 100_000n * PROTOCOL.coin;
/** Position of the deployment in the simulated block. */
const FIRST = 1;

export const handlers = implement<typeof methods, NodeServices>({
  async luavm_executescript({ address, script_path: path, arguments: hex = '', amount = 0n, fee }, services) {
    const code = await readLuaFile(path, TRIAL_MESSAGES);
    const deployFee = minimumFee(services, TX.LCONTRACT_DEPLOY) + DEPLOYMENT_EXTRA;
    const callMinimum = minimumFee(services, TX.LCONTRACT_INVOKE);
    const given = fee && feeParameter(services, fee, TX.LCONTRACT_DEPLOY);
    const total = given?.amount ?? deployFee + DEFAULT_CALL_FEES * callMinimum;
    if (total < deployFee + callMinimum) {
      const message = `input fee could not smaller than: ${deployFee + callMinimum} sawi`;
      throw new RpcError('INSUFFICIENT_FEE', message);
    }
    const account = requireOwnAccount(services, parsedUid(services, address));
    if (tokenOf(account, BASE_COIN).free < total) {
      throw new RpcError('WALLET_ERROR', 'Account balance is insufficient');
    }
    const sender = regIdUid(account.regId);
    const { height, fuelRate } = services.chain.nextContext();
    return services.mempool.simulate(services.client, simulation => {
      const { version, validHeight, txUid } = standardFields(services, sender, NOTHING);
      const head = { version, validHeight, txUid } as const;
      const contract = { code, memo: NO_BYTES };
      const deployment = {
        type: TX.LCONTRACT_DEPLOY,
        ...head,
        contract,
        fees: deployFee,
        ...UNSIGNED,
      } as const;
      const deployed = orTransactionError('CheckAndExecuteTx register contract failed', () =>
        simulation.execute(prepareGiven(services, deployment)),
      );
      const call = callOf(services, sender, { height, index: FIRST }, contractArguments(hex), amount);
      const called = orTransactionError('CheckAndExecuteTx contract failed', () =>
        simulation.execute(prepareGiven(services, { ...call, fees: total - deployFee })),
      );
      return {
        fuel_rate: fuelRate,
        register_contract_tx: { contract_size: deployed.fuel, used_fuel_fee: deployed.fuelFee },
        call_contract_tx: { fuel: called.fuel, fuel_fee: called.fuelFee },
      };
    });
  },

  luavm_executecontract({ address, contract_regid, arguments: hex = '', amount = NOTHING }, services) {
    const sender = senderParameter(services, address);
    const appUid = uidParameter(services, contract_regid);
    const { regId: contract } = requireAccount(services.state, appUid);
    requireCalledContract(services.state, appUid);
    const { fuelRate } = services.chain.nextContext();
    const call = callOf(services, sender, contract, contractArguments(hex), amount.amount);
    // Credited with the fee before the run, so the coins are the fee.
    const fees = minimumFee(services, TX.LCONTRACT_INVOKE) + TRIAL_COINS;
    return services.mempool.simulate(services.client, simulation => {
      const { fuel, fuelFee } = orTransactionError('CheckAndExecuteTx contract failed', () =>
        simulation.execute(prepareGiven(services, { ...call, fees })),
      );
      return { fuel_rate: fuelRate, burned_fuel: fuel, fuel_fee: fuelFee };
    });
  },

  estimatecontractcall(
    { sender: from, contract_regid, arguments: text = '', amount = NOTHING, data },
    services,
  ) {
    parsedUid(services, contract_regid);
    const actionContract = contractOfActions(services, contract_regid);
    if (actionContract !== undefined) {
      if (amount.amount !== 0n) {
        throw new RpcError(
          'INVALID_PARAMETER',
          'an action takes no coins: let 0-800 transfer them to the contract',
        );
      }
      const schema = requireSchema(services, actionContract);
      const call = { contract: regIdInteger(actionContract), ...packedAction(schema, text, data ?? []) };
      return estimateAction(
        services,
        unsignedActions(services, payerParameter(services, from), [call], NOTHING),
      );
    }
    if (data !== undefined) {
      throw new RpcError('INVALID_PARAMETER', 'a Lua contract takes its arguments in hex, and no data');
    }
    const sender = senderParameter(services, from);
    const appUid = uidParameter(services, contract_regid);
    requireCalledContract(services.state, appUid);
    return estimateLuaCall(services, {
      type: TX.UCONTRACT_INVOKE,
      ...standardFields(services, sender, NOTHING),
      appUid,
      arguments: contractArguments(text),
      coinSymbol: amount.symbol,
      coinAmount: amount.amount,
      ...UNSIGNED,
    });
  },
});

/** A call of type 4 whose fee is still to be filled in. */
function callOf(
  services: NodeServices,
  sender: Uid,
  contract: RegId,
  argumentBytes: Uint8Array,
  amount: bigint,
): LuaCall {
  const { version, validHeight, txUid, fees } = standardFields(services, sender, NOTHING);
  return {
    type: TX.LCONTRACT_INVOKE,
    version,
    validHeight,
    txUid,
    appUid: regIdUid(contract),
    fees,
    coinAmount: amount,
    arguments: argumentBytes,
    ...UNSIGNED,
  };
}

/** The account of a registered sender whose key is in the wallet. @throws RpcError -2001 */
function requireOwnAccount(services: NodeServices, uid: Uid): Account {
  const account = accountOf(services.state, uid);
  if (account === undefined || !isRegistered(account)) {
    throw new RpcError('WALLET_ERROR', 'Account is unregistered');
  }
  if (services.wallet.entry(account.keyId)?.publicKey === undefined) {
    throw new RpcError('WALLET_ERROR', 'Send address is not in wallet');
  }
  return account;
}

function minimumFee({ state, network }: NodeServices, type: TransactionType): bigint {
  return minimumFeeOf(state, network, type, BASE_COIN) ?? 0n;
}

/** @throws RpcError -11 with the reason after the reference's text (spec 03 §11.3) */
function orTransactionError(text: string, run: () => ExecutedTransaction): ExecutedTransaction {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    throw new RpcError('TRANSACTION_ERROR', `${text}: code=${error.code}, reason=${error.reason}`);
  }
}

/** The regid that a text names, if the contract there is called by actions and not by bytes. */
function contractOfActions({ network, state }: NodeServices, text: string): RegId | undefined {
  const regId = parseRegId(text);
  if (regId === undefined) return undefined;
  if (isSystemContract(network, regIdInteger(regId))) return regId;
  return state.get(CONTRACTS, regId)?.vmType === VM_WASM ? regId : undefined;
}

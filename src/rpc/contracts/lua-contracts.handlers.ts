import { VM_LUA } from '../../tx/enums.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { TX } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { type AfterTurn, implement } from '../declaration/method.js';
import type { GivenPath } from '../declaration/parameters/paths.js';
import type { NodeServices } from '../node/services.js';
import { requireAccount, senderParameter, uidParameter } from '../submission/account-parameters.js';
import { defaultCallFee } from '../submission/call-fee.js';
import { feeParameter, requireBaseCoin } from '../submission/fees.js';
import type { LuaCall } from '../submission/simulate.js';
import { SimulatedBalance } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { submitLuaCall } from '../submission/submit-lua-call.js';
import { contractArguments } from './contract-arguments.js';
import { requireCalledContract } from './contracts.js';
import {
  checkedDeployment,
  type DeploymentMessages,
  type LuaDeployment,
  submitLuaDeployment,
} from './deploy-lua.js';
import type { methods } from './lua-contracts.methods.js';
import { readLuaFile } from './lua-file.js';

const NO_BYTES = new Uint8Array(0);

export const handlers = implement<typeof methods, NodeServices>({
  submitcontractdeploytx: (args, services) => deployLua(services, args),

  async submitucontractdeploytx(args, services) {
    const { sender, code, fee, memo, height } = await deployment(services, args, 14, {
      immature: 'RegID not exist or immature',
      longMemo: 'Contract memo size too large',
    });
    return signAndSubmit(services, {
      type: TX.UCONTRACT_DEPLOY,
      ...standardFields(services, sender, fee, height),
      vmType: VM_LUA,
      upgradable: true,
      code,
      memo,
      abi: NO_BYTES,
      ...UNSIGNED,
    });
  },

  submitcontractcalltx: (args, services) => callLua(services, { ...args, argumentsHex: args.arguments }),

  callcontracttx: (args, services) => callLua(services, { ...args, argumentsHex: args.arguments }),

  submitucontractcalltx(
    { sender: from, contract_regid, arguments: argumentsHex, amount, fee, height },
    services,
  ) {
    const { sender, appUid, argumentBytes } = callTarget(services, { from, contract_regid, argumentsHex });
    const withFee = (paid: Money): LuaCall => ({
      type: TX.UCONTRACT_INVOKE,
      ...standardFields(services, sender, paid, height),
      appUid,
      arguments: argumentBytes,
      coinSymbol: amount.symbol,
      coinAmount: amount.amount,
      ...UNSIGNED,
    });
    return pay(services, withFee, amount, fee);
  },
});

interface DeploymentArguments {
  readonly address: string;
  readonly filepath: GivenPath<'lua-file'>;
  readonly fee: Money;
  readonly height: number | undefined;
  readonly memo: string | undefined;
}

/** The checks of both kinds of deployment in their order (spec 02 §5.7). */
async function deployment(
  services: NodeServices,
  { address, filepath, fee: givenFee, height, memo = '' }: DeploymentArguments,
  type: typeof TX.LCONTRACT_DEPLOY | typeof TX.UCONTRACT_DEPLOY,
  messages: DeploymentMessages,
): Promise<LuaDeployment> {
  const uid = uidParameter(services, address);
  const code = await readLuaFile(filepath);
  const fee = feeParameter(services, givenFee, type);
  return checkedDeployment(services, { uid, code, memo, fee, height }, messages);
}

async function deployLua(services: NodeServices, args: DeploymentArguments): Promise<AfterTurn> {
  requireBaseCoin(args.fee);
  const checked = await deployment(services, args, 5, {
    immature: 'RegId not exist or immature',
    longMemo: 'Contract memo too large',
  });
  return submitLuaDeployment(services, checked, hashToo);
}

interface CallArguments {
  readonly sender: string;
  readonly contract_regid: string;
  readonly argumentsHex: string;
  readonly amount: Money;
  readonly fee: Money | undefined;
  readonly height?: number | undefined;
}

/** Who calls what with which bytes, checked in the order of spec 03 §5.1. */
function callTarget(
  services: NodeServices,
  call: { readonly from: string; readonly contract_regid: string; readonly argumentsHex: string },
) {
  const sender = senderParameter(services, call.from);
  const appUid = uidParameter(services, call.contract_regid);
  requireCalledContract(services.state, appUid);
  return { sender, appUid, argumentBytes: contractArguments(call.argumentsHex) };
}

/** A call of type 4, which moves base coins only. */
function callLua(
  services: NodeServices,
  { sender: from, contract_regid, argumentsHex, amount, fee, height }: CallArguments,
): AfterTurn {
  const { sender, appUid, argumentBytes } = callTarget(services, { from, contract_regid, argumentsHex });
  if (amount.symbol !== BASE_COIN) {
    const message = `The amount must be in ${BASE_COIN}; submitucontractcalltx sends other coins`;
    throw new RpcError('INVALID_PARAMETER', message);
  }
  requireBaseCoin(fee);
  const withFee = (paid: Money): LuaCall => {
    const { version, validHeight, txUid, fees } = standardFields(services, sender, paid, height);
    return {
      type: TX.LCONTRACT_INVOKE,
      version,
      validHeight,
      txUid,
      appUid,
      fees,
      coinAmount: amount.amount,
      arguments: argumentBytes,
      ...UNSIGNED,
    };
  };
  return pay(services, withFee, amount, fee, hashToo);
}

/** Settles the fee of a call, checks that the sender has everything, and submits. */
function pay(
  services: NodeServices,
  withFee: (fee: Money) => LuaCall,
  amount: Money,
  given: Money | undefined,
  more?: typeof hashToo,
): AfterTurn {
  const minimum = feeParameter(services, given, withFee({ symbol: BASE_COIN, amount: 0n }).type);
  const { txUid } = withFee(minimum);
  const balance = new SimulatedBalance(services.state, requireAccount(services.state, txUid));
  balance.take(amount);
  const fee =
    given === undefined
      ? { symbol: minimum.symbol, amount: defaultCallFee(services, withFee(minimum)) }
      : minimum;
  balance.take(fee);
  return submitLuaCall(services, withFee(fee), more);
}

/** The name that release 1 has for the txid. */
function hashToo(txid: string) {
  return { hash: txid };
}

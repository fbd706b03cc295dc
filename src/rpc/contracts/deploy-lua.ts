import { DEPLOYMENT_FUEL_FEE } from '../../../vm/native/fuel-fee.js';
import { regIdUid, type Uid } from '../../codec/uid.js';
import { PROTOCOL } from '../../config/network.js';
import { TX } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import type { AfterTurn } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { uidParameter } from '../submission/account-parameters.js';
import { LONGEST_SIGNATURE } from '../submission/call-fee.js';
import { feeParameter, requireBaseCoin } from '../submission/fees.js';
import { matureRegId } from '../submission/mature-regid.js';
import { prepareGiven } from '../submission/prepare-given.js';
import { requireFunds } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';

/** The length of a signature with its size in front. */
const SIGNATURE_BYTES = LONGEST_SIGNATURE + 1;

/** How a method words its refusals of a deployment. */
export interface DeploymentMessages {
  readonly immature: string;
  readonly longMemo: string;
}

/** What is deployed, and who signs. */
export interface LuaDeployment {
  readonly sender: Uid;
  readonly code: Uint8Array;
  readonly memo: Uint8Array;
  readonly fee: Money;
  readonly height: number | undefined;
}

/** The rest of the checks of a deployment behind its code and its fee, in their order (spec 02 §5.7). @throws RpcError -8, -2002 */
export function checkedDeployment(
  services: NodeServices,
  { uid, code, memo, fee, height }: Omit<LuaDeployment, 'sender' | 'memo'> & { uid: Uid; memo: string },
  messages: DeploymentMessages,
): LuaDeployment {
  const memoBytes = Buffer.from(memo, 'utf8');
  if (memoBytes.length > PROTOCOL.memoSize) throw new RpcError('INVALID_PARAMETER', messages.longMemo);
  const regId = matureRegId(services, uid);
  if (regId === undefined) throw new RpcError('INVALID_PARAMETER', messages.immature);
  const sender = regIdUid(regId);
  requireFunds(services.state, sender, fee);
  return { sender, code, fee, memo: memoBytes, height };
}

/** Signs and submits a deployment of type 5, which pays in base coins. */
export function submitLuaDeployment(
  services: NodeServices,
  deployment: LuaDeployment,
  more?: Parameters<typeof signAndSubmit>[2],
): AfterTurn {
  return signAndSubmit(services, transactionOf(services, deployment), more);
}

function transactionOf(services: NodeServices, { sender, code, fee, memo, height }: LuaDeployment) {
  const { version, validHeight, txUid, fees } = standardFields(services, sender, fee, height);
  return {
    type: TX.LCONTRACT_DEPLOY,
    version,
    validHeight,
    txUid,
    contract: { code, memo },
    fees,
    ...UNSIGNED,
  } as const;
}

/**
 * Deploys a source that is given, for a fee that suffices unless one is given.
 * @throws RpcError
 */
export function deployLuaSource(
  services: NodeServices,
  given: { sender: string; code: Uint8Array; memo: string; fee: Money | undefined },
): AfterTurn {
  requireBaseCoin(given.fee);
  const uid = uidParameter(services, given.sender);
  const fee = feeParameter(services, given.fee, TX.LCONTRACT_DEPLOY);
  const { code, memo } = given;
  const messages = { immature: 'RegId not exist or immature', longMemo: 'Contract memo too large' };
  const deployment = checkedDeployment(services, { uid, code, memo, fee, height: undefined }, messages);
  if (given.fee !== undefined) return submitLuaDeployment(services, deployment);
  // Beyond its fuel a deployment pays a sawi for each byte (spec 03 §4.2).
  const { raw } = prepareGiven(services, transactionOf(services, deployment));
  const bySize = DEPLOYMENT_FUEL_FEE + BigInt(raw.length + SIGNATURE_BYTES);
  if (bySize <= fee.amount) return submitLuaDeployment(services, deployment);
  const sufficient = { ...fee, amount: bySize };
  requireFunds(services.state, deployment.sender, sufficient);
  return submitLuaDeployment(services, { ...deployment, fee: sufficient });
}

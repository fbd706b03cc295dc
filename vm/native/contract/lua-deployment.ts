import { byteString, encode } from '../../../src/codec/codec.js';
import { regIdRaw } from '../../../src/codec/regid.js';
import { PROTOCOL } from '../../../src/config/network.js';
import { hash160 } from '../../../src/crypto/hash.js';
import { isRegistered } from '../../../src/state/tables/accounts.js';
import { CONTRACTS, type Contract } from '../../../src/state/tables/contracts.js';
import { VM_LUA } from '../../../src/tx/enums.js';
import { feeSymbolOf } from '../../../src/tx/envelope.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import type { TransactionContext } from '../../context.js';
import { DEPLOYMENT_FUEL_FEE } from '../fuel-fee.js';
import { minimumFeeOf } from '../minimum-fee.js';

/** Every Lua contract begins with these bytes (spec 03 §3.1). */
export const CODE_HEADLINE = 'mylib = require';
/** Bytes. */
export const MAX_CODE_SIZE = 65_536;
/** Lua contracts have no ABI. */
export const NO_ABI = new Uint8Array(0);
/** Sawi that a thousand bytes pay beyond the fuel. */
const FEE_PER_THOUSAND_BYTES = 1000;

type Deployment = Pick<Contract, 'code' | 'memo' | 'abi'>;

/** Bytes of a text of a contract on the wire, its size included: that many units of fuel. */
export function encodedSize(bytes: Uint8Array): bigint {
  return BigInt(encode(byteString, bytes).length);
}

/** Consensus looks at the first line and the sizes, not at the syntax (spec 03 O-18). @throws TransactionRejected */
export function checkCode({ code, memo, abi }: Deployment): void {
  const headline = Buffer.from(code.subarray(0, CODE_HEADLINE.length)).toString('latin1');
  const refuse = (detail: string): never => reject(REJECT.REJECT_INVALID, 'vmscript-invalid', detail);
  if (code.length > MAX_CODE_SIZE)
    refuse(`the code has ${code.length} bytes, at most ${MAX_CODE_SIZE} are allowed`);
  if (headline !== CODE_HEADLINE) refuse(`the code has to begin with: ${CODE_HEADLINE}`);
  if (memo.length > PROTOCOL.memoSize) {
    refuse(`the memo has ${memo.length} bytes, at most ${PROTOCOL.memoSize} are allowed`);
  }
  if (abi.length > 0) refuse('a Lua contract has no ABI');
}

/** What a deployment must pay: its fuel, and beyond that a sawi for each byte (spec 03 §4.2, steps 4 and 5). @throws TransactionRejected */
export function checkDeploymentFee(fees: bigint, context: TransactionContext): void {
  const { tx } = context.prepared;
  const minimum = minimumFeeOf(context.state, context.network, tx.type, feeSymbolOf(tx)) ?? 0n;
  if (fees < minimum || fees < DEPLOYMENT_FUEL_FEE)
    reject(REJECT.REJECT_INVALID, 'fee-too-small-for-burned-fuel');
  const size = context.prepared.raw.length;
  // In doubles and in this order, as in the reference.
  if ((Number(fees - DEPLOYMENT_FUEL_FEE) / size) * 1000 < FEE_PER_THOUSAND_BYTES) {
    const needed = DEPLOYMENT_FUEL_FEE + BigInt(size);
    reject(REJECT.REJECT_INVALID, `fee-too-small-in-fee/kb: ${fees} < ${needed}`);
  }
}

/** Refuses a deployment by an account without a key. @throws TransactionRejected */
export function requireOwnerKey(context: TransactionContext): void {
  const sender = context.sender();
  if (!isRegistered(sender) || sender.ownerKey === '') {
    reject(REJECT.REJECT_INVALID, 'account-unregistered');
  }
}

/** Stores the contract under this transaction's regid and gives it its account (spec 03 §4.3). */
export function deploy(context: TransactionContext, deployment: Deployment, upgradable: boolean): void {
  const { position } = context;
  // Coins that were sent to the address before stay (spec 03 O-7).
  const account = context.accountOrNew(hash160(regIdRaw(position)).toString('hex'));
  context.registerAccount(account, '');
  const maintainer = context.sender().regId;
  context.state.put(CONTRACTS, position, { vmType: VM_LUA, maintainer, upgradable, ...deployment });
}

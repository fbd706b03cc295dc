import type { Json } from '../../../src/codec/json-value.js';
import { parseRegId, regIdInteger, regIdText } from '../../../src/codec/regid.js';
import { actionName } from '../../../src/tx/action-name.js';
import { TX } from '../../../src/tx/transactions.js';
import type { InlineTransaction, Universal } from '../../../src/tx/types/universal.js';
import { schemaOf } from '../../../vm/universal/contract-abi.js';
import { encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { packAction } from '../../../vm/wasm/abi/pack.js';
import { StreamWriter } from '../../../vm/wasm/abi/stream.js';
import { OWNER_PERMISSION } from '../../../vm/wasm/inline-authorization.js';
import { name } from '../wasm/memory-host.js';
import { type Actor, HEIGHT, type ScratchLedger, signatureOf } from './scratch-ledger.js';

/** A regid text in integer form. */
export function integerOf(regId: string): bigint {
  return regIdInteger(parseRegId(regId)!);
}

export function regIdOfActor({ regId }: Actor): string {
  return regIdText(regId);
}

export function actorInteger({ regId }: Pick<Actor, 'regId'>): bigint {
  return regIdInteger(regId);
}

/** A fee that pays for whatever a test does. */
export const AMPLE_FEE = 10_000_000_000n;

/** A universal transaction of some actions, signed as the scratch ledger expects. */
export function universalTx(
  payer: Actor,
  inlineTransactions: readonly InlineTransaction[],
  changes: Partial<Universal> = {},
): Universal {
  return {
    type: TX.UNIVERSAL,
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: payer.uid,
    feeSymbol: 'WICC',
    fees: AMPLE_FEE,
    inlineTransactions,
    signaturePairs: [],
    signature: signatureOf(payer.publicKey),
    ...changes,
  };
}

/** An action with its arguments as bytes, authorized by some actors. */
export function rawAction(
  contract: string,
  action: string,
  data: Uint8Array,
  signers: readonly Pick<Actor, 'regId'>[],
): InlineTransaction {
  return {
    contract: integerOf(contract),
    action: name(action),
    authorization: signers.map(signer => ({ account: actorInteger(signer), permission: OWNER_PERMISSION })),
    data,
  };
}

/** An action with its arguments as the ABI of its contract has them. */
export function action(
  ledger: ScratchLedger,
  contract: string,
  actionText: string,
  args: Json,
  signers: readonly Actor[],
): InlineTransaction {
  const schema = schemaOf(ledger, integerOf(contract));
  if (schema === undefined) throw new Error(`${contract} has no ABI`);
  return rawAction(contract, actionText, packAction(schema, actionName(name(actionText)), args), signers);
}

/** An ABI without any action: such contracts are called with bytes. */
const EMPTY_ABI = encodeAbi({
  version: 'wasm::abi/1.0',
  types: [],
  structs: [],
  actions: [],
  tables: [],
  ricardian_clauses: [],
});

/** The arguments of `setcode`; contract 0-0 makes a new one. */
export function setcodeData(
  code: Uint8Array,
  maintainer: Pick<Actor, 'regId'>,
  {
    contract = '0-0',
    vmType = 2,
    abi = EMPTY_ABI,
  }: { contract?: string; vmType?: number; abi?: Uint8Array } = {},
): Buffer {
  const writer = new StreamWriter();
  writer.u64(integerOf(contract));
  writer.u64(actorInteger(maintainer));
  writer.u8(vmType);
  writer.bytes(code);
  writer.bytes(abi);
  writer.bytes(Buffer.alloc(0));
  return writer.finish();
}

/** The action that deploys a contract for an owner. */
export function setcodeFor(code: Uint8Array, owner: Pick<Actor, 'regId'>): InlineTransaction {
  return rawAction('0-100', 'setcode', setcodeData(code, owner), [owner]);
}

/** Deploys a contract. @returns its regid */
export function deploy(ledger: ScratchLedger, owner: Actor, code: Uint8Array, height: number): string {
  const { index } = ledger.execute(
    universalTx(owner, [setcodeFor(code, owner)], { validHeight: height - 1 }),
    height,
  );
  return `${height}-${index}`;
}

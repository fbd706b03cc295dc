import { bytes, type Codec, record, type ValueOf, varint64, vector } from '../../codec/codec.js';
import type { JsonObject } from '../../codec/json-value.js';
import { regIdIntegerText, regIdText } from '../../codec/regid.js';
import { uidText } from '../../codec/uid.js';
import { actionName } from '../action-name.js';
import { defineTransaction, type FieldsOf, type JsonContext, type TransactionOf } from '../definition.js';
import { hexText } from '../json-members.js';
import { SIGNATURE, STANDARD_FIELDS } from '../standard-fields.js';

/** Accounts and contracts are regids in integer form, actions and permissions names in integer form. */
const permissionLevel = record({ account: varint64, permission: varint64 });
export type PermissionLevel = ValueOf<typeof permissionLevel>;

/** One call of a contract action (spec 01 §11). */
export const inlineTransaction = record({
  contract: varint64,
  action: varint64,
  authorization: vector(permissionLevel),
  data: bytes,
});
export type InlineTransaction = ValueOf<typeof inlineTransaction>;

/** A further signer in addition to the payer. */
const signaturePair = record({ account: varint64, signature: bytes });
export type SignaturePair = ValueOf<typeof signaturePair>;

/** In the preimage a signature pair is its account only, so that all signers sign the same bytes. */
const signaturePairAccounts: Codec<readonly SignaturePair[]> = {
  read: vector(signaturePair).read,
  write(writer, pairs) {
    writer.compactSize(pairs.length);
    for (const pair of pairs) writer.varint(pair.account);
  },
};

const FIELDS = {
  ...STANDARD_FIELDS,
  inlineTransactions: vector(inlineTransaction),
  signaturePairs: vector(signaturePair),
  ...SIGNATURE,
} as const;

/** UNIVERSAL_TX (100): calls contract actions. */
export const universal = defineTransaction({
  type: 100,
  name: 'UNIVERSAL_TX',
  since: 'R3',
  origin: 'sender',
  senders: ['regid', 'pubkey'],
  permission: 'CONTRACT',
  minimumFee: { reference: 100_000n, development: 10_000n, governable: true },
  feeCheck: 'base',
  feeDiscount: 'none',
  contract: 'actions',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 800_000,
  baseJson: false,
  fields: FIELDS,
  preimage: [
    'validHeight',
    'txUid',
    'feeSymbol',
    'fees',
    'inlineTransactions',
    ['signaturePairs', signaturePairAccounts],
  ],
  json: universalJson,
});
export type Universal = TransactionOf<typeof universal>;

function universalJson(tx: FieldsOf<typeof FIELDS>, context: JsonContext): JsonObject | undefined {
  if (tx.inlineTransactions.length === 0) return undefined; // spec 01 §11: prints `{}`
  // The payer is shown by its regid, however the transaction names it (spec 01 §11).
  const payerRegId = context.regIdOf(tx.txUid);
  const payer = payerRegId ? regIdText(payerRegId) : uidText(tx.txUid);
  const payerAddress = context.addressOf(tx.txUid);
  const signature = hexText(tx.signature);
  return {
    ver: tx.version,
    payer,
    payer_addr: payerAddress,
    fee_symbol: tx.feeSymbol,
    fees: tx.fees,
    valid_height: tx.validHeight,
    inline_transaction_count: tx.inlineTransactions.length,
    inline_transactions: tx.inlineTransactions.map(call => ({
      contract: regIdIntegerText(call.contract),
      action: actionName(call.action),
      authorization: call.authorization.map(level => ({
        account: regIdIntegerText(level.account),
        permission: actionName(level.permission),
      })),
      data: hexText(call.data),
      data_detail: context.actionArguments(call.contract, call.action, call.data),
    })),
    signature_payer: { account: payer, signature },
    signature_pairs:
      tx.signaturePairs.length === 0
        ? undefined
        : tx.signaturePairs.map(pair => ({
            account: regIdIntegerText(pair.account),
            signature: hexText(pair.signature),
          })),
    // The names that every other type has (spec 02 §4.1).
    tx_uid: uidText(tx.txUid),
    from_addr: payerAddress,
    signature,
  };
}

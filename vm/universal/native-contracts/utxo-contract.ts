import { keyIdUid, regIdUid } from '../../../src/codec/uid.js';
import { TX } from '../../../src/tx/transactions.js';
import {
  CONDITION_TYPES,
  type UtxoCondition,
  type UtxoInput,
  type UtxoOutput,
} from '../../../src/tx/utxo.js';
import { checkMemo } from '../../native/transfer/memo.js';
import { checkCounts, checkMovement } from '../../native/utxo/check-transfer.js';
import { moveOutputs } from '../../native/utxo/move-outputs.js';
import type { UtxoTerms } from '../../native/utxo/terms.js';
import {
  account,
  array,
  bytes,
  checksum160,
  hash256,
  optional,
  string,
  struct,
  symbolCode,
  uint8,
  uint16,
  uint64,
  type ValuesOf,
} from './field-types.js';
import { type ActingAccount, defineModuleAction } from './module-action.js';
import { defineNativeContract } from './native-contract.js';

/** The contract of outputs in integer form: 0-500. */
export const UTXO_CONTRACT = 500n;

const FUEL_PER_OUTPUT = 10_000n;
const FUEL_PER_INPUT = 10_000n;
/** For every signature that is looked for among the keys of an address, with every key. */
const FUEL_PER_VERIFICATION = 20_000n;

/** What locks a new output, in the order of the conditions of spec 07 §5.2; absent members lock nothing. */
const OUTPUT_FIELDS = {
  amount: uint64,
  owner: optional(account),
  owner_key: optional(checksum160),
  multisig: optional(checksum160),
  password_hash: optional(hash256),
  proven_hash: optional(hash256),
  claim_height: optional(uint64),
  reclaim_height: optional(uint64),
} as const;
const output = struct('output', OUTPUT_FIELDS);

const signers = struct('signers', { m: uint8, accounts: array(account), signatures: array(bytes) });

const INPUT_FIELDS = {
  txid: hash256,
  index: uint16,
  password: optional(bytes),
  signers: optional(signers),
} as const;
const input = struct('input', INPUT_FIELDS);

type Output = ValuesOf<typeof OUTPUT_FIELDS>;
type Input = ValuesOf<typeof INPUT_FIELDS>;

const ACCOUNT_FIELDS = { account: account, coin: symbolCode } as const;

const outputFuel = {
  what: 'output',
  fuel: FUEL_PER_OUTPUT,
  count: ({ outputs }: { readonly outputs: readonly Output[] }) => outputs.length,
};
const inputFuel = [
  {
    what: 'input',
    fuel: FUEL_PER_INPUT,
    count: ({ inputs }: { readonly inputs: readonly Input[] }) => inputs.length,
  },
  {
    what: 'pair of a signature and a signer',
    fuel: FUEL_PER_VERIFICATION,
    count: ({ inputs }: { readonly inputs: readonly Input[] }) =>
      inputs.reduce((sum, { signers: given }) => sum + verificationsOf(given), 0),
  },
];

const charge = defineModuleAction({
  name: 'charge',
  summary: 'Makes outputs of coins from the balance of the account.',
  fields: { ...ACCOUNT_FIELDS, outputs: array(output), memo: string },
  actor: 'account',
  asType: TX.UTXO_TRANSFER,
  fuel: { base: 0n, each: [outputFuel] },
  execute(acting, { coin, outputs, memo }) {
    move(acting, { coinSymbol: coin, vins: [], vouts: outputs.map(newOutput) }, memo);
  },
});

const spend = defineModuleAction({
  name: 'spend',
  summary:
    'Spends outputs for new ones; what is between the two comes from or goes to the balance of the account.',
  fields: { ...ACCOUNT_FIELDS, inputs: array(input), outputs: array(output), memo: string },
  actor: 'account',
  asType: TX.UTXO_TRANSFER,
  fuel: { base: 0n, each: [...inputFuel, outputFuel] },
  execute(acting, { coin, inputs, outputs, memo }) {
    const terms = { coinSymbol: coin, vins: inputs.map(spentOutput), vouts: outputs.map(newOutput) };
    move(acting, terms, memo);
  },
});

const draw = defineModuleAction({
  name: 'draw',
  summary: 'Takes the coins of outputs into the balance of the account.',
  fields: { ...ACCOUNT_FIELDS, inputs: array(input), memo: string },
  actor: 'account',
  asType: TX.UTXO_TRANSFER,
  fuel: { base: 0n, each: inputFuel },
  execute(acting, { coin, inputs, memo }) {
    move(acting, { coinSymbol: coin, vins: inputs.map(spentOutput), vouts: [] }, memo);
  },
});

/** 0-500: what UTXO_TRANSFER_TX does (spec 07 §5.1, §6.1). */
export const utxoContract = defineNativeContract([charge, spend, draw], {
  title: 'outputs',
  burnsActionSize: true,
});

function move(acting: ActingAccount, terms: UtxoTerms, memo: Uint8Array): void {
  const { context } = acting;
  checkMemo(memo);
  checkCounts(terms);
  checkMovement(context, acting.account, terms, 0n);
  // Where nothing is made the new outputs need no name.
  const id = terms.vouts.length > 0 ? acting.objectId : '';
  moveOutputs(context, { keyId: acting.account.keyId, id }, terms);
}

function newOutput(declared: Output): UtxoOutput {
  const { amount, owner, owner_key, multisig, password_hash, proven_hash } = declared;
  const { claim_height, reclaim_height } = declared;
  const conds: UtxoCondition[] = [];
  if (owner !== undefined) {
    conds.push({ type: CONDITION_TYPES.OP2SA, uid: regIdUid(owner) });
  }
  if (owner_key !== undefined) conds.push({ type: CONDITION_TYPES.OP2SA, uid: keyIdUid(owner_key) });
  if (multisig !== undefined) conds.push({ type: CONDITION_TYPES.OP2MA, keyId: multisig });
  if (password_hash !== undefined) conds.push(passwordLock(password_hash, false));
  if (proven_hash !== undefined) conds.push(passwordLock(proven_hash, true));
  if (claim_height !== undefined) conds.push({ type: CONDITION_TYPES.OCLAIM_LOCK, height: claim_height });
  if (reclaim_height !== undefined) {
    conds.push({ type: CONDITION_TYPES.ORECLAIM_LOCK, height: reclaim_height });
  }
  return { coinAmount: amount, conds };
}

function passwordLock(passwordHash: string, passwordProofRequired: boolean): UtxoCondition {
  return { type: CONDITION_TYPES.OP2PH, passwordProofRequired, passwordHash };
}

function spentOutput({ txid, index, password, signers: given }: Input): UtxoInput {
  const conds: UtxoCondition[] = [];
  if (password !== undefined) conds.push({ type: CONDITION_TYPES.IP2PH, password });
  if (given !== undefined) {
    conds.push({
      type: CONDITION_TYPES.IP2MA,
      m: given.m,
      n: given.accounts.length,
      uids: given.accounts.map(regIdUid),
      signatures: given.signatures,
    });
  }
  return { prevUtxoTxid: txid, prevUtxoVoutIndex: index, conds };
}

function verificationsOf(given: Input['signers']): number {
  return given === undefined ? 0 : given.accounts.length * given.signatures.length;
}

import { BASE_COIN } from '../../tx/symbols.js';
import type { ParameterDeclaration } from '../method.js';
import * as p from '../parameters/index.js';

/** The optional fee of most submitting methods (spec 02 §3.6). */
export const FEE = {
  name: 'fee',
  type: p.comboMoney(BASE_COIN),
  optional: true,
  summary: 'what the producer gets',
  default: "the network's minimum for this transaction",
} as const satisfies ParameterDeclaration;

/** A fee that can only be paid in the base coin. */
export const BASE_COIN_FEE = {
  ...FEE,
  summary: `what the producer gets, in ${BASE_COIN}`,
} as const satisfies ParameterDeclaration;

export const MEMO = {
  name: 'memo',
  type: p.string,
  optional: true,
  summary: 'text of at most 100 bytes that is recorded on chain',
  default: 'empty',
} as const satisfies ParameterDeclaration;

/** The account that a submitted transaction comes from and whose key signs it. */
export const SENDER = {
  name: 'sender',
  type: p.uid,
  summary: 'the account that sends and signs; its key must be in the wallet',
} as const satisfies ParameterDeclaration;

/** Accounts of the development network, for examples. */
export const EXAMPLE = {
  aliceRegId: '0-13',
  bobRegId: '0-14',
  alice: 'wUy43e9wSoHHWX5C35YAyLygoe3w5xcjDi',
  bob: 'wLmBYomLYgNzWv1UYRbTcrg8jqzc7P7KvH',
  luaContract: '6-1',
  carol: 'wgATukGkPNffy6DR9Zg2XYXS2e7dHLR6r3',
  txid: '43f5d1341ded7cf6b14424a29f03536448b919bab3d57c0697c281bec4c8f23b',
  blockHash: '8aa48231a88baccfe9cf696e4782761fa97323e97ad6f0081461e83fe867a507',
} as const;

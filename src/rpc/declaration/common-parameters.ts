import { BASE_COIN } from '../../tx/symbols.js';
import type { ParameterDeclaration } from './method.js';
import * as p from './parameters/index.js';

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

/**
 * Whether what waits for a block counts: coins that a waiting transaction brings, accounts, orders and outputs that it
 * makes. Always the last parameter; who leaves others out before it gives null for them.
 */
export const MIN_CONFIRMATIONS = {
  name: 'min_confirmations',
  type: p.confirmations,
  optional: true,
  summary: 'with 0, what waits for a block counts too',
  default: '1',
} as const satisfies ParameterDeclaration;

/** The same of methods that show one object, and say by a member `waits` where it is not in a block yet. */
export const WHICH_CONFIRMATIONS = {
  ...MIN_CONFIRMATIONS,
  summary:
    'with 1, only what blocks have; with 0, as it will be when all that waits is in a block; `waits` marks what is not yet',
  default: 'what blocks have; what they have not, as it waits',
} as const satisfies ParameterDeclaration;

/** The account that a submitted transaction comes from and whose key signs it. */
export const SENDER = {
  name: 'sender',
  type: p.uid,
  summary: 'the account that sends and signs; its key must be in the wallet',
} as const satisfies ParameterDeclaration;

/** A Lua contract that is called. */
export const LUA_CONTRACT = {
  name: 'contract_regid',
  type: p.string,
  summary: 'the contract',
} as const satisfies ParameterDeclaration;

/** The content of a Lua contract's table `contract`. */
export const LUA_ARGUMENTS = {
  name: 'arguments',
  type: p.string,
  summary: 'less than 4096 bytes in hex',
} as const satisfies ParameterDeclaration;

/**
 * What examples name. Accounts are those of the development network; ids and files are
 * placeholders, which the test that runs the examples replaces by those of its chain.
 */
export const EXAMPLE = {
  aliceRegId: '0-13',
  bobRegId: '0-14',
  alice: 'wUy43e9wSoHHWX5C35YAyLygoe3w5xcjDi',
  aliceKey: '023edbc232f6192ad5b476e4fde20d7fe016dd592eec8536b2ed6474b10b37bc8c',
  bob: 'wLmBYomLYgNzWv1UYRbTcrg8jqzc7P7KvH',
  carol: 'wgATukGkPNffy6DR9Zg2XYXS2e7dHLR6r3',
  governor: '1-2',
  settler: '1-3',
  /** Addresses of the wallet that have coins, but no regid. */
  newcomer: 'wR4qAFDxhbhZVpH9vUqQvtUYU4zMYr4uEA',
  secondNewcomer: 'wSms4pZnNe7bxjouLxUXQLowc7JqtNps94',
  txid: '43f5d1341ded7cf6b14424a29f03536448b919bab3d57c0697c281bec4c8f23b',
  /** A transaction of type 100. */
  universalTxid: 'a20e938c977f82c9bee789de7e52d34e0834bf18e3b4c9baf845476609bfd294',
  blockHash: '8aa48231a88baccfe9cf696e4782761fa97323e97ad6f0081461e83fe867a507',
  rawBlock:
    '0100000033beb88abd708078678ddfc4c003ef1e67ee5b0e3df47260edc3b4de40e29cd933bfb9ae272af491d1f1a215d3161c275b26e5c6989eed9c653627613c91871b244f0a6b000000000300000000000000000000006400000046304402206b14ddb82d7e82ffa8eddb8deb4a02278d7b53faff20c97d8718005e1f70e98c02203cb58d25c8665db3ace13b5631d6e10c1aae5efb949ee55d52d2642c303fee42020d010302000c020457494343000000000000000004575553440000000000000000849dce321101030000',
  /** Two that are signed, and one that is not. */
  rawTransaction:
    '0b017002000d0457494343cd100102000e0457494343aed6c100076d656d6f203131463044022043265181da5833d17db5c4275290f947762853641a19ce1490e1bcbe9c39d4bb022027873d782193de11cd6ee075b579fb0a4c10c87b595bd2639bc708822f3eca91',
  otherRawTransaction:
    '0b017002000d0457494343cd100102000e0457494343aed6c100076d656d6f2031324630440220554d607dd621c44e56f59607c143b8df7bd70cc195b9555a6ce616b568a0bfdb0220369784c1582c4a4fe035cfd0ffd32a49702a8b20bcf17aa2df61567da7b373e8',
  unsignedTransaction: '0b017002000d0457494343cd100102000e0457494343aed6c1000c746f206265207369676e656400',
  /** A Lua contract, the transaction that deployed it, and a call that sends a token of it to Bob. */
  luaContract: '320561-1',
  deployment: '5d5b6e14f9d9e2a6f0d2c5b4f1a8c3e7b6d5a4938271605f4e3d2c1b0a998877',
  sendToken: 'f0160000774c6d42596f6d4c59674e7a5776315559526254637267386a717a633750374b764800e1f50500000000',
  luaFile: '/tmp/lua/token.lua',
  /** A Lua contract that does nothing. */
  luaCode: '6d796c6962203d207265717569726520226d796c6962220a',
  /** A WebAssembly contract, its files and the key of a row of its. */
  wasmContract: '300-1',
  wasmModule: '/tmp/savings.wasm',
  wasmAbi: '/tmp/savings.abi.json',
  wasmRow: '0200900000000000000000383b4cab4a00000000000000000d00000000000000',
  /** Open orders of Alice, and of others, of which two fit each other. */
  order: '6243f37d184081f62033e38b24576f3a508664e9da12ca1bfbd774b4b76d8fcc',
  otherOrder: '644368c52a0a4f0899b45ddf72e0fb29b786e424a7de2c2f12200cb364ecbd7c',
  buyOrder: '648942e6f44c7ae72b6f657a36404acbce6d7048dc46859bb45b027bf5c3ddbe',
  sellOrder: '7fe1fb60edf456a02b21bae1441437f484610baa9ff01e4de0efb50508d9b9c9',
  /** Debt positions: Bob's, one that can be liquidated, and a closed one. */
  cdp: '5aa73909943648c44f6f0f7d53caf3a11574306da9f04a6c453434dba4a4e105',
  cdpInDanger: 'f1b94c4b54a922cf99e9a7eda856fe46b54e807456d77c09d566de74221f0744',
  closedCdp: 'f7fc32c325306063acdece68ab571d0ae118491ab0e78ad6c4a5de5c15b70a06',
  /** Transactions whose first outputs are for Bob: with his address, and with a password that needs a proof. */
  output: '74669e9c90f63d87a0d7156ce70b8611e4d67c821c29a0ecbfbcc9bf1ec7bfd5',
  lockedOutput: 'af1086c3672eeb3bb44ac42fe860080e52c6de321a52923dcc88e54b50eaddb5',
  proposal: 'cca81dfac42a1586d3a2138e5de32a50a35221707e30959613fe2b98711f9c01',
} as const;

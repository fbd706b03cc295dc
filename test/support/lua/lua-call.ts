import type { Json } from '../../../src/codec/json-value.js';
import type { Overlay } from '../../../src/state/state.js';
import { CONTRACT_DATA, type Contract } from '../../../src/state/tables/contracts.js';
import { VM_LUA } from '../../../src/tx/enums.js';
import type { Receipt } from '../../../src/tx/receipt.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { TX } from '../../../src/tx/transactions.js';
import {
  type ChainHistory,
  type ContractObserver,
  type ContractRunReport,
  TransactionContext,
} from '../../../vm/context.js';
import { runLuaContract } from '../../../vm/lua/run-contract.js';
import { ALICE, HEIGHT, ScratchLedger } from '../ledgers/scratch-ledger.js';
import { AMPLE_FUEL } from './run-lua.js';

/** Where the contract of these calls is, and its account. */
export const CONTRACT = { height: HEIGHT - 1, index: 2 } as const;
export const CONTRACT_KEY_ID = 'c0'.repeat(20);

/** A Lua source as the ledger keeps it. */
export function luaContract(source: string | Uint8Array): Contract {
  const code = typeof source === 'string' ? Buffer.from(`mylib = require "mylib"\n${source}`) : source;
  return {
    vmType: VM_LUA,
    maintainer: ALICE.regId,
    upgradable: false,
    code,
    memo: Buffer.alloc(0),
    abi: Buffer.alloc(0),
  };
}

/** How a call ended. Its effects are in `state`, unless it failed. */
export interface LuaCall {
  readonly failure: string | undefined;
  readonly fuel: bigint;
  /** Work of the node that fuel does not pay for (spec 03 §7.8). */
  readonly work: number;
  readonly report: ContractRunReport;
  readonly log: readonly string[];
  readonly receipts: readonly Receipt[];
  readonly state: Overlay;
  readonly txid: string;
  /** The call tree, where the contract has called modules. */
  readonly trace: Json | undefined;
  /** What the contract has stored under a key, as latin1 text. */
  stored(key: string): string | undefined;
}

export interface LuaCallOptions {
  readonly arguments?: Uint8Array;
  readonly fuelLimit?: number;
  readonly history?: ChainHistory;
  /** In sawi of the base coin; taken as paid already. */
  readonly amount?: bigint;
  /** Is told of calls of `mylib` that do nothing. */
  readonly refused?: ContractObserver['refused'];
  /** Default: a ledger of its own for each call. */
  readonly ledger?: ScratchLedger;
}

/** What a call of Alice's in a block at `HEIGHT` sees of a ledger; it writes to `state`. */
export function callContext(
  ledger: ScratchLedger,
  state: Overlay,
  { arguments: given = new Uint8Array(0), amount = 0n, history }: LuaCallOptions = {},
  observer?: ContractObserver,
): TransactionContext {
  return new TransactionContext({
    network: ledger.network,
    block: ledger.contextAt(HEIGHT),
    state,
    prepared: ledger.prepare({
      type: TX.LCONTRACT_INVOKE,
      version: 1,
      txUid: ALICE.uid,
      validHeight: HEIGHT,
      appUid: { kind: 'regid', regId: CONTRACT },
      fees: 1_000_000n,
      coinAmount: amount,
      arguments: given,
      signature: new Uint8Array(),
    }),
    index: 1,
    signatures: { isValid: () => true },
    history,
    observer,
  });
}

/** Calls a contract for Alice in a block at `HEIGHT`, as a transaction of type 4 would. */
export function callLua(contract: Contract, options: LuaCallOptions = {}): LuaCall {
  const ledger = options.ledger ?? new ScratchLedger();
  if (ledger.account(CONTRACT_KEY_ID) === undefined) ledger.endow(CONTRACT_KEY_ID, BASE_COIN, 0n);
  const state = ledger.state.child();
  const { arguments: given = new Uint8Array(0), amount = 0n } = options;
  const log: string[] = [];
  let report: ContractRunReport | undefined;
  const context = callContext(ledger, state, options, {
    log: line => log.push(line),
    refused: options.refused,
    ended: ended => {
      report = ended;
    },
  });
  const account = context.accountByKeyId(CONTRACT_KEY_ID)!;
  if (ledger.keyIdAt(CONTRACT) === undefined) context.saveAccount({ ...account, regId: CONTRACT });
  const call = {
    contract: CONTRACT,
    contractKeyId: CONTRACT_KEY_ID,
    arguments: given,
    symbol: BASE_COIN,
    amount,
  };
  const failure = runLuaContract(context, contract, call, options.fuelLimit ?? AMPLE_FUEL);
  if (failure === undefined) context.commit();
  return {
    failure,
    fuel: context.fuel,
    work: context.work,
    report: report!,
    log,
    receipts: context.receipts,
    state: ledger.state,
    txid: context.prepared.txid,
    trace: context.trace,
    stored: key => {
      const value = ledger.state.get(CONTRACT_DATA, [CONTRACT, key]);
      return value && Buffer.from(value).toString('latin1');
    },
  };
}

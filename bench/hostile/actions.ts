/** Transactions of actions and queries, on a ledger: milliseconds of processor time for a million units of work. */
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import type { InlineTransaction } from '../../src/tx/types/universal.js';
import { ALICE, BOB, HEIGHT, ScratchLedger } from '../../test/support/ledgers/scratch-ledger.js';
import {
  action,
  deploy,
  integerOf,
  rawAction,
  setcodeData,
  universalTx,
} from '../../test/support/ledgers/universal.js';
import { name } from '../../test/support/wasm/memory-host.js';
import { rawModule, repeated } from '../../test/support/wasm/raw-module.js';
import { deployRelay, relayed } from '../../test/support/wasm/relay-contract.js';
import { assemble } from '../../test/support/wasm/wat.js';
import { workAlone } from '../../vm/block-work.js';
import { CODE_CONTRACT } from '../../vm/universal/native-contracts/code-contract.js';
import { CODE_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import { QUERY_WORK, TRANSACTION_WORK, WorkMeter } from '../../vm/work.js';
import { QUERIES, RECEIVERS } from './action-programs.js';
import { costOf } from './cost.js';

const NOTHING = Buffer.alloc(0);
/** Actions of a measured transaction: so many, or as many as its work allows. */
const ACTIONS = 100;
const MOST_WORK = TRANSACTION_WORK / 2;

/** What transactions of actions cost, by what they do. */
export function costsOfActions(): [what: string, cost: number][] {
  const ledger = new ScratchLedger();
  const relay = deployRelay(ledger, BOB);
  let height = HEIGHT + 1;
  const deployed = (text: string): string => deploy(ledger, ALICE, assemble(text), height++);
  const byRelay = (contract: string, data: Uint8Array, count: number): InlineTransaction =>
    relayed(
      relay,
      Array.from({ length: count }, () => ({
        contract: integerOf(contract),
        action: name('hello'),
        authorization: [],
        data,
      })),
    );
  const module = rawModule(repeated(5000, 0x41, 1, 0x1a), 7);
  const setcode = {
    contract: CODE_CONTRACT,
    action: name('setcode'),
    authorization: [{ account: integerOf(relay.id), permission: CODE_PERMISSION }],
    data: setcodeData(module, relay),
  };
  const transfer = action(ledger, '0-800', 'transfer', ['0-13', '0-14', '0.00000001 WICC', 'memo'], [ALICE]);
  const actions: readonly (readonly [what: string, one: InlineTransaction])[] = [
    ['transfers of 0-800', transfer],
    [
      'transfers of 0-200',
      action(ledger, '0-200', 'transfer', ['0-13', '0-14', '0.00010000 WICC', 'memo'], [ALICE]),
    ],
    ['actions to an account, sent by a contract', byRelay('0-14', Buffer.from('x'), 100)],
    ['actions of 10,000 bytes, sent by a contract', byRelay('0-14', Buffer.alloc(10_000, 7), 100)],
    ['code that a contract deploys', relayed(relay, [setcode])],
    ...Object.entries(RECEIVERS).map(
      ([what, text]) => [what, rawAction(deployed(text), 'run', NOTHING, [])] as const,
    ),
  ];
  return actions.map(([what, one]) => {
    // What a contract sends is as much as it may be, and code can be deployed once in a transaction.
    const isOnce = one.contract === integerOf(relay.id);
    const alone = workOf(ledger, ledger.prepare(universalTx(ALICE, [one])));
    const count = isOnce ? 1 : Math.max(1, Math.min(ACTIONS, Math.floor(MOST_WORK / alone)));
    const all = Array.from({ length: count }, () => one);
    const prepared = ledger.prepare(universalTx(ALICE, all));
    return [`actions: ${what}`, costOf(() => workOf(ledger, prepared))];
  });
}

/** Executes a transaction in a block that is discarded. @returns its work */
function workOf(ledger: ScratchLedger, prepared: PreparedTransaction): number {
  const block = ledger.begin();
  try {
    return workAlone(block.execute(prepared).work);
  } finally {
    block.state.discard();
  }
}

/** What queries of contracts cost, by what they do. */
export function costsOfQueries(): [what: string, cost: number][] {
  const ledger = new ScratchLedger();
  let height = HEIGHT + 1;
  return Object.entries(QUERIES).map(([what, text]) => {
    const contract = integerOf(deploy(ledger, ALICE, assemble(text), height++));
    const query = { contract, action: name('run'), data: NOTHING };
    return [
      `queries: ${what}`,
      costOf(() => {
        const work = new WorkMeter(QUERY_WORK);
        ledger.ledger.query(ledger.state.child(), ledger.contextAt(height), query, undefined, work);
        return work.spent;
      }),
    ];
  });
}

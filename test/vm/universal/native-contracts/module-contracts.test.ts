import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encode } from '../../../../src/codec/codec.js';
import type { Json, JsonObject } from '../../../../src/codec/json-value.js';
import { parseRegId, regIdText } from '../../../../src/codec/regid.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import type { ExecutedTransaction } from '../../../../src/ledger/types.js';
import { CDPS, CDPS_CLOSED_BY } from '../../../../src/state/tables/cdps.js';
import { CLOSED_ORDERS, TRADES } from '../../../../src/state/tables/dex-history.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { UTXOS } from '../../../../src/state/tables/utxos.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { type InlineTransaction, inlineTransaction } from '../../../../src/tx/types/universal.js';
import { settlerRegId } from '../../../../vm/native/dex/dex-settle.js';
import { schemaOf } from '../../../../vm/universal/contract-abi.js';
import { MODULE_CONTRACTS } from '../../../../vm/universal/native-contracts/index.js';
import { objectIdOf } from '../../../../vm/universal/object-id.js';
import { inlineTransactionBytes } from '../../../../vm/wasm/abi/inline-transaction.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ALICE, BOB, CAROL, HEIGHT, ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';
import {
  AMPLE_FEE,
  action,
  deploy,
  integerOf,
  rawAction,
  regIdOfActor,
  universalTx,
} from '../../../support/ledgers/universal.js';
import { input, output, utxoTx } from '../../../support/ledgers/utxo-ledger.js';
import { byContract, deployRelay, type Relay, relayed } from '../../../support/wasm/relay-contract.js';
import { assemble } from '../../../support/wasm/wat.js';

const COIN = 100_000_000n;
const A = regIdOfActor(ALICE);
const B = regIdOfActor(BOB);
const inWicc = (amount: bigint): Json => ({ amount, symbol: '8,WICC' });
const inWusd = (amount: bigint): Json => ({ amount, symbol: '8,WUSD' });

/** A ledger with prices and a contract that has coins. */
class ModuleLedger extends CdpLedger {
  readonly relay: Relay = deployRelay(this, BOB);

  constructor(balance = 10_000n * COIN) {
    super();
    for (const symbol of ['WICC', 'WUSD', 'WGRT']) this.setToken(this.relay.keyId, symbol, { free: balance });
  }

  /** Lets the contract act; CAROL pays. */
  send(...wanted: readonly Wanted[]): ExecutedTransaction {
    return this.execute(this.transaction(wanted));
  }

  transaction(wanted: readonly Wanted[], height = HEIGHT) {
    const sent = wanted.map(([contract, name, args]) =>
      byContract(this, this.relay.regId, contract, name, args),
    );
    return universalTx(CAROL, [relayed(this.relay, sent)], { validHeight: height - 1 });
  }

  refusal(...wanted: readonly Wanted[]): string {
    return this.rejection(this.transaction(wanted)).reason;
  }
}

type Wanted = readonly [contract: string, action: string, args: Json];

const sell = (owner: string, amount = 10n * COIN): Wanted => [
  '0-300',
  'selllimit',
  [owner, inWicc(amount), 'WUSD', COIN / 2n, 0, ''],
];

/** The traces of inline actions of the first action. */
function inlineTraces({ trace }: ExecutedTransaction): readonly JsonObject[] {
  const [root] = (trace as JsonObject).traces as readonly JsonObject[];
  return root!.inline_traces as readonly JsonObject[];
}

const modules = suite('modules as contracts');

modules('networks of the reference do not have them', () => {
  const ledger = new ScratchLedger({
    mended: { ...REGTEST.mended, modulesAreContracts: false, actionsReachAccounts: false },
  });
  for (const id of MODULE_CONTRACTS.keys()) {
    const contract = `0-${id}`;
    assert.is(schemaOf(ledger, id), undefined);
    const { reason } = ledger.rejection(
      universalTx(ALICE, [rawAction(contract, 'transfer', Buffer.alloc(0), [ALICE])]),
    );
    assert.match(reason, `cannot get contract '${contract}'`);
  }
  const relay = deployRelay(ledger, BOB);
  ledger.endow(relay.keyId, 'WICC', COIN);
  const known = new ScratchLedger();
  const transfer = byContract(known, relay.regId, '0-200', 'transfer', [relay.id, B, inWicc(COIN), '']);
  const executed = ledger.execute(universalTx(CAROL, [relayed(relay, [transfer])]));
  assert.is(ledger.free(relay.keyId, 'WICC'), COIN);
  const [told] = inlineTraces(executed);
  assert.is((told!.trx as JsonObject).data, Buffer.from(transfer.data).toString('hex'));
});

modules('an object has the id of its action in the order of execution, in trace, receipts and state', () => {
  const ledger = new ModuleLedger();
  const { relay } = ledger;
  ledger.setToken(ALICE.keyId, 'WUSD', { free: 1000n * COIN });
  const through = relayed(relay, [
    byContract(ledger, relay.regId, ...sell(relay.id)),
    byContract(ledger, relay.regId, '0-200', 'transfer', [relay.id, B, inWicc(COIN), '']),
    byContract(ledger, relay.regId, ...sell(relay.id, 20n * COIN)),
  ]);
  const own = action(ledger, '0-300', 'buylimit', [A, inWicc(COIN), 'WUSD', COIN / 4n, 0, 'mine'], [ALICE]);
  const executed = ledger.execute(universalTx(ALICE, [through, own]));
  const { txid } = executed.prepared;
  const ids = [1, 3, 4].map(index => objectIdOf(txid, index));
  assert.equal([...ledger.orders().keys()].toSorted(), ids.toSorted());
  assert.equal(
    ids.map(id => regIdText(ledger.state.get(ORDERS, id)!.owner)),
    [relay.id, relay.id, A],
  );
  assert.ok(ids.every(id => ledger.state.get(ORDERS, id)!.sourceId === txid));
  assert.equal(
    inlineTraces(executed).map(trace => trace.object_id),
    [ids[0], undefined, ids[1]],
  );
  const [, second] = (executed.trace as JsonObject).traces as readonly JsonObject[];
  assert.is(second!.object_id, ids[2]);
  assert.equal(
    executed.receipts.map(({ type, objectId }) => [type, objectId]),
    [
      [RECEIPT.BLOCK_REWARD_TO_MINER, undefined],
      [RECEIPT.DEX_FREEZE_ASSET_TO_SELLER, ids[0]],
      [RECEIPT.TRANSFER_ACTUAL_COINS, undefined],
      [RECEIPT.DEX_FREEZE_ASSET_TO_SELLER, ids[1]],
      [RECEIPT.DEX_FREEZE_COIN_TO_BUYER, ids[2]],
    ],
  );
});

modules('an action costs its receiver, its bytes and what is declared', () => {
  const ledger = new ModuleLedger();
  const cases: readonly (readonly [Wanted, bigint])[] = [
    [['0-200', 'transfer', [A, B, inWicc(COIN), '']], 10_000n],
    [['0-200', 'transferkey', [A, 'ab'.repeat(20), inWicc(COIN), '']], 30_000n],
    [sell(A), 30_000n],
    [['0-400', 'stake', [A, null, inWicc(1000n * COIN), inWusd(100n * COIN)]], 60_000n],
    [['0-500', 'charge', [A, 'WICC', [outputTo(B), outputTo(A)], '']], 20_000n],
  ];
  for (const [[contract, name, args], declared] of cases) {
    const call = action(ledger, contract, name, args, [ALICE]);
    const tx = universalTx(ALICE, [call]);
    const size = BigInt(ledger.prepare(tx).raw.length - 1 + encode(inlineTransaction, call).length);
    const { fuel } = ledger.execute(tx);
    assert.is(fuel, 10n * size + 10_000n + declared, name);
  }
});

modules('fuel of inputs counts every signature with every key, before any is looked at', () => {
  const ledger = new ModuleLedger();
  const signers = { m: 1, accounts: Array(20).fill(B), signatures: Array(20).fill('x') } satisfies Json;
  const draw = action(ledger, '0-500', 'draw', [A, 'WICC', [[idOf('9'), 0, null, signers]], ''], [ALICE]);
  const cheap = ledger.rejection(universalTx(ALICE, [draw], { fees: 7_000_000n }));
  assert.match(cheap.reason, /fee_exhausted_exception/);
  const paid = ledger.rejection(universalTx(ALICE, [draw], { fees: 9_000_000n }));
  assert.match(paid.reason, /failed-to-load-prev-utxo-err/);
});

const outputTo = (owner: string, amount = COIN): Json => [amount, owner, null, null, null, null, null, null];

modules('a contract places an order, which is settled and its rest taken back by the contract', () => {
  const ledger = new ModuleLedger();
  const { relay } = ledger;
  const { txid } = ledger.send(sell(relay.id)).prepared;
  const id = objectIdOf(txid, 1);
  ledger.setToken(ALICE.keyId, 'WUSD', { free: 100n * COIN });
  const buying = action(ledger, '0-300', 'buymarket', [A, inWusd(2n * COIN), 'WICC', 0, ''], [ALICE]);
  const buyId = objectIdOf(ledger.execute(universalTx(ALICE, [buying])).prepared.txid, 0);
  const settler = settlerRegId(ledger.state, ledger.network);
  const settlement = byContract(ledger, settler, '0-300', 'settle', [
    regIdText(settler),
    [[buyId, id, COIN / 2n, 2n * COIN, 4n * COIN]],
  ]);
  const refused = ledger.rejection(universalTx(CAROL, [settlement]));
  assert.match(refused.reason, /missing_auth_exception/);
  ledger.setParameter('DEX_MATCH_SVC_REGID', integerOf(relay.id));
  const { keyId } = relay;
  const before = ledger.token(keyId, 'WUSD').free;
  ledger.send(['0-300', 'settle', [relay.id, [[buyId, id, COIN / 2n, 2n * COIN, 4n * COIN]]]]);
  assert.ok(ledger.token(keyId, 'WUSD').free > before);
  assert.is(ledger.state.get(ORDERS, buyId), undefined);
  assert.is(ledger.token(keyId, 'WICC').frozen, 6n * COIN);
  const cancelled = ledger.send(['0-300', 'cancel', [relay.id, id]]);
  assert.is(ledger.token(keyId, 'WICC').frozen, 0n);
  assert.is(inlineTraces(cancelled)[0]!.object_id, undefined);
  assert.is(ledger.state.get(CLOSED_ORDERS, id)!.closedBy, cancelled.prepared.txid);
  assert.match(ledger.refusal(['0-300', 'cancel', [relay.id, id]]), /order-inactive/);
});

modules(
  'two settlements of one transaction leave their trades and orders for friction beside each other',
  () => {
    const ledger = new ModuleLedger();
    const { relay } = ledger;
    ledger.setParameter('DEX_MATCH_SVC_REGID', integerOf(relay.id));
    ledger.setToken(ALICE.keyId, 'WUSD', { free: 100n * COIN });
    const { txid } = ledger.send(sell(relay.id, 20n * COIN)).prepared;
    const sellId = objectIdOf(txid, 1);
    const buying = action(
      ledger,
      '0-300',
      'buylimit',
      [A, inWicc(20n * COIN), 'WUSD', COIN / 2n, 0, ''],
      [ALICE],
    );
    const buyId = objectIdOf(ledger.execute(universalTx(ALICE, [buying])).prepared.txid, 0);
    const deals: Json = [[buyId, sellId, COIN / 2n, COIN, 2n * COIN]];
    ledger.send(['0-300', 'settle', [relay.id, deals]], ['0-300', 'settle', [relay.id, deals]]);
    assert.is([...ledger.state.iterate(TRADES)].length, 2);
    const systemOrders = [...ledger.orders().values()].filter(({ sourceType }) => sourceType === 'settle');
    assert.is(systemOrders.length, 2);
  },
);

modules(
  'a contract opens, extends, redeems and closes a debt position, and liquidates that of another',
  () => {
    const ledger = new ModuleLedger();
    const { relay } = ledger;
    const { keyId } = relay;
    const opened = ledger.send([
      '0-400',
      'stake',
      [relay.id, null, inWicc(2000n * COIN), inWusd(100n * COIN)],
    ]);
    const id = objectIdOf(opened.prepared.txid, 1);
    assert.is(inlineTraces(opened)[0]!.object_id, id);
    assert.is(regIdText(ledger.state.get(CDPS, id)!.owner), relay.id);
    assert.is(ledger.token(keyId, 'WICC').pledged, 2000n * COIN);
    ledger.send(['0-400', 'stake', [relay.id, id, inWicc(1000n * COIN), inWusd(10n * COIN)]]);
    assert.is(ledger.state.get(CDPS, id)!.owed, 110n * COIN);
    // A day of interest is owed at least, for which the reserve places an order.
    const redeemed = ledger.send(['0-400', 'redeem', [relay.id, id, 10n * COIN, inWicc(500n * COIN)]]);
    const interestOrder = objectIdOf(redeemed.prepared.txid, 1);
    assert.is(inlineTraces(redeemed)[0]!.object_id, interestOrder);
    assert.is(ledger.state.get(ORDERS, interestOrder)!.sourceId, id);
    const later = ledger.transaction(
      [['0-400', 'redeem', [relay.id, id, 1000n * COIN, inWicc(9000n * COIN)]]],
      HEIGHT + 200,
    );
    ledger.setPrices({ WICC: 25_000_000n, WGRT: 1_000_000n }, HEIGHT + 200);
    const closed = ledger.execute(later, HEIGHT + 200);
    const orderId = objectIdOf(closed.prepared.txid, 1);
    assert.is(ledger.state.get(ORDERS, orderId)!.sourceType, 'cdp_interest');
    assert.is(inlineTraces(closed)[0]!.object_id, orderId);
    assert.is(ledger.state.get(CDPS, id), undefined);
    assert.is(ledger.state.get(CDPS_CLOSED_BY, [closed.prepared.txid, id]), true);
    assert.is(ledger.token(keyId, 'WICC').pledged, 0n);

    ledger.place(idOf('d'), ALICE, { staked: 560n * COIN, owed: 100n * COIN });
    const before = ledger.free(keyId, 'WICC');
    ledger.send(['0-400', 'liquidate', [relay.id, idOf('d'), 500n * COIN]]);
    assert.ok(ledger.free(keyId, 'WICC') > before);
    assert.is(ledger.state.get(CDPS, idOf('d')), undefined);
  },
);

modules('a contract charges outputs, spends one and draws another, from the next block on', () => {
  const ledger = new ModuleLedger();
  const { relay } = ledger;
  const before = ledger.free(relay.keyId, 'WICC');
  const outputs = [outputTo(relay.id), outputTo(relay.id, 3n * COIN), outputTo(B)];
  const charged = ledger.execute(ledger.transaction([['0-500', 'charge', [relay.id, 'WICC', outputs, '']]]));
  const id = objectIdOf(charged.prepared.txid, 1);
  assert.is(before - ledger.free(relay.keyId, 'WICC'), 5n * COIN);
  const at = (index: number): Json => [id, index, null, null];
  const draw = (index: number): Wanted => ['0-500', 'draw', [relay.id, 'WICC', [at(index)], '']];
  assert.match(ledger.refusal(draw(0)), /failed-to-load-prev-utxo-err/);
  const next = HEIGHT + 1;
  const refused = ledger.rejection(ledger.transaction([draw(2)], next), next);
  assert.match(refused.reason, /check-utox-cond-err/);
  ledger.execute(ledger.transaction([draw(0)], next), next);
  const spending: Wanted = [
    '0-500',
    'spend',
    [relay.id, 'WICC', [at(1)], [outputTo(B, 2n * COIN)], 'change'],
  ];
  const spent = ledger.execute(ledger.transaction([spending], next), next);
  assert.is(before - ledger.free(relay.keyId, 'WICC'), 3n * COIN);
  const newId = objectIdOf(spent.prepared.txid, 1);
  assert.is(ledger.state.get(UTXOS, [newId, 0])!.output.coinAmount, 2n * COIN);
  // Whom it is for spends it by a typed transaction.
  const drawing = utxoTx({ vins: [input(id, 2)], vouts: [output()], validHeight: HEIGHT + 1 }, BOB);
  ledger.execute(drawing, HEIGHT + 2);
  assert.match(ledger.refusal(draw(0)), /double-spend-prev-utxo-err/);
});

/** A contract that sends an action whenever the asset contract tells it of a transfer. */
function sellerOf(order: InlineTransaction): Buffer {
  const bytes = inlineTransactionBytes(order);
  const text = [...bytes].map(byte => `\\${byte.toString(16).padStart(2, '0')}`).join('');
  return assemble(`(module (import "env" "send_inline" (func $send (param i32 i32)))
    (memory (export "memory") 1) (data (i32.const 0) "${text}")
    (func (export "apply") (param i64) (param $contract i64) (param i64)
      (if (i64.eq (local.get $contract) (i64.const ${integerOf('0-800')}))
        (then (call $send (i32.const 0) (i32.const ${bytes.length}))))))`);
}

modules('a contract that is told of a payment sells what it got in the same transaction', () => {
  const ledger = new ModuleLedger();
  const id = `${HEIGHT - 2}-1`;
  const order = byContract(ledger, parseRegId(id)!, ...sell(id));
  assert.is(deploy(ledger, BOB, sellerOf(order), HEIGHT - 2), id);
  const pay = (amount: bigint) =>
    universalTx(ALICE, [action(ledger, '0-800', 'transfer', [A, id, inWicc(amount), ''], [ALICE])]);
  assert.match(ledger.rejection(pay(10n * COIN - 1n)).reason, /operate-dex-order-account-failed/);
  const { prepared } = ledger.execute(pay(10n * COIN));
  const { owner } = ledger.state.get(ORDERS, objectIdOf(prepared.txid, 1))!;
  assert.is(regIdText(owner), id);
});

modules('a contract cannot place an order, pledge, charge or transfer what it does not have', () => {
  const ledger = new ModuleLedger(COIN);
  const { relay } = ledger;
  const wanted: readonly (readonly [Wanted, RegExp])[] = [
    [sell(relay.id), /operate-dex-order-account-failed/],
    [['0-200', 'transfer', [relay.id, B, inWicc(COIN + 1n), '']], /transfer-coin-failed/],
    [
      ['0-400', 'stake', [relay.id, null, inWicc(1000n * COIN), inWusd(100n * COIN)]],
      /bcoins-insufficient-error/,
    ],
    [
      ['0-500', 'charge', [relay.id, 'WICC', [outputTo(B, COIN + 1n)], '']],
      /insufficient-account-coin-amount/,
    ],
  ];
  for (const [call, reason] of wanted) assert.match(ledger.refusal(call), reason);
  // Nor twice what it has once: all of the transaction is refused.
  const half = sell(relay.id, (COIN * 6n) / 10n);
  ledger.execute(ledger.transaction([half]), HEIGHT);
  const twice = new ModuleLedger(COIN);
  assert.match(twice.refusal(half, half), /operate-dex-order-account-failed/);
  assert.is(twice.orders().size, 0);
});

modules('amounts below zero, of another precision and of accounts that are no regid are refused', () => {
  const { relay } = new ModuleLedger();
  const ledger = new ModuleLedger();
  const refused = (args: Json) => ledger.refusal(['0-200', 'transfer', args]);
  assert.match(refused([relay.id, B, { amount: -1n, symbol: '8,WICC' }, '']), /asset_type_exception/);
  assert.match(refused([relay.id, B, { amount: 1n, symbol: '4,WICC' }, '']), /precision_size_exception/);
  const call = byContract(ledger, relay.regId, '0-200', 'transfer', [relay.id, B, inWicc(COIN), '']);
  const data = Buffer.from(call.data);
  data.writeBigUInt64LE(integerOf(relay.id) + 0x10000n, 0);
  const alias: InlineTransaction = { ...call, data };
  const { reason } = ledger.rejection(universalTx(CAROL, [relayed(relay, [alias])]));
  assert.match(reason, /regid_type_exception/);
});

modules('a relay that calls itself for ever ends by depth, whatever it does on the way', () => {
  const ledger = new ModuleLedger();
  const { relay } = ledger;
  const transfer = byContract(ledger, relay.regId, '0-200', 'transfer', [relay.id, B, inWicc(COIN), '']);
  let nested = relayed(relay, [transfer]);
  for (let depth = 0; depth < 5; depth++) nested = relayed(relay, [transfer, nested]);
  const { reason } = ledger.rejection(universalTx(CAROL, [nested]));
  assert.match(reason, /\(3040000\) transaction_exception/);
});

modules('ten thousand orders in one transaction end by the fuel that is paid for, or by work', () => {
  const ledger = new ModuleLedger();
  const { relay } = ledger;
  const order = byContract(ledger, relay.regId, ...sell(relay.id, COIN / 10n));
  const call = relayed(relay, Array(9000).fill(order));
  const cheap = ledger.rejection(universalTx(CAROL, [call], { fees: 100_000_000n }));
  assert.match(cheap.reason, /fee_exhausted_exception/);
  const { reason } = ledger.rejection(universalTx(CAROL, Array(2).fill(call), { fees: AMPLE_FEE }));
  assert.match(reason, /tx_cpu_usage_exceeded/);
  assert.is(ledger.orders().size, 0);
});

modules.run();

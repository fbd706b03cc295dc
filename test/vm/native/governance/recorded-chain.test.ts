import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../../src/codec/json-value.js';
import { parseRegId, regIdText } from '../../../../src/codec/regid.js';
import { REPLAY } from '../../../../src/config/networks/replay.js';
import { cdpParameters, systemParameters } from '../../../../src/config/system-parameters.js';
import { encodeAddress } from '../../../../src/crypto/address.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { NetworkLedger } from '../../../../src/ledger/ledger.js';
import type { BlockContext, ExecutedTransaction } from '../../../../src/ledger/types.js';
import {
  cdpParameterJson,
  minimumFeesJson,
  systemParameterJson,
} from '../../../../src/rpc/governance/parameters.results.js';
import { proposalDetail } from '../../../../src/rpc/governance/proposal.results.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../../../src/state/tables/accounts.js';
import { ASSET_TYPE, ASSETS, NATIVE_ASSETS } from '../../../../src/state/tables/assets.js';
import { producerCountAt } from '../../../../src/state/tables/delegates.js';
import { addOperator } from '../../../../src/state/tables/dex-operators.js';
import { putOrder } from '../../../../src/state/tables/orders.js';
import { FEED_PAIRS } from '../../../../src/state/tables/prices.js';
import { OPEN_PUBLIC } from '../../../../src/tx/enums.js';
import { decodeTransaction } from '../../../../src/tx/envelope.js';
import { governors } from '../../../../vm/native/governance/electorate.js';
import {
  asReferencePrints,
  type ExactJson,
  type ExactObject,
  exactText,
  readExactLines,
} from '../../../support/answers/exact-json.js';
import { ORDER } from '../../../support/ledgers/governance-ledger.js';
import { memoryState } from '../../../support/stores/memory-state.js';

/*
 * The proposals and approvals of the recorded chain, with their signatures, on a state that has
 * the accounts and objects that they are about.
 */

interface RecordedAccount {
  readonly regid: string;
  readonly publicKey: string;
}
interface RecordedTransaction {
  readonly height: bigint;
  readonly txid: string;
  readonly raw: string;
  readonly receipts: ExactJson;
}
interface RecordedAnswer {
  readonly height: bigint;
  readonly method: string;
  readonly params: readonly string[];
  readonly result: ExactObject;
}
type Row = RecordedAccount | RecordedTransaction | RecordedAnswer;

const ROWS = readExactLines<Row>('governance-chain');
const ALICE = '6-2';
/** The order that proposal 16 cancels. */
const ORDER_ID = 'dcd6d94450b3478fb01c5da6e417400993defc790c277c18db1ca201506ff98c';
const MILLION_COINS = 100_000_000_000_000n;

const ledger = new NetworkLedger(REPLAY);
const state = memoryState().overlay();
const WIRE = { varintPricesFrom: REPLAY.forks.r3 };

function contextAt(height: number): BlockContext {
  const time = REPLAY.genesis.time + 10 * height;
  return { height, time, producer: { height: 0, index: 2 }, fuelRate: 100 };
}

/** Lets an account have coins, as many as it needs for every fee. */
function endow(keyId: string, changes: { publicKey?: string; regId?: string } = {}): void {
  const account = state.get(ACCOUNTS, keyId) ?? newAccount(keyId);
  const regId = changes.regId === undefined ? account.regId : parseRegId(changes.regId)!;
  const token = { free: MILLION_COINS, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n };
  const tokens = new Map(account.tokens).set('WICC', token);
  state.put(ACCOUNTS, keyId, { ...account, regId, ownerKey: changes.publicKey ?? account.ownerKey, tokens });
  state.put(REGIDS, regId, keyId);
}

function prepare(): void {
  const { block } = ledger.genesis(state);
  ledger.systemGenesis(state, contextAt(REPLAY.forks.systemGenesis), block.header.merkleRoot);
  for (const [, keyId] of [...state.iterate(REGIDS)]) endow(keyId);
  for (const row of ROWS) {
    if ('regid' in row) endow(keyIdOf(Buffer.from(row.publicKey, 'hex')), { ...row, regId: row.regid });
  }
  const owner = parseRegId(ALICE)!;
  const asset = { ...NATIVE_ASSETS[0]!, type: ASSET_TYPE.userIssued, permsSum: 3n, owner };
  state.put(ASSETS, 'ORACLEA', { ...asset, symbol: 'ORACLEA', name: 'Oracle A' });
  addOperator(state, {
    owner,
    feeReceiver: owner,
    name: 'oracle-dex',
    portalUrl: '',
    openMode: OPEN_PUBLIC,
    makerFeeRatio: 0n,
    takerFeeRatio: 0n,
    sharedWith: [],
    activated: false,
    memo: new Uint8Array(),
  });
  const keyId = state.get(REGIDS, owner)!;
  const alice = state.get(ACCOUNTS, keyId)!;
  const frozen = { free: 0n, frozen: 30_000_000n, staked: 0n, voted: 0n, pledged: 0n };
  state.put(ACCOUNTS, keyId, { ...alice, tokens: new Map(alice.tokens).set('WUSD', frozen) });
  putOrder(state, ORDER_ID, { ...ORDER, owner, coinAmount: 30_000_000n, dealtCoinAmount: 0n });
}

const ANSWERS: Readonly<Record<string, (params: readonly string[], height: number) => Json>> = {
  getproposal: ([id]) => proposalDetail(state, id!),
  getgovernors: () => ({ governors: governors(state, REPLAY).map(regIdText) }),
  listsysparams: () =>
    Object.fromEntries(systemParameters.map(one => [one.name, systemParameterJson(state, one)])),
  getfeedcoinpairs: () => ({
    feed_coin_pairs: Array.from(state.iterate(FEED_PAIRS), ([[base, quote]]) => `${base}-${quote}`),
  }),
  getcdpparam([pair]) {
    const [bcoinSymbol, scoinSymbol] = pair!.split(':') as [string, string];
    return Object.fromEntries(
      cdpParameters.map(one => [one.name, cdpParameterJson(state, { bcoinSymbol, scoinSymbol }, one)]),
    );
  },
  gettotalbpssize: (_params, height) => ({ total_bps_size: producerCountAt(state, height) }),
  listmintxfees: () => minimumFeesJson(state, REPLAY),
};

/** The order of parameters and fees is that of a hash map in the reference (spec 02 O32). */
function ordered(method: string, value: ExactJson): ExactJson {
  if (method === 'getproposal') return value;
  if (Array.isArray(value)) {
    const code = (fee: ExactJson) => Number((fee as ExactObject).txtype_code);
    return [...value].sort((a, b) => code(a) - code(b));
  }
  return Object.fromEntries(Object.entries(value as ExactObject).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function receiptsOf({ receipts }: ExecutedTransaction): ExactJson {
  const address = (uid: (typeof receipts)[number]['from']) =>
    uid.kind === 'keyid' ? encodeAddress(REPLAY.addressVersion, uid.keyId) : '';
  return receipts.map(({ type, operation, from, to, coinSymbol, amount }) =>
    asReferencePrints([type, operation, address(from), address(to), coinSymbol, amount]),
  );
}

test('the recorded proposals and approvals take effect with the recorded receipts and answers', () => {
  prepare();
  const counts = { transactions: 0, answers: 0 };
  for (const row of ROWS) {
    if ('raw' in row) {
      const prepared = decodeTransaction(Buffer.from(row.raw, 'hex'), WIRE);
      assert.is(prepared.txid, row.txid);
      const block = ledger.begin(state, contextAt(Number(row.height)), { has: () => false });
      const executed = block.execute(prepared);
      block.state.merge();
      assert.is(exactText(receiptsOf(executed)), exactText(row.receipts), `${row.height} ${row.txid}`);
      counts.transactions++;
    } else if ('method' in row) {
      const { method, params, height, result } = row;
      const actual = asReferencePrints(ANSWERS[method]!(params, Number(height)));
      const expected = ordered(method, result);
      assert.is(exactText(ordered(method, actual)), exactText(expected), `${method} ${params} at ${height}`);
      counts.answers++;
    }
  }
  assert.equal(counts, { transactions: 80, answers: 73 });
  console.log(`recorded governance: ${counts.transactions} transactions, ${counts.answers} answers equal`);
});

test.run();

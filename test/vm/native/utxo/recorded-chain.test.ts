import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../../src/codec/json-value.js';
import { parseRegId } from '../../../../src/codec/regid.js';
import type { Uid } from '../../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../../src/config/network.js';
import { REFERENCE_REGTEST } from '../../../../src/config/networks/reference-regtest.js';
import { REPLAY } from '../../../../src/config/networks/replay.js';
import { encodeAddress } from '../../../../src/crypto/address.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { NetworkLedger } from '../../../../src/ledger/ledger.js';
import type { ExecutedTransaction } from '../../../../src/ledger/types.js';
import { readRecording } from '../../../../src/replay/recording.js';
import type { Overlay } from '../../../../src/state/state.js';
import { ACCOUNTS, newAccount, REGIDS } from '../../../../src/state/tables/accounts.js';
import { PASSWORD_PROOFS, UTXOS } from '../../../../src/state/tables/utxos.js';
import { decodeTransaction } from '../../../../src/tx/envelope.js';
import { receiptJson } from '../../../../src/tx/receipt.js';
import { readExact } from '../../../support/answers/exact-json.js';
import { rejectionOf } from '../../../support/ledgers/scratch-ledger.js';
import { memoryState } from '../../../support/stores/memory-state.js';
import { vectorDirectory } from '../../../support/vectors/vectors.js';

/* Transactions that the reference made, with their signatures, on a state that has their accounts. */

const MILLION_COINS = 100_000_000_000_000n;

/** The three accounts that make and spend the outputs of the recorded chain. */
const RECORDED_ACCOUNTS = {
  '6-2': '0267eb09ef60c0c75eea76785daff3ea92a7de066f9be8fb333b1a2e9e51ddf199',
  '9-2': '023ffd95d39675b3c98840ade36f101904bff6ca519899e90e58fc97cf9ecde347',
  '10-2': '035ae1ec87fe4563ab54d37f9d20ac82b446a3581b4a92ab6a50dc8d67d7722d75',
};

class RecordedLedger {
  readonly state: Overlay = memoryState().overlay();
  readonly #ledger: NetworkLedger;

  constructor(readonly network: NetworkParameters) {
    this.#ledger = new NetworkLedger(network);
    const { block } = this.#ledger.genesis(this.state);
    const context = this.#contextAt(network.forks.systemGenesis);
    this.#ledger.systemGenesis(this.state, context, block.header.merkleRoot);
  }

  /** Gives a key coins of both kinds that fees are paid in, and a regid. */
  endow(publicKey: string, regId: string): void {
    const keyId = keyIdOf(Buffer.from(publicKey, 'hex'));
    const token = { free: MILLION_COINS, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n };
    const tokens = new Map([
      ['WICC', token],
      ['WUSD', token],
      ['WGRT', token],
    ]);
    const account = this.state.get(ACCOUNTS, keyId) ?? newAccount(keyId);
    this.state.put(ACCOUNTS, keyId, { ...account, regId: parseRegId(regId)!, ownerKey: publicKey, tokens });
    this.state.put(REGIDS, parseRegId(regId)!, keyId);
  }

  execute(raw: string, height: number): ExecutedTransaction {
    const block = this.#ledger.begin(this.state, this.#contextAt(height), { has: () => false });
    const executed = block.execute(
      decodeTransaction(Buffer.from(raw, 'hex'), { varintPricesFrom: this.network.forks.r3 }),
    );
    block.state.merge();
    return executed;
  }

  #contextAt(height: number) {
    const time = this.network.genesis.time + 10 * height;
    return { height, time, producer: { height: 0, index: 2 }, fuelRate: 100 };
  }
}

test('the outputs of the recorded chain are made, proved and spent with the recorded receipts', () => {
  const ledger = new RecordedLedger(REPLAY);
  for (const [regId, publicKey] of Object.entries(RECORDED_ACCOUNTS)) ledger.endow(publicKey, regId);
  const addressOf = (uid: Uid) =>
    uid.kind === 'keyid' ? encodeAddress(REPLAY.addressVersion, uid.keyId) : '';
  const recorded = readRecording(join(vectorDirectory, 'replay')).transactions.filter(({ detail }) =>
    String(detail.tx_type).startsWith('UTXO_'),
  );
  for (const { height, txid, detail } of recorded) {
    const { prepared, receipts } = ledger.execute(String(detail.rawtx), height);
    assert.is(prepared.txid, txid);
    const expected = (detail.receipts as readonly JsonObject[]).map(plain);
    assert.equal(
      receipts.map(receipt => plain(receiptJson(receipt, addressOf))),
      expected,
      `${height} ${txid}`,
    );
  }
  assert.is(recorded.length, 12);
  const left = [...ledger.state.iterate(UTXOS)].map(([, { output, coinSymbol }]) => [
    coinSymbol,
    output.coinAmount,
  ]);
  assert.equal(left.sort(), [
    ['WGRT', 100_000_000n],
    ['WICC', 50_000_000n],
  ]);
  const proofs = [...ledger.state.iterate(PASSWORD_PROOFS)];
  assert.is(proofs.length, 1, 'that of an output that does not exist stays (spec 07 U14)');
});

interface Vectors {
  readonly transactions: readonly { readonly id: string; readonly type: bigint; readonly raw: string }[];
}

const HOLDER_KEY = REFERENCE_REGTEST.genesis.holderKey;
const HEIGHT = 502;

test('the charge and the proof of the reference’s vectors take effect', () => {
  const vectors = readExact<Vectors>('reference-transactions').transactions;
  const raw = (id: string) => vectors.find(row => row.id === id)!.raw;
  const ledger = new RecordedLedger(REFERENCE_REGTEST);
  ledger.endow(HOLDER_KEY, '0-1');
  const { prepared } = ledger.execute(raw('utxo-18-charge'), HEIGHT);
  assert.is(ledger.state.get(UTXOS, [prepared.txid, 0])?.output.coinAmount, 100_000_000n);
  ledger.execute(raw('utxo-19-proof'), HEIGHT);
  assert.is([...ledger.state.iterate(PASSWORD_PROOFS)].length, 1);
});

test('the spend of the reference’s vectors shows all conditions at once: it is signed, and refused for them', () => {
  const vectors = readExact<Vectors>('reference-transactions').transactions;
  const spend = vectors.find(({ id, type }) => type === 18n && id !== 'utxo-18-charge')!;
  const ledger = new RecordedLedger(REFERENCE_REGTEST);
  ledger.endow(HOLDER_KEY, '0-1');
  const refused = (reason: string) => ({ code: 16, reason });
  const execute = () => rejectionOf(() => ledger.execute(spend.raw, HEIGHT));
  assert.equal(execute(), refused('failed-to-load-prev-utxo-err'));
  ledger.state.put(UTXOS, ['0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20', 300], {
    coinSymbol: 'WICC',
    output: { coinAmount: 100_000_000n, conds: [] },
    creator: '11'.repeat(20),
    height: HEIGHT - 1,
  });
  assert.equal(execute(), refused('check-utox-cond-err'), 'two addresses lock its first output');
});

test.run();

/** Numbers of any kind as bigints, so that what was read and what was made compare. */
function plain(receipt: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(receipt).map(([name, value]) => [name, typeof value === 'number' ? BigInt(value) : value]),
  );
}

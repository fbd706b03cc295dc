import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { DEVELOPMENT_KEYS } from '../../src/config/networks/development-keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { TX } from '../../src/tx/transactions.js';
import { plain } from '../support/answers/plain.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { sdkSigned, sdkWallet } from '../support/nodes/wallet-sdk.js';

/*
 * The life of an exchange on this chain (spec 02 §7, W2 to W10 and W12), step by step on one node
 * that makes blocks on request.
 */

const PASSPHRASE = 'correct horse battery staple';
const UNLOCK_NEEDED = {
  code: -2006,
  message: 'Please enter the wallet passphrase with walletpassphrase first.',
};
const MINIMUM_FEE = 10_000n;
const COIN = 100_000_000n;
/** Where the exchange keeps what it pays out from. */
const HOT = EXAMPLE.bob;
const OUTSIDE = EXAMPLE.carol;
const GOVERNOR = '1-2';

const node = await NodeProcess.start({ switches: ['-mining=manual'] });
const exchange = suite('exchange');
exchange.after(() => node.stop());

const customers: string[] = [];

async function height(): Promise<number> {
  return node.call<number>('getblockcount');
}

async function mine(count = 1): Promise<void> {
  await node.call('generate', count);
}

async function submitted(method: string, ...params: Parameters<NodeProcess['call']>[1][]): Promise<string> {
  return (await node.call<{ txid: string }>(method, ...params)).txid;
}

async function free(uid: string, symbol = 'WICC'): Promise<bigint> {
  const { tokens } = await node.call<{
    tokens: Record<string, { free_amount: number | bigint } | undefined>;
  }>('getaccountinfo', uid);
  return BigInt(tokens[symbol]?.free_amount ?? 0);
}

async function detail(txid: string): Promise<JsonObject> {
  return plain(await node.call('gettxdetail', txid));
}

exchange('W2: a locked wallet signs nothing and makes no keys', async () => {
  assert.equal(plain(await node.call('encryptwallet', PASSPHRASE)), {
    wallet_encrypted: true,
    encrypt: true,
  });
  assert.equal(await node.fail('getnewaddr', true), UNLOCK_NEEDED);
  assert.equal(await node.fail('submitsendtx', HOT, OUTSIDE, 'WICC:1:wi'), UNLOCK_NEEDED);
  const info = await node.call('getwalletinfo');
  assert.equal([info.wallet_encrypted, info.wallet_locked, info.unlocked_until], [true, true, 0]);
});

exchange('W2: a wrong passphrase opens nothing', async () => {
  const refused = plain(await node.call('walletpassphrase', 'wrong', 60));
  assert.equal(refused, { wallet_unlocked: false, passphrase: false });
  assert.equal(await node.fail('getnewaddr', true), UNLOCK_NEEDED);
});

exchange('W2: an unlocked wallet makes an address for each customer', async () => {
  const opened = plain(await node.call('walletpassphrase', PASSPHRASE, 3600));
  assert.equal(opened, { wallet_unlocked: true, passphrase: true });
  for (let i = 0; i < 4; i++) customers.push((await node.call<{ addr: string }>('getnewaddr')).addr);
  const listed = plain(await node.call<{ addr: string; regid: string }[]>('listaddr'));
  for (const addr of customers) {
    assert.equal(plain(await node.call('validateaddr', addr)), { is_valid: true, addr });
    assert.is(listed.find(entry => entry.addr === addr)?.regid, '0-0');
  }
});

/** What an exchange books for a customer. */
interface Credit {
  readonly txid: string;
  readonly addr: string;
  readonly symbol: string;
  readonly amount: bigint;
}

function creditsOf(tx: JsonObject): Credit[] {
  if (tx.tx_type !== 'UCOIN_TRANSFER_TX' && tx.tx_type !== 'BCOIN_TRANSFER_TX') return [];
  return (tx.transfers as JsonObject[])
    .filter(({ to_addr: addr }) => customers.includes(addr as string))
    .map(transfer => ({
      txid: tx.txid as string,
      addr: transfer.to_addr as string,
      symbol: transfer.coin_symbol as string,
      amount: BigInt(transfer.coin_amount as number),
    }));
}

async function scan(from: number): Promise<Credit[]> {
  const credits: Credit[] = [];
  for (let h = from; h <= (await height()); h++) {
    const block = await node.call('getblock', h, true);
    for (const tx of block.tx_details as JsonObject[]) credits.push(...creditsOf(tx));
  }
  return credits;
}

exchange('W3: deposits of every kind are found block by block', async () => {
  const [first, second, third] = customers as [string, string, string];
  const start = await height();
  const single = await submitted('submitsendtx', EXAMPLE.alice, first, 'WICC:1.5:wi');
  await mine();
  await node.call('submitsendtx', EXAMPLE.alice, GOVERNOR, 'WICC:10:wi');
  const common = await submitted(
    'submittxraw',
    sdkSigned(sdkWallet(DEVELOPMENT_KEYS.accounts[2]!), {
      nTxType: TX.BCOIN_TRANSFER,
      nValidHeight: await height(),
      fees: 10_000,
      srcRegId: '0-15',
      destAddr: second,
      amount: 700_000_000,
      memo: 'deposit',
    }),
  );
  await mine();
  const batch = await submitted('submitsendmultitx', GOVERNOR, [
    { to_uid: second, symbol_amount_unit: 'WICC:2:wi' },
    { to_uid: third, symbol_amount_unit: 'WGRT:3:wi' },
    { to_uid: OUTSIDE, symbol_amount_unit: 'WGRT:4:wi' },
  ]);
  await mine();

  const expected = [
    { txid: single, addr: first, symbol: 'WICC', amount: 150_000_000n },
    { txid: common, addr: second, symbol: 'WICC', amount: 700_000_000n },
    { txid: batch, addr: second, symbol: 'WICC', amount: 2n * COIN },
    { txid: batch, addr: third, symbol: 'WGRT', amount: 3n * COIN },
  ];
  assert.equal(await scan(start + 1), expected);

  const oneByOne: Credit[] = [];
  for (let h = start + 1; h <= (await height()); h++) {
    const { tx } = await node.call<{ tx: string[] }>('getblock', h);
    for (const txid of tx) oneByOne.push(...creditsOf(await detail(txid)));
  }
  assert.equal(oneByOne, expected);
});

exchange('W4: a deposit may be booked when its block is final', async () => {
  const txid = await submitted('submitsendtx', EXAMPLE.alice, customers[0]!, 'WICC:1:wi');
  assert.not('confirmed_height' in (await detail(txid)));
  await mine();
  const { confirmed_height: confirmed } = await detail(txid);
  assert.is(confirmed, await height());
  assert.ok((confirmed as number) <= (await node.call<number>('getfinblockcount')));
});

exchange('W5: a withdrawal waits, is confirmed, and gains confirmations', async () => {
  const before = await free(OUTSIDE);
  const txid = await submitted('submitsendtx', HOT, OUTSIDE, 'WICC:12:wi', 'WICC:20000:sawi', 'withdrawal 7');
  const waiting = await node.call<{ unconfirmed_tx: string[] }>('listtx');
  assert.equal(waiting.unconfirmed_tx, [txid]);
  const unconfirmed = await detail(txid);
  for (const key of [
    'confirmed_height',
    'confirmed_time',
    'block_hash',
    'receipt',
    'tx_code',
    'confirmations',
  ]) {
    assert.not(key in unconfirmed, key);
  }
  assert.is(await free(OUTSIDE), before, 'nothing has moved yet');
  await mine();
  const lists = await node.call<{ confirmed_tx: string[]; unconfirmed_tx: string[] }>('listtx');
  assert.is(lists.confirmed_tx[0], txid);
  assert.equal(lists.unconfirmed_tx, []);
  for (const confirmations of [0, 1, 2]) {
    assert.is((await detail(txid)).confirmations, confirmations);
    await mine();
  }
  assert.is(await free(OUTSIDE), before + 12n * COIN);
});

for (const count of [1, 2, 100]) {
  exchange(
    `W6: ${count} withdrawals in one transaction cost ${count} times the fee, and not less`,
    async () => {
      const entries = Array.from({ length: count }, (_, i) => ({
        to_uid: i % 3 === 0 ? OUTSIDE : EXAMPLE.alice,
        symbol_amount_unit: `WICC:${10_000 + i}:sawi`,
      }));
      const least = MINIMUM_FEE * BigInt(count);
      assert.equal(await node.fail('submitsendmultitx', HOT, entries, `WICC:${least - 1n}:sawi`), {
        code: -32602,
        message: `The given fee is too small: ${least - 1n} < ${least} sawi`,
      });
      const before = await free(HOT);
      const txid = await submitted('submitsendmultitx', HOT, entries, `WICC:${least}:sawi`, 'batch');
      await mine();
      const sum = entries.reduce((total, _, i) => total + 10_000n + BigInt(i), 0n);
      assert.is(await free(HOT), before - sum - least);
      assert.is(((await detail(txid)).transfers as JsonObject[]).length, count);
    },
  );
}

exchange('W6: a hundred and one withdrawals are refused', async () => {
  const entries = Array(101).fill({ to_uid: OUTSIDE, symbol_amount_unit: 'WICC:10000:sawi' });
  assert.equal(await node.fail('submitsendmultitx', HOT, entries), {
    code: -2001,
    message: 'CommitTx failed: code=16, reason=invalid-transfers',
  });
});

exchange('W6: one receiver can be paid several times, in several coins', async () => {
  const [coins, governance] = [await free(OUTSIDE), await free(OUTSIDE, 'WGRT')];
  await node.call('submitsendmultitx', GOVERNOR, [
    { to_uid: OUTSIDE, symbol_amount_unit: 'WICC:1:wi' },
    { to_uid: OUTSIDE, symbol_amount_unit: 'WGRT:1:wi' },
    { to_uid: OUTSIDE, symbol_amount_unit: 'WICC:2:wi' },
  ]);
  await mine();
  assert.is(await free(OUTSIDE), coins + 3n * COIN);
  assert.is(await free(OUTSIDE, 'WGRT'), governance + COIN);
});

interface Registration {
  readonly regid: string;
  readonly regid_mature: boolean;
  readonly pubkey_registered: boolean;
  readonly owner_pubkey: string;
}

exchange(
  'W7: the first spend of an address names its key and registers it; the regid matures a hundred blocks later',
  async () => {
    const customer = customers[1]!;
    const registration = async (): Promise<Registration> =>
      plain(await node.call<Registration>('getaccountinfo', customer));
    assert.equal((await registration()).regid, '0-0');
    const sweep = await submitted('submitsendtx', customer, HOT, 'WICC:5:wi');
    await mine();
    const first = await detail(sweep);
    const registered = await registration();
    assert.is(first.tx_uid, registered.owner_pubkey);
    assert.equal(
      [registered.regid, registered.regid_mature, registered.pubkey_registered],
      [first.tx_cord, false, true],
    );

    await mine(99);
    const early = await submitted('submitsendtx', customer, HOT, 'WICC:1:wi');
    await mine();
    assert.is(await height(), (first.confirmed_height as number) + 100);
    assert.is((await registration()).regid_mature, false);
    assert.is((await detail(early)).tx_uid, registered.owner_pubkey);

    await mine();
    assert.is((await registration()).regid_mature, true);
    const late = await submitted('submitsendtx', customer, HOT, 'WICC:1:wi');
    await mine();
    assert.is((await detail(late)).tx_uid, registered.regid);
  },
);

exchange('W8: nothing is sent that is not there', async () => {
  const customer = customers[0]!;
  const all = await free(customer);
  const insufficient = { code: -2002, message: 'Account does not have enough WICC' };
  assert.equal(await node.fail('submitsendtx', customer, HOT, `WICC:${all + 1n}:sawi`), insufficient);
  assert.equal(await node.fail('submitsendtx', customer, HOT, `WICC:${all}:sawi`), insufficient);
  const most = all - MINIMUM_FEE;
  const txid = await submitted('submitsendtx', customer, HOT, `WICC:${most}:sawi`);
  // The first check sees what is on chain, the pool sees pending transactions too.
  assert.equal(await node.fail('submitsendtx', customer, HOT, 'WICC:10000:sawi'), {
    code: -2001,
    message: 'CommitTx failed: code=50, reason=sub-account-fees-failed',
  });
  await mine();
  assert.is((await detail(txid)).confirmations, 0);
  assert.is(await free(customer), 0n);
});

exchange(
  'W9: a transaction is made on one machine, signed on another, and submitted by the first',
  async () => {
    const offline = await NodeProcess.start({ switches: ['-mining=manual'] });
    await node.call('dropprivkey', EXAMPLE.alice);
    const { txid, unsigned_txraw: unsigned } = await node.call('genunsignedtxraw', 'submitsendtx', {
      sender: EXAMPLE.alice,
      to: HOT,
      amount: 'WICC:1:wi',
      fee: 'WICC:10000:sawi',
      memo: 'offline',
      height: await height(),
    });
    assert.equal(await node.fail('signtxraw', unsigned as string, [EXAMPLE.alice]), {
      code: -8,
      message: `Sign tx hash failed! addr=${EXAMPLE.alice}`,
    });
    const { rawtx } = await offline.call('signtxraw', unsigned as string, [EXAMPLE.alice]);
    await offline.stop();
    assert.is(await submitted('submittxraw', rawtx as string), txid);
    assert.equal(await node.fail('submittxraw', rawtx as string), {
      code: -2001,
      message: 'CommitTx failed: code=16, reason=tx-already-in-mempool',
    });
    await mine();
    assert.is((await detail(txid as string)).memo, 'offline');
    assert.equal(await node.fail('submittxraw', rawtx as string), {
      code: -2001,
      message: 'CommitTx failed: code=16, reason=tx-duplicate-confirmed',
    });
  },
);

/** Alice's transfer to the hot wallet, signed with any key for any height. */
function signedOffline(nValidHeight: number, wif: string = DEVELOPMENT_KEYS.accounts[0]!): string {
  return sdkSigned(sdkWallet(wif), {
    nTxType: TX.UCOIN_TRANSFER,
    nValidHeight,
    fees: 10_000,
    srcRegId: '0-13',
    dests: [{ coinSymbol: 'WICC', destAddress: HOT, transferAmount: 10_000 }],
    memo: `for height ${nValidHeight}`,
    feeSymbol: 'WICC',
  });
}

exchange('W9: the signature of somebody else is refused', async () => {
  assert.equal(await node.fail('submittxraw', signedOffline(await height(), DEVELOPMENT_KEYS.accounts[1])), {
    code: -2001,
    message: 'CommitTx failed: code=48, reason=bad-tx-sign',
  });
});

exchange('W9: a transaction may be 250 blocks older or younger than the tip, not 251', async () => {
  await mine(Math.max(0, 252 - (await height())));
  const tip = await height();
  for (const valid of [tip - 250, tip + 250]) await node.call('submittxraw', signedOffline(valid));
  for (const invalid of [tip - 251, tip + 251]) {
    assert.equal(await node.fail('submittxraw', signedOffline(invalid)), {
      code: -2001,
      message: 'CommitTx failed: code=16, reason=tx-invalid-height',
    });
  }
  await mine();
});

exchange('W10: signatures can come beside the transaction, one for each signer and no other', async () => {
  const unsigned = await node.call<{ unsigned_txraw: string }>('genunsignedtxraw', 'submitsendtx', {
    sender: HOT,
    to: OUTSIDE,
    amount: 'WICC:1:wi',
    fee: 'WICC:10000:sawi',
    memo: 'beside',
    height: await height(),
  });
  const rawtx = unsigned.unsigned_txraw;
  const { signed_list: list } = await node.call<{ signed_list: { addr: string; signature: string }[] }>(
    'signtxraw',
    rawtx,
    [HOT],
  );
  const [{ addr, signature }] = list as [{ addr: string; signature: string }];
  assert.is((await node.fail('submittxraw', rawtx)).code, -2001);
  const refusals: [signatures: JsonObject[], code: number, message: RegExp][] = [
    [[{ addr: OUTSIDE, signature }], -8, /is not required in tx/],
    [
      [
        { addr, signature },
        { addr, signature },
      ],
      -8,
      /^duplicated signature of user=/,
    ],
    [[{ addr, signature: '' }], -32602, /signature/],
    [[{ addr, signature: '00'.repeat(101) }], -32602, /^Invalid signature size=101/],
    [[{ addr }], -8, /signature/],
  ];
  for (const [signatures, code, message] of refusals) {
    const failure = await node.fail('submittxraw', rawtx, signatures);
    assert.is(failure.code, code, failure.message);
    assert.match(failure.message, message);
  }
  const txid = await submitted('submittxraw', rawtx, [{ addr, signature }]);
  await mine();
  assert.is((await detail(txid)).memo, 'beside');
});

exchange('W12: the wallet locks itself when its time is over', async () => {
  await node.call('walletpassphrase', PASSPHRASE, 1);
  assert.is((await node.call('getwalletinfo')).wallet_locked, false);
  const deadline = Date.now() + 10_000;
  while (!(await node.call('getwalletinfo')).wallet_locked) {
    assert.ok(Date.now() < deadline, 'the wallet is still open');
    await delay(50);
  }
  assert.is((await node.call('getwalletinfo')).unlocked_until, 0);
  assert.equal(await node.fail('dumpprivkey', HOT), UNLOCK_NEEDED);
});

exchange('W12: after a change of the passphrase only the new one opens', async () => {
  assert.equal(await node.fail('encryptwallet', PASSPHRASE), {
    code: -2008,
    message: 'Wallet was already encrypted and shall not be encrypted again.',
  });
  assert.equal(plain(await node.call('walletpassphrasechange', 'wrong', 'new')), { chgpwd: false });
  assert.equal(plain(await node.call('walletpassphrasechange', PASSPHRASE, 'new')), { chgpwd: true });
  assert.is((await node.call('walletpassphrase', PASSPHRASE, 60)).passphrase, false);
  assert.is((await node.call('walletpassphrase', 'new', 60)).passphrase, true);
  for (let i = 0; i < 2; i++) {
    assert.equal(plain(await node.call('walletlock')), { wallet_lock: true, walletlock: true });
  }
  assert.equal(await node.fail('getnewaddr', true), UNLOCK_NEEDED);
});

exchange.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { DEVELOPMENT_KEYS } from '../../src/config/networks/development-keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { TX } from '../../src/tx/transactions.js';
import { plain } from '../support/answers/plain.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import {
  type SdkParameters,
  type SdkTransfer,
  type SdkWallet,
  sdkSigned,
  sdkWallet,
} from '../support/nodes/wallet-sdk.js';

/*
 * A wallet library that nobody here wrote signs, the node confirms, and shows what was signed. The
 * node makes a block for each transaction before it answers.
 */

const ALICE = sdkWallet(DEVELOPMENT_KEYS.accounts[0]!);
const GOVERNOR = sdkWallet(DEVELOPMENT_KEYS.governor);
/** Somebody whose key the node does not have. */
const CUSTOMER = sdkWallet('Y9mQGivKf9qVQLdXMmTjhpg2QvaQW56C35WBvHxKPS24dJKXGTyE');
const FEE = 10_000;

const node = await NodeProcess.start();
const sdk = suite('wallet SDK');
sdk.after(() => node.stop());

async function account(uid: string) {
  return plain(
    await node.call<{ regid: string; pubkey_registered: boolean; keyid: string }>('getaccountinfo', uid),
  );
}

async function tokens(uid: string, symbol: string): Promise<bigint> {
  const info = await node.call<{ tokens: Record<string, { free_amount: number | bigint } | undefined> }>(
    'getaccountinfo',
    uid,
  );
  return BigInt(info.tokens[symbol]?.free_amount ?? 0);
}

/** Signs with the library, submits, and compares what the node shows of the confirmed transaction with what was meant. */
async function confirmed(wallet: SdkWallet, parameters: SdkParameters, own: JsonObject): Promise<JsonObject> {
  const rawtx = sdkSigned(wallet, parameters);
  const before = await node.call<number>('getblockcount');
  const { txid, tx_trace: trace } = await node.call('submittxraw', rawtx);
  assert.is(trace, null);
  const detail = plain(await node.call('gettxdetail', txid as string));
  const height = before + 1;
  const block = await node.call('getblock', height);
  const index = (block.tx as string[]).indexOf(txid as string);
  const { signature, receipt, receipts, ...rest } = detail;
  assert.equal(rest, {
    txid,
    ver: 1,
    from_addr: wallet.address,
    fee_symbol: 'WICC',
    fees: parameters.fees,
    valid_height: parameters.nValidHeight,
    ...own,
    confirmed_height: height,
    confirmed_time: block.time,
    block_hash: block.curr_block_hash,
    tx_cord: `${height}-${index}`,
    tx_code: `${height}-${index}`,
    rawtx,
    confirmations: 0,
  });
  assert.ok(rawtx.endsWith(signature as string), 'the signature is the one that was made');
  assert.equal(receipt, receipts);
  const { confirmed_tx: newest } = await node.call<{ confirmed_tx: string[] }>('listtx');
  assert.is(newest[0], txid);
  return detail;
}

/** The entries that a detail shows for transfers to addresses of accounts that have no mature regid. */
async function shown(dests: readonly SdkTransfer[]): Promise<JsonObject[]> {
  const keyIds = new Map<string, string>();
  for (const { destAddress } of dests) {
    if (!keyIds.has(destAddress)) keyIds.set(destAddress, (await account(destAddress)).keyid);
  }
  return dests.map(({ coinSymbol, destAddress, transferAmount }) => ({
    to_uid: keyIds.get(destAddress)!,
    to_addr: destAddress,
    coin_symbol: coinSymbol,
    coin_amount: transferAmount,
  }));
}

sdk('a transfer of type 11 by a sender with a regid pays a new address', async () => {
  await node.call('importprivkey', CUSTOMER.privateKey);
  const dests = [{ coinSymbol: 'WICC', destAddress: CUSTOMER.address, transferAmount: 300_000_000 }];
  await confirmed(
    ALICE,
    {
      nTxType: TX.UCOIN_TRANSFER,
      nValidHeight: 1,
      fees: FEE,
      srcRegId: '0-13',
      dests,
      memo: 'first',
      feeSymbol: 'WICC',
    },
    {
      tx_type: 'UCOIN_TRANSFER_TX',
      tx_uid: '0-13',
      transfers: await shown(dests),
      memo: 'first',
      memo_hex: Buffer.from('first').toString('hex'),
    },
  );
  assert.is(await tokens(CUSTOMER.address, 'WICC'), 300_000_000n);
  assert.is((await account(CUSTOMER.address)).regid, '0-0');
});

sdk('a registration of type 2 gives the address a regid', async () => {
  const pubkey = CUSTOMER.publicKeyAsHex().toString();
  const detail = await confirmed(
    CUSTOMER,
    { nTxType: TX.ACCOUNT_REGISTER, nValidHeight: 2, fees: FEE },
    { tx_type: 'ACCOUNT_REGISTER_TX', tx_uid: pubkey, pubkey, miner_pubkey: 'Null' },
  );
  const { regid, pubkey_registered: registered } = await account(CUSTOMER.address);
  assert.equal([regid, registered], [detail.tx_cord, true]);
  assert.equal(
    await node.fail(
      'submittxraw',
      sdkSigned(CUSTOMER, { nTxType: TX.ACCOUNT_REGISTER, nValidHeight: 3, fees: FEE }),
    ),
    {
      code: -2001,
      message: 'CommitTx failed: code=50, reason=duplicate-register-account',
    },
  );
});

sdk('a transfer of type 3 by a sender with a regid', async () => {
  const before = await tokens(EXAMPLE.bob, 'WICC');
  const { regid } = await account(CUSTOMER.address);
  await confirmed(
    CUSTOMER,
    {
      nTxType: TX.BCOIN_TRANSFER,
      nValidHeight: 3,
      fees: FEE,
      srcRegId: regid,
      destAddr: EXAMPLE.bob,
      amount: 10_000,
      memo: 'common',
    },
    {
      tx_type: 'BCOIN_TRANSFER_TX',
      tx_uid: regid,
      transfers: await shown([{ coinSymbol: 'WICC', destAddress: EXAMPLE.bob, transferAmount: 10_000 }]),
      memo: 'common',
      memo_hex: Buffer.from('common').toString('hex'),
    },
  );
  assert.is(await tokens(EXAMPLE.bob, 'WICC'), before + 10_000n);
});

// The library signs transfers of type 3 for senders with a regid only; type 11 it signs for both.
sdk('a transfer of type 11 by a sender that is named by the public key', async () => {
  const dests = [{ coinSymbol: 'WICC', destAddress: EXAMPLE.bob, transferAmount: 123_456 }];
  await confirmed(
    ALICE,
    {
      nTxType: TX.UCOIN_TRANSFER,
      nValidHeight: 4,
      fees: FEE,
      srcRegId: '',
      dests,
      memo: '',
      feeSymbol: 'WICC',
    },
    {
      tx_type: 'UCOIN_TRANSFER_TX',
      tx_uid: ALICE.publicKeyAsHex().toString(),
      transfers: await shown(dests),
      memo: '',
      memo_hex: '',
    },
  );
});

sdk('a transfer of several coins to several receivers', async () => {
  await node.call('submitsendtx', EXAMPLE.alice, GOVERNOR.address, 'WICC:10:wi');
  const dests = [
    { coinSymbol: 'WICC', destAddress: EXAMPLE.bob, transferAmount: 100_000_000 },
    { coinSymbol: 'WGRT', destAddress: EXAMPLE.bob, transferAmount: 200_000_000 },
    { coinSymbol: 'WGRT', destAddress: EXAMPLE.carol, transferAmount: 300_000_000 },
  ];
  const height = await node.call<number>('getblockcount');
  const detail = await confirmed(
    GOVERNOR,
    {
      nTxType: TX.UCOIN_TRANSFER,
      nValidHeight: height,
      fees: 3 * FEE,
      srcRegId: '1-2',
      dests,
      memo: 'three',
      feeSymbol: 'WICC',
    },
    {
      tx_type: 'UCOIN_TRANSFER_TX',
      tx_uid: '1-2',
      transfers: await shown(dests),
      memo: 'three',
      memo_hex: Buffer.from('three').toString('hex'),
    },
  );
  const moved = (detail.receipts as JsonObject[])
    .slice(1)
    .map(r => [r.to_addr, r.coin_symbol, r.coin_amount]);
  assert.equal(
    moved,
    dests.map(({ destAddress, coinSymbol, transferAmount }) => [destAddress, coinSymbol, transferAmount]),
  );
  assert.is(await tokens(EXAMPLE.bob, 'WGRT'), 200_000_000n);
  assert.is(await tokens(EXAMPLE.carol, 'WGRT'), 300_000_000n);
});

/** A transfer of type 11 with many entries of one coin. */
async function many(count: number, coinSymbol = 'WICC'): Promise<SdkParameters & { dests: SdkTransfer[] }> {
  return {
    nTxType: TX.UCOIN_TRANSFER,
    nValidHeight: await node.call<number>('getblockcount'),
    fees: count * FEE,
    srcRegId: '0-13',
    dests: Array.from({ length: count }, (_, i) => ({
      coinSymbol,
      destAddress: i % 2 === 0 ? EXAMPLE.bob : EXAMPLE.carol,
      transferAmount: 10_000 + i,
    })),
    memo: '',
    feeSymbol: 'WICC',
  };
}

sdk('a hundred entries are confirmed, a hundred and one are refused', async () => {
  const hundred = await many(100);
  await confirmed(ALICE, hundred, {
    tx_type: 'UCOIN_TRANSFER_TX',
    tx_uid: '0-13',
    transfers: await shown(hundred.dests),
    memo: '',
    memo_hex: '',
  });
  assert.equal(await node.fail('submittxraw', sdkSigned(ALICE, await many(101))), {
    code: -2001,
    message: 'CommitTx failed: code=16, reason=invalid-transfers',
  });
});

sdk('the stable coin, borrowed against collateral, goes along with the other coins', async () => {
  await node.call('submitcoinstaketx', '0-2', 'WICC:210000:wi');
  await node.call('submitpricefeedtx', '0-2', [
    { coin: 'WICC', currency: 'USD', price: 20_000_000 },
    { coin: 'WGRT', currency: 'USD', price: 5_000_000 },
  ]);
  await node.call('submitcdpstaketx', '0-14', 'WICC:1000:wi', 'WUSD:50:wi');
  const bob = sdkWallet(DEVELOPMENT_KEYS.accounts[1]!);
  const dests = ['WICC', 'WUSD', 'WGRT'].map((coinSymbol, i) => ({
    coinSymbol,
    destAddress: EXAMPLE.carol,
    transferAmount: (i + 1) * 10_000_000,
  }));
  const height = await node.call<number>('getblockcount');
  const before = await Promise.all(dests.map(({ coinSymbol }) => tokens(EXAMPLE.carol, coinSymbol)));
  await confirmed(
    bob,
    {
      nTxType: TX.UCOIN_TRANSFER,
      nValidHeight: height,
      fees: 3 * FEE,
      srcRegId: '0-14',
      dests,
      memo: 'all coins',
      feeSymbol: 'WICC',
    },
    {
      tx_type: 'UCOIN_TRANSFER_TX',
      tx_uid: '0-14',
      transfers: await shown(dests),
      memo: 'all coins',
      memo_hex: Buffer.from('all coins').toString('hex'),
    },
  );
  for (const [i, { coinSymbol, transferAmount }] of dests.entries()) {
    assert.is(await tokens(EXAMPLE.carol, coinSymbol), before[i]! + BigInt(transferAmount), coinSymbol);
  }
});

sdk('a coin that the sender does not have is refused', async () => {
  assert.equal(await node.fail('submittxraw', sdkSigned(ALICE, await many(1, 'WUSD'))), {
    code: -2001,
    message: 'CommitTx failed: code=50, reason=transfer-coin-failed',
  });
});

sdk('what the library signed is decoded without being submitted', async () => {
  const parameters = await many(1);
  const rawtx = sdkSigned(ALICE, parameters);
  const { signature, txid, ...decoded } = plain(await node.call('decodetxraw', rawtx));
  assert.equal(decoded, {
    tx_type: 'UCOIN_TRANSFER_TX',
    ver: 1,
    tx_uid: '0-13',
    from_addr: ALICE.address,
    fee_symbol: 'WICC',
    fees: FEE,
    valid_height: parameters.nValidHeight,
    transfers: await shown(parameters.dests),
    memo: '',
    memo_hex: '',
  });
  assert.ok(rawtx.endsWith(signature as string));
  assert.equal(plain(await node.call('gettxdetail', txid as string)), {});
});

sdk.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { DEVELOPMENT_KEYS } from '../../src/config/networks/development-keys.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { TX } from '../../src/tx/transactions.js';
import { plain } from '../support/answers/plain.js';
import { sampleContract } from '../support/lua/sample-contracts.js';
import { startTestNode } from '../support/nodes/node.js';
import {
  type SdkParameters,
  type SdkWallet,
  sdkSigned,
  sdkTypes,
  sdkWallet,
} from '../support/nodes/wallet-sdk.js';

/*
 * Every type of transaction that a wallet library signs which nobody here wrote, from its signature to
 * its effect. Transfers and registrations are looked at more closely in wallet-sdk.test.ts.
 */

const { alice, bob, aliceRegId, bobRegId, carol } = EXAMPLE;
const ALICE = sdkWallet(DEVELOPMENT_KEYS.accounts[0]!);
const BOB = sdkWallet(DEVELOPMENT_KEYS.accounts[1]!);
/** Somebody whose key the node does not have. */
const CUSTOMER = sdkWallet('Y9mQGivKf9qVQLdXMmTjhpg2QvaQW56C35WBvHxKPS24dJKXGTyE');
const FEE = 10_000;
const CDP_FEE = 100_000;
const CALL_FEE = 5_000_000;
/** Blocks until another price is the median. */
const PRICE_WINDOW = 11;
const MATURITY = 101;

const node = await startTestNode();
const sdk = suite('types of the wallet SDK');
sdk.after(() => node.stop());
sdk.before(async () => {
  await node.call('generate', MATURITY);
  await feed(20_000_000);
  await node.call('submitcdpstaketx', '0-16', 'WICC:100000:wi', 'WUSD:3000:wi');
  await node.call('generate', 1);
  for (const to of [alice, bob]) await node.call('submitsendtx', '0-16', to, 'WUSD:1000:wi');
  await node.call('generate', 1);
});

const submitted = new Set<number>();
let deployed = '';
let position = '';

/** What differs between types: all parameters but the height. */
type Own = SdkParameters extends infer P
  ? P extends SdkParameters
    ? Omit<P, 'nValidHeight'>
    : never
  : never;

/** Signs with the library, submits and makes the block. @returns what the node shows of it */
async function confirmed(wallet: SdkWallet, own: Own): Promise<JsonObject> {
  const nValidHeight = await node.call<number>('getblockcount');
  const rawtx = sdkSigned(wallet, { ...own, nValidHeight } as SdkParameters);
  const { txid } = await node.call<{ txid: string }>('submittxraw', rawtx);
  await node.call('generate', 1);
  const detail = plain(await node.call('gettxdetail', txid));
  assert.is(detail.confirmations, 0);
  assert.is(detail.from_addr, wallet.address);
  assert.is(detail.fees, own.fees);
  assert.is(detail.rawtx, rawtx);
  submitted.add(own.nTxType);
  return detail;
}

async function free(uid: string, symbol = 'WICC'): Promise<bigint> {
  const { tokens } = await node.call<{
    tokens: Record<string, { free_amount: number | bigint } | undefined>;
  }>('getaccountinfo', uid);
  return BigInt(tokens[symbol]?.free_amount ?? 0);
}

/** Lets a price become the median. */
async function feed(price: number): Promise<void> {
  for (let block = 0; block <= PRICE_WINDOW; block++) {
    await node.call('submitpricefeedtx', '0-2', [{ coin: 'WICC', currency: 'USD', price }]);
    await node.call('generate', 1);
  }
}

sdk('11, 2, 3: a customer is paid, registers and pays', async () => {
  const dests = [{ coinSymbol: 'WICC', destAddress: CUSTOMER.address, transferAmount: 300_000_000 }];
  await confirmed(ALICE, {
    nTxType: TX.UCOIN_TRANSFER,
    fees: FEE,
    srcRegId: aliceRegId,
    dests,
    memo: '',
    feeSymbol: 'WICC',
  });
  const { tx_cord: regid } = await confirmed(CUSTOMER, { nTxType: TX.ACCOUNT_REGISTER, fees: FEE });
  await confirmed(CUSTOMER, {
    nTxType: TX.BCOIN_TRANSFER,
    fees: FEE,
    srcRegId: regid as string,
    destAddr: carol,
    amount: 20_000,
    memo: '',
  });
  assert.is(await free(CUSTOMER.address), 300_000_000n - BigInt(2 * FEE + 20_000));
});

// The library drops the description: what it signs has none.
sdk('5: a Lua contract is deployed with its source', async () => {
  const source = sampleContract('token.lua');
  const detail = await confirmed(ALICE, {
    nTxType: TX.LCONTRACT_DEPLOY,
    fees: 110_000_000,
    srcRegId: aliceRegId,
    vContract: source,
    description: 'a token',
  });
  deployed = detail.tx_cord as string;
  const info = await node.call('getcontractinfo', deployed);
  assert.equal([info.memo, info.code], ['', Buffer.from(source).toString('hex')]);
});

sdk('4: a contract is called', async () => {
  await confirmed(ALICE, {
    nTxType: TX.LCONTRACT_INVOKE,
    fees: CALL_FEE,
    srcRegId: aliceRegId,
    appId: deployed,
    amount: 0,
    vContract: 'f0110000',
  });
  assert.is((await node.call('getcontractdata', deployed, 'owner')).value, alice);
});

sdk('15: a contract is called with any coin', async () => {
  const detail = await confirmed(ALICE, {
    nTxType: TX.UCONTRACT_INVOKE,
    fees: CALL_FEE,
    feeSymbol: 'WICC',
    srcRegId: aliceRegId,
    appId: deployed,
    coinSymbol: 'WUSD',
    amount: 50_000,
    vContract: EXAMPLE.sendToken,
  });
  assert.equal([detail.coin_symbol, detail.coin_amount], ['WUSD', 50_000]);
  assert.is((await node.call('getcontractaccountinfo', deployed, bob)).free_value, 100_000_000);
});

sdk('6: votes are given to producers by their public keys', async () => {
  const { owner_pubkey: key, received_votes: before } = await node.call('getaccountinfo', '0-2');
  const votes = 201;
  await confirmed(ALICE, {
    nTxType: TX.DELEGATE_VOTE,
    fees: FEE,
    userId: aliceRegId,
    voteLists: [{ srcRegId: key as string, voteValue: votes }],
  });
  const { received_votes: after } = await node.call('getaccountinfo', '0-2');
  assert.is(BigInt(after as number), BigInt(before as number) + BigInt(votes));
});

sdk('9, 10: an asset is issued, and its name, supply and owner are changed', async () => {
  const before = await free(alice);
  const asset = { assetSymbol: 'SDKCOIN', ownerRegid: aliceRegId, assetName: 'Old', totalSupply: 1_000_000 };
  const issue = { nTxType: TX.ASSET_ISSUE, fees: FEE, feeSymbol: 'WICC', srcRegId: aliceRegId } as const;
  await confirmed(ALICE, { ...issue, asset: { ...asset, modifiAble: true } });
  assert.is(await free(alice), before - 55_000_000_000n - BigInt(FEE));
  assert.is(await free(alice, 'SDKCOIN'), 1_000_000n);
  const update = {
    nTxType: TX.UIA_UPDATE,
    fees: FEE,
    feeSymbol: 'WICC',
    srcRegId: aliceRegId,
    assetSymbol: 'SDKCOIN',
  } as const;
  await confirmed(ALICE, { ...update, updateData: { updateType: 2, updateValue: 'New' } });
  await confirmed(ALICE, { ...update, updateData: { updateType: 3, updateValue: 500_000 } });
  await confirmed(ALICE, { ...update, updateData: { updateType: 1, updateValue: bobRegId } });
  const info = await node.call('getassetinfo', 'SDKCOIN');
  assert.equal([info.asset_name, info.total_supply, info.owner_regid], ['New', 1_500_000, bobRegId]);
});

sdk('21: a debt position is opened, and collateral is added to it', async () => {
  const stake = {
    nTxType: TX.CDP_STAKE,
    fees: CDP_FEE,
    feeSymbol: 'WICC',
    srcRegId: bobRegId,
    sCoinSymbol: 'WUSD',
  } as const;
  const { txid } = await confirmed(BOB, {
    ...stake,
    assetMap: new Map([['WICC', 100_000_000_000]]),
    sCoinToMint: 5_000_000_000,
  });
  position = txid as string;
  await confirmed(BOB, {
    ...stake,
    cdpTxId: position,
    assetMap: new Map([['WICC', 1_000_000_000]]),
    sCoinToMint: 0,
  });
  const { cdp } = await node.call<{ cdp: JsonObject }>('getcdp', position);
  assert.is(cdp.total_bcoin, 101_000_000_000);
});

sdk('22: debt is paid back and collateral is taken out', async () => {
  await confirmed(BOB, {
    nTxType: TX.CDP_REDEEM,
    fees: CDP_FEE,
    feeSymbol: 'WICC',
    srcRegId: bobRegId,
    cdpTxId: position,
    sCoinsToRepay: 1_000_000_000,
    assetMap: new Map([['WICC', 21_000_000_000]]),
  });
  const { cdp } = await node.call<{ cdp: JsonObject }>('getcdp', position);
  assert.is(cdp.total_bcoin, 80_000_000_000);
  assert.ok(Number(cdp.total_scoin) < 4_100_000_000);
});

sdk('23: a position in danger is liquidated by somebody else', async () => {
  const { cdp } = await node.call<{ cdp: JsonObject }>('getcdp', position);
  await feed(Number(cdp.liquidatable_at_price) - 100_000);
  const before = await free(alice);
  await confirmed(ALICE, {
    nTxType: TX.CDP_LIQUIDATE,
    fees: CDP_FEE,
    feeSymbol: 'WICC',
    srcRegId: aliceRegId,
    cdpTxId: position,
    sCoinsToLiquidate: 1_000_000_000,
    liquidateAssetSymbol: 'WICC',
  });
  assert.ok((await free(alice)) > before, 'the liquidator gets collateral');
});

sdk('84 to 87, 88: orders of all four kinds are placed and taken back', async () => {
  const common = { fees: FEE, feeSymbol: 'WICC', srcRegId: aliceRegId } as const;
  const pair = { ...common, coinSymbol: 'WUSD', assetSymbol: 'WICC', assetAmount: 200_000_000 } as const;
  for (const [own, type, side] of [
    [{ ...pair, nTxType: TX.DEX_LIMIT_BUY_ORDER, price: 1_000_000 }, 'LIMIT_PRICE', 'BUY'],
    [{ ...pair, nTxType: TX.DEX_LIMIT_SELL_ORDER, price: 900_000_000 }, 'LIMIT_PRICE', 'SELL'],
    [{ ...pair, nTxType: TX.DEX_MARKET_BUY_ORDER }, 'MARKET_PRICE', 'BUY'],
    [{ ...pair, nTxType: TX.DEX_MARKET_SELL_ORDER }, 'MARKET_PRICE', 'SELL'],
  ] as const) {
    const { txid: orderId } = await confirmed(ALICE, own);
    const order = await node.call('getdexorder', orderId as string);
    assert.equal([order.order_type, order.order_side, order.user_regid], [type, side, aliceRegId]);
    await confirmed(ALICE, { ...common, nTxType: TX.DEX_CANCEL_ORDER, orderId: orderId as string });
    assert.is((await node.call('getdexorder', orderId as string)).state, 'CANCELLED');
  }
});

sdk('these are all types that the library signs', () => {
  assert.ok(sdkTypes().length > 15);
  assert.equal(
    [...submitted].toSorted((a, b) => a - b),
    sdkTypes(),
  );
});

sdk.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText } from '../../../src/codec/regid.js';
import { publicKeyUid } from '../../../src/codec/uid.js';
import { REFERENCE_RULES } from '../../../src/config/networks/reference.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { REGIDS } from '../../../src/state/tables/accounts.js';
import { ASSET_TYPE, ASSETS } from '../../../src/state/tables/assets.js';
import { CONTRACTS } from '../../../src/state/tables/contracts.js';
import { addOperator } from '../../../src/state/tables/dex-operators.js';
import { ORDERS } from '../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT, ORDER_SELL, VOTE_ADD } from '../../../src/tx/enums.js';
import {
  ALL_PERMISSIONS,
  ASSET_PERMISSION,
  type AssetPermissionName,
  NO_PERMISSIONS,
  PERMISSION,
  type PermissionName,
} from '../../../src/tx/permissions.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import { type Transaction, TX } from '../../../src/tx/transactions.js';
import { coSigned } from '../../support/ledgers/co-signed.js';
import { DRAFTS, GovernanceLedger } from '../../support/ledgers/governance-ledger.js';
import {
  baseTransferTx,
  stakeTx,
  transferTo,
  transferTx,
} from '../../support/ledgers/sample-transactions.js';
import { type Actor, ALICE, BOB, CAROL, HEIGHT, signatureOf } from '../../support/ledgers/scratch-ledger.js';
import { action } from '../../support/ledgers/universal.js';
import {
  addressOf,
  bySignatures,
  charge,
  input,
  output,
  toKeyId,
  utxoTx,
} from '../../support/ledgers/utxo-ledger.js';
import { luaContract } from '../../support/lua/lua-call.js';

/*
 * The table of spec 07 §9.1, walked as a whole: every way on which ALICE's coins move, with each permission of
 * hers and of the coin taken away. It is refused where the table asks for the permission, and only there.
 */

const COIN = 100_000_000n;
const ASSET = 'FROZENC';
const LUA = { height: HEIGHT - 50, index: 1 } as const;
const DEAL_PRICE = COIN;

const LUA_SOURCE = `
if contract[1] == 1 then
  assert(mylib.TransferAccountAsset({
    isContractAccount = false,
    toAddressType = 1,
    toAddress = { 0, 0, 0, 0, ${BOB.regId.index}, 0 },
    tokenType = "${ASSET}",
    tokenAmount = { mylib.IntegerToByte8(5000) },
  }))
end
`;

interface Way {
  readonly name: string;
  readonly needs: readonly PermissionName[];
  readonly asset?: readonly AssetPermissionName[];
  /** What moves the coins; asked for after the permissions were taken away. */
  readonly run: (stage: Stage) => Transaction;
  /** What is done before that. */
  readonly prepare?: (stage: Stage) => void;
}

class Stage extends GovernanceLedger {
  dexId = 0;
  txid = '';
  buy = '';
  sell = '';

  constructor(mended = REGTEST.mended) {
    super({ mended });
    const { TRANSFER, DEX_BASE } = ASSET_PERMISSION;
    this.addAsset(ASSET, {
      type: ASSET_TYPE.userIssued,
      owner: ALICE.regId,
      totalSupply: 1_000n * COIN,
      mintable: true,
      permsSum: TRANSFER | DEX_BASE,
    });
    this.endow(ALICE.keyId, ASSET, 1_000n * COIN);
    this.dexId = addOperator(this.state, {
      owner: ALICE.regId,
      feeReceiver: ALICE.regId,
      name: 'alice-dex',
      portalUrl: '',
      openMode: OPEN_PUBLIC,
      makerFeeRatio: 0n,
      takerFeeRatio: 0n,
      sharedWith: [],
      activated: true,
      memo: new Uint8Array(),
    });
    this.state.put(CONTRACTS, LUA, luaContract(LUA_SOURCE));
    const keyId = 'cd'.repeat(20);
    this.alter(keyId, { regId: LUA, ownerKey: '' });
    this.state.put(REGIDS, LUA, keyId);
  }
}

const head = (actor: Actor) =>
  ({
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: actor.uid,
    feeSymbol: 'WICC',
    fees: 100_000_000n,
    signature: signatureOf(actor.publicKey),
  }) as const;

const orderTerms = (orderSide: number, dexId = 0) => ({
  orderType: ORDER_LIMIT,
  orderSide,
  coinSymbol: 'WICC',
  assetSymbol: ASSET,
  coinAmount: 0n,
  assetAmount: 10n * COIN,
  price: DEAL_PRICE,
  dexId,
  memo: new Uint8Array(),
});

const callLua = (first: number, coinAmount: bigint): Transaction => ({
  type: TX.UCONTRACT_INVOKE,
  ...head(ALICE),
  appUid: { kind: 'regid', regId: LUA },
  arguments: Uint8Array.of(first),
  coinSymbol: ASSET,
  coinAmount,
});

const regid = regIdText;

const WAYS: readonly Way[] = [
  { name: 'transfer of base coins (3)', needs: ['SEND_COIN'], run: () => baseTransferTx() },
  {
    name: 'transfer (11)',
    needs: ['SEND_COIN'],
    asset: ['TRANSFER'],
    run: () => transferTx({ transfers: [transferTo(BOB.uid, ASSET, COIN)] }),
  },
  {
    name: 'transfer of 0-200, co-signed',
    needs: ['SEND_COIN', 'CONTRACT'],
    asset: ['TRANSFER'],
    run: stage =>
      coSigned(
        [
          action(
            stage,
            '0-200',
            'transfer',
            { from: regid(ALICE.regId), to: regid(BOB.regId), quantity: `1.00000000 ${ASSET}`, memo: '' },
            [ALICE],
          ),
        ],
        ALICE,
      ),
  },
  {
    name: 'transfer of 0-800, co-signed',
    needs: ['SEND_COIN', 'CONTRACT'],
    asset: ['TRANSFER'],
    run: stage =>
      coSigned(
        [
          action(
            stage,
            '0-800',
            'transfer',
            { from: regid(ALICE.regId), to: regid(BOB.regId), quantity: `1.00000000 ${ASSET}`, memo: '' },
            [ALICE],
          ),
        ],
        ALICE,
      ),
  },
  {
    name: 'burn of 0-800, co-signed',
    needs: ['SEND_COIN', 'CONTRACT'],
    asset: ['TRANSFER'],
    run: stage =>
      coSigned(
        [
          action(
            stage,
            '0-800',
            'burn',
            { owner: regid(ALICE.regId), quantity: `1.00000000 ${ASSET}`, memo: '' },
            [ALICE],
          ),
        ],
        ALICE,
      ),
  },
  {
    name: 'new output (18)',
    needs: ['SEND_UTXO'],
    asset: ['TRANSFER'],
    run: () => utxoTx({ coinSymbol: ASSET, vouts: [output()] }),
  },
  {
    name: 'output of several owners, as one who signs',
    needs: ['SEND_UTXO'],
    prepare: stage => {
      stage.txid = charge(stage, [output(toKeyId(addressOf(2, [ALICE, BOB])))], {}, CAROL);
    },
    run: ({ txid }) => {
      const terms = { m: 2, spender: CAROL, prevTxid: txid, prevIndex: 0, signers: [ALICE, BOB] };
      return utxoTx({ vins: [input(txid, 0, bySignatures({ ...terms, signing: [ALICE, BOB] }))] }, CAROL);
    },
  },
  {
    name: 'coins of a Lua call (15)',
    needs: ['CONTRACT', 'SEND_COIN'],
    asset: ['TRANSFER'],
    run: () => callLua(0, COIN),
  },
  {
    name: 'TransferAccountAsset of the caller',
    needs: ['CONTRACT', 'SEND_COIN'],
    asset: ['TRANSFER'],
    run: () => callLua(1, 0n),
  },
  {
    name: 'order (90)',
    needs: ['DEX'],
    asset: ['DEX_BASE'],
    run: () => ({ type: TX.DEX_ORDER, ...head(ALICE), ...orderTerms(ORDER_SELL) }),
  },
  {
    name: 'order of somebody else (91), as its operator who pays the fee',
    needs: ['DEX'],
    asset: ['DEX_BASE'],
    run: ({ dexId }) => ({
      type: TX.DEX_OPERATOR_ORDER,
      ...head(BOB),
      ...orderTerms(ORDER_BUY, dexId),
      openMode: OPEN_PUBLIC,
      makerFeeRatio: 0n,
      takerFeeRatio: 0n,
      operatorUid: ALICE.uid,
      operatorTxFee: COIN,
      operatorSignature: signatureOf(ALICE.publicKey),
    }),
  },
  {
    name: 'deal of an open order (89)',
    needs: ['DEX'],
    asset: ['TRANSFER'],
    prepare: stage => {
      stage.sell = stage.execute({
        type: TX.DEX_ORDER,
        ...head(ALICE),
        ...orderTerms(ORDER_SELL),
      }).prepared.txid;
      stage.buy = stage.execute({ type: TX.DEX_ORDER, ...head(BOB), ...orderTerms(ORDER_BUY) }).prepared.txid;
      assert.ok(stage.state.get(ORDERS, stage.sell));
    },
    run: stage => {
      const regId = { height: stage.network.forks.systemGenesis, index: 3 };
      const publicKey = stage.account(stage.keyIdAt(regId)!)!.ownerKey;
      return {
        type: TX.DEX_TRADE_SETTLE,
        ...head({ ...ALICE, uid: { kind: 'regid', regId }, publicKey }),
        dealItems: [
          {
            buyOrderId: stage.buy,
            sellOrderId: stage.sell,
            price: DEAL_PRICE,
            coinAmount: 10n * COIN,
            assetAmount: 10n * COIN,
          },
        ],
      };
    },
  },
  {
    name: 'vote (6)',
    needs: ['SEND_VOTE'],
    run: () => ({
      type: TX.DELEGATE_VOTE,
      version: 1,
      validHeight: HEIGHT - 1,
      txUid: ALICE.uid,
      fees: COIN,
      candidateVotes: [
        {
          voteType: VOTE_ADD,
          candidate: { kind: 'regid', regId: { height: 0, index: 2 } },
          votedBcoins: COIN,
        },
      ],
      signature: signatureOf(ALICE.publicKey),
    }),
  },
  { name: 'stake (8)', needs: ['STAKE_COIN'], run: () => stakeTx() },
  {
    name: 'swap to another chain (70, 13)',
    needs: ['PROPOSE', 'SEND_COIN'],
    run: stage => stage.requestTx(DRAFTS[13]),
  },
  {
    name: 'fee for an asset (9)',
    needs: [],
    run: () => ({
      type: TX.ASSET_ISSUE,
      ...head(ALICE),
      assetSymbol: 'NEWCOIN',
      ownerUid: ALICE.uid,
      assetName: 'new',
      mintable: true,
      totalSupply: COIN,
    }),
  },
];

const ACCOUNT_PERMISSIONS = Object.keys(PERMISSION) as PermissionName[];
const ASSET_PERMISSIONS: readonly AssetPermissionName[] = ['TRANSFER', 'DEX_BASE'];

function isRefused(way: Way, takeAway: (stage: Stage) => void, mended = REGTEST.mended): string | undefined {
  const stage = new Stage(mended);
  way.prepare?.(stage);
  takeAway(stage);
  const block = stage.begin();
  try {
    block.execute(stage.prepare(way.run(stage)));
    return undefined;
  } catch (error) {
    if (error instanceof TransactionRejected) return error.reason;
    throw error;
  } finally {
    block.state.discard();
  }
}

const withAccount = (permsSum: bigint) => (stage: Stage) => stage.alter(ALICE.keyId, { permsSum });

for (const way of WAYS) {
  test(`${way.name}: asks ${[...way.needs, ...(way.asset ?? [])].join(', ') || 'for any permission'}`, () => {
    assert.is(
      isRefused(way, () => {}),
      undefined,
    );
    for (const name of ACCOUNT_PERMISSIONS) {
      const reason = isRefused(way, withAccount(ALL_PERMISSIONS & ~PERMISSION[name]));
      assert.is(reason !== undefined, way.needs.includes(name), `without ${name}: ${reason}`);
    }
    assert.ok(isRefused(way, withAccount(NO_PERMISSIONS)), 'without any');
    for (const name of ASSET_PERMISSIONS) {
      const permsSum = (ASSET_PERMISSION.TRANSFER | ASSET_PERMISSION.DEX_BASE) & ~ASSET_PERMISSION[name];
      const reason = isRefused(way, stage =>
        stage.addAsset(ASSET, { ...stage.state.get(ASSETS, ASSET)!, permsSum }),
      );
      assert.is(reason !== undefined, way.asset?.includes(name) ?? false, `asset without ${name}: ${reason}`);
    }
  });
}

test('a frozen account signs nothing, by its key either', () => {
  const byKey: Way = {
    name: '',
    needs: [],
    run: () => ({
      ...transferTx({ transfers: [transferTo(BOB.uid)] }),
      txUid: publicKeyUid(ALICE.publicKey),
      type: TX.UCOIN_TRANSFER,
    }),
  };
  assert.match(isRefused(byKey, withAccount(NO_PERMISSIONS))!, /account-lacks-perm/);
});

test('on recorded networks the reference’s ways stay open', () => {
  const mended = { ...REGTEST.mended, freezesHold: REFERENCE_RULES.freezesHold };
  const open = ['transfer of 0-800, co-signed', 'coins of a Lua call (15)', 'deal of an open order (89)'];
  for (const way of WAYS.filter(({ name }) => open.includes(name))) {
    const lost = way.needs.includes('CONTRACT') ? PERMISSION.SEND_COIN : PERMISSION.DEX;
    assert.is(isRefused(way, withAccount(ALL_PERMISSIONS & ~lost), mended), undefined, way.name);
  }
});

test.run();

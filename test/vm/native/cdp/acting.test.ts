import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TransactionContext } from '../../../../vm/context.js';
import { liquidatePosition } from '../../../../vm/native/cdp/cdp-liquidate.js';
import { redeemFromPosition } from '../../../../vm/native/cdp/cdp-redeem.js';
import { checkStakePair, stakeIntoPosition } from '../../../../vm/native/cdp/cdp-stake.js';
import { CdpLedger, idOf, WICC_WUSD } from '../../../support/ledgers/cdp-ledger.js';
import { ALICE, BOB, CAROL, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';

/* What typed transactions do for their sender, contracts do for themselves (decision D22). */

const OBJECT_ID = idOf('7');
const STAKED = 10n ** 11n;
const OWED = 10n ** 10n;

/** The context of a transaction of CAROL, in which others act. */
function contextOn(ledger: CdpLedger): TransactionContext {
  return new TransactionContext({
    network: ledger.network,
    block: ledger.contextAt(HEIGHT),
    state: ledger.state.child(),
    prepared: ledger.prepare(ledger.stakeTx({}, CAROL)),
    index: 4,
    signatures: { isValid: () => false },
  });
}

const acting = suite('acting for another account than the sender');

acting('a position that is opened has the id of the object, and belongs to who acts', () => {
  const ledger = new CdpLedger();
  const context = contextOn(ledger);
  const terms = { ...WICC_WUSD, cdpId: undefined, amount: STAKED, minted: OWED };
  checkStakePair(terms, context);
  stakeIntoPosition(context, { keyId: BOB.keyId, objectId: OBJECT_ID }, terms);
  context.commit();
  assert.equal(ledger.cdp(OBJECT_ID)!.owner, BOB.regId);
  assert.is(ledger.token(BOB.keyId, 'WICC').pledged, STAKED);
  assert.is(ledger.token(BOB.keyId, 'WUSD').free, OWED);
  assert.is(ledger.token(CAROL.keyId, 'WICC').pledged, 0n);
});

acting('the order for interest has the id of the object', () => {
  const ledger = new CdpLedger();
  ledger.place(idOf('c'), BOB, { staked: STAKED, owed: OWED, height: HEIGHT - 1 });
  ledger.setToken(BOB.keyId, 'WUSD', { free: OWED });
  const context = contextOn(ledger);
  const terms = { cdpId: idOf('c'), repaid: 1n, redeemed: new Map([['WICC', 0n]]) };
  redeemFromPosition(context, { keyId: BOB.keyId, objectId: OBJECT_ID }, terms);
  context.commit();
  assert.equal([...ledger.orders().keys()], [OBJECT_ID]);
});

acting('a liquidator that is no sender pays and gets', () => {
  const ledger = new CdpLedger();
  ledger.place(idOf('c'), ALICE, { staked: STAKED / 2n, owed: OWED });
  ledger.setToken(BOB.keyId, 'WICC', {});
  ledger.setToken(BOB.keyId, 'WUSD', { free: 2n * OWED });
  const context = contextOn(ledger);
  const terms = { cdpId: idOf('c'), bcoinSymbol: '', offered: 2n * OWED };
  liquidatePosition(context, { keyId: BOB.keyId, objectId: OBJECT_ID }, terms);
  context.commit();
  assert.is(ledger.token(BOB.keyId, 'WICC').free, 45_200_000_000n);
  assert.equal([...ledger.orders().keys()], [OBJECT_ID]);
});

acting('nobody acts on the position of another, whoever sends', () => {
  const ledger = new CdpLedger();
  ledger.place(idOf('c'), CAROL, { staked: STAKED, owed: OWED });
  const context = contextOn(ledger);
  const terms = { cdpId: idOf('c'), repaid: 0n, redeemed: new Map([['WICC', 0n]]) };
  assert.throws(
    () => redeemFromPosition(context, { keyId: BOB.keyId, objectId: OBJECT_ID }, terms),
    (error: Error) => error.message === 'permission-denied',
  );
});

acting.run();

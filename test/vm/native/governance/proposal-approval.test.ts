import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid } from '../../../../src/codec/uid.js';
import { ASSETS } from '../../../../src/state/tables/assets.js';
import { GOVERNORS, systemParameter } from '../../../../src/state/tables/parameters.js';
import { PROPOSALS } from '../../../../src/state/tables/proposals.js';
import { DISABLE } from '../../../../src/tx/enums.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import { DRAFTS, GovernanceLedger, PEER_SIGNATURE } from '../../../support/ledgers/governance-ledger.js';
import { ALICE, BOB, CAROL, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';

const issueFee = (ledger: GovernanceLedger) => systemParameter(ledger.state, 'ASSET_ISSUE_FEE');

/** A ledger with three governors, two of whom have to approve. */
function withGovernors(): GovernanceLedger {
  const ledger = new GovernanceLedger();
  for (const { regId } of [ALICE, BOB, CAROL]) ledger.state.put(GOVERNORS, regId, true);
  return ledger;
}

test('the approval that completes the count carries the proposal out, none before does', () => {
  const ledger = withGovernors();
  const id = ledger.propose(DRAFTS[1]);
  ledger.approve(id, BOB);
  assert.is(issueFee(ledger), 55_000_000_000n);
  ledger.approve(id, ALICE);
  assert.is(issueFee(ledger), 50_000_000_000n);
  assert.equal(ledger.approvals(id), ['0-14', '0-13']);
});

test('eight of eleven producers approve for the producers', () => {
  const ledger = new GovernanceLedger();
  const id = ledger.propose(DRAFTS[2]);
  for (const producer of ledger.producers.slice(3, 10)) ledger.approve(id, producer);
  assert.is(ledger.state.get(GOVERNORS, BOB.regId), undefined);
  ledger.approve(id, ledger.producers[0]!);
  assert.is(ledger.state.get(GOVERNORS, BOB.regId), true);
});

test('an approver is named by its regid (16 txUid-type-error)', () => {
  const ledger = new GovernanceLedger();
  const id = ledger.propose(DRAFTS[1]);
  const byKey = ledger.approvalTx(id, ledger.governor, { txUid: publicKeyUid(ledger.governor.publicKey) });
  assert.equal(ledger.rejection(byKey), { code: 16, reason: 'txUid-type-error' });
});

test('only a proposal that was made can be approved (48 proposal-not-found)', () => {
  const ledger = new GovernanceLedger();
  assert.equal(ledger.approvalRejection('00'.repeat(32), ledger.governor), {
    code: 48,
    reason: 'proposal-not-found',
  });
});

test('only members of the electorate approve (48 permission-denied)', () => {
  const ledger = new GovernanceLedger();
  const denied = { code: 48, reason: 'permission-denied' };
  const forGovernors = ledger.propose(DRAFTS[1]);
  assert.equal(ledger.approvalRejection(forGovernors, ALICE), denied);
  assert.equal(ledger.approvalRejection(forGovernors, ledger.producers[0]!), denied);
  for (const draft of [DRAFTS[2], DRAFTS[3], DRAFTS[5]]) {
    assert.equal(ledger.approvalRejection(ledger.propose(draft), ledger.governor), denied);
  }
});

test('the signature on the other chain of a swap out has 64 bytes at least (48 axc-signature-invalid)', () => {
  const ledger = new GovernanceLedger();
  const id = ledger.propose(DRAFTS[13]);
  const short = ledger.approvalTx(id, ledger.governor, { axcSignature: PEER_SIGNATURE.subarray(1) });
  assert.equal(ledger.rejection(short), { code: 48, reason: 'axc-signature-invalid' });
  const other = ledger.propose(DRAFTS[1]);
  ledger.execute(ledger.approvalTx(other, ledger.governor, { axcSignature: Buffer.alloc(0) }));
});

test('a proposal that has its approvals takes no more (49 proposal-executed-already), even from the same approver', () => {
  const ledger = withGovernors();
  const id = ledger.propose(DRAFTS[1]);
  for (const governor of [ALICE, BOB]) ledger.approve(id, governor);
  const refused = { code: 49, reason: 'proposal-executed-already' };
  assert.equal(ledger.approvalRejection(id, CAROL), refused);
  assert.equal(ledger.approvalRejection(id, BOB), refused);
});

test('a proposal can be approved at its expiry height and not after it (49 proposal-expired)', () => {
  const ledger = withGovernors();
  const id = ledger.propose(DRAFTS[1]);
  const { expiryBlockHeight } = ledger.proposal(id)!;
  assert.equal(ledger.approvalRejection(id, ALICE, expiryBlockHeight + 1), {
    code: 49,
    reason: 'proposal-expired',
  });
  ledger.approve(id, ALICE, expiryBlockHeight);
});

test('nobody approves twice (49 bad-write-proposaldb)', () => {
  const ledger = withGovernors();
  const id = ledger.propose(DRAFTS[1]);
  ledger.approve(id, ALICE);
  assert.equal(ledger.approvalRejection(id, ALICE), { code: 49, reason: 'bad-write-proposaldb' });
  assert.equal(ledger.approvals(id), ['0-13']);
  assert.is(issueFee(ledger), 55_000_000_000n);
});

test('a proposal that cannot be carried out refuses its last approval, which can be given again (49 proposal-execute-error)', () => {
  const ledger = new GovernanceLedger();
  const asset = ledger.state.get(ASSETS, 'PLAINCO')!;
  const id = ledger.propose(DRAFTS[7]);
  ledger.state.delete(ASSETS, 'PLAINCO');
  assert.equal(ledger.approvalRejection(id, ledger.governor), { code: 49, reason: 'proposal-execute-error' });
  assert.equal(ledger.approvals(id), []);
  ledger.state.put(ASSETS, 'PLAINCO', asset);
  ledger.approve(id, ledger.governor);
  assert.is(ledger.state.get(ASSETS, 'PLAINCO')!.permsSum, 27n);
});

test('a refused last approval leaves nothing of what was half done', () => {
  const ledger = new GovernanceLedger();
  ledger.endow(BOB.keyId, 'WICC', 50_000n);
  const before = ledger.free(CAROL.keyId, 'WICC');
  const id = ledger.propose(DRAFTS[5]);
  for (const producer of ledger.producers.slice(0, 7)) ledger.approve(id, producer);
  const eighth = ledger.producers[7]!;
  const fee = ledger.free(eighth.keyId, 'WICC');
  assert.equal(ledger.approvalRejection(id, eighth), { code: 49, reason: 'proposal-execute-error' });
  assert.is(ledger.free(CAROL.keyId, 'WICC'), before);
  assert.is(ledger.free(eighth.keyId, 'WICC'), fee, 'not even the fee is taken (decision D21)');
});

test('a proposal that would overflow a balance is refused as one that cannot be carried out', () => {
  const ledger = new GovernanceLedger();
  ledger.endow(BOB.keyId, 'mBTC', 2n ** 64n - 1n);
  const id = ledger.propose(DRAFTS[12]);
  assert.equal(ledger.approvalRejection(id, ledger.governor), { code: 49, reason: 'proposal-execute-error' });
});

test('approvals stay valid when their approver is removed, but it gives no more', () => {
  const ledger = withGovernors();
  const id = ledger.propose(DRAFTS[1]);
  ledger.approve(id, ALICE);
  ledger.state.delete(GOVERNORS, ALICE.regId);
  ledger.approve(id, BOB);
  assert.is(issueFee(ledger), 50_000_000_000n);
  assert.equal(ledger.approvalRejection(ledger.propose(DRAFTS[1]), ALICE), {
    code: 48,
    reason: 'permission-denied',
  });
});

test('the built-in governor vanishes with the first appointment and is back after the last removal (spec 05 §1, row 22)', () => {
  const ledger = new GovernanceLedger();
  const pending = ledger.propose(DRAFTS[4]);
  ledger.carryOut(DRAFTS[2]);
  assert.equal(ledger.approvalRejection(pending, ledger.governor), { code: 48, reason: 'permission-denied' });
  ledger.carryOut({ ...DRAFTS[2], operation: DISABLE });
  ledger.approve(pending, ledger.governor);
});

test('every approval of a swap out adds its signature to the proposal, the last one too', () => {
  const ledger = withGovernors();
  const id = ledger.propose(DRAFTS[13]);
  for (const [i, governor] of [ALICE, CAROL].entries()) {
    const axcSignature = Buffer.alloc(64 + i, i);
    ledger.execute(ledger.approvalTx(id, governor, { axcSignature }));
  }
  const stored = ledger.state.get(PROPOSALS, id)!;
  assert.equal(stored.type === PROPOSAL.AXC_OUT && stored.signatures.map(({ length }) => length), [64, 65]);
});

test('proposals are approved independently of each other', () => {
  const ledger = withGovernors();
  const [a, b] = [ledger.propose(DRAFTS[1]), ledger.propose(DRAFTS[1], HEIGHT + 1)];
  ledger.approve(a, ALICE);
  ledger.approve(b, BOB);
  assert.is(issueFee(ledger), 55_000_000_000n);
  assert.equal([ledger.approvals(a), ledger.approvals(b)], [['0-13'], ['0-14']]);
});

test.run();

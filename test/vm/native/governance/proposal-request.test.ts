import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DecodeError } from '../../../../src/codec/errors.js';
import { publicKeyUid, regIdUid } from '../../../../src/codec/uid.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { ACTIVE_DELEGATES } from '../../../../src/state/tables/delegates.js';
import { GOVERNORS } from '../../../../src/state/tables/parameters.js';
import { decodeTransaction, encodeTransaction } from '../../../../src/tx/envelope.js';
import { PERMISSION } from '../../../../src/tx/permissions.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import { SWAP_LIFETIME } from '../../../../vm/native/governance/swap-terms.js';
import { DRAFTS, GovernanceLedger } from '../../../support/ledgers/governance-ledger.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  STRANGER_KEYS,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';
import { readVectors } from '../../../support/vectors/vectors.js';

interface ExpiryCase {
  readonly id: string;
  readonly group: string;
  readonly inputs: {
    readonly created: number;
    readonly expire_block_count?: number;
    readonly proposal_type?: typeof PROPOSAL.AXC_IN | typeof PROPOSAL.AXC_OUT;
  };
  readonly expected: {
    readonly expiry_block_height: number;
    readonly approvable_at_2200?: boolean;
    readonly approvable_at_2201?: boolean;
  };
}

test('the worked examples of expiry hold', () => {
  const cases = readVectors<{ cases: ExpiryCase[] }>('governance-examples').cases.filter(
    ({ group }) => group === 'expiry',
  );
  assert.is(cases.length, 2);
  for (const { id, inputs, expected } of cases) {
    const ledger = new GovernanceLedger();
    if (inputs.expire_block_count !== undefined) {
      ledger.setParameter('PROPOSAL_EXPIRE_BLOCK_COUNT', BigInt(inputs.expire_block_count));
    }
    const proposal = ledger.propose(DRAFTS[inputs.proposal_type ?? 1], inputs.created);
    assert.is(ledger.proposal(proposal)!.expiryBlockHeight, expected.expiry_block_height, id);
    if (expected.approvable_at_2201 === false) {
      const late = ledger.approvalRejection(proposal, ledger.governor, 2201);
      assert.equal(late, { code: 49, reason: 'proposal-expired' }, id);
    }
    if (expected.approvable_at_2200 === true) ledger.approve(proposal, ledger.governor, 2200);
  }
});

test('a request stores the proposal under its own id and changes nothing else', () => {
  const ledger = new GovernanceLedger();
  const { prepared, receipts } = ledger.execute(ledger.requestTx(DRAFTS[PROPOSAL.MINER_FEE]));
  assert.equal(ledger.proposal(prepared.txid), {
    ...DRAFTS[PROPOSAL.MINER_FEE],
    expiryBlockHeight: HEIGHT + 1200,
    approvalMinCount: 1,
  });
  assert.equal(ledger.approvals(prepared.txid), []);
  assert.equal(
    receipts.map(({ type }) => type),
    [101],
  );
});

test('expiry height and approvals needed are set by the ledger, whatever the request says', () => {
  const ledger = new GovernanceLedger();
  const tx = ledger.requestTx(DRAFTS[PROPOSAL.BP_SIZE]);
  const forged = { ...tx, proposal: { ...tx.proposal, expiryBlockHeight: 0xffffffff, approvalMinCount: 1 } };
  const { expiryBlockHeight, approvalMinCount } = ledger.proposal(ledger.execute(forged).prepared.txid)!;
  assert.equal([expiryBlockHeight, approvalMinCount], [HEIGHT + 1200, 8]);
});

test('the approvals needed are those of the electorate at the time of the request', () => {
  const ledger = new GovernanceLedger();
  const before = ledger.propose(DRAFTS[PROPOSAL.SYS_PARAM]);
  for (const { regId } of [ALICE, CAROL, ledger.governor]) ledger.state.put(GOVERNORS, regId, true);
  const after = ledger.propose(DRAFTS[PROPOSAL.SYS_PARAM]);
  assert.is(ledger.proposal(before)!.approvalMinCount, 1);
  assert.is(ledger.proposal(after)!.approvalMinCount, 2);
  for (const draft of [
    DRAFTS[PROPOSAL.BPMC_LIST],
    DRAFTS[PROPOSAL.BP_SIZE],
    DRAFTS[PROPOSAL.COIN_TRANSFER],
  ]) {
    assert.is(ledger.proposal(ledger.propose(draft))!.approvalMinCount, 8, `type ${draft.type}`);
  }
  ledger.state.put(ACTIVE_DELEGATES, undefined, [{ regId: ALICE.regId, votes: 1n }]);
  assert.is(ledger.proposal(ledger.propose(DRAFTS[PROPOSAL.BP_SIZE]))!.approvalMinCount, 1);
});

test('swaps can be approved for a week of blocks, whatever the parameter says', () => {
  const ledger = new GovernanceLedger();
  ledger.setParameter('PROPOSAL_EXPIRE_BLOCK_COUNT', 100n);
  for (const draft of [DRAFTS[PROPOSAL.AXC_IN], DRAFTS[PROPOSAL.AXC_OUT]]) {
    const { expiryBlockHeight } = ledger.proposal(ledger.propose(draft))!;
    assert.is(expiryBlockHeight, HEIGHT + Number(SWAP_LIFETIME));
  }
  assert.is(ledger.proposal(ledger.propose(DRAFTS[PROPOSAL.SYS_PARAM]))!.expiryBlockHeight, HEIGHT + 100);
});

test('a proposal for ever can be approved for ever', () => {
  const ledger = new GovernanceLedger();
  ledger.setParameter('PROPOSAL_EXPIRE_BLOCK_COUNT', 2n ** 64n - 1n);
  const id = ledger.propose(DRAFTS[1]);
  assert.is(ledger.proposal(id)!.expiryBlockHeight, 2 ** 32 - 1);
  ledger.approve(id, ledger.governor);
});

test('in the reference the expiry height wraps in its 32 bits: an absurd parameter lets proposals expire at once (spec 05 §1, row 32)', () => {
  const ledger = new GovernanceLedger({ mended: { ...REGTEST.mended, sumsNeverWrap: false } });
  ledger.setParameter('PROPOSAL_EXPIRE_BLOCK_COUNT', 2n ** 32n - 1n);
  const id = ledger.propose(DRAFTS[PROPOSAL.SYS_PARAM]);
  assert.is(ledger.proposal(id)!.expiryBlockHeight, HEIGHT - 1);
  assert.equal(ledger.approvalRejection(id, ledger.governor), { code: 49, reason: 'proposal-expired' });
});

test('whoever requests a swap out of this chain is who pays, whatever the request says', () => {
  const ledger = new GovernanceLedger();
  const id = ledger.propose({ ...DRAFTS[PROPOSAL.AXC_OUT], selfChainUid: BOB.uid });
  const stored = ledger.proposal(id)!;
  assert.equal(stored.type === PROPOSAL.AXC_OUT && stored.selfChainUid, ALICE.uid);
});

test('a proposer that names itself by its key is registered', () => {
  const ledger = new GovernanceLedger();
  const [publicKey] = STRANGER_KEYS;
  const keyId = keyIdOf(Buffer.from(publicKey, 'hex'));
  ledger.endow(keyId, 'WICC', 1_000_000n);
  const uid = publicKeyUid(publicKey);
  const tx = {
    ...ledger.requestTx(DRAFTS[PROPOSAL.SYS_PARAM]),
    txUid: uid,
    signature: signatureOf(publicKey),
  };
  ledger.execute(tx);
  assert.equal(ledger.account(keyId)!.regId, { height: HEIGHT, index: 1 });
});

test('a request needs the permission to propose', () => {
  const ledger = new GovernanceLedger();
  ledger.alter(ALICE.keyId, { permsSum: ~PERMISSION.PROPOSE & 0x3ffn });
  assert.equal(ledger.requestRejection(DRAFTS[PROPOSAL.SYS_PARAM]), {
    code: 48,
    reason: 'account-lacks-perm',
  });
});

test('below the third feature fork there are no proposals', () => {
  const ledger = new GovernanceLedger({ forks: { systemGenesis: 1, r2: 2, r3: 1000, r3_5: 1001 } });
  assert.equal(ledger.requestRejection(DRAFTS[PROPOSAL.MINER_FEE]), { code: 16, reason: 'unavailable-tx' });
});

test('a proposal of no type is refused as it is read, and so are those of unknown types (spec 05 §1, row 9)', () => {
  const ledger = new GovernanceLedger();
  const raw = encodeTransaction(ledger.requestTx(DRAFTS[PROPOSAL.CANCEL_ORDER]), { varintPricesFrom: 0 });
  const typeAt = raw.indexOf(Buffer.from('04574943431000', 'hex')) + 5;
  for (const type of [0, 10, 17, 255]) {
    const forged = Buffer.from(raw);
    forged[typeAt] = type;
    assert.throws(
      () => decodeTransaction(forged, { varintPricesFrom: 0 }),
      (error: unknown) => error instanceof DecodeError && error.message.includes(`proposalType(${type})`),
    );
  }
});

test('a proposer that is not on chain is refused', () => {
  const ledger = new GovernanceLedger();
  const tx = { ...ledger.requestTx(DRAFTS[PROPOSAL.SYS_PARAM]), txUid: regIdUid({ height: 99, index: 1 }) };
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'account-not-exist' });
});

test.run();

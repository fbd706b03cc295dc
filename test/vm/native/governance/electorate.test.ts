import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText } from '../../../../src/codec/regid.js';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { ACTIVE_DELEGATES } from '../../../../src/state/tables/delegates.js';
import { GOVERNORS } from '../../../../src/state/tables/parameters.js';
import {
  approvalsNeeded,
  approvalsNeededNow,
  governors,
  mayApprove,
} from '../../../../vm/native/governance/electorate.js';
import { ALICE, BOB, ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';
import { readVectors } from '../../../support/vectors/vectors.js';

interface CountCase {
  readonly id: string;
  readonly group: string;
  readonly inputs: { readonly voters: number };
  readonly expected: { readonly approval_min_count: number };
}

test('the worked examples of approvals needed hold', () => {
  const { cases } = readVectors<{ cases: CountCase[] }>('governance-examples');
  const counts = cases.filter(({ group }) => group === 'approval-count');
  assert.is(counts.length, 8);
  for (const { id, inputs, expected } of counts) {
    assert.is(approvalsNeeded(inputs.voters, REFERENCE_RULES), expected.approval_min_count, id);
  }
});

test('the number of approvals needed has eight bits', () => {
  assert.is(approvalsNeeded(382, REFERENCE_RULES), 255);
  assert.is(approvalsNeeded(384, REFERENCE_RULES), 0);
  assert.is(approvalsNeeded(384, REGTEST.mended), 255, 'on networks of ours it never is');
});

test('the built-in governor governs while none is appointed, and not beside another', () => {
  const { state, network } = new ScratchLedger();
  assert.equal(governors(state, network).map(regIdText), ['1-2']);
  state.put(GOVERNORS, BOB.regId, true);
  state.put(GOVERNORS, ALICE.regId, true);
  assert.equal(governors(state, network).map(regIdText), ['0-13', '0-14']);
  assert.not(mayApprove('governors', state, network, { height: 1, index: 2 }));
  assert.ok(mayApprove('governors', state, network, BOB.regId));
  assert.is(approvalsNeededNow('governors', state, network), 2);
  for (const governor of [ALICE, BOB]) state.delete(GOVERNORS, governor.regId);
  assert.equal(governors(state, network).map(regIdText), ['1-2']);
});

test('the producers are the active delegates; without a list of them eight approvals are needed and nobody may give one', () => {
  const { state, network } = new ScratchLedger();
  assert.is(approvalsNeededNow('producers', state, network), 8);
  assert.ok(mayApprove('producers', state, network, { height: 0, index: 2 }));
  assert.not(mayApprove('producers', state, network, { height: 1, index: 2 }));
  state.put(ACTIVE_DELEGATES, undefined, [{ regId: BOB.regId, votes: 1n }]);
  assert.is(approvalsNeededNow('producers', state, network), 1);
  assert.ok(mayApprove('producers', state, network, BOB.regId));
  state.delete(ACTIVE_DELEGATES, undefined);
  assert.is(approvalsNeededNow('producers', state, network), 8);
  assert.not(mayApprove('producers', state, network, BOB.regId));
});

test.run();

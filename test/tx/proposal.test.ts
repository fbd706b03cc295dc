import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encode } from '../../src/codec/codec.js';
import { ByteReader } from '../../src/codec/reader.js';
import { NO_REGID } from '../../src/codec/regid.js';
import { NULL_UID, regIdUid } from '../../src/codec/uid.js';
import { ENABLE } from '../../src/tx/enums.js';
import { type Proposal, proposal, proposalJson } from '../../src/tx/proposal.js';
import { PROPOSAL } from '../../src/tx/proposal-types.js';
import { asReferencePrints, exactText } from '../support/answers/exact-json.js';

const REQUESTED = { expiryBlockHeight: 0, approvalMinCount: 0 };
const printed = (value: Proposal) => exactText(asReferencePrints(proposalJson(value)));

test('the stored copy shows expiry and approvals needed before its own members', () => {
  const stored: Proposal = {
    type: PROPOSAL.DEX_OP,
    expiryBlockHeight: 1700,
    approvalMinCount: 8,
    dexId: 3,
    operation: ENABLE,
  };
  assert.is(
    printed(stored),
    exactText({
      proposal_type: 9n,
      approval_min_count: 8n,
      expiry_block_height: 1700n,
      dexid: 3n,
      operate_type: 1n,
    }),
  );
  assert.equal(proposal.read(new ByteReader(encode(proposal, stored))), stored);
});

test('a cross-chain withdrawal names its account only if it has one', () => {
  const out: Proposal = {
    ...REQUESTED,
    type: PROPOSAL.AXC_OUT,
    selfChainUid: NULL_UID,
    selfChainTokenSymbol: 'mBTC',
    peerChainAddr: '1Boat',
    swapAmount: 77n,
    signatures: [],
  };
  assert.not.match(printed(out), 'self_chain_uid');
  const named = printed({ ...out, selfChainUid: regIdUid({ height: 0, index: 2 }) });
  assert.match(named, /"self_chain_token_symbol": "mBTC",\s+"self_chain_uid": "0-2",\s+"peer_chain_addr"/);
});

test('an asset without an owner shows none', () => {
  const issue: Proposal = {
    ...REQUESTED,
    type: PROPOSAL.ASSET_ISSUE,
    assetSymbol: 'XBTC',
    totalSupply: 1n,
    ownerRegId: NO_REGID,
  };
  assert.is(printed(issue), exactText({ proposal_type: 15n, asset_symbol: 'XBTC', total_supply: 1n }));
});

test.run();

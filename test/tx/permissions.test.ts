import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ALL_PERMISSIONS,
  ASSET_PERMISSION,
  NO_PERMISSIONS,
  PERMISSION,
  permissionDigits,
} from '../../src/tx/permissions.js';
import { definitionOf, TRANSACTION_TYPES, TX } from '../../src/tx/transactions.js';

test('each permission is one bit (spec 07 §9)', () => {
  assert.equal(PERMISSION, {
    SEND_COIN: 1n,
    STAKE_COIN: 2n,
    SEND_VOTE: 4n,
    SEND_UTXO: 8n,
    CONTRACT: 16n,
    PROPOSE: 32n,
    MINE_BLOCK: 64n,
    FEED_PRICE: 128n,
    DEX: 256n,
    CDP: 512n,
  });
  assert.equal(ASSET_PERMISSION, {
    TRANSFER: 1n,
    DEX_BASE: 2n,
    DEX_QUOTE: 4n,
    CDP_BCOIN: 8n,
    PRICE_FEED: 16n,
  });
});

test('all types but registration, clearing, assets and approval need a permission', () => {
  const free = TRANSACTION_TYPES.filter(({ system, permission }) => !system && permission === 'none');
  assert.equal(
    free.map(({ name }) => name),
    [
      'ACCOUNT_REGISTER_TX',
      'ASSET_ISSUE_TX',
      'UIA_UPDATE_TX',
      'ACCOUNT_PERMS_CLEAR_TX',
      'PROPOSAL_APPROVAL_TX',
    ],
  );
  assert.is(definitionOf(TX.UNIVERSAL).permissionBit, PERMISSION.CONTRACT);
  assert.is(definitionOf(TX.DEX_OPERATOR_UPDATE).permissionBit, PERMISSION.DEX);
  assert.is(definitionOf(TX.UCOIN_BLOCK_REWARD).permissionBit, undefined);
});

test('permissions print as binary digits of their known bits, highest first', () => {
  assert.is(permissionDigits(ALL_PERMISSIONS), '1111111111');
  assert.is(permissionDigits(NO_PERMISSIONS), '0000000000');
  assert.is(permissionDigits(PERMISSION.CDP | PERMISSION.SEND_COIN), '1000000001');
});

test.run();

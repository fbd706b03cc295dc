import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { encodeAddress } from '../../../../src/crypto/address.js';
import { ScratchLedger, STRANGER_KEY_ID } from '../../../support/ledgers/scratch-ledger.js';
import { callLua, luaContract } from '../../../support/lua/lua-call.js';

/** A transfer from the contract's account, which has nothing, to an address that nobody has used. */
const TRANSFER = luaContract(`
local t = {
  isContractAccount = true,
  toAddressType = 2,
  toAddress = { string.byte("${encodeAddress(REGTEST.addressVersion, STRANGER_KEY_ID)}", 1, -1) },
  tokenType = "WICC",
  tokenAmount = { mylib.IntegerToByte8(5000) },
}
if mylib.TransferAccountAsset(t) then error("paid without coins") end
if mylib.TransferAccountAssets({ t, t }) then error("paid without coins") end
`);

test('a transfer that fails leaves no account behind', () => {
  const ledger = new ScratchLedger();
  assert.is(callLua(TRANSFER, { ledger }).failure, undefined);
  assert.is(ledger.account(STRANGER_KEY_ID), undefined);
});

test('in the reference it leaves an empty one', () => {
  const mended = { ...REGTEST.mended, failedTransfersLeaveNothing: false };
  const ledger = new ScratchLedger({ mended });
  assert.is(callLua(TRANSFER, { ledger }).failure, undefined);
  assert.is(ledger.account(STRANGER_KEY_ID)?.tokens.size, 0);
});

test.run();

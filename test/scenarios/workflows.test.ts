import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/**
 * Where each workflow of spec 02 §7 is walked through: tests over HTTP by file, and the beginnings
 * of their names. What is written here has to be there.
 */
const WORKFLOWS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  W1: { 'scenarios/operator': ['W1: monitoring'] },
  W2: { 'scenarios/exchange': ['W2: a locked', 'W2: a wrong passphrase', 'W2: an unlocked'] },
  W3: { 'scenarios/exchange': ['W3: deposits'] },
  W4: {
    'scenarios/exchange': ['W4: a deposit'],
    'rpc/chain/chain-control': ['a transaction of a block that is taken back waits again'],
  },
  W5: { 'scenarios/exchange': ['W5: a withdrawal'] },
  W6: { 'scenarios/exchange': ['W6: ', 'W6: a hundred and one', 'W6: one receiver'] },
  W7: { 'scenarios/exchange': ['W7: the first spend'] },
  W8: { 'scenarios/exchange': ['W8: nothing is sent'] },
  W9: {
    'scenarios/exchange': ['W9: a transaction is made', 'W9: the signature', 'W9: a transaction may be 250'],
  },
  W10: { 'scenarios/exchange': ['W10: signatures'] },
  W11: {
    'rpc/wallet/wallet': [
      'what one node dumps',
      'a backup is a wallet',
      'nothing is written into the data directory',
    ],
    'rpc/wallet/keys': ['a private key goes out and in again'],
  },
  W12: {
    'scenarios/exchange': ['W12: the wallet locks itself', 'W12: after a change'],
    'rpc/wallet/wallet': [
      'the cycle of encrypting',
      'an encrypted wallet is not encrypted again, and an unencrypted one has no passphrase',
    ],
  },
  W13: { 'scenarios/operator': ['W13: a cold mining wallet'] },
  W14: {
    'rpc/contracts/lua-contracts': [
      'a file must exist',
      'a syntax error is told',
      'the first line, the memo, the fee',
    ],
    'scenarios/seed-walk': ['smart contracts: deploy from /tmp/lua/'],
  },
  W15: { 'scenarios/contracts': ['W15: hello world'] },
  W16: { 'scenarios/contracts': ['W16: a WebAssembly contract'] },
  W17: {
    'rpc/accounts/assets': [
      'issuing costs',
      'minting and burning',
      'every rule of issuing',
      'every rule of transferring',
    ],
  },
  W18: {
    'scenarios/operator': ['W18: whoever stakes enough'],
    'rpc/cdp/prices': ['the errors of feeding'],
  },
  W19: {
    'rpc/cdp/cdps': [
      'a stake opens',
      'a redemption takes',
      'a position is in danger',
      'the system takes a position over',
    ],
    'scenarios/stable-coin': ['the walk'],
  },
  W20: {
    'scenarios/operator': ['W20: orders freeze coins'],
    'rpc/dex/dex': [
      'an order is placed in each of the three forms',
      'every parameter of an order',
      '1200 orders',
    ],
  },
  W21: {
    'scenarios/operator': ['W21: an order with conditions'],
    'rpc/dex/dex': ['an operator is registered, changed', 'an order that owner and operator sign'],
  },
  W22: {
    'rpc/utxo/utxos': [
      'an address: ',
      '2 of 3: ',
      'a password: ',
      'a password with proof',
      'over time: ',
      'recycle: ',
    ],
  },
  W23: {
    'rpc/governance/governance': [
      'a proposal is shown',
      'what the proposals did is seen',
      'the errors of submitting',
    ],
  },
  W24: {
    'scenarios/operator': ['W24: votes decide'],
    'rpc/accounts/accounts': ['votes are added and taken back', 'submitdelegatevotetx refuses'],
  },
  W25: { 'rpc/accounts/accounts': ['an account without permissions'] },
  W26: { 'scenarios/operator': ['W26: a message'] },
  W27: { 'rpc/http/http-matrix': [] },
  W28: { 'rpc/dispatch/argument-matrix': [] },
  W29: {
    'cli/convert': ['the declarations give the conversions'],
    'scenarios/restart': ['the client finds port'],
  },
  W30: { 'scenarios/operator': ['W30: amounts beyond 2^53'] },
  W31: { 'scenarios/operator': ['W31: methods'] },
  W32: {
    'rpc/node/restart': ['a node that starts again has the same tip'],
    'scenarios/restart': ['an unlocked wallet is locked after a restart'],
  },
  W33: { 'scenarios/operator': ['W33: the names of release 1'] },
};

test('all 33 workflows have their place', () => {
  assert.equal(
    Object.keys(WORKFLOWS),
    Array.from({ length: 33 }, (_, i) => `W${i + 1}`),
  );
});

for (const [workflow, places] of Object.entries(WORKFLOWS)) {
  test(`${workflow} is walked through`, () => {
    for (const [file, names] of Object.entries(places)) {
      const source = readFileSync(join('test', `${file}.test.ts`), 'utf8');
      assert.match(
        source,
        /startTestNode|NodeProcess|readGzipLines|readLines|readVectors/,
        `${file} talks to a node`,
      );
      for (const name of names) {
        const isThere = [`'${name}`, `\`${name}`, `"${name}`].some(beginning => source.includes(beginning));
        assert.ok(isThere, `${file} has a test "${name}…"`);
      }
    }
  });
}

test.run();

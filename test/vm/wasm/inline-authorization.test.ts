import { suite } from 'uvu';
import { Authority } from '../../../vm/wasm/authority.js';
import {
  CODE_PERMISSION,
  checkInlineAuthorization,
  OWNER_PERMISSION,
} from '../../../vm/wasm/inline-authorization.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { assertThrows } from '../../support/wasm/contract-exception.js';

const test = suite('inline authorization');
const SELF = (5n << 20n) + 1n;
const USER = (6n << 20n) + 1n;
const OTHER = (7n << 20n) + 1n;
const BANK = 800n;
const HELD = [{ account: USER, permission: OWNER_PERMISSION }];

/** Spec 04 §6.4: target, account, permission, whether it may be given. */
const ROWS: readonly [contract: bigint, account: bigint, permission: bigint, allowed: boolean][] = [
  [BANK, SELF, CODE_PERMISSION, true],
  [BANK, SELF, OWNER_PERMISSION, false],
  [BANK, USER, OWNER_PERMISSION, false],
  [BANK, USER, CODE_PERMISSION, false],
  [SELF, SELF, CODE_PERMISSION, true],
  [SELF, SELF, OWNER_PERMISSION, true],
  [SELF, USER, OWNER_PERMISSION, true],
  [SELF, USER, CODE_PERMISSION, false],
  [SELF, OTHER, OWNER_PERMISSION, false],
  [OTHER, SELF, CODE_PERMISSION, true],
  [OTHER, SELF, OWNER_PERMISSION, false],
  [OTHER, USER, OWNER_PERMISSION, false],
  [OTHER, OTHER, CODE_PERMISSION, false],
];

test('a contract passes on the authority of a user to itself only, and its own as wasmio_code', () => {
  checkAllRows(
    'authorizations',
    ROWS,
    13,
    row => row.join(' '),
    ([contract, account, permission, allowed]) => {
      const action = {
        contract,
        action: 1n,
        authorization: [{ account, permission }],
        data: Buffer.alloc(0),
      };
      const check = (): void => checkInlineAuthorization(action, SELF, new Authority(HELD));
      if (allowed) check();
      else assertThrows(check, 'missing_auth_exception', /contract 5-1 cannot give the authority/);
    },
  );
});

test('no authority at all is always accepted', () => {
  checkInlineAuthorization(
    { contract: BANK, action: 1n, authorization: [], data: Buffer.alloc(0) },
    SELF,
    new Authority([]),
  );
});

test('one entry that may not be given refuses all', () => {
  const authorization = [
    { account: SELF, permission: CODE_PERMISSION },
    { account: USER, permission: OWNER_PERMISSION },
  ];
  const action = { contract: OTHER, action: 1n, authorization, data: Buffer.alloc(0) };
  assertThrows(
    () => checkInlineAuthorization(action, SELF, new Authority(HELD)),
    'missing_auth_exception',
    /6-1@wasmio_owner/,
  );
});

test.run();

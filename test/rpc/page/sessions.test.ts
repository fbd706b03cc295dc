import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { User } from '../../../src/rpc/http/users.js';
import { madeUpToken, Sessions } from '../../../src/rpc/page/sessions.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const OPERATOR: User = { user: 'operator', role: 'dev', secret: { password: 'pw' } };
const WEEK_MS = 7 * 24 * 60 * 60_000;

test('a session ends after a week', () => {
  let now = 1_000_000;
  const sessions = new Sessions({ users: [OPERATOR], token: madeUpToken(), now: () => now });
  const id = sessions.begin(OPERATOR);
  now += WEEK_MS - 1;
  assert.is(sessions.find(id)?.user, 'operator');
  now += 1;
  assert.is(sessions.find(id), undefined);
});

test('there are at most 256 at a time: who signed in first is out', () => {
  const sessions = new Sessions({ users: [OPERATOR], token: madeUpToken() });
  const first = sessions.begin(OPERATOR);
  const ids = Array.from({ length: 256 }, () => sessions.begin(OPERATOR));
  assert.is(sessions.find(first), undefined);
  assert.ok(ids.every(id => sessions.find(id) !== undefined));
});

test('a user who is gone, or has another password, has no session any more', () => {
  const file = join(temporaryDirectory(), 'sessions.json');
  const options = { token: madeUpToken(), file };
  const id = new Sessions({ ...options, users: [OPERATOR] }).begin(OPERATOR);
  assert.is(new Sessions({ ...options, users: [OPERATOR] }).find(id)?.user, 'operator');
  assert.is(new Sessions({ ...options, users: [{ ...OPERATOR, user: 'other' }] }).find(id), undefined);
  const changed = { ...OPERATOR, secret: { password: 'new' } };
  assert.is(new Sessions({ ...options, users: [changed] }).find(id), undefined);
});

test('the rights are those that the user has now', () => {
  const file = join(temporaryDirectory(), 'sessions.json');
  const options = { token: madeUpToken(), file };
  const id = new Sessions({ ...options, users: [OPERATOR] }).begin(OPERATOR);
  const reader: User = { ...OPERATOR, role: 'read' };
  assert.is(new Sessions({ ...options, users: [reader] }).find(id)?.role, 'read');
});

test('a file that is no list of sessions is named', () => {
  const file = join(temporaryDirectory(), 'sessions.json');
  writeFileSync(file, '{');
  assert.throws(
    () => new Sessions({ users: [OPERATOR], token: madeUpToken(), file }),
    (error: Error) => error.message.startsWith(`${file} cannot be read`),
  );
});

test.run();

import { createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  cookiePath,
  madeUpCredentials,
  readCookie,
  removeCookie,
  writeCookie,
} from '../../../src/config/cookie.js';
import { AllowList } from '../../../src/rpc/http/allow-list.js';
import { bindAddresses } from '../../../src/rpc/http/bind-address.js';
import { configuredCredentials } from '../../../src/rpc/http/configured-credentials.js';
import { configuredUsers, saltedHash, type UserOptions, Users } from '../../../src/rpc/http/users.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const NO_OTHERS: UserOptions = { rpcauth: [], rpcrole: [], rpcwhitelist: [] };

test('this machine is always allowed, nobody else without rpcallowip', () => {
  const list = new AllowList([]);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.ok(list.allows(address), address);
  for (const address of ['10.0.0.1', '::2', '::ffff:10.0.0.1', '', 'nonsense'])
    assert.not(list.allows(address), address);
});

test('rpcallowip takes an address, a netmask, a prefix length, and the old form for everybody', () => {
  const cases: [entry: string, inside: string, outside: string][] = [
    ['10.1.2.3', '10.1.2.3', '10.1.2.4'],
    ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
    ['10.1.0.0/255.255.0.0', '10.1.9.9', '10.2.0.0'],
    ['192.168.4.0/22', '::ffff:192.168.7.255', '192.168.8.0'],
    ['fd00::/8', 'fd12::1', 'fe00::1'],
    ['0.0.0.0/0', '8.8.8.8', '2001:db8::1'],
    ['*.*.*.*', '8.8.8.8', '2001:db8::1'],
  ];
  for (const [entry, inside, outside] of cases) {
    const list = new AllowList([entry]);
    assert.equal([entry, list.allows(inside), list.allows(outside)], [entry, true, false]);
  }
});

test('an entry of rpcallowip that is no network is refused', () => {
  for (const entry of [
    '',
    'localhost',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/255.0.255.0',
    '10.0.0.0/8/8',
    '::/129',
    '10.*.*.*',
  ]) {
    assert.throws(() => new AllowList([entry]), /rpcallowip=/, entry);
  }
});

test('the server listens on this machine; everywhere where others are allowed; or where rpcbind says', () => {
  const hosts = (rpcbind: readonly string[], allowed: boolean) =>
    bindAddresses(rpcbind, allowed, 18901).map(({ host, port }) => `${host} ${port}`);
  assert.equal(hosts([], false), ['::1 18901', '127.0.0.1 18901']);
  assert.equal(hosts([], true), [':: 18901', '0.0.0.0 18901']);
  assert.equal(hosts(['10.0.0.1', 'node.example:7000', '[::1]:7001', 'fd00::1'], true), [
    '10.0.0.1 18901',
    'node.example 7000',
    '::1 7001',
    'fd00::1 18901',
  ]);
  for (const entry of ['', '10.0.0.1:', '10.0.0.1:70000', 'a:b:c']) {
    assert.throws(() => bindAddresses([entry], false, 1), /rpcbind=/, entry);
  }
});

test('credentials as good as none are refused outside development chains', () => {
  const of = (user: string, password: string, development = false) =>
    configuredCredentials({ user, password, development });
  assert.is(of('', ''), undefined);
  assert.is(of('a', 'b'), 'a:b');
  for (const [user, password] of [
    ['a', ''],
    ['', 'b'],
    ['a', 'a'],
  ] as const) {
    assert.throws(() => of(user, password), RangeError);
    assert.is(of(user, password, true), `${user}:${password}`);
  }
});

test('the header must begin with "Basic ", exactly so', () => {
  const users = new Users(configuredUsers('a:b', false, NO_OTHERS));
  const encoded = Buffer.from('a:b').toString('base64');
  assert.is(users.find(`Basic ${encoded}`)?.user, 'a');
  for (const header of [
    '',
    'Basic',
    `basic ${encoded}`,
    `Basic${encoded}`,
    `Bearer ${encoded}`,
    'Basic !!',
    'Basic ',
  ]) {
    assert.is(users.find(header), undefined, header);
  }
});

test('a line of rpcauth is checked as Bitcoin Core makes it: HMAC-SHA256 with the text of the salt as the key', () => {
  const salt = '0123456789abcdef0123456789abcdef';
  const hash = createHmac('sha256', salt).update('pass:word').digest('hex');
  assert.is(saltedHash(salt, 'pass:word'), hash);
  const rpcauth = [`alice:${salt}$${hash}`];
  const users = new Users(configuredUsers('a:b', false, { ...NO_OTHERS, rpcauth }));
  const find = (text: string) => users.find(`Basic ${Buffer.from(text).toString('base64')}`);
  assert.equal([find('alice:pass:word')?.user, find('alice:pass:word')?.role], ['alice', 'dev']);
  for (const wrong of ['alice:pass', 'alice:', 'alice', 'bob:pass:word', `alice:${hash}`, 'a:pass:word']) {
    assert.is(find(wrong), undefined, wrong);
  }
});

test('roles and lists of methods are those of the user that their line names; several lists allow what all allow', () => {
  const [, alice] = configuredUsers('a:b', false, {
    rpcauth: [`alice:00$${'0'.repeat(64)}`],
    rpcrole: ['alice:read'],
    rpcwhitelist: ['alice:getinfo,getblockcount', 'alice:getblockcount, help'],
  });
  assert.equal([alice?.role, alice?.methods], ['read', ['getblockcount']]);
});

test('lines that name no user, no role, or a user twice, and malformed ones are refused and do not show a password', () => {
  const refused: [options: Partial<UserOptions>, message: RegExp][] = [
    [{ rpcauth: ['alice:hunter2'] }, /^a line of rpcauth is not NAME:SALT\$HASH (?!.*hunter2)/],
    [{ rpcauth: [`a:00$${'0'.repeat(64)}`] }, /two users of the name a/],
    [{ rpcrole: ['bob:read'] }, /rpcrole=bob:read begins with no user .* the users are a$/],
    [{ rpcrole: ['a:root'] }, /root is no role; there are read, wallet, admin, dev/],
    [{ rpcwhitelist: ['a'] }, /rpcwhitelist=a begins with no user and a colon/],
  ];
  for (const [options, message] of refused) {
    assert.throws(() => configuredUsers('a:b', false, { ...NO_OTHERS, ...options }), message);
  }
});

test('the cookie is for the owner only, new in each run, and gone after it', () => {
  const directory = temporaryDirectory();
  assert.is(readCookie(directory), undefined);
  const first = madeUpCredentials();
  writeCookie(directory, first);
  assert.match(first, /^__cookie__:[0-9a-f]{64}$/);
  assert.is(readCookie(directory), first);
  assert.is(statSync(cookiePath(directory)).mode & 0o777, 0o600);
  const second = madeUpCredentials();
  writeCookie(directory, second);
  assert.is.not(second, first);
  removeCookie(directory, first);
  assert.is(readCookie(directory), second, 'nobody removes the cookie of another node');
  removeCookie(directory, second);
  assert.is(readCookie(directory), undefined);
});

test.run();

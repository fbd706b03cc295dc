import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BrowserHeaders, BrowserRules } from '../../../src/rpc/http/browser-rules.js';
import { http, serveRpcNode } from '../../support/nodes/rpc-node.js';

const rules = new BrowserRules({ hosts: ['node.example'], origins: ['https://wallet.example'] });

/** 200 where a request goes on, else the status of its refusal. */
function statusOf(headers: Partial<BrowserHeaders>): number {
  const verdict = rules.judge({ host: '', origin: '', fetchSite: '', contentType: '', ...headers });
  return 'status' in verdict ? verdict.status : 200;
}

test('the node is addressed by its addresses, as localhost, and by the names that it was told', () => {
  for (const host of [
    '',
    '127.0.0.1:18901',
    '10.0.0.1',
    '[::1]:18901',
    '[2001:db8::1]',
    'localhost',
    'LOCALHOST:1',
    'a.localhost',
    'node.example:18901',
    'Node.Example.',
  ]) {
    assert.is(statusOf({ host }), 200, host);
  }
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'node.example.evil.example',
    'xnode.example',
    '127.0.0.1.evil.example',
    'a:b:c',
    '[evil.example]',
    'evil.example:18901',
    'localhost@evil.example',
  ]) {
    assert.is(statusOf({ host }), 403, host);
  }
});

test('pages of named origins may ask, and those of this node; no others, whatever they send', () => {
  const host = 'node.example:18901';
  assert.is(statusOf({ host, origin: 'https://wallet.example', fetchSite: 'cross-site' }), 200);
  assert.is(statusOf({ host, origin: 'http://node.example:18901', fetchSite: 'same-origin' }), 200);
  for (const origin of [
    'http://evil.example',
    'null',
    'https://wallet.example.evil.example',
    'https://wallet.example:8443',
    'http://wallet.example',
    'http://node.example',
    'file://',
    'ftp://node.example:18901',
    'nonsense',
  ]) {
    assert.is(statusOf({ host, origin, contentType: 'application/json' }), 403, origin);
    assert.is(statusOf({ host, origin, contentType: 'text/plain' }), 403, origin);
  }
  for (const fetchSite of ['cross-site', 'same-site']) assert.is(statusOf({ host, fetchSite }), 403);
  for (const fetchSite of ['same-origin', 'none']) assert.is(statusOf({ host, fetchSite }), 200);
});

test('a page sends JSON as such, a form is no call, and clients without a page send what they like', () => {
  const page = { host: 'node.example', origin: 'https://wallet.example' };
  assert.is(statusOf({ ...page, contentType: 'application/json; charset=utf-8' }), 200);
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    assert.is(statusOf({ ...page, contentType }), 415, contentType);
  }
  const own = { host: 'node.example', origin: 'http://node.example' };
  assert.is(statusOf({ ...own, contentType: 'text/plain' }), 200);
  assert.is(statusOf({ ...own, contentType: 'application/x-www-form-urlencoded' }), 415);
  for (const contentType of ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
    assert.is(statusOf({ contentType }), 200, contentType);
  }
  assert.is(statusOf({ contentType: 'multipart/form-data; boundary=x' }), 415);
});

test('what is no name and no origin is refused at the start', () => {
  for (const host of ['', 'a b', 'node.example:1', 'http://node.example', '*']) {
    assert.throws(() => new BrowserRules({ hosts: [host], origins: [] }), /^rpcallowhost=/, host);
  }
  for (const origin of [
    '',
    '*',
    'wallet.example',
    'https://wallet.example/',
    'https://a/b',
    'null',
    'file://',
  ]) {
    assert.throws(() => new BrowserRules({ hosts: [], origins: [origin] }), /^rpccorsdomain=/, origin);
  }
});

test('over HTTP, a named origin gets the headers of CORS and the answer to its preflight; others get neither', async () => {
  for (const ownThread of [false, true]) {
    const node = await serveRpcNode({ ownThread, browsers: { origins: ['https://wallet.example'] } });
    const body = '{"id":1,"method":"getblockcount"}';
    const preflight = { 'Access-Control-Request-Method': 'POST' };
    const ask = (origin: string, method: string, headers: Record<string, string> = {}) =>
      http(node, {
        method,
        headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
        ...(method === 'POST' ? { body } : { credentials: null }),
      });
    try {
      const asked = await ask('https://wallet.example', 'OPTIONS', preflight);
      assert.equal(
        [
          asked.status,
          asked.headers['access-control-allow-origin'],
          asked.headers['access-control-allow-methods'],
        ],
        [204, 'https://wallet.example', 'POST'],
      );
      const answered = await ask('https://wallet.example', 'POST');
      assert.equal(
        [answered.status, answered.headers['access-control-allow-origin'], answered.headers.vary],
        [200, 'https://wallet.example', 'Origin'],
      );
      for (const refused of [
        await ask('http://evil.example', 'OPTIONS', preflight),
        await ask('http://evil.example', 'POST'),
        await http(node, { body, headers: { Host: 'evil.example' } }),
      ]) {
        assert.is(refused.status, 403);
        assert.equal(
          Object.keys(refused.headers).filter(name => name.startsWith('access-control')),
          [],
        );
        assert.match(refused.body, /"code":-32600,"message":"[^"]*-rpc(allowhost|corsdomain)=/);
      }
    } finally {
      await node.server.stop();
    }
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type HttpResult, http, type ServedRpcNode, serveRpcNode } from '../../support/nodes/rpc-node.js';

/** Runs a test with either thread serving. */
function withNode(run: (node: ServedRpcNode) => Promise<void>): () => Promise<void> {
  return async () => {
    for (const ownThread of [false, true]) {
      const node = await serveRpcNode({ ownThread });
      try {
        await run(node);
      } finally {
        await node.server.stop();
      }
    }
  };
}

function ask(node: ServedRpcNode, request: unknown): Promise<HttpResult> {
  return http(node, { path: '/rpc', body: typeof request === 'string' ? request : JSON.stringify(request) });
}

const call = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });

test(
  'an answer has the version, the id, and either a result or an error, with status 200',
  withNode(async node => {
    const good = await ask(node, call('getblockcount'));
    assert.equal([good.status, good.body], [200, '{"jsonrpc":"2.0","result":744,"id":1}\n']);
    const bad = await ask(node, call('nosuch', [], 'x'));
    assert.equal(
      [bad.status, bad.body],
      [200, '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"x"}\n'],
    );
    const nothing = await ask(node, call('walletlock'));
    assert.not(nothing.body.includes('"result"'));
  }),
);

test(
  'what is no request is told with the codes of JSON-RPC 2.0 and the id null',
  withNode(async node => {
    const cases: [body: unknown, code: number][] = [
      ['{', -32700],
      ['', -32700],
      ['{"jsonrpc":"2.0","id":1,"method":"getblockcount"} {}', -32700],
      ['1', -32600],
      ['[]', -32600],
      [{ id: {}, jsonrpc: '2.0', method: 'getblockcount' }, -32600],
    ];
    for (const [body, code] of cases) {
      const { status, body: text } = await ask(node, body);
      const { error, id } = JSON.parse(text) as { error: { code: number }; id: unknown };
      assert.equal([body, status, error.code, id], [body, 200, code, null]);
    }
    for (const request of [
      { id: 7, method: 'getblockcount' },
      { id: 7, jsonrpc: '1.0', method: 'getblockcount' },
      { id: 7, jsonrpc: '2.0', method: 5 },
      { id: 7, jsonrpc: '2.0', method: 'getblockcount', params: 'x' },
    ]) {
      const { error, id } = JSON.parse((await ask(node, request)).body) as {
        error: { code: number };
        id: number;
      };
      assert.equal([error.code, id], [-32600, 7]);
    }
  }),
);

test(
  'parameters can be named; those that are optional can be left out, in front of others too',
  withNode(async node => {
    const result = async (method: string, params: unknown) =>
      JSON.parse((await ask(node, call(method, params))).body) as {
        result: unknown;
        error: { code: number; message: string; data: unknown };
      };
    assert.equal((await result('typedecho', { number: 5, text: 'a' })).result, ['a', 5]);
    assert.equal((await result('typedecho', { text: 'a' })).result, ['a', null]);
    assert.equal((await result('optional', { second: 2 })).result, [null, 2]);
    const unknown = (await result('typedecho', { text: 'a', nombre: 5 })).error;
    assert.equal(unknown, {
      code: -32602,
      message: 'Invalid params: there is no parameter nombre; typedecho "text" ( number )',
      data: { parameter: 'nombre', parameters: ['text', 'number'] },
    });
    const missing = (await result('typedecho', { number: 5 })).error;
    assert.equal(
      [missing.code, missing.message],
      [-32602, 'Invalid params: the parameter text is missing; typedecho "text" ( number )'],
    );
    assert.is((await result('typedecho', ['a', 1, 2])).error.code, -32602);
    const typed = (await result('typedecho', { text: 5 })).error;
    assert.equal([typed.code, (typed.data as { parameter: string }).parameter], [-3, 'text']);
  }),
);

test(
  'a notification is executed and not answered, whether it succeeds or fails',
  withNode(async node => {
    const stop = await ask(node, { jsonrpc: '2.0', method: 'stop' });
    assert.equal([stop.status, stop.body], [204, '']);
    assert.ok(node.stopRequested());
    assert.is((await ask(node, { jsonrpc: '2.0', method: 'nosuch' })).status, 204);
    const batch = await ask(node, [{ jsonrpc: '2.0', method: 'nosuch' }, call('echo', ['a']), 5]);
    assert.equal(JSON.parse(batch.body), [
      { jsonrpc: '2.0', result: 'a', id: 1 },
      {
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Invalid Request: a request is an object' },
        id: null,
      },
    ]);
    const silent = await ask(node, [{ jsonrpc: '2.0', method: 'nosuch' }]);
    assert.equal([silent.status, silent.body], [204, '']);
  }),
);

test(
  'only POST asks there, and the path is exactly that',
  withNode(async node => {
    assert.is((await http(node, { path: '/rpc', method: 'GET' })).status, 405);
    for (const path of ['/rpc/', '/rpc?a', '/RPC'])
      assert.is((await http(node, { path, body: '{}' })).status, 404);
  }),
);

test(
  'rpc.discover is answered on both paths, and the text is made once',
  withNode(async node => {
    const strict = await ask(node, call('rpc.discover'));
    const loose = await http(node, { body: JSON.stringify(call('rpc.discover')) });
    const document = (text: string) => JSON.stringify((JSON.parse(text) as { result: unknown }).result);
    assert.is(document(strict.body), document(loose.body));
    const [one, other] = [
      await node.dispatcher.begin('rpc.discover', []),
      await node.dispatcher.begin('rpc.discover', []),
    ];
    assert.is(one, other);
  }),
);

test.run();

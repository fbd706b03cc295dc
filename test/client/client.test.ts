import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Account,
  CallError,
  clientOf,
  createClient,
  NodeUnreachable,
  NoReply,
} from '../../src/client/index.js';
import { METHOD_NAMES } from '../../src/client/methods.generated.js';
import { stringifyJson } from '../../src/codec/json.js';
import type { Json } from '../../src/codec/json-value.js';
import { AREAS } from '../../src/rpc/areas.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { MethodRegistry } from '../../src/rpc/declaration/registry.js';
import { startTestNode } from '../support/nodes/node.js';

const { alice, bob } = EXAMPLE;
const node = await startTestNode();
const coind = createClient({ url: node.endpoint, credentials: node.credentials });
const client = suite('client');
client.before(async () => {
  await coind.generate(3);
});
client.after(() => node.stop());

/** What a call throws. */
async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

client('has a method for each that is declared, aliases included', () => {
  const registry = new MethodRegistry(AREAS);
  const declared = registry.methods.flatMap(({ name, declaration }) => [
    name,
    ...(declaration.aliases ?? []).map(alias => alias.name),
  ]);
  assert.equal([...METHOD_NAMES], declared.toSorted());
  for (const name of METHOD_NAMES) assert.type(coind[name], 'function');
});

client('says that a node does not answer, be it away, lost or late', async () => {
  const silent = createServer(socket => sockets.add(socket));
  const sockets = new Set<Socket>();
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const credentials = 'a:b';
  const asked = (timeout?: number) =>
    thrownBy(createClient({ url: `http://127.0.0.1:${port}`, credentials, timeout }).getblockcount());

  const late = await asked(50);
  assert.instance(late, NodeUnreachable);
  assert.match((late as Error).message, /nothing answers at http:.*: none within 50 ms/);

  const lost = asked();
  while (sockets.size < 2) await new Promise(resolve => setTimeout(resolve, 5));
  for (const socket of sockets) socket.destroy();
  assert.instance(await lost, NodeUnreachable);

  await new Promise(resolve => silent.close(resolve));
  assert.instance(await asked(), NodeUnreachable);
});

client('is what the package offers as coind/client', async () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  };
  const { types, default: code } = exports['./client']!;
  const compiled = (path: string) => new URL(`../../${path.replace('./dist/', '')}`, import.meta.url);
  assert.ok(existsSync(compiled(types)));
  const offered = (await import(compiled(code).href)) as { readonly createClient: typeof createClient };
  const { endpoint: url, credentials } = node;
  const height = await offered.createClient({ url, credentials }).getblockcount();
  assert.is(height, await coind.getblockcount());
});

client('rpc.discover answers the document that docs/openrpc.json is', async () => {
  const written = JSON.parse(readFileSync('docs/openrpc.json', 'utf8')) as { readonly methods: unknown };
  const answered = await coind['rpc.discover']();
  assert.equal(JSON.parse(stringifyJson(answered as unknown as Json)), written);
});

client('answers with values whose types are those of the declarations', async () => {
  const { txid } = await coind.submitsendtx(alice, bob, 'WICC:1:wi', undefined);
  const [blockHash] = await coind.generate(1);
  const block = await coind.getblock(blockHash!);
  assert.ok(typeof block === 'object' && block.tx.includes(txid));
  const detail = await coind.gettxdetail(txid);
  assert.ok('confirmations' in detail && detail.confirmations === 0);
  const { tokens } = await coind.getaccountinfo(bob);
  assert.ok(BigInt(tokens.WICC!.free_amount) > 100_000_000n);
});

client('takes elements of arrays as the declarations describe them', async () => {
  const transfers = [
    { to_uid: bob, symbol_amount_unit: 'WICC:1:wi' },
    { to_uid: alice, symbol_amount_unit: '20000' },
  ];
  assert.is((await coind.submitsendmultitx(alice, transfers)).txid.length, 64);
});

client('keeps every digit in both directions, and tells numbers with a fraction apart', async () => {
  const supply = 9_000_000_000_000_000_000n;
  const { sent, transport } = recorded('{"result":[9000000000000000001,2,0.50000000],"error":null,"id":1}');
  const other = clientOf(transport);
  assert.equal(await other.getinfo().then(value => value as unknown), [supply + 1n, 2, 0.5]);
  await other.submitdiaissueproposal(alice, 'MYDIA', bob, supply);
  assert.ok(sent.at(-1)!.includes('9000000000000000000'));
  await other.submittx(alice, '0-800', 'x', [0.5, 1, { a: 1n, b: undefined }]);
  assert.ok(sent.at(-1)!.includes('[0.50000000,1,{"a":1}]'), sent.at(-1));
});

client('leaves parameters out at the end only', async () => {
  const { sent, transport } = recorded('{"result":null,"error":null,"id":1}');
  await clientOf(transport).getblock(1, undefined, undefined);
  assert.ok(sent[0]!.includes('"params":[1]'));
  const error = await thrownBy(clientOf(transport).getblock(1, undefined, true));
  assert.match(String(error), 'TypeError: parameter 2 is left out, but a later one is not');
});

client('leaves parameters out before min_confirmations, for which null stands', async () => {
  const { sent, transport } = recorded('{"result":{"txid":"00"},"error":null,"id":1}');
  await clientOf(transport).submitsendtx('a', 'b', 1, undefined, undefined, 0);
  assert.ok(sent[0]!.includes('"params":["a","b",1,null,null,0]'));
});

client('asks about earlier blocks with the same methods', async () => {
  await coind.generate(1);
  const height = await coind.getblockcount();
  const free = async (account: Promise<Account>) => BigInt((await account).tokens.WICC!.free_amount);
  const before = await free(coind.getaccountinfo(bob));
  await coind.submitsendtx(alice, bob, 'WICC:1:wi');
  await coind.generate(1);
  assert.is(await free(coind.getaccountinfo(bob)), before + 100_000_000n);
  assert.is(await free(coind.at(height).getaccountinfo(bob)), before);
  assert.is(((await thrownBy(coind.at(1_000_000).getaccountinfo(bob))) as CallError).code, -8);
});

client('throws errors with code, name and the message of the node', async () => {
  const error = await thrownBy(coind.submitsendtx(alice, bob, 'WICC:1000000000:wi'));
  assert.instance(error, CallError);
  const { code, errorName, message } = error as CallError;
  assert.equal([code, errorName], [-2002, 'INSUFFICIENT_FUNDS']);
  assert.is(message, 'Account does not have enough WICC');
  const contract = (await thrownBy(coind.wasm_getcode('7-7'))) as CallError;
  assert.equal([contract.code, contract.errorName], [3_160_000, undefined]);
});

client('says what came where there is no reply', async () => {
  const wrong = createClient({ url: node.endpoint, credentials: 'a:b' });
  const error = (await thrownBy(wrong.getblockcount())) as NoReply;
  assert.instance(error, NoReply);
  assert.equal(
    [error.status, error.message],
    [401, 'incorrect rpcuser or rpcpassword (authorization failed)'],
  );
  for (const [body, message] of [
    ['', 'no response from server'],
    ['{', "couldn't parse reply from server"],
    ['7', 'expected reply to have result, error and id properties'],
    ['{"result":1}', 'expected reply to have result, error and id properties'],
  ] as const) {
    const thrown = (await thrownBy(clientOf(recorded(body).transport).getblockcount())) as NoReply;
    assert.equal([thrown.name, thrown.message], ['NoReply', message]);
  }
  const elsewhere = clientOf(async () => ({ status: 502, body: '<html>' }));
  assert.is(
    ((await thrownBy(elsewhere.getblockcount())) as NoReply).message,
    'server returned HTTP error 502',
  );
});

client('calls many methods in one request, and tells what became of each', async () => {
  const outcomes = await coind.batch([
    { method: 'getblockcount', params: [] },
    { method: 'getblock', params: [1_000_000] },
    { method: 'validateaddr', params: [bob] },
  ]);
  const [first, second, third] = outcomes;
  assert.type((first as { result: unknown }).result, 'number');
  assert.is((second as { error: CallError }).error.code, -8);
  assert.equal(third, { result: { is_valid: true, addr: bob } });
});

/** A transport that notes what is sent and always answers the same. */
function recorded(body: string) {
  const sent: string[] = [];
  const transport = async (request: string) => {
    sent.push(request);
    return { status: 200, body };
  };
  return { sent, transport };
}

client.run();

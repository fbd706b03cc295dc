import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type HttpCall, http, type ServedRpcNode, serveRpcNode } from '../../support/nodes/rpc-node.js';
import { readLines } from '../../support/vectors/vectors.js';

/** A request to the reference node whose tip was at height 744, and its reply. */
interface Exchange {
  readonly label: string;
  readonly request: {
    readonly http_method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
}

/** An answer that is another one on purpose. */
interface OwnAnswer {
  readonly status: number;
  /** The rule of spec 02 §1 or of the recorded sessions by which it differs. */
  readonly rule: string;
}

/** Where this node answers otherwise: the recorded exchange, with the status here. */
const OWN_ANSWERS: ReadonlyMap<string, OwnAnswer> = new Map([
  ['OPTIONS', { status: 501, rule: 'http-library' }],
  ['large header', { status: 431, rule: 'http-library' }],
  ['utf-8 bom', { status: 200, rule: 'byte-order-mark' }],
  ['deep nesting', { status: 500, rule: 'nesting' }],
  ['origin header', { status: 403, rule: 'pages-are-refused' }],
  ['foreign host header', { status: 403, rule: 'pages-are-refused' }],
]);

/** One whose server shares the thread of the node, and one whose server has its own. */
const matrix = suite<{ nodes: readonly ServedRpcNode[] }>('HTTP matrix');

matrix.before(async context => {
  const credentials = 'oracle:oraclepw';
  context.nodes = await Promise.all([
    serveRpcNode({ credentials }),
    serveRpcNode({ credentials, ownThread: true }),
  ]);
});

matrix.after(async ({ nodes }) => {
  for (const { server } of nodes) await server.stop();
});

for (const { label, request, response } of readLines<Exchange>('http-matrix')) {
  matrix(`recorded exchange: ${label}`, async ({ nodes }) => {
    for (const node of nodes) await compare(node);
  });

  async function compare(node: ServedRpcNode): Promise<void> {
    const call: HttpCall = {
      method: request.http_method,
      path: request.path,
      headers: request.headers,
      credentials: null,
      ...(request.body !== '' && { body: request.body }),
    };
    const reply = await http(node, call);
    assert.is(reply.status, OWN_ANSWERS.get(label)?.status ?? response.status);
    if (OWN_ANSWERS.has(label)) return;
    for (const [name, value] of response.headers) {
      if (response.body === '' && name.toLowerCase() === 'content-type') continue; // there is nothing to describe
      if (name.toLowerCase() === 'content-type' && !value.startsWith('application/json')) continue;
      assert.is(reply.headers[name.toLowerCase()], value);
    }
    assert.is(comparable(reply.body), comparable(response.body));
  }
}

/** Usage texts are this node's own; the recording has a placeholder in their place, and other blanks. */
function comparable(body: string): string {
  if (!body.startsWith('{') && !body.startsWith('[')) return body;
  const withoutUsage = body.replace(
    /"message":\s*"(?:getblock|<usage)[^"\\]*(?:\\.[^"\\]*)*"/g,
    '"message":"<usage>"',
  );
  return withoutUsage.includes('<usage>') ? JSON.stringify(JSON.parse(withoutUsage)) : withoutUsage;
}

matrix.run();

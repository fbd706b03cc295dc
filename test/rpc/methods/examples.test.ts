import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MethodDeclarations } from '../../../src/rpc/method.js';
import { AREAS } from '../../../src/rpc/methods/index.js';
import { shapeOf } from '../../support/answer-shape.js';
import { startTestNode } from '../../support/node.js';

/** Examples of methods that are about this: the first ends the node, the others need a file or lock the wallet. */
const APART = new Set(['stop', 'encryptwallet', 'walletpassphrase', 'walletlock', 'walletpassphrasechange']);
/** What the node says when an example names something that this chain or machine does not have. */
const ABSENT =
  /not found|not exist|unconfirmed|not known|Fail to open|Not enough|no miner key|has no miner key|stale|not available|rejected|CommitTx failed|cannot be written|below|before that/;

test('every example of help is understood, and has the result that help states', async () => {
  const node = await startTestNode();
  let answered = 0;
  for (const area of AREAS) {
    const methods: MethodDeclarations = area.methods;
    for (const [name, { examples }] of Object.entries(methods)) {
      if (APART.has(name)) continue;
      for (const { params, result } of examples) {
        const answer = await node.call(name, ...params).catch((error: Error) => error);
        if (answer instanceof Error) {
          assert.match(answer.message, ABSENT, name + answer.message);
        } else {
          answered++;
          if (result !== undefined) assert.equal(shapeOf(answer), shapeOf(result), name);
        }
      }
    }
  }
  assert.ok(answered > 50, `${answered} examples were answered`);
  await node.stop();
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MethodDeclarations } from '../../../src/rpc/method.js';
import { AREAS } from '../../../src/rpc/methods/index.js';
import { shapeOf } from '../../support/answer-shape.js';
import { startTestNode } from '../../support/node.js';

/** Examples of methods that are about this: the first ends the node, the others need a file or lock the wallet. */
const APART = new Set(['stop', 'encryptwallet', 'walletpassphrase', 'walletlock', 'walletpassphrasechange']);
/** What the node says of parameters of a wrong form; a usage text has several lines, a contract's error begins with an empty one. */
const WRONG_FORM =
  /value is type|Expected type|out of range|Invalid combo money|not found in json object|Invalid json value|Method not found|Invalid address|failed with -?\d+: [^\n]+\n/;

const node = await startTestNode();
const examples = suite('examples');
examples.after(() => node.stop());

examples('the node understands every example of help, and answers with what help states', async () => {
  await node.call('generate', 5);
  let answered = 0;
  for (const area of AREAS) {
    const methods: MethodDeclarations = area.methods;
    for (const [name, declaration] of Object.entries(methods)) {
      if (APART.has(name)) continue;
      for (const { params, result } of declaration.examples) {
        const answer = await node.call(name, ...params).catch((error: Error) => error);
        if (answer instanceof Error) {
          // What an example names need not be on this chain or machine.
          assert.not.match(answer.message, WRONG_FORM, answer.message);
        } else {
          answered++;
          if (result !== undefined) assert.equal(shapeOf(answer), shapeOf(result), name);
        }
      }
    }
  }
  assert.ok(answered > 50, `${answered} examples were answered`);
});

examples.run();

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EngineProcess } from '../../../src/consensus/cometbft/engine-process.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** An engine that writes lines and then goes on, as one does that has failed. */
function givenUpAfter(...lines: readonly string[]): {
  readonly engine: EngineProcess;
  /** Why the node gave it up. */
  readonly reason: Promise<Error>;
  /** When its last line was read. */
  readonly seen: Promise<void>;
} {
  const script = join(temporaryDirectory(), 'engine.mjs');
  const writes = lines.map(line => `console.log(${JSON.stringify(line)});`).join('\n');
  writeFileSync(script, `${writes}\nsetInterval(() => {}, 1000);\n`);
  let onGivenUp: (error: Error) => void = () => undefined;
  const reason = new Promise<Error>(resolve => {
    onGivenUp = resolve;
  });
  let debug: (line: string) => void = () => undefined;
  const seen = new Promise<void>(resolve => {
    debug = line => line === lines.at(-1) && resolve();
  });
  const log = { debug, info: () => undefined, warn: () => undefined };
  const engine = new EngineProcess({ program: process.execPath, arguments: [script], log, onGivenUp });
  engine.start();
  return { engine, reason, seen };
}

const REFUSED =
  'E[2026-11-30|22:00:00.000] prevote step: consensus deems this block invalid; prevoting nil module=consensus err="wrong Block.Header.AppHash.  Expected AA, got BB"';
const FAILED =
  'E[2026-11-30|22:00:01.000] CONSENSUS FAILURE!!! module=consensus err="+2/3 committed an invalid block: wrong Block.Header.AppHash.  Expected AA, got BB" stack="…"';

test('an engine whose others have agreed on another state is ended, and the reason says how to find the difference', async () => {
  const { engine, reason } = givenUpAfter(REFUSED, FAILED);
  const { message } = await reason;
  assert.match(message, /^the other validators have another state than this node/);
  assert.match(message, /Expected AA, got BB/);
  assert.match(message, /coind network compare/);
  assert.throws(() => process.kill(engine.pid!, 0), /ESRCH/);
});

test('any other failure of consensus ends the engine with its own words', async () => {
  const { reason } = givenUpAfter('E[…] CONSENSUS FAILURE!!! module=consensus err="failed to apply block"');
  assert.match((await reason).message, /^the consensus engine cannot go on .*failed to apply block/);
});

test('a block that is only proposed with another state ends nothing', async () => {
  const { engine, reason, seen } = givenUpAfter(REFUSED, 'I[…] executed block');
  await seen;
  assert.not.throws(() => process.kill(engine.pid!, 0));
  await engine.stop();
  assert.is(await Promise.race([reason, Promise.resolve('not given up')]), 'not given up');
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printReport } from './conformance/report.js';
import { RULES } from './conformance/rules.js';
import { type ComparedExchange, runSession } from './conformance/run-session.js';
import { SESSIONS } from './conformance/sessions.js';

const MAX_RULES = 45;
/** Requests that are put to this node and compared; it only ever grows. */
const COMPARED = 2801;

const compared: ComparedExchange[] = [];

test('the answers to recorded requests are the recorded ones, or differ by a rule', async () => {
  for (const session of SESSIONS) compared.push(...(await runSession(session)));
  const lines: string[] = [];
  assert.ok(
    printReport(compared, line => lines.push(line)),
    lines.join('\n'),
  );
});

test('nearly all recorded requests can be put to this node', () => {
  const put = compared.filter(({ outcome }) => outcome.kind !== 'not buildable');
  assert.ok(put.length >= COMPARED, `only ${put.length} requests were compared`);
});

test('the rules are few, every one is needed, and no two have one name', () => {
  const needed = new Set(
    compared.flatMap(({ outcome }) => (outcome.kind === 'equal by rule' ? [...outcome.rules] : [])),
  );
  assert.equal([...needed].sort(), RULES.map(({ id }) => id).sort());
  assert.ok(RULES.length <= MAX_RULES);
});

test.run();

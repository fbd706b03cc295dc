import { mkdirSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { hasBrowser, type Person } from '../support/page/browser.js';
import { FOREIGN_PLACES, HostileAnswers } from '../support/page/hostile-places.js';
import { pageSuite } from '../support/page/page-suite.js';

/*
 * Texts that others have written: wherever the page shows one it is text, apart from what stands around it.
 */

const test = pageSuite('hostile texts');

/** Markup that runs, a turn of the direction of writing that is never taken back, and a character without ink. */
const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.exe\u200B';
const SEEN = /<img src=x onerror=alert\(1\)>U\+202Egnp\.exeU\+200B/;

/** Nothing has run, and no element was made of a text. */
async function assertHarmless(person: Person): Promise<void> {
  assert.is(await person.page.locator('main img, main script, main iframe').count(), 0);
  assert.is(await person.page.locator('main a[href^="javascript"], main a[href^="http"]').count(), 0);
  assert.equal(person.problems, []);
}

/** A megabyte of it, with the character NUL. */
const MEGABYTE = `${HOSTILE}\u0000${'<i>\u202E'.repeat(250_000)}`;

test('wherever the page shows a text of others, a megabyte of markup, turns of direction and NUL is text that is cut', async ({
  person,
  ids,
}) => {
  for (const place of FOREIGN_PLACES) {
    const { what, path, reveal } = place;
    await person.page.goto(`${person.origin}/#/none`);
    const { answers, end } = await HostileAnswers.begin(person, place, MEGABYTE);
    try {
      await person.show(path(ids));
      await reveal?.(person);
      await person.settled();
      const text = await person.text();
      assert.ok(answers.count > 0, `${what}: the node passes no such text on`);
      assert.match(text, SEEN, what);
      assert.is(text.includes('\u0000') || text.includes('\u202E'), false, `${what}: is not named`);
      assert.ok(text.length < 60_000, `${what}: ${text.length} characters are shown`);
      assert.is(await person.overflow(), 0, what);
      await assertHarmless(person);
    } finally {
      await end();
    }
  }
});

test('a memo, in words, as a member and as JSON', async ({ node, person }) => {
  const { txid } = await node.call<{ txid: string }>(
    'submitsendtx',
    '0-13',
    '0-14',
    'WICC:1:wi',
    'WICC:10000:sawi',
    HOSTILE,
  );
  await person.show(`tx/${txid}`);
  assert.match(await person.text(), SEEN);
  await person.page.getByRole('button', { name: 'JSON' }).click();
  assert.match(await person.text(), /"memo": "<img src=x/);
  await assertHarmless(person);
});

test('a source with its memo', async ({ node, person }) => {
  mkdirSync('/tmp/lua', { recursive: true });
  const file = `/tmp/lua/coind-hostile-${process.pid}.lua`;
  const line = `-- </pre><script>alert(1)</script> ${HOSTILE}\n`;
  writeFileSync(
    file,
    `mylib = require "mylib"\n${line}Main = function() end\nMain()\n-- ${'x'.repeat(20_000)}\n`,
  );
  const { txid } = await node.call<{ txid: string }>(
    'submitcontractdeploytx',
    '0-13',
    file,
    'WICC:1.2:wi',
    0,
    HOSTILE,
  );
  const { regid } = await node.call<{ regid: string }>('getcontractregid', txid);
  await person.show(`contract/${regid}`);
  assert.match(await person.text(), SEEN);
  assert.match(await person.text(), /<\/pre><script>alert\(1\)<\/script>/);
  assert.is((await person.text()).length < 20_000, true, 'long lines are cut');
  await person.show('contracts');
  assert.match(await person.text(), SEEN);
  await assertHarmless(person);
});

test('the name of an asset, and the address of its icon', async ({ node, person }) => {
  const name = '<b onclick=1>\u202Egp\u200B';
  await node.call('submittx', '0-13', '0-800', 'issue', ['8,HOSTIL', '0-13', name, 100_000_000, true, '']);
  await node.call('submittx', '0-13', '0-800', 'setasseticon', ['HOSTIL', 'javascript:alert(1)']);
  await person.show('asset/HOSTIL');
  assert.match(await person.text(), /<b onclick=1>U\+202EgpU\+200B[\s\S]*javascript:alert\(1\)/);
  assert.is(await person.page.locator('main [onclick]').count(), 0);
  await assertHarmless(person);
  await person.show('assets');
  assert.match(await person.text(), /<b onclick=1>U\+202EgpU\+200B/);
  await assertHarmless(person);
});

test('a megabyte, and the character NUL', async ({ person }) => {
  await person.show('workbench/console');
  const line = person.page.getByRole('textbox', { name: 'Console' });
  await line.fill(`validateaddr ${'<i>'.repeat(350_000)}`);
  await line.press('Enter');
  await person.settled();
  assert.is((await person.text()).length < 50_000, true, 'long texts are cut');
  await assertHarmless(person);
  await person.show(`search/${encodeURIComponent('a\u0000b')}`);
  assert.match(await person.text(), /aU\+0000b/);
  await assertHarmless(person);
});

test('what is searched for, a method of the console, and the refusal of the node', async ({ person }) => {
  await person.show(`search/${encodeURIComponent(HOSTILE)}`);
  assert.match(await person.text(), SEEN);
  await person.show('workbench/console');
  const line = person.page.getByRole('textbox', { name: 'Console' });
  await line.fill('<script>alert(1)</script> 1');
  await line.press('Enter');
  await person.page.waitForSelector('main .note.bad');
  assert.match(await person.text(), /<script>alert\(1\)<\/script>/);
  await person.show(`account/${encodeURIComponent('<svg onload=alert(1)>')}`);
  await assertHarmless(person);
});

if (hasBrowser()) test.run();

import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LastingNode } from '../support/nodes/lasting-node.js';
import { hasBrowser, Person, startBrowser } from '../support/page/browser.js';

/*
 * What a page that is open does while its node goes away, comes back, and takes blocks back.
 */

interface World {
  readonly node: LastingNode;
  readonly browser: Browser;
  readonly person: Person;
}

const test = suite<World>('a page that stays open');

test.before(async context => {
  const node = await LastingNode.start();
  Object.assign(context, { node });
  await node.generate(3);
  const browser = await startBrowser();
  Object.assign(context, { browser });
  const person = await Person.open(browser, { port: Number(new URL(node.url).port) });
  await person.signInByPassword(node.credentials);
  Object.assign(context, { person });
});

test.after(async ({ node, browser }) => {
  await browser?.close();
  await node?.kill();
});

function tile({ page }: Person, height: number) {
  return page.locator(`.block-tile[href='#/block/${height}']`);
}

test('it survives a kill and a restart of the node: it says that it is cut off, goes on by itself, and is still signed in', async ({
  node,
  person,
}) => {
  const { page } = person;
  await person.show('');
  await tile(person, 3).waitFor();
  await node.kill();
  await page.waitForSelector('.dot.lost');
  // What was shown stays.
  assert.is(await tile(person, 3).count(), 1);
  await node.start();
  await page.waitForSelector('.dot.live');
  await node.generate(1);
  await tile(person, 4).waitFor();
  assert.is(await page.locator('#user').count(), 0, 'nobody has to sign in again');
  await person.show('block/4');
  assert.match(await person.text(), /Block 4/);
  // The browser writes into its console that the node was not there; nothing else may stand there.
  const others = person.problems.splice(0).filter(problem => !/net::ERR_|WebSocket connection/.test(problem));
  assert.equal(others, []);
});

test('it follows a reorganisation of several blocks, and a view of a block that is gone says so', async ({
  node,
  person,
}) => {
  const { page } = person;
  await node.generate(4);
  await person.show('');
  const height = await node.height;
  await tile(person, height).waitFor();
  const { curr_block_hash: gone } = await node.call('getblock', height);
  await node.reorganize(3);
  await page.waitForSelector('.banner');
  await tile(person, height + 1).waitFor();
  assert.match(
    await page.innerText('.banner'),
    new RegExp(`blocks taken back from height ${height - 2} on: 3`),
  );
  const { curr_block_hash: now } = await node.call('getblock', height);
  assert.is.not(now, gone);
  await page.fill('input[type=search]', String(gone));
  await page.press('input[type=search]', 'Enter');
  await person.settled();
  assert.match(await person.text(), /Nothing is known by this name/);
  assert.equal(person.problems, []);
});

if (hasBrowser()) test.run();

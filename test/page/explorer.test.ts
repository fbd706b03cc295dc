import * as assert from 'uvu/assert';
import { hasBrowser, Person } from '../support/page/browser.js';
import { pageSuite, testViews } from '../support/page/page-suite.js';
import { ALICE } from '../support/page/populated-chain.js';

const test = pageSuite('explorer');

test('each kind of thing is found by its name or id and told in words', async ({ person, ids }) => {
  const { page } = person;
  for (const [name, words, kind] of [
    ['5', /Block 5/, undefined],
    [ids.transfer, /wUy43e9…xcjDi sent 12\.5 WICC to wLmBYom…P7KvH\.[\s\S]*rent for May/],
    [ids.action, /sent 125\.00000000 GOLDEN to/],
    [ids.settlement, /Trades of the exchange were settled: 1\./],
    [ALICE, /Account[\s\S]*0-13[\s\S]*Balances/],
    ['wLmBYomLYgNzWv1UYRbTcrg8jqzc7P7KvH', /0-14[\s\S]*Locked outputs/],
    [ids.contract, /Contract[\s\S]*Source[\s\S]*mylib = require/],
    ['golden', /GOLDEN[\s\S]*Gold of the mine/],
    [ids.position, /Position[\s\S]*20,000 WICC/, 'Position'],
    [ids.order, /Order[\s\S]*ordered to sell 300 WICC/, 'Order'],
    [ids.proposal, /Change a parameter[\s\S]*carried out/, 'Proposal'],
  ] as const) {
    await page.fill('input[type=search]', name);
    await page.press('input[type=search]', 'Enter');
    await person.settled();
    // The id of an order, a position or a proposal is that of a transaction, too: one is chosen.
    if (kind !== undefined) await page.click(`main .tree a:has-text("${kind}")`);
    await page.waitForSelector('main h1');
    await person.settled();
    assert.match(await person.text(), words, name);
  }
  await page.fill('input[type=search]', 'nothing-like-this');
  await page.press('input[type=search]', 'Enter');
  await person.settled();
  assert.match(await person.text(), /Nothing is known by this name/);
  assert.equal(person.problems, []);
});

test('a new block is shown without asking for it, and so is one that is taken back', async ({
  node,
  person,
}) => {
  const { page } = person;
  await person.show('');
  const [hash] = await node.call<readonly string[]>('dev_mine', 1);
  const height = await node.call<number>('getblockcount');
  await page.waitForSelector(`.block-tile[href='#/block/${height}']`);
  await node.call('invalidateblock', hash!);
  await page.waitForSelector('.banner');
  await page.waitForSelector(`.block-tile[href='#/block/${height}']`, { state: 'detached' });
  await page.click('.banner button');
  await page.waitForSelector('.banner', { state: 'detached' });
  assert.equal(person.problems, []);
});

test('who signs out, and who comes with a used link, has to sign in', async ({ node, browser }) => {
  const another = await Person.open(browser, node);
  await another.page.goto(`${another.origin}/${/#\/sign-in\/\S+/.exec(node.printed)![0]}`);
  await another.page.waitForSelector('#user');
  assert.match(await another.text(), /This link has been used/);
  another.problems.length = 0; // The browser writes the refusal of the link into its console.
  await another.signInByPassword(node.credentials);
  await another.settled(); // What is under way when somebody signs out is refused.
  await another.page.click('text=Sign out');
  await another.page.waitForSelector('#user');
  await another.page.reload();
  await another.page.waitForSelector('#user');
  assert.equal(another.problems, []);
  await another.close();
});

testViews(
  test,
  [
    ['overview', () => ''],
    ['block', () => 'block/5'],
    ['transaction', ({ action }) => `tx/${action}`],
    ['settlement', ({ settlement }) => `tx/${settlement}`],
    ['account', () => `account/${ALICE}`],
    ['contract', ({ contract }) => `contract/${contract}`],
    ['contracts', () => 'contracts'],
    ['assetContract', () => 'contract/0-800'],
    ['assets', () => 'assets'],
    ['asset', () => 'asset/GOLDEN'],
    ['governance', () => 'governance'],
    ['proposal', ({ proposal }) => `proposal/${proposal}`],
    ['search', () => 'search/x'],
  ],
  [
    { width: 1280, colors: 'light', language: 'en' },
    { width: 390, colors: 'dark', language: 'zh' },
  ],
);

if (hasBrowser()) test.run();

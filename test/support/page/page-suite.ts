import type { Browser } from 'playwright-core';
import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NodeProcess } from '../nodes/node-process.js';
import { Person, type PersonOptions, startBrowser } from './browser.js';
import { type Populated, populate, startPopulatedNode } from './populated-chain.js';

/** A populated chain, and somebody with the rights of the operator who looks at it. */
export interface PageWorld {
  readonly node: NodeProcess;
  readonly browser: Browser;
  readonly ids: Populated;
  readonly person: Person;
}

/** A view by the name of its messages, and its path. */
export type ViewPath = readonly [name: string, path: (ids: Populated) => string];

/** Tests that share one populated chain and one window. @param prepare - what the chain has besides */
export function pageSuite(
  name: string,
  prepare: (node: NodeProcess) => Promise<void> = async () => undefined,
): Test<PageWorld> {
  const test = suite<PageWorld>(name);
  test.before(async context => {
    // What is there already is ended also where the rest of the set-up fails.
    const node = await startPopulatedNode();
    Object.assign(context, { node });
    const browser = await startBrowser();
    Object.assign(context, { browser });
    const ids = await populate(node);
    Object.assign(context, { ids });
    await prepare(node);
    const person = await Person.open(browser, node);
    await person.signIn(node);
    Object.assign(context, { person });
  });
  test.after(async ({ node, browser }) => {
    // Not there where the set-up has failed, which is told then.
    await browser?.close();
    await node?.stop();
  });
  return test;
}

/** Two tests: nothing keeps anybody out of views, and nothing is cut off, in each of two sizes, colours and languages. */
export function testViews(
  test: Test<PageWorld>,
  views: readonly ViewPath[],
  all: readonly Required<PersonOptions>[],
): void {
  for (const options of all) {
    const { width, colors, language } = options;
    test(`nothing keeps anybody out of a view, and nothing is cut off: ${width} pixels, ${colors}, ${language}`, async ({
      node,
      browser,
      ids,
    }) => {
      const person = await Person.open(browser, node, options);
      await person.signInByPassword(node.credentials);
      assert.equal(await person.faults(views.map(([name, path]) => [name, path(ids)] as const)), []);
      assert.equal(person.problems, []);
      await person.close();
    });
  }
}

/** The id of the transaction that the page says it has sent. */
export async function sent({ page }: Person): Promise<string> {
  const id = await page.locator('main .note.good a').getAttribute('title');
  assert.ok(id, 'the page shows no id of what it has sent');
  return id!;
}

import type { Route } from 'playwright-core';
import type { Person } from './browser.js';
import { ALICE, type Populated } from './populated-chain.js';

/*
 * Every place of the page where a text stands that somebody else has written.
 */

/** Where a text of others is shown. */
export interface ForeignPlace {
  readonly what: string;
  readonly path: (ids: Populated) => string;
  /** Members of answers that hold the text, in which the node would pass it on. */
  readonly members: readonly string[];
  /** What stands around the text; default: nothing. */
  readonly around?: (text: string) => string;
  /** What has to be done until it is seen. */
  readonly reveal?: (person: Person) => Promise<void>;
}

const press =
  (name: string) =>
  ({ page }: Person): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

/** The one list of these places: a view that shows a text of others stands here. */
export const FOREIGN_PLACES: readonly ForeignPlace[] = [
  { what: 'what recent transactions called', path: () => '', members: ['action'] },
  { what: 'what transactions of a block called', path: () => 'block/40', members: ['action'] },
  { what: 'the memo of a transaction', path: ({ transfer }) => `tx/${transfer}`, members: ['memo'] },
  {
    what: 'the name of an action, and what a contract printed',
    path: ({ action }) => `tx/${action}`,
    members: ['action', 'console'],
  },
  {
    what: 'the arguments of an action',
    path: ({ action }) => `tx/${action}`,
    members: ['data'],
    reveal: ({ page }) => page.locator('summary', { hasText: 'Arguments' }).first().click(),
  },
  { what: 'amounts of an action in words', path: ({ action }) => `tx/${action}`, members: ['quantity'] },
  {
    what: 'members of a transaction as JSON',
    path: ({ transfer }) => `tx/${transfer}`,
    members: ['memo'],
    reveal: press('JSON'),
  },
  { what: 'what an account called', path: () => `account/${ALICE}`, members: ['action'] },
  { what: 'memos of contracts', path: () => 'contracts', members: ['memo'] },
  { what: 'the memo of a contract', path: ({ contract }) => `contract/${contract}`, members: ['memo'] },
  { what: 'the source of a contract', path: ({ contract }) => `contract/${contract}`, members: ['code'] },
  {
    what: 'a value in the storage of a contract',
    path: ({ contract }) => `contract/${contract}`,
    members: ['value', 'message'],
    reveal: async person => {
      await person.page.getByLabel('Key', { exact: true }).fill('standard');
      await press('Look up')(person);
      await person.page.locator('.panel:has(#storage-key) :is(pre, .note)').waitFor();
    },
  },
  { what: 'names in an ABI', path: () => 'contract/0-800', members: ['name'] },
  { what: 'names of assets', path: () => 'assets', members: ['asset_name'] },
  {
    what: 'the name and the icon of an asset',
    path: () => 'asset/GOLDEN',
    members: ['asset_name', 'icon_url'],
  },
  { what: 'memos of contracts to call', path: () => 'workbench/contracts', members: ['memo'] },
  { what: 'actions to call', path: () => 'workbench/contracts/0-800', members: ['name'] },
  {
    what: 'what a source says of its methods',
    path: ({ contract }) => `workbench/contracts/${contract}`,
    members: ['code'],
    around: text => `-- @methods\n--   ping ()  ${text}\n`,
  },
  {
    what: 'why a call is refused, where, and what it has logged',
    path: ({ contract }) => `workbench/contracts/${contract}`,
    members: ['reason', 'traceback', 'log'],
    reveal: async person => {
      await person.page.getByLabel('arguments', { exact: true }).fill('ff');
      await press('Try it out')(person);
      await person.page.locator('main .note.bad').waitFor();
    },
  },
  {
    what: 'a refusal of the node',
    path: () => 'workbench/methods/getblock',
    members: ['message', 'detail'],
    reveal: async person => {
      await person.page.getByLabel('hash_or_height *').fill('99999999');
      await press('Ask')(person);
      await person.page.locator('main .note.bad').waitFor();
    },
  },
  {
    what: 'an answer of the node',
    path: () => 'workbench/methods/getinfo',
    members: ['version'],
    reveal: async person => {
      await press('Ask')(person);
      await person.page.locator('main .tree').waitFor();
    },
  },
  { what: 'why a view has nothing', path: () => 'account/nobody', members: ['message'] },
];

/** Lets a text stand in the answers of the node wherever a member has one of these names. */
export class HostileAnswers {
  /** Texts that were put in the place of others. */
  count = 0;

  private constructor(
    private readonly members: ReadonlySet<string>,
    private readonly text: string,
  ) {}

  /** Replaces the texts of a place until `end`. */
  static async begin(
    person: Person,
    { members, around = text => text }: ForeignPlace,
    text: string,
  ): Promise<{ readonly answers: HostileAnswers; end(): Promise<void> }> {
    const answers = new HostileAnswers(new Set(members), around(text));
    const replace = (route: Route): Promise<void> => answers.#answer(route);
    const url = `${person.origin}/`;
    await person.page.route(url, replace);
    return { answers, end: () => person.page.unroute(url, replace) };
  }

  async #answer(route: Route): Promise<void> {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    return route.fulfill({ response, body: JSON.stringify(this.#replaced(JSON.parse(text))) });
  }

  #replaced(value: unknown, isForeign = false): unknown {
    if (typeof value === 'string' && isForeign) return this.#hostile();
    if (Array.isArray(value)) {
      return isForeign ? [this.#hostile()] : value.map(element => this.#replaced(element));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const foreign = this.members.has(name);
        // A source goes over the wire in hex.
        if (foreign && name === 'code' && typeof member === 'string') {
          return [name, Buffer.from(this.#hostile()).toString('hex')];
        }
        return [name, this.#replaced(member, foreign)];
      }),
    );
  }

  /** The first ones are of full length, so that a listing does not become larger than any node would send it. */
  #hostile(): string {
    this.count++;
    return this.count <= 2 ? this.text : this.text.slice(0, 200);
  }
}

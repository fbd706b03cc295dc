import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { NodeProcess } from '../nodes/node-process.js';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** How long a browser may take on a machine that does much else. */
const PATIENCE_MS = 60_000;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What is used of the window of the page. */
interface WindowWithAxe {
  readonly document: {
    readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
    querySelectorAll(
      selector: string,
    ): Iterable<{ readonly scrollWidth: number; readonly clientWidth: number; readonly outerHTML: string }>;
  };
  getComputedStyle(element: unknown): { readonly overflowX: string };
  readonly axe: {
    run(
      document: unknown,
      options: object,
    ): Promise<{
      readonly violations: readonly {
        readonly id: string;
        readonly impact: string | null;
        readonly nodes: readonly { readonly html: string }[];
      }[];
    }>;
  };
}

/** The path of a browser on this machine; undefined where there is none. */
export function browserPath(): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return PROGRAMS.flatMap(name => directories.map(directory => join(directory, name))).find(existsSync);
}

/** Says once that tests are left out, and why. @returns whether there is a browser */
export function hasBrowser(): boolean {
  if (browserPath() !== undefined) return true;
  console.log(
    'no browser on this machine (Debian has `chromium`): tests of the page in a browser are left out',
  );
  return false;
}

/** Starts the browser, without a window. */
export async function startBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: browserPath()!,
    // As root, in a container, there is no sandbox; and its shared memory may be small.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    timeout: PATIENCE_MS,
  });
}

/** A view has come when nothing was under way at so many looks in turn: what it shows can ask for more. */
const QUIET_LOOKS = 4;
const LOOK_MS = 80;

export interface PersonOptions {
  readonly width?: number;
  readonly colors?: 'dark' | 'light';
  readonly language?: 'en' | 'zh';
}

/** A person at a browser: a page of the node, and everything that is not as it should be. */
export class Person {
  /** Errors of the console, and requests to other places than the node. */
  readonly problems: string[] = [];
  /** Requests that are not answered yet. */
  readonly #open = new Set<unknown>();

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly origin: string,
  ) {}

  /** Opens a window of its own, without cookies. */
  static async open(
    browser: Browser,
    node: Pick<NodeProcess, 'port'>,
    { width = 1280, colors = 'light', language = 'en' }: PersonOptions = {},
  ): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width, height: width < 500 ? 844 : 900 },
      colorScheme: colors,
      locale: language === 'zh' ? 'zh-CN' : 'en-US',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    // The policy of the page forbids scripts of elsewhere; what the browser itself adds it does not ask.
    await context.addInitScript({ path: AXE });
    const page = await context.newPage();
    const person = new Person(context, page, `http://127.0.0.1:${node.port}`);
    page.on('console', message => {
      if (message.type() === 'error') person.problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', error => person.problems.push(`error: ${error.message}`));
    page.on('request', request => {
      const url = request.url();
      if (!url.startsWith(person.origin) && !url.startsWith('data:')) person.problems.push(`request: ${url}`);
    });
    page.on('request', request => person.#open.add(request));
    page.on('requestfinished', request => person.#open.delete(request));
    page.on('requestfailed', request => person.#open.delete(request));
    page.on('dialog', dialog => {
      person.problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return person;
  }

  /** Signs in with the link that the node has printed. */
  async signIn({ printed }: Pick<NodeProcess, 'printed'>): Promise<void> {
    const link = /^Page: (\S+)/m.exec(printed)?.[1];
    assert.ok(link, printed);
    await this.page.goto(link!.replace(/^http:\/\/[^/]+/, this.origin));
    await this.page.waitForSelector('#content');
  }

  /** Signs in with user and password. */
  async signInByPassword(credentials: string): Promise<void> {
    const [user = '', password = ''] = credentials.split(':');
    await this.page.goto(`${this.origin}/`);
    await this.page.fill('#user', user);
    await this.page.fill('#password', password);
    await this.page.click('button[type=submit]');
    await this.page.waitForSelector('#content');
  }

  /** Shows a view, and waits until all of it has come. @param path - such as `block/5` */
  async show(path: string): Promise<void> {
    await this.page.goto(`${this.origin}/#/${path}`);
    await this.settled();
  }

  /** Waits until nothing is being loaded. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      await this.page.waitForTimeout(LOOK_MS);
      const isQuiet = this.#open.size === 0 && (await this.page.locator('.loading').count()) === 0;
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }

  /** All text that is shown. */
  async text(): Promise<string> {
    return this.page.innerText('main');
  }

  /** The panel with a heading. */
  panel(title: string): Locator {
    const heading = this.page.getByRole('heading', { name: title, exact: true });
    return this.page.locator('section.panel', { has: heading });
  }

  /** All text that a panel shows. */
  async panelText(title: string): Promise<string> {
    return this.panel(title).innerText();
  }

  /** What the window shows, as WebP. */
  async picture(): Promise<Buffer> {
    const session = await this.context.newCDPSession(this.page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
    await session.detach();
    return Buffer.from(data, 'base64');
  }

  /** What axe finds on the view that is serious. */
  async barriers(): Promise<string[]> {
    const violations = await this.page.evaluate(async () => {
      const { axe, document } = globalThis as unknown as WindowWithAxe;
      return (await axe.run(document, { resultTypes: ['violations'] })).violations;
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 200))
            .join(' | ')}`,
      );
  }

  /** Pixels by which the view is wider than the window. */
  async overflow(): Promise<number> {
    return this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = (globalThis as unknown as WindowWithAxe).document.documentElement;
      return scrollWidth - clientWidth;
    });
  }

  /** Parts of which a person sees only some, but for sources and the strip of blocks, which are longer than any window. */
  async clipped(): Promise<string[]> {
    return this.page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as unknown as WindowWithAxe;
      return [...document.querySelectorAll('main *:not(pre.source):not(.blocks):not(.hidden)')]
        .filter(
          element =>
            element.clientWidth > 0 &&
            element.scrollWidth > element.clientWidth + 1 &&
            getComputedStyle(element).overflowX !== 'visible',
        )
        .map(element => element.outerHTML.slice(0, 200));
    });
  }

  /** What is wrong with views: barriers, refusals of the node, and parts that do not fit. @param views - name and path */
  async faults(views: readonly (readonly [name: string, path: string])[]): Promise<string[]> {
    const found: string[] = [];
    for (const [name, path] of views) {
      await this.show(path);
      const overflow = await this.overflow();
      const clipped = await this.clipped();
      const refusals = await this.page.locator('main .note.bad').allInnerTexts();
      const all = [
        ...(await this.barriers()),
        ...refusals,
        ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
        ...clipped.map(part => `clipped: ${part}`),
      ];
      found.push(...all.map(fault => `${name}: ${fault}`));
    }
    return found;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

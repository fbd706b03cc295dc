/**
 * What the page costs on a chain with many transactions: the processor time of the node for each view, how long it takes
 * until a view stands in a browser, and what an open overview adds to the processor time of a node under load, in turns.
 * `--transfers=` sets the volume: 20,000, and 1,000,000 with SCALE=long. Without a browser nothing is measured.
 */
import type { Page } from 'playwright-core';
import { browserPath, Person, startBrowser } from '../test/support/page/browser.js';
import type { BenchmarkResult } from './result.js';
import { percentile } from './support/client.js';
import { volume } from './support/volumes.js';
import { LoadedNode } from './transfers/loaded-node.js';

const ACCOUNTS = 1_000;
const CACHE_MEBIBYTES = 64;
const BATCHES = { batch: 50, connections: 8 };
/** Transfers that are signed before they are sent: all at once would not fit into memory. */
const SLICE = 50_000;
/** How often each view is shown. */
const SHOWN = 5;
const ROUNDS = 3;
/** A view that asks for nothing, between two that are measured. */
const NOTHING = 'none';

/** What is used of the window of the page. */
interface Window {
  readonly location: { hash: string };
  readonly document: {
    querySelector(selector: string): { readonly textContent: string | null } | null;
    querySelectorAll(selector: string): { readonly length: number };
  };
  readonly performance: { now(): number };
  requestAnimationFrame(callback: () => void): void;
  longestFrame?: number;
}

export async function run(): Promise<BenchmarkResult> {
  const transfers = volume('transfers', process.env.SCALE === 'long' ? 1_000_000 : 20_000);
  if (browserPath() === undefined) {
    return { rows: [{ what: 'no browser on this machine (Debian has `chromium`)' }], figures: {} };
  }
  const node = await LoadedNode.prepare({ accounts: ACCOUNTS, cacheMebibytes: CACHE_MEBIBYTES });
  const browser = await startBrowser();
  try {
    await node.start(['-mining=interval', '-mininginterval=1']);
    for (let left = transfers; left > 0; left -= SLICE) {
      await node.load({ ...BATCHES, count: Math.min(left, SLICE) });
    }
    const live = await liveRounds(node, browser, Math.max(2_000, Math.min(20_000, transfers / 4)));
    // Nothing happens while views are measured: what the node then works is for them.
    await node.restart(['-mining=manual']);
    const person = await Person.open(browser, node.place);
    await person.signInByPassword(node.place.credentials);
    const views: { name: string; cpu: number; paint: number }[] = [];
    for (const [name, path] of await viewsOf(node)) {
      views.push({ name, ...(await shown(node, person.page, path)) });
    }
    await node.stop();
    return resultOf(transfers, views, live);
  } finally {
    await browser.close();
  }
}

function resultOf(
  transfers: number,
  views: readonly { readonly name: string; readonly cpu: number; readonly paint: number }[],
  live: { readonly ratio: number; readonly longestFrame: number; readonly perSecond: number },
): BenchmarkResult {
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  return {
    rows: [
      ...views.map(({ name, cpu, paint }) => ({
        what: `${name}, ${transfers} transfers on the chain`,
        'node, ms': tenths(cpu),
        'paint, ms': tenths(paint),
      })),
      {
        what: `processor time of the node under load, with an open overview to without, at ${Math.round(live.perSecond)} /s`,
        ratio: Math.round(live.ratio * 1000) / 1000,
      },
      {
        what: 'longest time between two frames of that overview',
        'paint, ms': tenths(live.longestFrame),
      },
    ],
    figures: {
      viewCpuMs: Math.max(...views.map(({ cpu }) => cpu)),
      paintMs: Math.max(...views.map(({ paint }) => paint)),
      liveCostRatio: live.ratio,
      liveFrameMs: live.longestFrame,
      livePerSecond: live.perSecond,
    },
  };
}

/** Views by their names, of what the chain has most of. */
async function viewsOf(node: LoadedNode): Promise<readonly (readonly [name: string, path: string])[]> {
  const [txid = ''] = await node.confirmedTransactions();
  const { confirmed_height } = await node.call<{ confirmed_height: number }>('gettxdetail', txid);
  return [
    ['overview', ''],
    ['block', `block/${confirmed_height}`],
    ['transaction', `tx/${txid}`],
    ['account', `account/${node.someAccount}`],
    ['asset with its holders', 'asset/WICC'],
    ['assets', 'assets'],
    ['contracts', 'contracts'],
    ['governance', 'governance'],
    ['exchange', 'exchange'],
    ['positions', 'positions'],
    ['outputs', `outputs/${node.someAccount}`],
    ['search', `search/${txid}`],
    ['workbench', 'workbench'],
    ['methods', 'workbench/methods/getblock'],
    ['operations', 'operations'],
  ];
}

/** Shows a view several times. @returns mean processor time of the node for one, and the median until it stands, in ms */
async function shown(node: LoadedNode, page: Page, path: string): Promise<{ cpu: number; paint: number }> {
  const paints: number[] = [];
  let cpu = 0;
  for (let i = 0; i < SHOWN; i++) {
    await go(page, NOTHING);
    const before = node.processorMilliseconds ?? 0;
    paints.push(await go(page, path));
    cpu += (node.processorMilliseconds ?? 0) - before;
  }
  return { cpu: cpu / SHOWN, paint: percentile(paints, 0.5) };
}

/** Goes to a view. @returns milliseconds until all of it stands: no part is being loaded any more for ten frames */
function go(page: Page, path: string): Promise<number> {
  return page.evaluate(async hash => {
    const window = globalThis as unknown as Window;
    const frame = (): Promise<void> => new Promise(resolve => window.requestAnimationFrame(resolve));
    const start = window.performance.now();
    window.location.hash = hash;
    let stands = start;
    await frame();
    for (let quiet = 0; quiet < 10; quiet++) {
      await frame();
      const isLoading =
        window.document.querySelectorAll('main .loading').length > 0 ||
        window.document.querySelector('main')?.textContent === '';
      if (isLoading) quiet = -1;
      if (quiet <= 0) stands = window.performance.now();
    }
    return stands - start;
  }, `#/${path}`);
}

/** Load on the node, without anybody who looks and with an open overview, in turns. */
async function liveRounds(
  node: LoadedNode,
  browser: Awaited<ReturnType<typeof startBrowser>>,
  count: number,
): Promise<{ ratio: number; longestFrame: number; perSecond: number }> {
  const ratios: number[] = [];
  const frames: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = await node.load({ ...BATCHES, count });
    const person = await Person.open(browser, node.place);
    await person.signInByPassword(node.place.credentials);
    await person.show('');
    await watchFrames(person.page);
    const looked = await node.load({ ...BATCHES, count });
    frames.push(await person.page.evaluate(() => (globalThis as unknown as Window).longestFrame ?? 0));
    await person.close();
    rates.push(looked.perSecond);
    ratios.push((looked.nodeMicroseconds ?? 0) / (without.nodeMicroseconds ?? 1));
  }
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  return { ratio: median(ratios), longestFrame: median(frames), perSecond: median(rates) };
}

/** Keeps the longest time between two frames in the window. */
function watchFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const window = globalThis as unknown as Window;
    let last = window.performance.now();
    window.longestFrame = 0;
    const look = (): void => {
      const now = window.performance.now();
      window.longestFrame = Math.max(window.longestFrame ?? 0, now - last);
      last = now;
      window.requestAnimationFrame(look);
    };
    window.requestAnimationFrame(look);
  });
}

/**
 * `node dist/bench/reading/files-of-a-request.js [CHECKOUT] [--list] [--json]`: counts the source files
 * whose functions run for one request in a node that has answered several of its kind: how far a reader
 * has to go. Each request is a transaction and makes its block.
 *
 * CHECKOUT is the root of a built checkout of this or an earlier commit; without it, this one. `--list`
 * names the files, `--json` prints everything as one JSON object.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/config/package-root.js';
import { FunctionCounter, type FunctionsOfFile } from './function-counter.js';

/* Of the node only what earlier commits have as well, and by their own modules. */
interface NodeModule {
  startNode(
    options: unknown,
    log: unknown,
  ): Promise<{
    readonly served: { readonly endpoints: readonly string[]; readonly credentials: string } | undefined;
    stop(): Promise<void>;
  }>;
}
interface OptionsModule {
  loadOptions(words: readonly string[], environment: object): { readonly options: unknown };
}
interface LoggingModule {
  createLogger(options: unknown): unknown;
}

const ALICE = 'wUy43e9wSoHHWX5C35YAyLygoe3w5xcjDi';
const BOB = '0-14';
/** How often a request is made before it is counted: whatever is loaded or kept at first use is there. */
const WARM_UP = 5;
/** A block is made at once, and written soon: far less than this. */
const BLOCK_MS = 500;
/** The only place from which a node reads Lua contracts. */
const LUA_FOLDER = '/tmp/lua';
const PAYING_CONTRACT = `mylib = require "mylib"
assert(mylib.TransferAccountAsset({
  isContractAccount = true,
  toAddressType = 1,
  toAddress = { mylib.GetCurTxAccount() },
  tokenType = "WICC",
  tokenAmount = { mylib.IntegerToByte8(1) },
}), "paying failed")
`;

type Call = (method: string, ...params: readonly (string | number)[]) => Promise<Record<string, unknown>>;

/** A request and the files that one of it runs through. */
interface Reading {
  readonly request: string;
  readonly files: readonly FunctionsOfFile[];
}

async function readings(checkout: string): Promise<readonly Reading[]> {
  const load = (path: string) => import(pathToFileURL(join(checkout, 'dist/src', path)).href);
  const { loadOptions } = (await load('config/load-options.js')) as OptionsModule;
  const { createLogger } = (await load('config/logging.js')) as LoggingModule;
  const { startNode } = (await load('node.js')) as NodeModule;
  const dataDirectory = mkdtempSync(join(tmpdir(), 'coind-files-'));
  mkdirSync(LUA_FOLDER, { recursive: true });
  const luaDirectory = mkdtempSync(join(LUA_FOLDER, 'files-'));
  const counter = await FunctionCounter.started();
  const words = [
    `-datadir=${dataDirectory}`,
    '-rpcbind=127.0.0.1:0',
    '-loglevel=silent',
    '-mining=instant',
    '-dexmatcher=1',
  ];
  const { options } = loadOptions(words, {});
  const node = await startNode(options, createLogger(options));
  try {
    if (node.served === undefined) throw new Error('the node does not serve its methods');
    const call = caller(node.served.endpoints[0] ?? '', node.served.credentials);
    const source = join(luaDirectory, 'paying.lua');
    writeFileSync(source, PAYING_CONTRACT);
    const { txid } = await call('submitcontractdeploytx', ALICE, source, 110_000_000);
    const { regid } = await call('getcontractregid', String(txid));
    const requests: ReadonlyMap<string, (i: number) => Promise<unknown>> = new Map([
      ['submitsendtx', i => call('submitsendtx', ALICE, BOB, `WICC:${100_000_000 + i}:sawi`)],
      [
        'submitcontractcalltx',
        i => call('submitcontractcalltx', ALICE, String(regid), '00', 1000 + i, 2_000_000),
      ],
      [
        'submitdexselllimitordertx',
        i => call('submitdexselllimitordertx', ALICE, 'WUSD', 'WICC', 200_000_000 + i, 90_000_000),
      ],
    ]);
    const found: Reading[] = [];
    for (const [request, send] of requests) {
      for (let i = 0; i < WARM_UP; i++) await send(i);
      await delay(BLOCK_MS);
      await counter.take();
      await send(WARM_UP);
      await delay(BLOCK_MS);
      found.push({ request, files: sourcesOf(await counter.take(), checkout) });
    }
    return found;
  } finally {
    await counter.stop();
    await node.stop();
    for (const folder of [dataDirectory, luaDirectory]) rmSync(folder, { recursive: true, force: true });
  }
}

function caller(endpoint: string, credentials: string): Call {
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
  return async (method, ...params) => {
    const body = JSON.stringify({ id: 1, method, params });
    const response = await fetch(endpoint, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { result: Record<string, unknown>; error: unknown };
    if (error !== null && error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
}

/** Compiled files of the checkout as its sources, those of its other folders left out. */
function sourcesOf(files: readonly FunctionsOfFile[], checkout: string): readonly FunctionsOfFile[] {
  const root = pathToFileURL(join(checkout, 'dist')).href;
  return files
    .filter(({ file }) => file.startsWith(`${root}/src/`) || file.startsWith(`${root}/vm/`))
    .map(({ file, functions }) => ({ file: file.slice(root.length + 1).replace(/\.js$/, '.ts'), functions }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Rooms as docs/ARCHITECTURE.md has them; `vm` by its folders. */
function roomOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  if (file === 'src/node.ts') return 'node';
  if (top === 'vm') return folder.endsWith('.ts') ? 'vm' : `vm/${folder}`;
  return folder;
}

function byRoom(files: readonly FunctionsOfFile[]): ReadonlyMap<string, number> {
  const rooms = new Map<string, number>();
  for (const { file } of files) rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? 0) + 1);
  return new Map([...rooms].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

const words = process.argv.slice(2);
const checkout = resolve(words.find(word => !word.startsWith('--')) ?? packageRoot());
const measured = await readings(checkout);
if (words.includes('--json')) {
  console.log(JSON.stringify(Object.fromEntries(measured.map(({ request, files }) => [request, files]))));
} else {
  for (const { request, files } of measured) {
    const functions = files.reduce((sum, file) => sum + file.functions, 0);
    console.log(`\n${request}: ${files.length} files, ${functions} functions`);
    console.log([...byRoom(files)].map(([room, count]) => `${room} ${count}`).join(', '));
    if (words.includes('--list')) for (const each of files) console.log(`  ${each.file} ${each.functions}`);
  }
}

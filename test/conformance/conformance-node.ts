import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { loadOptions, type Options } from '../../src/config/load-options.js';
import { createLogger } from '../../src/config/logging.js';
import { encodeAddress } from '../../src/crypto/address.js';
import { decodeWif } from '../../src/crypto/wif.js';
import { type RunningNode, startNode } from '../../src/node.js';
import { openStore } from '../../src/storage/open.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { preparedEntries } from './prepared-chain.js';
import { RECORDED_BLOCKS } from './recorded-blocks.js';
import { RECORDED_FOLDER, writeRecordedFiles } from './recorded-files.js';
import { RecordedNames } from './recorded-names.js';
import type { RecordedOrder } from './recorded-order.js';
import { RECORDED_NETWORK, recordedWif } from './reference-network.js';
import type { Exchange, MadeBlock } from './transcript.js';

const USER = 'oracle';
const PASSWORD = 'oraclepw';
const CACHE_BYTES = 8 * 1024 * 1024;

/** Where a session of the recordings begins. */
export interface StartingPoint {
  /** Height of the tip. */
  readonly height: number;
  /** Where the reference was started with another number than its network's. */
  readonly blocksPerDay?: number;
  /** How many of the newest blocks the running process has made itself. */
  readonly madeByTheNode: number;
  /** Names of the accounts whose keys the wallet has beside those of the beginning. */
  readonly importedKeys: readonly string[];
  /** Keys that were generated before and shown. */
  readonly shownKeys: readonly ShownKeys[];
  /** Addresses of keys that were generated before and never shown. */
  readonly generatedAddresses: readonly GeneratedAddress[];
}

/** Keys of an account, as WIF. */
export interface ShownKeys {
  readonly main: string;
  readonly miner: string;
}

interface GeneratedAddress {
  readonly address: string;
  /** Whether it came with a key for signing blocks. */
  readonly forMiner: boolean;
}

/** An HTTP reply. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** A node in the state in which a session of the recordings found the reference. */
export class ConformanceNode {
  readonly names = new RecordedNames();
  readonly #node: RunningNode;
  readonly #port: number;

  private constructor(node: RunningNode, directories: { readonly data: string; readonly files: string }) {
    this.#node = node;
    this.#port = Number(new URL(node.served!.endpoints[0]!).port);
    this.names.putText('<datadir>', directories.data);
    // What a message says about the folder stays; a path that leaves it leaves ours.
    this.names.putText(`inside ${RECORDED_FOLDER} dir`, `inside ${RECORDED_FOLDER} dir`);
    this.names.putText(`${RECORDED_FOLDER}/../oracle`, directories.data);
    this.names.putText(RECORDED_FOLDER, directories.files);
    const { blocks } = node.context.chain;
    for (const [height, { hash }] of RECORDED_BLOCKS.slice(0, node.context.tipHeight + 1).entries()) {
      this.names.putHash(hash, blocks.header(height)!.hash);
    }
  }

  /** Prepares chain and wallet, and starts the node. */
  static async start(from: StartingPoint): Promise<ConformanceNode> {
    const options = optionsIn(temporaryDirectory(), from);
    mkdirSync(options.networkDirectory, { recursive: true });
    const path = join(options.networkDirectory, 'chain');
    const { store } = await openStore({ path, engine: options.engine, cacheBytes: CACHE_BYTES });
    await store.batch(await preparedEntries(from.height - from.madeByTheNode, from.height));
    await store.close();
    const files = writeRecordedFiles();
    const node = await startNode(options, createLogger(options));
    const conformance = new ConformanceNode(node, { data: options.dataDirectory, files });
    for (const block of RECORDED_BLOCKS.slice(node.context.tipHeight + 1, from.height + 1)) {
      await conformance.makeBlock(block);
    }
    await conformance.#fillWallet(from);
    return conformance;
  }

  /** Whether the node has a method of a name. */
  hasMethod(name: string): boolean {
    return this.#node.context.registry.find(name) !== undefined;
  }

  /** Makes a block at the time of a recorded one, and in the order of that as far as it is known. */
  async makeBlock({ time, hash }: MadeBlock, order?: RecordedOrder): Promise<void> {
    const { consensus, mempool } = this.#node.context;
    const chainControl = consensus.chainControl!;
    chainControl.setBlockTime(time);
    const make = () => chainControl.produce(1);
    const [ours] = await (order === undefined ? make() : order.during(mempool, make));
    if (hash !== undefined) this.names.putHash(hash, ours!);
  }

  /** Sends a recorded request with our names in it. */
  send({ verb = 'POST', path = '/', authorization, contentType, headers, body }: Exchange): Promise<Reply> {
    const content = body === null ? undefined : Buffer.from(this.names.ours(body), 'utf8');
    const sent = request({
      port: this.#port,
      host: '127.0.0.1',
      method: verb,
      path,
      agent: false,
      headers: {
        ...(authorization !== null && { Authorization: authorization ?? BASIC }),
        ...(contentType !== null && { 'Content-Type': contentType ?? 'application/json' }),
        ...(content !== undefined && { 'Content-Length': content.length }),
        ...headers,
      },
    });
    return new Promise((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      sent.end(content);
    });
  }

  stop(): Promise<void> {
    return this.#node.stop();
  }

  /** Puts keys into the wallet that were generated and shown. */
  async importKeys({ main, miner }: ShownKeys): Promise<void> {
    const { wallet } = this.#node.context;
    await wallet.import([{ main: this.#privateKey(main), miner: this.#privateKey(miner) }]);
  }

  #privateKey(wif: string): Buffer {
    const decoded = decodeWif(this.#node.context.network.wifVersion, wif);
    if ('failure' in decoded) throw new Error(`${wif}: ${decoded.failure}`);
    return decoded.privateKey;
  }

  async #fillWallet({ importedKeys, shownKeys, generatedAddresses }: StartingPoint): Promise<void> {
    const { wallet, network } = this.#node.context;
    for (const name of importedKeys) await wallet.import([{ main: this.#privateKey(recordedWif(name)) }]);
    for (const keys of shownKeys) await this.importKeys(keys);
    for (const { address, forMiner } of generatedAddresses) {
      const { keyId } = await wallet.create({ forMiner });
      this.names.putText(address, encodeAddress(network.addressVersion, keyId));
    }
  }
}

const BASIC = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;

function optionsIn(
  dataDirectory: string,
  { blocksPerDay = RECORDED_NETWORK.blocksPerDay }: StartingPoint,
): Options {
  const { options } = loadOptions(
    [
      `-datadir=${dataDirectory}`,
      '-nettype=reference-regtest',
      '-rpcbind=127.0.0.1:0',
      `-rpcuser=${USER}`,
      `-rpcpassword=${PASSWORD}`,
      '-mining=manual',
      '-loglevel=silent',
    ],
    {},
  );
  return {
    ...options,
    network: { ...RECORDED_NETWORK, blocksPerDay },
    networkDirectory: join(dataDirectory, RECORDED_NETWORK.directory),
  };
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { packageRoot } from '../../../src/config/package-root.js';
import { buildContractFiles } from '../../../src/contract-build/build-files.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { GRANT } from '../../../src/rpc/governance/permission-changes.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';
import { LuaDirectory, sampleContract } from '../lua/sample-contracts.js';
import { startTestNode, type TestNode } from '../nodes/node.js';
import { temporaryDirectory } from '../temporary-directory.js';

const { alice, aliceRegId, bob, carol, governor } = EXAMPLE;
const PRODUCERS = Array.from({ length: 8 }, (_, i) => `0-${i + 2}`);
/** Prices of WICC in USD x 10^8: at first, and after the fall that endangers Carol's position. */
const PRICE = 20_000_000;
const LOW_PRICE = 12_000_000;
/** Blocks until another price is the median. */
const PRICE_WINDOW = 11;
/** Blocks until a new regid is mature. */
const MATURITY = 101;

/**
 * A development chain on which everything exists that the examples of the declarations name, and the
 * wallet has the keys.
 */
export class ExampleChain {
  /** The ids and files that replace those of the examples. */
  readonly #actual = new Map<string, string>();
  /** Where the files of examples are. */
  readonly files = temporaryDirectory();
  readonly #luaFiles = new LuaDirectory();

  private constructor(readonly node: TestNode) {}

  static async start(): Promise<ExampleChain> {
    const chain = new ExampleChain(await startTestNode({ directory: temporaryDirectory() }));
    await chain.#prepare();
    return chain;
  }

  stop(): Promise<void> {
    return this.node.stop();
  }

  /** The parameters of an example with what there is on this chain. */
  actual<T extends Json>(value: T): T {
    if (typeof value === 'string') return this.#text(value) as T;
    if (Array.isArray(value)) return value.map(element => this.actual(element as Json)) as unknown as T;
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
      return value;
    }
    const members = Object.entries(value as JsonObject);
    return Object.fromEntries(members.map(([name, member]) => [name, this.actual(member ?? null)])) as T;
  }

  /** Makes a block with what waits. */
  async mine(count = 1): Promise<void> {
    await this.node.call('generate', count);
  }

  /** Files of examples are in a directory of this test. */
  #text(text: string): string {
    const known = this.#actual.get(text);
    if (known !== undefined) return known;
    return text.startsWith('/tmp/') ? join(this.files, text.slice('/tmp/'.length)) : text;
  }

  /** Submits, and makes the block. @returns the txid */
  async #mined(method: string, ...params: readonly Json[]): Promise<string> {
    const { txid } = await this.node.call<{ txid: string }>(method, ...params);
    await this.mine();
    return txid;
  }

  async #prepare(): Promise<void> {
    await this.mine(2);
    await this.#prepareCoins();
    await this.#prepareContracts();
    await this.mine(MATURITY);
    await this.#prepareTransactions();
    await this.#prepareOutputs();
    await this.#prepareDebtPositions();
    await this.#prepareExchange();
    await this.#prepareGovernance();
  }

  async #prepareCoins(): Promise<void> {
    for (const example of [EXAMPLE.newcomer, EXAMPLE.secondNewcomer]) {
      const { addr } = await this.node.call<{ addr: string }>('getnewaddr');
      this.#actual.set(example, addr);
      await this.#mined('submitsendtx', alice, addr, 'WICC:10:wi');
    }
    await this.#mined('submittx', alice, '0-800', 'issue', [
      '8,MYCOIN',
      aliceRegId,
      'My coin',
      1_000_000_000_000,
      true,
      '',
    ]);
  }

  async #prepareContracts(): Promise<void> {
    const luaFile = this.#luaFiles.write('token.lua', sampleContract('token.lua'));
    this.#actual.set(EXAMPLE.luaFile, luaFile);
    const deployment = await this.#mined('submitcontractdeploytx', alice, luaFile, 110_000_000);
    this.#actual.set(EXAMPLE.deployment, deployment);
    const lua = await this.#deployedBy(deployment);
    this.#actual.set(EXAMPLE.luaContract, lua);
    await this.#mined('submitcontractcalltx', alice, lua, 'f0110000', 0);

    mkdirSync(this.files, { recursive: true });
    const source = join(packageRoot(), 'contracts', 'example', 'index.ts');
    const { wasmFile, abiFile } = await buildContractFiles(source, this.files);
    this.#actual.set(EXAMPLE.wasmModule, wasmFile);
    this.#actual.set(EXAMPLE.wasmAbi, abiFile);
    const wasm = await this.#deployed('submitsetcodetx', alice, wasmFile, abiFile);
    this.#actual.set(EXAMPLE.wasmContract, wasm);
    const saving = [aliceRegId, wasm, '2.00000000 WICC', 'save'];
    this.#actual.set(
      EXAMPLE.universalTxid,
      await this.#mined('submittx', alice, '0-800', 'transfer', saving),
    );
    const { rows } = await this.node.call<{ rows: JsonObject[] }>('wasm_gettable', wasm, 'deposits');
    this.#actual.set(EXAMPLE.wasmRow, rows[0]!.key as string);
  }

  async #deployed(method: string, ...params: readonly Json[]): Promise<string> {
    return await this.#deployedBy(await this.#mined(method, ...params));
  }

  async #deployedBy(txid: string): Promise<string> {
    return (await this.node.call<{ regid: string }>('getcontractregid', txid)).regid;
  }

  async #prepareTransactions(): Promise<void> {
    this.#actual.set(EXAMPLE.txid, await this.#mined('submitsendtx', alice, bob, 'WICC:1:wi'));
    const unsigned = async (memo: string) => {
      const height = await this.node.call<number>('getblockcount');
      const members = { sender: alice, to: bob, amount: 'WICC:1:wi', fee: 'WICC:10000:sawi', memo, height };
      return (await this.node.call('genunsignedtxraw', 'submitsendtx', members)).unsigned_txraw as string;
    };
    this.#actual.set(EXAMPLE.unsignedTransaction, await unsigned('to be signed'));
    for (const example of [EXAMPLE.rawTransaction, EXAMPLE.otherRawTransaction]) {
      const signed = await this.node.call('signtxraw', await unsigned(`memo ${this.#actual.size}`), [alice]);
      this.#actual.set(example, signed.rawtx as string);
    }
    const { curr_block_hash: hash } = await this.node.call('getblock', 3);
    this.#actual.set(
      EXAMPLE.rawBlock,
      await this.node.call<string>('getblock', hash as string, false, false),
    );
  }

  async #prepareOutputs(): Promise<void> {
    const output = (...conds: readonly Json[]) => [{ coin_amount: 100_000_000, conds }];
    const forBob = { cond_type: CONDITION_TYPES.OP2SA, uid: bob };
    const password = { cond_type: CONDITION_TYPES.OP2PH, password: 'secret', password_proof_required: true };
    this.#actual.set(
      EXAMPLE.output,
      await this.#mined('submitutxotransfertx', alice, 'WICC', [], output(forBob)),
    );
    this.#actual.set(
      EXAMPLE.lockedOutput,
      await this.#mined('submitutxotransfertx', alice, 'WICC', [], output(forBob, password)),
    );
  }

  async #prepareDebtPositions(): Promise<void> {
    await this.#feed(PRICE);
    this.#actual.set(
      EXAMPLE.cdp,
      await this.#mined('submitcdpstaketx', bob, 'WICC:100000:wi', 'WUSD:2000:wi'),
    );
    const closed = await this.#mined('submitcdpstaketx', governor, 'WICC:1000:wi', 'WUSD:50:wi');
    await this.#mined('submitsendtx', bob, governor, 'WUSD:50:wi');
    await this.#mined('submitcdpredeemtx', governor, closed, 6_000_000_000, 100_000_000_000);
    this.#actual.set(EXAMPLE.closedCdp, closed);
    this.#actual.set(
      EXAMPLE.cdpInDanger,
      await this.#mined('submitcdpstaketx', carol, 'WICC:1000:wi', 'WUSD:100:wi'),
    );
    await this.#mined('submitsendtx', bob, alice, 'WUSD:500:wi');
    await this.#feed(LOW_PRICE);
  }

  /** Lets a price become the median. */
  async #feed(price: number): Promise<void> {
    for (let block = 0; block <= PRICE_WINDOW; block++) {
      await this.#mined('submitpricefeedtx', '0-2', [{ coin: 'WICC', currency: 'USD', price }]);
    }
  }

  async #prepareExchange(): Promise<void> {
    const place = async (example: string, ...params: readonly Json[]) => {
      const [side, ...order] = params;
      this.#actual.set(example, await this.#mined(`submitdex${side as string}limitordertx`, ...order));
    };
    await place(EXAMPLE.order, 'buy', alice, 'WUSD', 'WICC:10:wi', 10_000_000);
    await place(EXAMPLE.otherOrder, 'buy', bob, 'WUSD', 'WICC:10:wi', 10_000_000);
    await place(EXAMPLE.buyOrder, 'buy', bob, 'WUSD', 'WICC:1:wi', 100_000_000);
    await place(EXAMPLE.sellOrder, 'sell', alice, 'WUSD', 'WICC:1:wi', 100_000_000);
    const terms = ['mydex', 'http://dex.example', 'PUBLIC', 2_000_000, 2_000_000, [0]];
    await this.#mined('submitdexoperatorregtx', alice, aliceRegId, aliceRegId, ...terms);
  }

  async #prepareGovernance(): Promise<void> {
    await this.#carriedOut('submitaxccoinproposal', alice, 'BTC', 1, 1);
    const peerTxid = `0x${'b'.repeat(64)}`;
    const peerAddress = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    await this.#carriedOut('submitaxcinproposal', alice, 'BTC', peerAddress, peerTxid, alice, 100_000_000);
    await this.#carriedOut('submitassetpermproposal', alice, 'MYCOIN', [{ perm_code: 4, op_type: GRANT }]);
    this.#actual.set(
      EXAMPLE.proposal,
      await this.#mined('submitparamgovernproposal', alice, 'ASSET_ISSUE_FEE', 50_000_000_000),
    );
    const { curr_block_hash: hash } = await this.node.call(
      'getblock',
      await this.node.call<number>('getblockcount'),
    );
    this.#actual.set(EXAMPLE.blockHash, hash as string);
  }

  /** Proposes something and has it approved by those who must. */
  async #carriedOut(method: string, ...params: readonly Json[]): Promise<void> {
    const id = await this.#mined(method, ...params);
    const { approval_min_count: needed } = await this.node.call('getproposal', id);
    for (const approver of Number(needed) > 1 ? PRODUCERS : [governor]) {
      await this.node.call('submitproposalapprovaltx', approver, id);
    }
    await this.mine();
  }
}

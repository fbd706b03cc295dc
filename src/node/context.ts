import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import type { Options } from '../config/load-options.js';
import type { NetworkParameters } from '../config/network.js';
import { packageVersion } from '../config/package-version.js';
import type { Consensus } from '../consensus/consensus.js';
import type { SignatureCache } from '../ledger/signature-cache.js';
import type { Matcher } from '../matcher/matcher.js';
import type { PriceFeeder } from '../price-feeder/price-feeder.js';
import type { MethodRegistry } from '../rpc/declaration/registry.js';
import { AddedNodes } from '../rpc/node/added-nodes.js';
import { type AmountFormat, inCoins, inSawi } from '../rpc/node/amounts.js';
import { ChainSnapshots } from '../rpc/node/chain-snapshots.js';
import type { ControlContext } from '../rpc/node/control.handlers.js';
import { HeapProfiler } from '../rpc/node/heap-profiler.js';
import { LoadTest } from '../rpc/node/load-test.js';
import type { NodeServices } from '../rpc/node/services.js';
import type { StateReader } from '../state/state.js';
import type { WireRules } from '../tx/definition.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import type { TransactionIndex } from '../wallet/transaction-index.js';
import type { Wallet } from '../wallet/wallet.js';

/** The parts of a running node that its methods work with. */
export interface NodeParts {
  readonly options: Options;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly consensus: Consensus;
  readonly wallet: Wallet;
  readonly matcher: Matcher;
  readonly priceFeeder: PriceFeeder;
  readonly transactions: TransactionIndex;
  readonly signatureCache: Pick<SignatureCache, 'size'>;
  readonly registry: MethodRegistry;
  readonly requestStop: () => void;
}

/** What all methods of the interface together need. */
export class NodeContext implements NodeServices, ControlContext {
  readonly options: Options;
  readonly network: NetworkParameters;
  readonly wireRules: WireRules;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly consensus: Consensus;
  readonly wallet: Wallet;
  readonly matcher: Matcher;
  readonly priceFeeder: PriceFeeder;
  readonly transactions: TransactionIndex;
  readonly signatureCache: Pick<SignatureCache, 'size'>;
  readonly registry: MethodRegistry;
  readonly requestStop: () => void;
  readonly addedNodes = new AddedNodes();
  readonly snapshots = new ChainSnapshots();
  readonly loadTest = new LoadTest();
  readonly heapProfiler = new HeapProfiler();
  readonly amountFormat: AmountFormat;
  readonly programVersion = packageVersion();

  constructor(parts: NodeParts) {
    this.options = parts.options;
    this.network = parts.chain.ledger.network;
    this.wireRules = wireRulesOf(this.network);
    this.chain = parts.chain;
    this.mempool = parts.mempool;
    this.consensus = parts.consensus;
    this.wallet = parts.wallet;
    this.matcher = parts.matcher;
    this.priceFeeder = parts.priceFeeder;
    this.transactions = parts.transactions;
    this.signatureCache = parts.signatureCache;
    this.registry = parts.registry;
    this.requestStop = parts.requestStop;
    this.amountFormat = parts.options.displayvalueinsawi ? inSawi : inCoins;
  }

  get state(): StateReader {
    return this.chain.state;
  }

  get tipHeight(): number {
    return this.chain.tip.header.height;
  }
}

import type { NetworkParameters } from '../../../src/config/network.js';
import { DEVELOPMENT_KEYS } from '../../../src/config/networks/development-keys.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { keyIdOf, publicKeyOf } from '../../../src/crypto/keys.js';
import { sign } from '../../../src/crypto/signature.js';
import { decodeWif } from '../../../src/crypto/wif.js';
import { blockIntervalAt } from '../../../src/ledger/inflation.js';
import { NetworkLedger } from '../../../src/ledger/ledger.js';
import type { BlockContext } from '../../../src/ledger/types.js';
import { unsignedBlock } from '../../../src/ledger/unsigned-block.js';
import { ACCOUNTS, REGIDS } from '../../../src/state/tables/accounts.js';
import {
  type Block,
  type BlockHeader,
  blockHash,
  blockSighash,
  encodeBlock,
  merkleRoot,
} from '../../../src/tx/block.js';
import { type PreparedTransaction, prepareTransaction } from '../../../src/tx/envelope.js';
import { signersOf, withSignature } from '../../../src/tx/signers.js';
import type { Transaction } from '../../../src/tx/transactions.js';
import { ReplayChain } from './replay-chain.js';

/** Private keys of the development chain by key id. */
const KEYS: ReadonlyMap<string, Buffer> = new Map(
  [
    DEVELOPMENT_KEYS.holder,
    DEVELOPMENT_KEYS.governor,
    ...DEVELOPMENT_KEYS.delegates,
    ...DEVELOPMENT_KEYS.accounts,
  ].map(wif => {
    const decoded = decodeWif(REGTEST.wifVersion, wif);
    if ('failure' in decoded) throw new Error(`a development key does not decode: ${decoded.failure}`);
    const { privateKey } = decoded;
    return [keyIdOf(publicKeyOf(privateKey)), privateKey];
  }),
);

/**
 * A development chain whose blocks are made apart from it, signed, and then taken like blocks of
 * somebody else.
 */
export class SignedChain extends ReplayChain {
  readonly #producer: NetworkLedger;

  constructor(network: NetworkParameters = REGTEST) {
    super(network);
    this.#producer = new NetworkLedger(network);
  }

  /** A signed transaction of a development account. */
  sign(keyId: string, tx: Transaction): PreparedTransaction {
    const signature = sign(this.prepare(tx).sighash, keyOf(keyId), { grind: true });
    return this.prepare(withSignature(tx, signersOf(tx)[0]!, signature));
  }

  prepare(tx: Transaction): PreparedTransaction {
    return prepareTransaction(tx, { varintPricesFrom: this.network.forks.r3 });
  }

  /**
   * The next block with these transactions after the median, made but not connected.
   *
   * @param feeds - transactions before the median
   * @param delay - seconds after the parent
   */
  make(
    transactions: readonly PreparedTransaction[] = [],
    feeds: readonly PreparedTransaction[] = [],
    delay = blockIntervalAt(this.network, this.height + 1),
  ): Block {
    const context = this.#nextContext(delay);
    const prevBlockHash = blockHash(this.tip.header);
    if (context.height === this.network.forks.systemGenesis) {
      return this.signed(
        this.#producer.systemGenesis(this.state.overlay(), context, prevBlockHash).block,
        {},
      );
    }
    const execution = this.#producer.begin(this.state.overlay(), context, this.recent);
    for (const feed of feeds) execution.execute(feed);
    execution.execute(execution.medianTransaction()!);
    for (const prepared of transactions) execution.execute(prepared);
    const { executed, fuelFee } = execution.end(execution.rewardTransaction());
    const all = executed.map(({ prepared }) => prepared);
    return this.signed(unsignedBlock(context, all, { prevBlockHash, nonce: 0, fuelFee }), {});
  }

  /**
   * A block with another header or other transactions, its Merkle root and signature made to fit.
   *
   * @param signer - key id of who signs; by default the producer whose turn it is
   */
  signed(
    block: Block,
    changes: Partial<BlockHeader>,
    transactions: readonly PreparedTransaction[] = block.transactions,
    signer?: string,
  ): Block {
    const root = merkleRoot(transactions.map(({ txid }) => txid));
    const header = { ...block.header, merkleRoot: root, ...changes };
    const key = keyOf(signer ?? this.#producerKeyId(header));
    return {
      header: { ...header, signature: sign(blockSighash(header), key, { grind: true }) },
      transactions,
    };
  }

  raw(block: Block): Buffer {
    return encodeBlock(block, { varintPricesFrom: this.network.forks.r3 });
  }

  /** Makes and connects empty blocks up to a height. */
  async growTo(height: number): Promise<void> {
    while (this.height < height) await this.connect(this.raw(this.make()));
  }

  /** The account of a key id; it must exist. */
  account(keyId: string) {
    return this.state.get(ACCOUNTS, keyId)!;
  }

  #producerKeyId({ height, time }: BlockHeader): string {
    return this.state.get(REGIDS, this.#producer.producerAt(this.state, height, time)!)!;
  }

  #nextContext(delay: number): BlockContext {
    const { height, time } = this.tip.header;
    const next = time + delay;
    return {
      height: height + 1,
      time: next,
      producer: this.#producer.producerAt(this.state, height + 1, next)!,
      fuelRate: this.#producer.nextFuelRate(this.state),
    };
  }
}

function keyOf(keyId: string): Buffer {
  const key = KEYS.get(keyId);
  if (key === undefined) throw new Error(`no development key has the key id ${keyId}`);
  return key;
}

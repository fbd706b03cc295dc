import { FOREIGN_CHAIN } from '../../../src/state/tables/swap-coins.js';

/** How long texts are that name something on another chain, in bytes (spec 05 §12.12). */
interface ForeignTexts {
  readonly name: string;
  readonly minAddress: number;
  readonly maxAddress: number;
  /** Undefined: any length. */
  readonly txid: number | undefined;
}

const CHAINS: ReadonlyMap<number, ForeignTexts> = new Map([
  [FOREIGN_CHAIN.bitcoin, { name: 'BITCOIN', minAddress: 26, maxAddress: 35, txid: 66 }],
  [FOREIGN_CHAIN.ethereum, { name: 'ETHEREUM', minAddress: 0, maxAddress: 42, txid: 66 }],
  [FOREIGN_CHAIN.eos, { name: 'EOS', minAddress: 0, maxAddress: Number.POSITIVE_INFINITY, txid: undefined }],
]);

/** The name of a chain in results; undefined for an unknown number. */
export function foreignChainName(chain: number): string | undefined {
  return CHAINS.get(chain)?.name;
}

/** Whether a number is that of a chain whose coins can be swapped. */
export function isForeignChain(chain: number): boolean {
  return CHAINS.has(chain);
}

/** Whether a text has the length of an address on a chain. */
export function isForeignAddress(chain: number, address: string): boolean {
  const texts = CHAINS.get(chain);
  return texts !== undefined && address.length >= texts.minAddress && address.length <= texts.maxAddress;
}

/** Whether a text has the length of a transaction's id on a chain. */
export function isForeignTxid(chain: number, txid: string): boolean {
  const texts = CHAINS.get(chain);
  return texts !== undefined && (texts.txid === undefined || txid.length === texts.txid);
}

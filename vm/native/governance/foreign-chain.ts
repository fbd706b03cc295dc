import type { MendedRules } from '../../../src/config/network.js';
import { FOREIGN_CHAIN } from '../../../src/state/tables/swap-coins.js';

/** How long texts are that name something on another chain, in bytes (spec 05 §12.12). */
interface ForeignTexts {
  readonly name: string;
  readonly minAddress: number;
  readonly maxAddress: number;
  /** Undefined: any length. */
  readonly txid: number | undefined;
  /** The form of an address: its letters, not its checksum. */
  readonly address: RegExp;
}

/** The rule that decides whether names of other chains have one form. */
type NameRules = Pick<MendedRules, 'canonicalForeignNames'>;

/** 32 bytes in hex, of every chain; the letters may be of either case, which says nothing. */
const FOREIGN_TXID = /^0x[0-9a-fA-F]{64}$/;
/** Base58 of a key or script hash. */
const BITCOIN = /^[1-9A-HJ-NP-Za-km-z]{26,35}$/;
const ETHEREUM = /^0x[0-9a-fA-F]{40}$/;
/** A name: a point at its end would be no part of it, and the thirteenth character has fewer values. */
const EOS = /^[a-z1-5.]{0,11}[a-z1-5]$|^[a-z1-5.]{12}[a-j1-5]$/;

const CHAINS: ReadonlyMap<number, ForeignTexts> = new Map([
  [FOREIGN_CHAIN.bitcoin, { name: 'BITCOIN', minAddress: 26, maxAddress: 35, txid: 66, address: BITCOIN }],
  [FOREIGN_CHAIN.ethereum, { name: 'ETHEREUM', minAddress: 0, maxAddress: 42, txid: 66, address: ETHEREUM }],
  [
    FOREIGN_CHAIN.eos,
    { name: 'EOS', minAddress: 0, maxAddress: Number.POSITIVE_INFINITY, txid: undefined, address: EOS },
  ],
]);

/** The name of a chain in results; undefined for an unknown number. */
export function foreignChainName(chain: number): string | undefined {
  return CHAINS.get(chain)?.name;
}

/** Whether a number is that of a chain whose coins can be swapped. */
export function isForeignChain(chain: number): boolean {
  return CHAINS.has(chain);
}

/** Whether a text has the length of an address on a chain, and where names are canonical its form too. */
export function isForeignAddress(chain: number, address: string, rules: NameRules): boolean {
  const texts = CHAINS.get(chain);
  if (texts === undefined) return false;
  const fits = address.length >= texts.minAddress && address.length <= texts.maxAddress;
  return fits && (!rules.canonicalForeignNames || texts.address.test(address));
}

/** Whether a text has the length of a transaction's id on a chain, and where names are canonical its form too. */
export function isForeignTxid(chain: number, txid: string, rules: NameRules): boolean {
  const texts = CHAINS.get(chain);
  if (texts === undefined) return false;
  if (rules.canonicalForeignNames) return FOREIGN_TXID.test(txid);
  return texts.txid === undefined || txid.length === texts.txid;
}

/**
 * The one spelling under which a transaction of another chain is known here: all of its spellings have
 * the same. In the reference every spelling is a transaction of its own.
 * @param txid - for which {@link isForeignTxid} is true
 */
export function canonicalTxid(txid: string, { canonicalForeignNames }: NameRules): string {
  return canonicalForeignNames ? txid.toLowerCase() : txid;
}

import { ByteWriter } from '../codec/writer.js';
import { encodeAddress } from './address.js';
import { hash160, sha256d } from './hash.js';

/** Most signers of a multi-signature output (spec 07 §5.2). */
export const MAX_SIGNERS = 20;

/** Who may sign for a multi-signature output, and how many of them have to. */
export interface MultisigTerms {
  /** How many signatures are needed. */
  readonly m: number;
  /** Key ids of all signers, 40 hex digits in natural order. Their order is part of the address. */
  readonly signers: readonly string[];
}

/**
 * The redeem script of a multi-signature output (spec 07 §4): a byte 255, then as text m, the
 * addresses of the signers one after the other, and how many they are.
 * @param addressVersion - the network's, as the script has addresses in it
 */
export function redeemScript(addressVersion: number, { m, signers }: MultisigTerms): Buffer {
  const addresses = signers.map(keyId => encodeAddress(addressVersion, keyId));
  return Buffer.concat([
    Buffer.of(0xff),
    Buffer.from(`${m}${addresses.join('')}${signers.length}`, 'latin1'),
  ]);
}

/** The key id that a multi-signature output is locked with: Hash160 of its script, 40 hex digits. */
export function multisigKeyId(addressVersion: number, terms: MultisigTerms): string {
  return hash160(redeemScript(addressVersion, terms)).toString('hex');
}

/** What the signers of an output agree to: that a given account spends it. */
export interface MultisigSpending {
  /** In display order. */
  readonly prevTxid: string;
  readonly prevIndex: number;
  /** Key id of the account that submits the transfer, 40 hex digits in natural order. */
  readonly spender: string;
}

/**
 * The hash that the signers of a multi-signature output sign (spec 07 §4). It binds them to who
 * spends, not to where the coins go.
 * @returns 32 bytes in the order in which SHA-256 gives them
 */
export function multisigSigningHash(
  addressVersion: number,
  terms: MultisigTerms,
  { prevTxid, prevIndex, spender }: MultisigSpending,
): Buffer {
  const writer = new ByteWriter();
  sized(writer, Buffer.from(prevTxid, 'latin1'));
  writer.u16(prevIndex);
  sized(writer, Buffer.from(spender, 'latin1'));
  sized(writer, redeemScript(addressVersion, terms));
  return sha256d(writer.finish());
}

function sized(writer: ByteWriter, bytes: Uint8Array): void {
  writer.compactSize(bytes.length);
  writer.bytes(bytes);
}

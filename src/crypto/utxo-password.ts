import { sha256d, toDisplayHex } from './hash.js';

/** Most bytes of a password that unlocks an output (spec 07 §5.2). */
export const MAX_PASSWORD_SIZE = 256;

/**
 * What an output is locked with by a password (spec 07 §4): sha256d of the creator's key id as text
 * and the password, nothing between them.
 * @param creator - key id of the account that makes the output, 40 hex digits in natural order
 * @returns 64 hex digits in display order
 */
export function passwordHash(creator: string, password: Uint8Array): string {
  return toDisplayHex(sha256d(Buffer.concat([Buffer.from(creator, 'latin1'), password])));
}

/** The output whose password a spender proves to know. */
export interface PasswordProofTerms {
  /** Key id of the account that made the output. */
  readonly creator: string;
  /** Key id of the account that is going to spend it. */
  readonly spender: string;
  /** In display order. */
  readonly prevTxid: string;
  readonly prevIndex: number;
}

/**
 * The proof that a spender knows the password of an output, without revealing it (spec 07 §4).
 * @returns 64 hex digits in display order
 */
export function passwordProof(
  password: Uint8Array,
  { creator, spender, prevTxid, prevIndex }: PasswordProofTerms,
): string {
  const terms = Buffer.from(`${creator}${spender}${prevTxid}${prevIndex}`, 'latin1');
  return toDisplayHex(sha256d(Buffer.concat([password, terms])));
}

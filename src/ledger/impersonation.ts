import type { SignatureCheck } from '../../vm/context.js';
import type { NetworkParameters } from '../config/network.js';

/** As long as most real signatures: every byte of a transaction of actions burns fuel. */
const SIGNATURE_SIZE = 71;

/**
 * Replaces any account's signature on development networks, whose keys are public anyway. It is not
 * a DER signature, so no other network accepts it as one.
 */
export const IMPERSONATION_SIGNATURE: Buffer = Buffer.from(
  'impersonated, on a development network only'.padEnd(SIGNATURE_SIZE),
);

/**
 * The signatures of a network: on development networks that of an impersonated account is valid too, but where
 * others take part, every account is its owner's.
 */
export function signaturesOf(
  { development, blockProducer }: NetworkParameters,
  signatures: SignatureCheck,
): SignatureCheck {
  if (development === undefined || blockProducer === 'proposer') return signatures;
  return {
    isValid: (prepared, signature, publicKey) =>
      IMPERSONATION_SIGNATURE.equals(signature) || signatures.isValid(prepared, signature, publicKey),
  };
}

/**
 * Every account that a transaction names as its signer counts as having signed: in simulations, and
 * on chains in memory.
 */
export const EVERY_SIGNATURE: SignatureCheck = { isValid: () => true };

import { decodeBase58Check, encodeBase58Check } from './base58.js';

const KEY_ID_SIZE = 20;

/*
 * Recent results by version and key id. Contracts and receipts name the same few accounts again and
 * again, and each address takes two hashes and a conversion between number systems.
 */
const addresses = new Map<number, Map<string, string>>();
const keyIds = new Map<number, Map<string, string>>();
const MAX_REMEMBERED = 10_000;

function remember(
  answers: Map<number, Map<string, string>>,
  version: number,
  question: string,
  answer: string,
): void {
  let ofVersion = answers.get(version);
  if (ofVersion === undefined || ofVersion.size >= MAX_REMEMBERED) {
    ofVersion = new Map();
    answers.set(version, ofVersion);
  }
  ofVersion.set(question, answer);
}

/**
 * The address of a key id (spec 01 §7).
 *
 * @param version - the network's address version byte, such as 73 or 135 (spec 01 §4).
 * @param keyId - 40 hex digits in natural byte order, as the node prints key ids.
 * @throws RangeError when the key id is not 40 hex digits or the version is not a byte.
 */
export function encodeAddress(version: number, keyId: string): string {
  const known = addresses.get(version)?.get(keyId);
  if (known !== undefined) return known;
  const address = encodeKeyId(version, keyId);
  remember(addresses, version, keyId, address);
  return address;
}

function encodeKeyId(version: number, keyId: string): string {
  if (!/^[0-9a-fA-F]{40}$/.test(keyId)) {
    throw new RangeError(`a key id is written as 40 hex digits, got ${JSON.stringify(keyId)}`);
  }
  const payload = Buffer.alloc(1 + KEY_ID_SIZE);
  payload.writeUInt8(version, 0);
  payload.write(keyId, 1, 'hex');
  return encodeBase58Check(payload);
}

/**
 * The key id of an address.
 *
 * @param version - the address version byte of the running network.
 * @returns 40 lower-case hex digits in natural byte order; `undefined` when the text is not an
 * address, or is one of another network.
 */
export function decodeAddress(version: number, text: string): string | undefined {
  const known = keyIds.get(version)?.get(text);
  if (known !== undefined) return known;
  const keyId = decodeKeyId(version, text);
  if (keyId !== undefined) remember(keyIds, version, text, keyId);
  return keyId;
}

function decodeKeyId(version: number, text: string): string | undefined {
  const payload = decodeBase58Check(text);
  if (payload === undefined || payload.length !== 1 + KEY_ID_SIZE || payload[0] !== version) return undefined;
  return payload.toString('hex', 1);
}

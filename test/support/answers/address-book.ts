import { parseRegId } from '../../../src/codec/regid.js';
import { type Uid, uidText } from '../../../src/codec/uid.js';
import { encodeAddress } from '../../../src/crypto/address.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import { actionName } from '../../../src/tx/action-name.js';
import type { JsonContext } from '../../../src/tx/definition.js';
import type { ExactJson, ExactObject } from './exact-json.js';

/** Members that show a uid, and the members that show its address beside it. */
const RECORDED_PAIRS = [
  ['tx_uid', 'from_addr'],
  ['tx_uid', 'to_addr'],
  ['to_uid', 'to_addr'],
  ['owner_uid', 'owner_addr'],
  ['operator_uid', 'operator_addr'],
  ['payer', 'payer_addr'],
] as const;

const REGID = /^\d+-\d+$/;

/**
 * The accounts of a recorded chain, as far as its recorded answers name them: regid -> address. It
 * stands in for the state that the JSON form of a transaction looks addresses up in.
 */
export class AddressBook {
  readonly #addresses = new Map<string, string>();
  readonly #regIds = new Map<string, string>();

  /** @throws Error when the regid is known by another address: the recording would contradict itself */
  add(regId: string, address: string): void {
    const known = this.#addresses.get(regId);
    if (known !== undefined && known !== address) {
      throw new Error(`${regId} is recorded as ${known} and as ${address}`);
    }
    this.#addresses.set(regId, address);
    this.#regIds.set(address, regId);
  }

  /** Takes every regid that stands beside an address anywhere in a recorded answer. */
  learn(recorded: ExactJson): void {
    if (recorded === null || typeof recorded !== 'object') return;
    if (Array.isArray(recorded)) {
      recorded.forEach(item => {
        this.learn(item);
      });
      return;
    }
    const object = recorded as ExactObject;
    for (const [uidKey, addressKey] of RECORDED_PAIRS) {
      // In a transfer entry `tx_uid` is absent; in a contract call `to_addr` belongs to `to_uid`.
      if (uidKey === 'tx_uid' && addressKey === 'to_addr' && 'to_uid' in object) continue;
      const regId = object[uidKey];
      const address = object[addressKey];
      if (typeof regId === 'string' && REGID.test(regId) && typeof address === 'string' && address !== '') {
        this.add(regId, address);
      }
    }
    for (const value of Object.values(object)) this.learn(value);
  }

  /**
   * The context for one transaction. Arguments of contract actions are taken from its recorded
   * answer: the ABI that decodes them is the runtime's affair.
   *
   * @param addressVersion - of regtest, 135, or of the main network, 73
   */
  contextFor(recorded: ExactJson, addressVersion = 135): JsonContext {
    const details = recordedActionArguments(recorded);
    const addressOf = (uid: Uid): string => {
      switch (uid.kind) {
        case 'null':
          return '';
        case 'regid':
          return this.#addresses.get(uidText(uid)) ?? '';
        case 'keyid':
          return encodeAddress(addressVersion, uid.keyId);
        case 'pubkey':
          return encodeAddress(addressVersion, keyIdOf(Buffer.from(uid.publicKey, 'hex')));
      }
    };
    return {
      addressOf,
      regIdOf: uid => (uid.kind === 'regid' ? uid.regId : parseRegId(this.#regIds.get(addressOf(uid)) ?? '')),
      addressOfKeyId: keyId => encodeAddress(addressVersion, keyId),
      actionArguments: (_contract, action, data) =>
        details.get(`${actionName(action)} ${Buffer.from(data).toString('hex')}`),
    };
  }
}

function recordedActionArguments(recorded: ExactJson): ReadonlyMap<string, ExactJson> {
  const calls = (recorded as ExactObject).inline_transactions;
  if (!Array.isArray(calls)) return new Map();
  return new Map(
    (calls as readonly ExactObject[]).flatMap(call =>
      call.data_detail === undefined ? [] : [[`${call.action} ${call.data}`, call.data_detail] as const],
    ),
  );
}

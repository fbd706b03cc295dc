import type { JsonObject } from '../../codec/json-value.js';
import type { Uid } from '../../codec/uid.js';
import { decodeAddress } from '../../crypto/address.js';
import { MAX_PASSWORD_SIZE, passwordHash } from '../../crypto/utxo-password.js';
import type { Account } from '../../state/tables/accounts.js';
import { UTXOS, type Utxo, type UtxoId } from '../../state/tables/utxos.js';
import { CONDITION_TYPES, type UtxoCondition } from '../../tx/utxo.js';
import { RpcError } from '../declaration/errors.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import type { NodeServices } from '../node/services.js';
import { type AccountServices, requireAccount, uidParameter } from '../submission/account-parameters.js';
import { member } from '../submission/json-members.js';

/** Conditions of inputs that describe the spent output and are not part of the transaction (spec 07 U7). */
export const OVER_TIME = 14;
export const RECYCLE = 15;

type WrittenType = UtxoCondition['type'] | typeof OVER_TIME | typeof RECYCLE;

/** A condition as the caller wrote it. */
export interface WrittenCondition {
  readonly type: WrittenType;
  /** What the transaction has of it; undefined for {@link OVER_TIME} and {@link RECYCLE}. */
  readonly condition: UtxoCondition | undefined;
}

const WRITTEN_TYPES: ReadonlySet<number> = new Set([...Object.values(CONDITION_TYPES), OVER_TIME, RECYCLE]);
const INPUT_TYPES_END = 100;

/**
 * Reads the conditions of an input or output (spec 07 §7.3).
 * @param creator - key id of the sender, with which passwords of outputs are hashed
 * @throws RpcError -8 and others; none of them names a password
 */
export function conditionsParameter(
  services: Omit<AccountServices, 'wallet'>,
  written: readonly JsonObject[],
  direction: 'in' | 'out',
  creator: string,
): WrittenCondition[] {
  const conditions = written.map(one => {
    const type = conditionType(one);
    const condition = conditionOf(services, type, one, creator);
    if (type < INPUT_TYPES_END !== (direction === 'in')) refuse('cond direction is error');
    return { type, condition };
  });
  requireCompatible(conditions, direction);
  return conditions;
}

/** The number of a condition, which may be written by name too. */
function conditionType(written: JsonObject): WrittenType {
  const given = member(written, 'cond_type', p.textOrInteger);
  const byName: Readonly<Record<string, number>> = CONDITION_TYPES;
  const type = typeof given === 'string' ? byName[given] : Number(given);
  if (type === undefined || !WRITTEN_TYPES.has(type)) refuse('condition type error');
  return type as WrittenType;
}

function conditionOf(
  services: Omit<AccountServices, 'wallet'>,
  type: WrittenType,
  written: JsonObject,
  creator: string,
): UtxoCondition | undefined {
  switch (type) {
    case OVER_TIME:
    case RECYCLE:
      return undefined;
    case CONDITION_TYPES.IP2SA:
      return { type };
    case CONDITION_TYPES.IP2MA: {
      const uids = member(written, 'uids', p.array);
      const signatures = member(written, 'signatures', p.array);
      return {
        type,
        m: member(written, 'm', p.uint8),
        n: member(written, 'n', p.uint8),
        uids: uids.map((uid, index) =>
          uidParameter(services, converted(p.uid, uid, { index, name: 'uids' })),
        ),
        signatures: signatures.map((hex, index) => converted(p.hex, hex, { index, name: 'signatures' })),
      };
    }
    case CONDITION_TYPES.IP2PH:
      return { type, password: passwordParameter(member(written, 'password', p.string)) };
    case CONDITION_TYPES.OP2SA:
      return { type, uid: lockUid(services, member(written, 'uid', p.uid)) };
    case CONDITION_TYPES.OP2MA:
      return { type, keyId: multisigAddress(services, written) };
    case CONDITION_TYPES.OP2PH: {
      const password = passwordParameter(member(written, 'password', p.string));
      return {
        type,
        passwordProofRequired: member(written, 'password_proof_required', p.bool),
        passwordHash: passwordHash(creator, password),
      };
    }
    case CONDITION_TYPES.OCLAIM_LOCK:
    case CONDITION_TYPES.ORECLAIM_LOCK:
      return { type, height: member(written, 'height', p.uint64) };
  }
}

/**
 * The receiver of an output. An address may be one that has never received anything; coins for a
 * regid without an account could never be spent, so a mistyped one is refused.
 * @throws RpcError -5
 */
function lockUid(services: Omit<AccountServices, 'wallet'>, text: string): Uid {
  const uid = uidParameter(services, text);
  if (uid.kind === 'regid') requireAccount(services.state, uid);
  return uid;
}

/**
 * Requires that a proof of a password can be of use: the output is there, or waits for a block, and has a password of
 * its maker.
 * @throws RpcError -5
 */
export function requirePasswordLock(
  { state, mempool }: Pick<NodeServices, 'state' | 'mempool'>,
  id: UtxoId,
  creator: Pick<Account, 'keyId'>,
): void {
  const utxo = state.get(UTXOS, id) ?? mempool.pendingState().get(UTXOS, id);
  const problem = passwordProblem(utxo, creator);
  if (problem === undefined) return;
  const message = `a proof for output ${id[1]} of transaction ${id[0]} would be of no use: ${problem}`;
  throw new RpcError('INVALID_ADDRESS_OR_KEY', message, { about: id[0] });
}

function passwordProblem(utxo: Utxo | undefined, { keyId }: Pick<Account, 'keyId'>): string | undefined {
  if (utxo === undefined) return 'there is none, or it is spent';
  if (!utxo.output.conds.some(({ type }) => type === CONDITION_TYPES.OP2PH)) {
    return `no password locks it (cond_type ${CONDITION_TYPES.OP2PH})`;
  }
  return utxo.creator === keyId ? undefined : 'pre_utxo_tx_uid is not the account that has made it';
}

/** The bytes of a password. @throws RpcError -8 where there are more than an input may have */
export function passwordParameter(password: string): Buffer {
  const bytes = Buffer.from(password, 'utf8');
  if (bytes.length > MAX_PASSWORD_SIZE) {
    refuse(`a password has at most ${MAX_PASSWORD_SIZE} bytes, this one has ${bytes.length}`);
  }
  return bytes;
}

function multisigAddress({ network }: Pick<AccountServices, 'network'>, written: JsonObject): string {
  const name = written.multisign_address === undefined ? 'multisign_addr' : 'multisign_address';
  const isNamed = written[name] !== undefined;
  const address = member(written, isNamed ? name : 'multisign_address', p.address);
  const keyId = decodeAddress(network.addressVersion, address);
  return keyId ?? refuse(`the multi sign address (${address}) is illegal`);
}

/** No condition is there twice, and one address at most. */
function requireCompatible(conditions: readonly WrittenCondition[], direction: 'in' | 'out'): void {
  const types = new Set<number>();
  for (const { type } of conditions) {
    if (types.has(type)) refuse(`${direction} cond type (${type}) exists error!`);
    types.add(type);
  }
  const { IP2SA, IP2MA, OP2SA, OP2MA } = CONDITION_TYPES;
  if (types.has(IP2SA) && types.has(IP2MA)) refuse("can't have both IP2SA & IP2MA error");
  if (types.has(OP2SA) && types.has(OP2MA)) refuse("can't have both OP2SA & OP2MA error");
}

function refuse(message: string): never {
  throw new RpcError('INVALID_PARAMETER', message);
}

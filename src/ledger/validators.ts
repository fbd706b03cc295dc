import { sameRegId } from '../codec/regid.js';
import type { NetworkParameters } from '../config/network.js';
import { isValidPublicKey, keyIdOf } from '../crypto/keys.js';
import type { StateReader, StateWriter } from '../state/state.js';
import { ACCOUNTS, REGIDS } from '../state/tables/accounts.js';
import { type Delegate, INITIAL_PENDING_DELEGATES, PENDING_DELEGATES } from '../state/tables/delegates.js';
import { VALIDATOR_SETS, type Validator, type ValidatorSet } from '../state/tables/validators.js';
import { PERMISSION } from '../tx/permissions.js';
import { countingAt } from './delegates.js';
import { activeDelegates } from './producers.js';

/** The engine takes what it is told at the end of a block for the second block after it (spec 08 §21). */
const HEIGHTS_UNTIL_IN_FORCE = 2;
/** The set that the engine begins with counts from the first block on. */
const FIRST_HEIGHT = 1;

/** A change for the engine: a key that has a seat from now on, or has none any more. */
export interface ValidatorUpdate {
  /** Compressed, 66 hex digits. */
  readonly publicKey: string;
  /** Every seat counts the same: 1, or 0 where it ends. */
  readonly power: 0 | 1;
}

/** The validators of a height that is not further away than those that the engine was told of. */
export function validatorsAt(state: StateReader, height: number): readonly Validator[] {
  return inForce(state.get(VALIDATOR_SETS, undefined) ?? [], height)?.validators ?? [];
}

/** What the engine is told at the end of a block. */
export function validatorUpdates(state: StateReader, height: number): readonly ValidatorUpdate[] {
  const sets = state.get(VALIDATOR_SETS, undefined) ?? [];
  const newest = sets.at(-1);
  if (newest?.from !== firstHeightOf(height)) return [];
  const before = sets.at(-2)?.validators ?? [];
  const isIn = (validators: readonly Validator[], { publicKey }: Validator): boolean =>
    validators.some(other => other.publicKey === publicKey);
  return [
    ...newest.validators.filter(validator => !isIn(before, validator)).map(seat(1)),
    ...before.filter(validator => !isIn(newest.validators, validator)).map(seat(0)),
  ];
}

/**
 * Gives seats to the delegates at the end of a block (spec 08 §21): to those that are going to be active when the
 * engine follows. What the engine would stop at never reaches it: a key that is no point of the curve or that two
 * delegates have, a set without anybody.
 */
export function processValidators(
  network: Pick<NetworkParameters, 'forks' | 'voteCounting' | 'mended' | 'blockProducer'>,
  state: StateWriter,
  height: number,
): void {
  if (network.blockProducer !== 'proposer') return;
  const sets = state.get(VALIDATOR_SETS, undefined) ?? [];
  const validators = seatsOf(state, delegatesAfter(network, state, height), sets.at(-1)?.validators);
  const isNew = validators.length > 0 && !sameSeats(validators, sets.at(-1)?.validators);
  const next = isNew ? [...sets, { from: firstHeightOf(height), validators }] : sets;
  const needed = inForce(next, height + 1);
  const kept = next.filter(set => needed === undefined || set.from >= needed.from);
  if (isNew || kept.length < sets.length) state.put(VALIDATOR_SETS, undefined, kept);
}

function firstHeightOf(height: number): number {
  return height === 0 ? FIRST_HEIGHT : height + HEIGHTS_UNTIL_IN_FORCE;
}

function inForce(sets: readonly ValidatorSet[], height: number): ValidatorSet | undefined {
  return sets.findLast(({ from }) => from <= height);
}

/** The delegates that are active once the next block has ended, as far as that is known after this one. */
function delegatesAfter(
  network: Parameters<typeof countingAt>[0],
  state: StateReader,
  height: number,
): readonly Delegate[] {
  const pending = state.get(PENDING_DELEGATES, undefined) ?? INITIAL_PENDING_DELEGATES;
  const { activationDelay } = countingAt(network, height + 1);
  const isDue = pending.state === 'pending' && height + 1 - pending.countedHeight >= activationDelay;
  return isDue ? pending.list : activeDelegates(state);
}

/** @param before - whose keys are known to be sound */
function seatsOf(
  state: StateReader,
  delegates: readonly Delegate[],
  before: readonly Validator[] = [],
): Validator[] {
  const seats: Validator[] = [];
  for (const { regId } of delegates) {
    const keyId = state.get(REGIDS, regId);
    const account = keyId === undefined ? undefined : state.get(ACCOUNTS, keyId);
    if (account === undefined || (account.permsSum & PERMISSION.MINE_BLOCK) === 0n) continue;
    const publicKey = account.minerKey === '' ? account.ownerKey : account.minerKey;
    if (seats.some(seat => seat.publicKey === publicKey)) continue;
    const bytes = Buffer.from(publicKey, 'hex');
    if (!before.some(seat => seat.publicKey === publicKey) && !isValidPublicKey(bytes)) continue;
    seats.push({ regId, publicKey, address: keyIdOf(bytes) });
  }
  return seats;
}

function sameSeats(a: readonly Validator[], b: readonly Validator[] | undefined): boolean {
  return (
    a.length === b?.length &&
    a.every(({ regId, publicKey }, i) => {
      const other = b[i];
      return other !== undefined && other.publicKey === publicKey && sameRegId(other.regId, regId);
    })
  );
}

function seat(power: 0 | 1): (validator: Validator) => ValidatorUpdate {
  return ({ publicKey }) => ({ publicKey, power });
}

import { regIdIntegerText } from '../../src/codec/regid.js';
import { required } from '../../src/codec/required.js';
import { actionName, parseActionName } from '../../src/tx/action-name.js';
import type { InlineTransaction, PermissionLevel } from '../../src/tx/types/universal.js';
import type { Authority } from './authority.js';
import { ContractException } from './exception.js';

/** Permission names in integer form (spec 04 §2). */
export const OWNER_PERMISSION = required(parseActionName('wasmio_owner'), 'the name of the permission');
export const CODE_PERMISSION = required(parseActionName('wasmio_code'), 'the name of the permission');

/** The system asset contract 0-800 in integer form. */
export const ASSET_CONTRACT = 800n;

/**
 * Checks what a running contract may authorize (spec 04 §6.4): with the authority of a user only
 * actions on itself, with its own authority `wasmio_code` actions on any contract. Anything
 * addressed to 0-800 needs its own.
 *
 * @param receiver - who sends the action, in integer form
 * @param held - the authorization under which the sender runs
 * @throws ContractException `missing_auth_exception`
 */
export function checkInlineAuthorization(
  action: InlineTransaction,
  receiver: bigint,
  held: Pick<Authority, 'holds'>,
): void {
  for (const level of action.authorization) {
    if (!mayAuthorize(level, action.contract, receiver, held)) {
      throw new ContractException(
        'missing_auth_exception',
        `contract ${regIdIntegerText(receiver)} cannot give the authority ` +
          `${regIdIntegerText(level.account)}@${actionName(level.permission)} to an action of ` +
          `${regIdIntegerText(action.contract)}`,
        'wasm/inline-authorization',
      );
    }
  }
}

function mayAuthorize(
  level: PermissionLevel,
  contract: bigint,
  receiver: bigint,
  held: Pick<Authority, 'holds'>,
): boolean {
  const isOwnCode = level.account === receiver && level.permission === CODE_PERMISSION;
  if (contract === ASSET_CONTRACT || contract !== receiver) return isOwnCode;
  return level.account === receiver || held.holds(level);
}

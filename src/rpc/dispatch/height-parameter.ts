import { isJsonObject, type Json } from '../../codec/json-value.js';
import { RpcError } from '../declaration/errors.js';

/** The name of the one member of the parameter that asks for an earlier block. */
const MEMBER = 'height';

/** Parameters without the one that selects an earlier block, and the height that it selects. */
export interface SplitParameters {
  readonly params: readonly Json[];
  /** Undefined where no earlier block is selected. */
  readonly height: number | undefined;
}

/**
 * Removes a trailing `{"height": n}` from the parameters of a method that reads the state.
 * @throws RpcError -8 for a height that is no whole number from 0 on, and for another object
 */
export function splitHeight(params: readonly Json[]): SplitParameters {
  const last = params.at(-1);
  if (!isJsonObject(last)) return { params, height: undefined };
  const members = Object.keys(last);
  // A misspelt member must not get the answer of the newest block.
  if (members.join() !== MEMBER) {
    const found = members.length === 0 ? 'none' : members.join(', ');
    throw new RpcError(
      'INVALID_PARAMETER',
      `An object as the last parameter is {"height": n}; its members are ${found}`,
    );
  }
  const given = last[MEMBER];
  const height = typeof given === 'bigint' ? Number(given) : given;
  if (typeof height !== 'number' || !Number.isSafeInteger(height) || height < 0) {
    throw new RpcError('INVALID_PARAMETER', 'The height must be a whole number from 0 on');
  }
  return { params: params.slice(0, -1), height };
}

/** Whether the last parameter is one that selects an earlier block, right or wrong. */
export function hasHeight(params: readonly Json[]): boolean {
  return isJsonObject(params.at(-1));
}

import type { ProposedParameter } from '../../../vm/native/governance/proposed-parameter.js';
import type { Json } from '../../codec/json-value.js';
import { parseRegId, regIdInteger } from '../../codec/regid.js';
import { regIdTextProblem } from '../../codec/regid-text.js';
import type { NetworkParameters } from '../../config/network.js';
import {
  type CdpParameter,
  cdpParameters,
  type GovernedParameter,
  isInRange,
  rangeOf,
  type SystemParameter,
  systemParameters,
} from '../../config/system-parameters.js';
import { RpcError } from '../declaration/errors.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import { member, objectElements } from '../submission/json-members.js';

type Governed = Pick<NetworkParameters, 'mended'>;

/** The system parameter of a name, if there is one. */
export function systemParameterNamed(name: string): SystemParameter | undefined {
  return systemParameters.find(parameter => parameter.name === name);
}

/** The CDP parameter of a name, if there is one. */
export function cdpParameterNamed(name: string): CdpParameter | undefined {
  return cdpParameters.find(parameter => parameter.name === name);
}

/**
 * The value that a text or number proposes for a system parameter: a regid for those that are regids, else a
 * decimal integer (spec 05 §13.2).
 *
 * @param name - of a parameter that need not exist
 * @throws RpcError -8
 */
export function proposedValue(name: string, written: string | bigint): bigint {
  if (systemParameterNamed(name)?.isRegId === true) return regIdValue(written);
  if (typeof written === 'string' && !/^-?\d+$/.test(written)) {
    throw new RpcError('INVALID_PARAMETER', `param_value=${written} is not a decimal integer`);
  }
  const value = BigInt(written);
  if (value < 0n) throw new RpcError('INVALID_PARAMETER', 'the param value must >= 0');
  return converted(p.uint64, value, { index: 2, name: 'param_value' });
}

function regIdValue(written: string | bigint): bigint {
  const regId = typeof written === 'string' ? parseRegId(written) : undefined;
  if (regId === undefined) {
    const problem = regIdTextProblem(String(written));
    throw new RpcError('INVALID_PARAMETER', `invalid regid fomat of param_value=${written}: ${problem}`);
  }
  return regIdInteger(regId);
}

/**
 * A system parameter with its proposed value.
 * @throws RpcError -8 where there is no such parameter or the value is out of its range
 */
export function proposedSystemParameter(name: string, value: bigint, network: Governed): ProposedParameter {
  const parameter = systemParameterNamed(name);
  if (parameter === undefined) {
    throw new RpcError('INVALID_PARAMETER', `system param type(${name}) is not exist`);
  }
  requireInRange(parameter, value, network);
  return { code: parameter.code, value };
}

/**
 * CDP parameters as `[{name, value}]`.
 * @throws RpcError -8 for a member that is missing, an unknown or repeated name, a value out of range
 */
export function proposedCdpParameters(elements: readonly Json[], network: Governed): ProposedParameter[] {
  const names = new Set<string>();
  return objectElements(elements, 'params').map(element => {
    const name = member(element, 'name', p.string);
    const value = member(element, 'value', p.uint64);
    const parameter = cdpParameterNamed(name);
    if (parameter === undefined) {
      throw new RpcError('INVALID_PARAMETER', `cdp param type(${name}) is not exist`);
    }
    if (names.has(name)) throw new RpcError('INVALID_PARAMETER', `cdp param type(${name}) is repeated`);
    names.add(name);
    requireInRange(parameter, value, network);
    return { code: parameter.code, value };
  });
}

function requireInRange(parameter: GovernedParameter, value: bigint, { mended }: Governed): void {
  if (isInRange(parameter, value, mended)) return;
  const [low, high] = rangeOf(parameter, mended);
  throw new RpcError(
    'INVALID_PARAMETER',
    `check param scope error: the scope is [${low},${high}],but the value you submited is ${value}`,
  );
}

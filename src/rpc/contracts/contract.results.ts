import { encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { abiToJson } from '../../../vm/wasm/abi/json-form.js';
import type { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { stringifyJson } from '../../codec/json.js';
import type { JsonObject } from '../../codec/json-value.js';
import { type RegId, regIdText } from '../../codec/regid.js';
import {
  type ContractAccount,
  EMPTY_CONTRACT_ACCOUNT,
  thawed,
} from '../../state/tables/contract-accounts.js';
import type { Contract } from '../../state/tables/contracts.js';
import { hexText } from '../../tx/json-members.js';
import type { AmountFormat } from '../node/amounts.js';

/** A contract in full (spec 02 §4.8). */
export function contractJson(regId: RegId, contract: Contract): JsonObject {
  const { vmType, maintainer, upgradable, code, memo, abi } = contract;
  return {
    contract_regid: regIdText(regId),
    vm_type: vmType,
    maintainer: regIdText(maintainer),
    upgradable,
    code: hexText(code),
    memo,
    abi,
    abi_hex: hexText(abi),
  };
}

/** Of contracts that are part of the program and have no code. */
const SYSTEM_VM = 0;

/** As {@link contractJson}, for a contract of the system, which nobody maintains. */
export function systemContractJson(regId: RegId, { definition }: Pick<AbiSchema, 'definition'>): JsonObject {
  return {
    contract_regid: regIdText(regId),
    vm_type: SYSTEM_VM,
    maintainer: '',
    upgradable: false,
    code: '',
    memo: '',
    abi: stringifyJson(abiToJson(definition)),
    abi_hex: hexText(encodeAbi(definition)),
  };
}

/** A contract in a list, with or without what is large (spec 03 §11.1). */
export function contractListItem(regId: RegId, contract: Contract, detailed: boolean): JsonObject {
  const { vmType, upgradable, code, memo, abi } = contract;
  const item = { contract_regid: regIdText(regId), memo };
  return detailed ? { ...item, vm_type: vmType, upgradable, code: hexText(code), abi } : item;
}

/** What a user has of a contract's token at a height; nothing counts as zero. */
export function contractAccountAt(account: ContractAccount | undefined, height: number): ContractAccount {
  const stored = account ?? EMPTY_CONTRACT_ACCOUNT;
  return thawed(stored, height) ?? stored;
}

/**
 * A user's account of a contract (spec 02 §4.8).
 * @param user - the bytes by which the contract names the user
 */
export function contractAccountJson(
  user: Uint8Array,
  { free, frozen }: ContractAccount,
  amountFormat: AmountFormat,
): JsonObject {
  return {
    account_uid: hexText(user),
    free_value: amountFormat(free),
    frozen_funds: frozen.map(({ value, timeoutHeight, tag }) => ({
      value: amountFormat(value),
      timeout_height: timeoutHeight,
      tag: hexText(tag),
    })),
  };
}

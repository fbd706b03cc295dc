import {
  isNoRegId,
  type RegId,
  regIdInteger,
  regIdOfInteger,
  regIdRaw,
  regIdText,
} from '../../../src/codec/regid.js';
import { hash160 } from '../../../src/crypto/hash.js';
import { CONTRACTS, type Contract } from '../../../src/state/tables/contracts.js';
import { VM_WASM } from '../../../src/tx/enums.js';
import type { TransactionContext } from '../../context.js';
import { ContractException, type ExceptionName } from '../../wasm/exception.js';
import { MODULE_LIMITS } from '../../wasm/module/limits.js';
import { engine } from '../wasm-code.js';
import { bytes, regid, string, uint8 } from './field-types.js';
import { defineAction, defineNativeContract } from './native-contract.js';

/** The contract of contracts in integer form (spec 04 §8.1). */
export const CODE_CONTRACT = 100n;

const setcode = defineAction({
  name: 'setcode',
  summary: 'Deploys a WebAssembly contract, or replaces the code of one by the authority of its maintainer.',
  fields: { contract: regid, maintainer: regid, vmtype: uint8, code: bytes, abi: bytes, memo: string },

  execute(call, { contract, maintainer, vmtype, code, abi, memo }) {
    const { context } = call;
    if (vmtype !== VM_WASM) {
      fail('vm_type_mismatch', `vmtype is ${vmtype}, it must be ${VM_WASM} for WebAssembly`);
    }
    const regId = contract === 0n ? context.position : requireRegId(contract, 'contract_exception');
    const stored = context.state.get(CONTRACTS, regId);
    const given = requireRegId(maintainer, 'regid_type_exception');
    if (contract === 0n) requireFree(context, regId);
    else requireMaintainer(stored, regId, given);
    if (stored !== undefined) call.requireAuthorization(maintainer);
    if (abi.length > MODULE_LIMITS.moduleBytes) {
      fail(
        'contract_exception',
        `an ABI of ${abi.length} bytes, at most ${MODULE_LIMITS.moduleBytes} are allowed`,
      );
    }
    engine.deploy(code, abi, {
      abi: work => call.charge(work, 'the ABI of a contract'),
      module: hash => call.chargeModule(hash),
    });
    if (stored === undefined) createAccount(context, regId);
    context.state.put(CONTRACTS, regId, {
      vmType: stored?.vmType ?? vmtype,
      upgradable: stored?.upgradable ?? true,
      maintainer: given,
      code,
      abi,
      memo,
    });
  },
});

const setcoder = defineAction({
  name: 'setcoder',
  summary: 'Hands a contract over to another maintainer, or to nobody: its code then stays for ever.',
  fields: { contract: regid, maintainer: regid },

  execute(call, { contract, maintainer }) {
    const regId = requireRegId(contract, 'native_contract_assert_exception');
    const stored = call.context.state.get(CONTRACTS, regId);
    if (stored === undefined) {
      fail('native_contract_assert_exception', `the contract ${regIdText(regId)} does not exist`);
    }
    call.requireAuthorization(regIdInteger(stored.maintainer));
    const given = requireRegId(maintainer, 'regid_type_exception');
    call.context.state.put(CONTRACTS, regId, { ...stored, maintainer: given });
  },
});

/**
 * 0-100: deploys contracts. Their bytes are part of the transaction, whose size burns fuel already; where a
 * contract deploys another, the action tree burns it (`inlineCodeBurnsFuel`).
 */
export const codeContract = defineNativeContract([setcode, setcoder], {
  title: 'contracts',
  burnsActionSize: false,
});

/** A new contract has this transaction's regid: it must be neither a contract's nor the payer's own. */
function requireFree(context: TransactionContext, regId: RegId): void {
  if (context.accountByRegId(regId) !== undefined) {
    fail(
      'contract_exception',
      `${regIdText(regId)} is taken: a transaction deploys one contract, and registers its payer or a contract`,
    );
  }
}

/** An upgrade names the maintainer, does not change it, and needs a contract that can be upgraded. */
function requireMaintainer(
  stored: Contract | undefined,
  regId: RegId,
  given: RegId,
): asserts stored is Contract {
  if (stored === undefined) fail('contract_exception', `the contract ${regIdText(regId)} does not exist`);
  if (regIdInteger(stored.maintainer) !== regIdInteger(given) || isNoRegId(given)) {
    fail(
      'contract_exception',
      `the maintainer of ${regIdText(regId)} is ${regIdText(stored.maintainer)}, not ${regIdText(given)}`,
    );
  }
  if (stored.vmType !== VM_WASM || !stored.upgradable) {
    fail('contract_exception', `the code of ${regIdText(regId)} cannot be replaced`);
  }
}

/** The contract's account: it can hold coins, and has no key. Coins sent to its address before stay. */
function createAccount(context: TransactionContext, regId: RegId): void {
  context.registerAccount(context.accountOrNew(hash160(regIdRaw(regId)).toString('hex')), '');
}

function requireRegId(value: bigint, exception: ExceptionName): RegId {
  return regIdOfInteger(value) ?? fail(exception, `${value} is not the integer form of a regid`);
}

function fail(exception: ExceptionName, message: string): never {
  throw new ContractException(exception, message, 'native/0-100');
}

import { MAX_CODE_SIZE } from '../../../vm/native/contract/lua-deployment.js';
import { PROTOCOL } from '../../config/network.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { deployLuaSource } from './deploy-lua.js';
import { abiJson, deployModule } from './deploy-module.js';
import type { methods } from './deployments.methods.js';
import { checkSyntax } from './lua-file.js';

/** How every module begins: `\0asm`. */
const MODULE_HEAD = Buffer.from([0x00, 0x61, 0x73, 0x6d]);

export const handlers = implement<typeof methods, NodeServices>({
  submitdeploymenttx({ sender, code, abi = '', memo = '', contract = '', fee }, services) {
    if (isModule(code)) {
      if (abi === '' || abi === null) refuse('a module is deployed with its ABI');
      const json = typeof abi === 'string' ? abiJson(Buffer.from(abi), 'rpc/submitdeploymenttx') : abi;
      const memoBytes = Buffer.from(memo, 'utf8');
      if (memoBytes.length > PROTOCOL.memoSize) {
        refuse(`the memo has ${memoBytes.length} bytes, at most ${PROTOCOL.memoSize} are allowed`);
      }
      return deployModule(services, { sender, code, abi: json, contract, fee, memo: memoBytes });
    }
    if (abi !== '' && abi !== null) refuse('a Lua contract has no ABI');
    if (contract !== '') refuse('the code of a Lua contract cannot be replaced');
    if (code.length === 0 || code.length > MAX_CODE_SIZE) {
      refuse(`the source has ${code.length} bytes, 1 to ${MAX_CODE_SIZE} are allowed`);
    }
    checkSyntax(code, 'source');
    return deployLuaSource(services, { sender, code, memo, fee });
  },
});

function isModule(code: Uint8Array): boolean {
  return MODULE_HEAD.equals(code.subarray(0, MODULE_HEAD.length));
}

function refuse(message: string): never {
  throw new RpcError('INVALID_PARAMETER', message);
}

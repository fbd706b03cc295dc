import { VM_LUA } from '../../../src/tx/enums.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { ucontractDeploy } from '../../../src/tx/types/ucontract-deploy.js';
import { defineHandler } from '../handler.js';
import { checkCode, checkDeploymentFee, deploy, encodedSize, requireOwnerKey } from './lua-deployment.js';
import { payFuelToReserve } from './stable-coin-fuel.js';

/** UCONTRACT_DEPLOY_TX (spec 03 §4). */
export const ucontractDeployHandler = defineHandler(ucontractDeploy, {
  summary: 'Deploys a contract; its fee may be paid in the stable coin.',

  check({ vmType, code, memo, abi, fees }, context) {
    if (vmType !== VM_LUA) reject(REJECT.REJECT_INVALID, 'vm-type-error');
    checkCode({ code, memo, abi });
    checkDeploymentFee(fees, context);
    requireOwnerKey(context);
  },

  execute({ code, memo, abi, upgradable }, context) {
    deploy(context, { code, memo, abi }, upgradable);
    context.fuel = 2n + encodedSize(code) + encodedSize(memo) + encodedSize(abi);
    payFuelToReserve(context);
  },
});

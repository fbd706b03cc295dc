import { lcontractDeploy } from '../../../src/tx/types/lcontract-deploy.js';
import { defineHandler } from '../handler.js';
import {
  checkCode,
  checkDeploymentFee,
  deploy,
  encodedSize,
  NO_ABI,
  requireOwnerKey,
} from './lua-deployment.js';

/** LCONTRACT_DEPLOY_TX (spec 03 §4). */
export const lcontractDeployHandler = defineHandler(lcontractDeploy, {
  summary: 'Deploys a Lua contract.',

  check({ contract, fees }, context) {
    checkCode({ ...contract, abi: NO_ABI });
    checkDeploymentFee(fees, context);
    requireOwnerKey(context);
  },

  execute({ contract }, context) {
    const { code, memo } = contract;
    deploy(context, { code, memo, abi: NO_ABI }, false);
    context.fuel = encodedSize(code) + encodedSize(memo);
  },
});

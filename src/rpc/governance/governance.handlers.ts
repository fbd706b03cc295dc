import { governors } from '../../../vm/native/governance/electorate.js';
import { regIdText } from '../../codec/regid.js';
import { cdpParameters, systemParameters } from '../../config/system-parameters.js';
import { ASSETS } from '../../state/tables/assets.js';
import type { CdpPair } from '../../state/tables/cdp-parameters.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { TX } from '../../tx/transactions.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { senderParameter } from '../submission/account-parameters.js';
import { feeParameter } from '../submission/fees.js';
import { requireFunds } from '../submission/simulated-balance.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import type { methods } from './governance.methods.js';
import { cdpParameterJson, minimumFeesJson, systemParameterJson } from './parameters.results.js';
import { proposalDetail } from './proposal.results.js';
import { cdpParameterNamed, systemParameterNamed } from './proposed-parameters.js';

export const handlers = implement<typeof methods, NodeServices>({
  submitproposalapprovaltx({ sender: from, proposal_id, fee: given, axc_signature }, services) {
    const sender = senderParameter(services, from);
    const fee = feeParameter(services, given, TX.PROPOSAL_APPROVAL);
    requireFunds(services.state, sender, fee);
    return signAndSubmit(services, {
      type: TX.PROPOSAL_APPROVAL,
      ...standardFields(services, sender, fee),
      proposalId: proposal_id,
      axcSignature: axc_signature ?? new Uint8Array(),
      ...UNSIGNED,
    });
  },

  getproposal: ({ proposal_id }, { state }) => proposalDetail(state, proposal_id),

  getgovernors: (_args, { state, network }) => ({ governors: governors(state, network).map(regIdText) }),

  getsysparam({ param_name }, { state }) {
    const parameter = systemParameterNamed(param_name) ?? illegalName(param_name);
    return { [parameter.name]: systemParameterJson(state, parameter) };
  },

  listsysparams: (_args, { state }) =>
    Object.fromEntries(
      systemParameters.map(parameter => [parameter.name, systemParameterJson(state, parameter)]),
    ),

  getcdpparam({ coin_pair, param_name }, services) {
    const pair = pairParameter(services, coin_pair);
    const wanted =
      param_name === undefined ? cdpParameters : [cdpParameterNamed(param_name) ?? illegalName(param_name)];
    return Object.fromEntries(
      wanted.map(parameter => [parameter.name, cdpParameterJson(services.state, pair, parameter)]),
    );
  },

  listmintxfees: (_args, { state, network }) => minimumFeesJson(state, network),
});

/**
 * A coin pair as `bcoin:scoin`. Only the collateral has to exist, as in the reference.
 * @throws RpcError -8
 */
function pairParameter({ state }: Pick<NodeServices, 'state'>, text: string): CdpPair {
  const [bcoin, scoin, ...rest] = text.split(':');
  if (bcoin === undefined || scoin === undefined || rest.length > 0) {
    throw new RpcError('INVALID_PARAMETER', `ill-formatted CDP coin-pair: ${text}`);
  }
  const pair = { bcoinSymbol: freeTextFrom(bcoin), scoinSymbol: freeTextFrom(scoin) };
  if (state.get(ASSETS, pair.bcoinSymbol) === undefined) {
    throw new RpcError('INVALID_PARAMETER', `invalid CDP coin-pair::${text}`);
  }
  return pair;
}

function illegalName(about: string): never {
  throw new RpcError('INVALID_PARAMETER', 'param name is illegal', { about });
}

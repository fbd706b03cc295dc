import { type RegId, regIdInteger, regIdOfInteger } from '../../../src/codec/regid.js';
import { required } from '../../../src/codec/required.js';
import { parseActionName } from '../../../src/tx/action-name.js';
import { BASE_COIN } from '../../../src/tx/symbols.js';
import { type MintedReward, mintRewards, type VotingCall, vote } from '../../native/governance/voting.js';
import { StreamWriter } from '../../wasm/abi/stream.js';
import { parseSymbol } from '../../wasm/abi/symbol.js';
import { ContractException, type ExceptionName } from '../../wasm/exception.js';
import { CODE_PERMISSION } from '../../wasm/inline-authorization.js';
import { int64, regid, string } from './field-types.js';
import { defineAction, defineNativeContract, type NativeCall } from './native-contract.js';

/** The voting contract 0-900 in integer form (spec 04 §8.3). */
export const VOTING_CONTRACT = 900n;

const ON_MINT = required(parseActionName('on_mint'), 'the name on_mint');
const BASE_COIN_SYMBOL = parseSymbol(`8,${BASE_COIN}`);

const voteAction = defineAction({
  name: 'vote',
  summary: 'Changes the votes of a candidate, for the voting contract that governance has appointed.',
  fields: { candidate: regid, votes: int64, memo: string },
  execute(call, { candidate, votes, memo }) {
    vote(votingCall(call), { candidate: requireRegId(candidate), votes, memo: memo.toString('latin1') });
  },
});

const mintRewardsAction = defineAction({
  name: 'mintrewards',
  summary: 'Mints what blocks have earned for the voters, and tells the voting contract.',
  fields: { to: regid, memo: string },
  execute(call, { to, memo }) {
    mintRewards(votingCall(call), { to: requireRegId(to), memo: memo.toString('latin1') });
  },
});

/** 0-900: votes and rewards for a voting contract. */
export const votingContract = defineNativeContract([voteAction, mintRewardsAction], {
  title: 'votes and rewards',
  burnsActionSize: true,
});

function votingCall(call: NativeCall): VotingCall {
  return {
    context: call.context,
    requireAuthorization: account => call.requireAuthorization(regIdInteger(account)),
    notify: account => call.notify(regIdInteger(account)),
    announceMint(votingContract, minted) {
      call.queueInline({
        contract: regIdInteger(votingContract),
        action: ON_MINT,
        authorization: [{ account: VOTING_CONTRACT, permission: CODE_PERMISSION }],
        data: mintArguments(minted),
      });
    },
    fail,
  };
}

/** The arguments of `on_mint`: account, what was minted as an asset, memo. */
function mintArguments({ to, amount, memo }: MintedReward): Buffer {
  const writer = new StreamWriter();
  writer.u64(regIdInteger(to));
  writer.u64(amount);
  writer.u64(BASE_COIN_SYMBOL);
  writer.bytes(Buffer.from(memo, 'latin1'));
  return writer.finish();
}

function requireRegId(value: bigint): RegId {
  return regIdOfInteger(value) ?? fail('regid_type_exception', `${value} is not the integer form of a regid`);
}

function fail(exception: ExceptionName, message: string): never {
  throw new ContractException(exception, message, 'native/0-900');
}

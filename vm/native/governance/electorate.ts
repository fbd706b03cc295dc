import { type RegId, sameRegId } from '../../../src/codec/regid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { builtInGovernorRegId } from '../../../src/config/system-accounts.js';
import type { StateReader } from '../../../src/state/state.js';
import { ACTIVE_DELEGATES } from '../../../src/state/tables/delegates.js';
import { GOVERNORS } from '../../../src/state/tables/parameters.js';
import type { SumRules } from '../sums.js';

/** Who approves a proposal (spec 05 §11; decision D33). */
export type Electorate = 'governors' | 'producers';

type GovernedNetwork = Pick<NetworkParameters, 'forks' | 'mended'>;

/** Approvals needed while there is no list of producers. */
const NEEDED_WITHOUT_PRODUCERS = 8;

/**
 * The governors, ascending. While none is appointed it is the built-in one, who therefore vanishes when
 * the first is appointed and is back when the last is removed (spec 05 §1, row 22).
 */
export function governors(state: StateReader, network: GovernedNetwork): readonly RegId[] {
  const appointed = Array.from(state.iterate(GOVERNORS), ([regId]) => regId);
  return appointed.length > 0 ? appointed : [builtInGovernorRegId(network)];
}

/** Whether an account may approve now. Approvals that it has given stay valid when that changes. */
export function mayApprove(
  electorate: Electorate,
  state: StateReader,
  network: GovernedNetwork,
  account: RegId,
): boolean {
  const members = membersOf(electorate, state, network) ?? [];
  return members.some(member => sameRegId(member, account));
}

/** How many approvals a proposal needs that is made now. */
export function approvalsNeededNow(
  electorate: Electorate,
  state: StateReader,
  network: GovernedNetwork,
): number {
  const members = membersOf(electorate, state, network);
  return members === undefined ? NEEDED_WITHOUT_PRODUCERS : approvalsNeeded(members.length, network.mended);
}

/** More than two thirds of an electorate, in eight bits as proposals keep it (spec 05 §11). */
export function approvalsNeeded(members: number, { sumsNeverWrap }: SumRules): number {
  const needed = members - Math.floor(members / 3);
  return sumsNeverWrap ? Math.min(needed, 0xff) : needed & 0xff;
}

function membersOf(
  electorate: Electorate,
  state: StateReader,
  network: GovernedNetwork,
): readonly RegId[] | undefined {
  if (electorate === 'governors') return governors(state, network);
  return state.get(ACTIVE_DELEGATES, undefined)?.map(({ regId }) => regId);
}

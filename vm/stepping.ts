import type { RegId } from '../src/codec/regid.js';
import type { StateReader } from '../src/state/state.js';
import type { LuaContractCode } from './lua/contract.js';
import type { LuaLineObserver } from './lua/tracing/stepping-machine.js';

/** What somebody who looks at a run of a Lua contract can see of its call. */
export interface SteppedCall {
  readonly call: {
    readonly contract: RegId;
    readonly arguments: Uint8Array;
    readonly symbol: string;
    /** In sawi. */
    readonly amount: bigint;
  };
  readonly context: {
    /** With what the call has changed so far. */
    readonly state: StateReader;
    readonly block: { readonly height: number };
    sender(): { readonly regId: RegId };
  };
}

/** Finds who looks at the runs of a contract between its lines, if anybody does. */
export type LuaLines = (code: LuaContractCode) => LuaLineObserver<SteppedCall> | undefined;

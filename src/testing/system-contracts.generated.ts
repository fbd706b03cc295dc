// Written by `npm run docs` from the contracts that are part of the node. Do not edit.

import type { AccountArgument } from './contract-types.js';

export interface System0At100 {
  actions: {
    setcode: { contract: AccountArgument; maintainer: AccountArgument; vmtype: number; code: string; abi: string; memo: string } | readonly [contract: AccountArgument, maintainer: AccountArgument, vmtype: number, code: string, abi: string, memo: string];
    setcoder: { contract: AccountArgument; maintainer: AccountArgument } | readonly [contract: AccountArgument, maintainer: AccountArgument];
  };
  views: {};
  tables: {};
}

export interface System0At200 {
  actions: {
    transfer: { from: AccountArgument; to: AccountArgument; quantity: string; memo: string } | readonly [from: AccountArgument, to: AccountArgument, quantity: string, memo: string];
    transferkey: { from: AccountArgument; to: string; quantity: string; memo: string } | readonly [from: AccountArgument, to: string, quantity: string, memo: string];
  };
  views: {};
  tables: {};
}

/** deal, as an argument. */
export type DealInput = { buy_order_id: string; sell_order_id: string; price: bigint; coin_amount: bigint; asset_amount: bigint } | readonly [buy_order_id: string, sell_order_id: string, price: bigint, coin_amount: bigint, asset_amount: bigint];

export interface System0At300 {
  actions: {
    buylimit: { owner: AccountArgument; asset: string; coin: string; price: bigint; dex_id: number; memo: string } | readonly [owner: AccountArgument, asset: string, coin: string, price: bigint, dex_id: number, memo: string];
    selllimit: { owner: AccountArgument; asset: string; coin: string; price: bigint; dex_id: number; memo: string } | readonly [owner: AccountArgument, asset: string, coin: string, price: bigint, dex_id: number, memo: string];
    buymarket: { owner: AccountArgument; coins: string; asset: string; dex_id: number; memo: string } | readonly [owner: AccountArgument, coins: string, asset: string, dex_id: number, memo: string];
    sellmarket: { owner: AccountArgument; asset: string; coin: string; dex_id: number; memo: string } | readonly [owner: AccountArgument, asset: string, coin: string, dex_id: number, memo: string];
    cancel: { owner: AccountArgument; order_id: string } | readonly [owner: AccountArgument, order_id: string];
    settle: { settler: AccountArgument; deals: ReadonlyArray<DealInput> } | readonly [settler: AccountArgument, deals: ReadonlyArray<DealInput>];
  };
  views: {};
  tables: {};
}

export interface System0At400 {
  actions: {
    stake: { owner: AccountArgument; cdp_id?: string | null | undefined; pledged: string; minted: string } | readonly [owner: AccountArgument, cdp_id: string | null, pledged: string, minted: string];
    redeem: { owner: AccountArgument; cdp_id: string; repaid: bigint; redeemed: string } | readonly [owner: AccountArgument, cdp_id: string, repaid: bigint, redeemed: string];
    liquidate: { liquidator: AccountArgument; cdp_id: string; offered: bigint } | readonly [liquidator: AccountArgument, cdp_id: string, offered: bigint];
  };
  views: {};
  tables: {};
}

/** output, as an argument. */
export type OutputInput = { amount: bigint; owner?: AccountArgument | null | undefined; owner_key?: string | null | undefined; multisig?: string | null | undefined; password_hash?: string | null | undefined; proven_hash?: string | null | undefined; claim_height?: bigint | null | undefined; reclaim_height?: bigint | null | undefined } | readonly [amount: bigint, owner: AccountArgument | null, owner_key: string | null, multisig: string | null, password_hash: string | null, proven_hash: string | null, claim_height: bigint | null, reclaim_height: bigint | null];

/** signers, as an argument. */
export type SignersInput = { m: number; accounts: ReadonlyArray<AccountArgument>; signatures: ReadonlyArray<string> } | readonly [m: number, accounts: ReadonlyArray<AccountArgument>, signatures: ReadonlyArray<string>];

/** input, as an argument. */
export type InputInput = { txid: string; index: number; password?: string | null | undefined; signers?: SignersInput | null | undefined } | readonly [txid: string, index: number, password: string | null, signers: SignersInput | null];

export interface System0At500 {
  actions: {
    charge: { account: AccountArgument; coin: string; outputs: ReadonlyArray<OutputInput>; memo: string } | readonly [account: AccountArgument, coin: string, outputs: ReadonlyArray<OutputInput>, memo: string];
    spend: { account: AccountArgument; coin: string; inputs: ReadonlyArray<InputInput>; outputs: ReadonlyArray<OutputInput>; memo: string } | readonly [account: AccountArgument, coin: string, inputs: ReadonlyArray<InputInput>, outputs: ReadonlyArray<OutputInput>, memo: string];
    draw: { account: AccountArgument; coin: string; inputs: ReadonlyArray<InputInput>; memo: string } | readonly [account: AccountArgument, coin: string, inputs: ReadonlyArray<InputInput>, memo: string];
  };
  views: {};
  tables: {};
}

export interface System0At800 {
  actions: {
    issue: { symbol: string; owner: AccountArgument; name: string; total_supply: bigint; mintable: boolean; memo: string } | readonly [symbol: string, owner: AccountArgument, name: string, total_supply: bigint, mintable: boolean, memo: string];
    mint: { to: AccountArgument; quantity: string; memo: string } | readonly [to: AccountArgument, quantity: string, memo: string];
    burn: { owner: AccountArgument; quantity: string; memo: string } | readonly [owner: AccountArgument, quantity: string, memo: string];
    update: { symbol_code: string; owner?: AccountArgument | null | undefined; name?: string | null | undefined; memo?: string | null | undefined } | readonly [symbol_code: string, owner: AccountArgument | null, name: string | null, memo: string | null];
    transfer: { from: AccountArgument; to: AccountArgument; quantity: string; memo: string } | readonly [from: AccountArgument, to: AccountArgument, quantity: string, memo: string];
    setasseticon: { symbol_code: string; icon_url: string } | readonly [symbol_code: string, icon_url: string];
  };
  views: {};
  tables: {};
}

export interface System0At900 {
  actions: {
    vote: { candidate: AccountArgument; votes: bigint; memo: string } | readonly [candidate: AccountArgument, votes: bigint, memo: string];
    mintrewards: { to: AccountArgument; memo: string } | readonly [to: AccountArgument, memo: string];
  };
  views: {};
  tables: {};
}

/** The contracts that are part of the node. */
export interface SystemContracts {
  '0-100': System0At100;
  '0-200': System0At200;
  '0-300': System0At300;
  '0-400': System0At400;
  '0-500': System0At500;
  '0-800': System0At800;
  '0-900': System0At900;
}

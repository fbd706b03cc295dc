import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TX } from '../../../src/tx/transactions.js';

/** A key of the wallet library, in its text form. */
export interface SdkWallet {
  readonly privateKey: string;
  readonly address: string;
  publicKeyAsHex(): { toString(): string };
}

/** The parameters of the library's own documentation, for the transactions that tests sign with it. */
export type SdkParameters =
  | { readonly nTxType: typeof TX.ACCOUNT_REGISTER; readonly nValidHeight: number; readonly fees: number }
  | {
      readonly nTxType: typeof TX.BCOIN_TRANSFER;
      readonly nValidHeight: number;
      readonly fees: number;
      /** Empty: the sender is named by the public key. */
      readonly srcRegId: string;
      readonly destAddr: string;
      readonly amount: number;
      readonly memo: string;
    }
  | {
      readonly nTxType: typeof TX.UCOIN_TRANSFER;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly srcRegId: string;
      readonly dests: readonly SdkTransfer[];
      readonly memo: string;
      readonly feeSymbol: string;
    }
  | {
      readonly nTxType: typeof TX.LCONTRACT_INVOKE;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly srcRegId: string;
      readonly appId: string;
      readonly amount: number;
      /** The arguments in hex. */
      readonly vContract: string;
    }
  | {
      readonly nTxType: typeof TX.LCONTRACT_DEPLOY;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly srcRegId: string;
      /** The source of the contract. */
      readonly vContract: string;
      readonly description: string;
    }
  | {
      readonly nTxType: typeof TX.DELEGATE_VOTE;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly userId: string;
      /** Candidates by public key. */
      readonly voteLists: readonly { readonly srcRegId: string; readonly voteValue: number }[];
    }
  | {
      readonly nTxType: typeof TX.ASSET_ISSUE;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly feeSymbol: string;
      readonly srcRegId: string;
      readonly asset: {
        readonly assetSymbol: string;
        readonly ownerRegid: string;
        readonly assetName: string;
        readonly totalSupply: number;
        readonly modifiAble: boolean;
      };
    }
  | {
      readonly nTxType: typeof TX.UIA_UPDATE;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly feeSymbol: string;
      readonly srcRegId: string;
      readonly assetSymbol: string;
      /** Types: 1 owner, 2 name, 3 more coins. */
      readonly updateData: { readonly updateType: 1 | 2 | 3; readonly updateValue: string | number };
    }
  | {
      readonly nTxType: typeof TX.UCONTRACT_INVOKE;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly feeSymbol: string;
      readonly srcRegId: string;
      readonly appId: string;
      readonly coinSymbol: string;
      readonly amount: number;
      readonly vContract: string;
    }
  | (SdkPosition & {
      readonly nTxType: typeof TX.CDP_STAKE;
      /** Left out for a new position. */
      readonly cdpTxId?: string;
      readonly assetMap: ReadonlyMap<string, number>;
      readonly sCoinSymbol: string;
      readonly sCoinToMint: number;
    })
  | (SdkPosition & {
      readonly nTxType: typeof TX.CDP_REDEEM;
      readonly cdpTxId: string;
      readonly sCoinsToRepay: number;
      readonly assetMap: ReadonlyMap<string, number>;
    })
  | (SdkPosition & {
      readonly nTxType: typeof TX.CDP_LIQUIDATE;
      readonly cdpTxId: string;
      readonly sCoinsToLiquidate: number;
      readonly liquidateAssetSymbol: string;
    })
  | (SdkOrder & {
      readonly nTxType: typeof TX.DEX_LIMIT_BUY_ORDER | typeof TX.DEX_LIMIT_SELL_ORDER;
      readonly assetAmount: number;
      readonly price: number;
    })
  /** The library calls the coins of a market buy assets, too. */
  | (SdkOrder & {
      readonly nTxType: typeof TX.DEX_MARKET_BUY_ORDER | typeof TX.DEX_MARKET_SELL_ORDER;
      readonly assetAmount: number;
    })
  | {
      readonly nTxType: typeof TX.DEX_CANCEL_ORDER;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly srcRegId: string;
      readonly feeSymbol: string;
      readonly orderId: string;
    };

/** What transactions about debt positions have in common. */
interface SdkPosition {
  readonly nValidHeight: number;
  readonly fees: number;
  readonly feeSymbol: string;
  readonly srcRegId: string;
}

/** What the orders of the exchange have in common. */
interface SdkOrder {
  readonly nValidHeight: number;
  readonly fees: number;
  readonly srcRegId: string;
  readonly feeSymbol: string;
  readonly coinSymbol: string;
  readonly assetSymbol: string;
}

export interface SdkTransfer {
  readonly coinSymbol: string;
  readonly destAddress: string;
  readonly transferAmount: number;
}

interface Sdk {
  readonly Wallet: new (wif: string) => SdkWallet;
  readonly WaykiTransaction: new (parameters: SdkParameters, wallet: SdkWallet) => { genRawTx(): string };
}

/** `wicc-wallet-lib`: the wallet library that users of this network have, written by others. */
const sdk = createRequire(import.meta.url)('wicc-wallet-lib') as Sdk;

/** The types that the library signs, in ascending order: the keys of its own table. */
export function sdkTypes(): number[] {
  const path = createRequire(import.meta.url).resolve('wicc-wallet-lib/src/transactionParams.js');
  const types = readFileSync(path, 'utf8').matchAll(/^ {8}(\d+): \{$/gm);
  return [...types].map(([, type]) => Number(type)).sort((a, b) => a - b);
}

/** The wallet of a private key in its text form (WIF). */
export function sdkWallet(wif: string): SdkWallet {
  return new sdk.Wallet(wif);
}

/** A transaction, signed by the library, in hex. */
export function sdkSigned(wallet: SdkWallet, parameters: SdkParameters): string {
  return new sdk.WaykiTransaction(parameters, wallet).genRawTx();
}

import { createRequire } from 'node:module';

/** A key of the wallet library, in its text form. */
export interface SdkWallet {
  readonly privateKey: string;
  readonly address: string;
  publicKeyAsHex(): { toString(): string };
}

/** The parameters of the library's own documentation, for the transactions that tests sign with it. */
export type SdkParameters =
  | { readonly nTxType: 2; readonly nValidHeight: number; readonly fees: number }
  | {
      readonly nTxType: 3;
      readonly nValidHeight: number;
      readonly fees: number;
      /** Empty: the sender is named by the public key. */
      readonly srcRegId: string;
      readonly destAddr: string;
      readonly amount: number;
      readonly memo: string;
    }
  | {
      readonly nTxType: 11;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly srcRegId: string;
      readonly dests: readonly SdkTransfer[];
      readonly memo: string;
      readonly feeSymbol: string;
    }
  | (SdkOrder & {
      readonly nTxType: 84 | 85;
      readonly assetAmount: number;
      readonly price: number;
    })
  /** The library calls the coins of a market buy assets, too. */
  | (SdkOrder & { readonly nTxType: 86 | 87; readonly assetAmount: number })
  | {
      readonly nTxType: 88;
      readonly nValidHeight: number;
      readonly fees: number;
      readonly srcRegId: string;
      readonly feeSymbol: string;
      readonly orderId: string;
    };

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

/** The wallet of a private key in its text form (WIF). */
export function sdkWallet(wif: string): SdkWallet {
  return new sdk.Wallet(wif);
}

/** A transaction, signed by the library, in hex. */
export function sdkSigned(wallet: SdkWallet, parameters: SdkParameters): string {
  return new sdk.WaykiTransaction(parameters, wallet).genRawTx();
}

/** An account of a development chain. It is a plain value: the same account on every fork of the chain. */
export interface DevAccount {
  /** Such as `alice`; contracts have the name of their source. */
  readonly name: string;
  /** `<height>-<index>`. */
  readonly regId: string;
  /** 34 characters, base58check. */
  readonly address: string;
  /** 40 hex digits. */
  readonly keyId: string;
}

/** Whatever names an account: the account itself, a contract, or its regid, address or key id as text. */
export type AccountLike = Pick<DevAccount, 'keyId'> | string;

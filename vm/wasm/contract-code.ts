/** The code of a contract, as its record keeps it. */
export interface ContractCode {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
}

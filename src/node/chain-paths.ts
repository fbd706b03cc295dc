/** Where a chain is kept, in the directory of its network. */
export interface ChainPaths {
  readonly database: string;
  /** Of the log of blocks. */
  readonly blocks: string;
}

// Written by `npm run docs` from the declarations in src/rpc/*/*.methods.ts. Do not edit.

/** An integer that may be greater than 2^53; bigints are returned only where a number would lose digits. */
export type Integer = number | bigint;

/** JSON as a caller may pass it. */
export type Input =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Input[]
  | { readonly [member: string]: Input | undefined };

/** JSON as it may occur in an answer. */
export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };

export interface Account {
  /** base58 address */
  address: string;
  /** hash of the owner key, 40 hex digits */
  keyid: string;
  /** 0-0 where the account is not registered */
  regid: string;
  /** whether the regid can stand for the account for good */
  regid_mature: boolean;
  /** 66 hex digits, or empty */
  owner_pubkey: string;
  /** 66 hex digits, or empty */
  miner_pubkey: string;
  /** 10 binary digits, the rightmost is bit 0 */
  perms: string;
  /** coins without a balance are left out */
  tokens: Record<string, Balance>;
  /** votes for this account */
  received_votes: Integer;
  /** votes of this account */
  vote_list: {
    candidate_uid: {
      id_type: 'RegID' | 'KeyID' | 'PubKey' | 'Null';
      id: string;
    };
    /** in sawi */
    voted_bcoins: Integer;
  }[];
  /** whether the account is on chain */
  onchain: boolean;
  /** whether the wallet has its key */
  in_wallet: boolean;
  /** whether its public key is on chain */
  pubkey_registered: boolean;
  /** of the chain */
  height: number;
  /** its open debt positions */
  cdp_list: Cdp[];
}

export interface Asset {
  asset_symbol: string;
  asset_name: string;
  /** 1: native, 2: issued by governance, 3: issued by a user, 4: mirrored */
  asset_type: number;
  /** 5 binary digits, the rightmost is bit 0 */
  perms_sum: string;
  /** 0-0 if it has no owner */
  owner_regid: string;
  /** in sawi */
  total_supply: Integer;
  mintable: boolean;
  icon_url: string;
}

export interface Balance {
  /** can be spent */
  free_amount: Integer;
  /** staked */
  staked_amount: Integer;
  /** held by orders */
  frozen_amount: Integer;
  /** given to candidates */
  voted_amount: Integer;
  /** collateral of debt positions */
  pledged_amount: Integer;
  /** the sum */
  total_amount: Integer;
}

export interface Block {
  curr_block_hash: string;
  /** of all but the first block */
  prev_block_hash?: string;
  /** of all but the newest block */
  next_block_hash?: string;
  /** the producer */
  bp_uid: string;
  version: number;
  merkle_root: string;
  /** sawi for 100 units of fuel */
  fuel_rate: number;
  /** in sawi */
  total_fuel_fee: Integer;
  /** 1 of the newest block */
  confirmations: number;
  /** bytes */
  size: number;
  height: number;
  tx_count: number;
  tx: string[];
  /** seconds since 1970 */
  time: number;
  nonce: number;
  median_price: {
    coin_symbol: string;
    price_symbol: string;
    price: number;
  }[];
  /** with list_txs */
  tx_details?: ConfirmedTransaction[];
  /** of the block itself */
  receipts: Receipt[];
}

export interface Cdp {
  /** id of the transaction that opened it */
  cdpid: string;
  /** its owner */
  regid: string;
  /** height of its last change */
  last_height: number;
  /** coin of the collateral */
  bcoin_symbol: string;
  /** collateral */
  total_bcoin: Integer;
  /** coin of the debt */
  scoin_symbol: string;
  /** debt */
  total_scoin: Integer;
  /** in percent with two decimals, or INF */
  collateral_ratio: string;
  /** interest that the next change settles */
  interest_due: Integer;
  /** days for which it is due */
  interest_days: Integer;
}

export interface CdpInDetail {
  /** id of the transaction that opened it */
  cdpid: string;
  /** its owner */
  regid: string;
  /** height of its last change */
  last_height: number;
  /** coin of the collateral */
  bcoin_symbol: string;
  /** collateral */
  total_bcoin: Integer;
  /** coin of the debt */
  scoin_symbol: string;
  /** debt */
  total_scoin: Integer;
  /** in percent with two decimals, or INF */
  collateral_ratio: string;
  /** interest that the next change settles */
  interest_due: Integer;
  /** days for which it is due */
  interest_days: Integer;
  /** in ten-thousandths, where something is owed */
  current_ratio?: Integer;
  /** x 10^8, where something is owed */
  liquidatable_at_price?: Integer;
  /** x 10^8, where something is owed */
  force_liquidated_at_price?: Integer;
}

export interface ClosedOrder {
  /** id of the transaction that placed it */
  order_id: string;
  generate_type: 'USER_GEN_ORDER' | 'SYSTEM_GEN_ORDER';
  order_type: 'LIMIT_PRICE' | 'MARKET_PRICE';
  order_side: 'BUY' | 'SELL';
  /** the coin that is paid with */
  coin_symbol: string;
  /** what is traded */
  asset_symbol: string;
  /** coins to spend, of a market buy */
  coin_amount: Integer;
  /** assets to buy or sell */
  asset_amount: Integer;
  /** coins for an asset x 10^8; 0 of a market order */
  price: Integer;
  /** the operator */
  dex_id: number;
  has_operator_config: boolean;
  operator_config?: {
    open_mode: 'PUBLIC' | 'PRIVATE';
    /** x 10^8 */
    taker_fee_ratio: Integer;
    /** x 10^8 */
    maker_fee_ratio: Integer;
  };
  /** height-index */
  tx_cord: string;
  /** its owner */
  user_regid: string;
  /** coins of its trades so far */
  total_deal_coin_amount: Integer;
  /** assets of its trades so far */
  total_deal_asset_amount: Integer;
  /** why the system placed it, or empty */
  src_type: string;
  /** what for, or empty */
  src_id: string;
  /** true where this is in no block yet */
  waits?: boolean;
  state: 'FILLED' | 'CANCELLED';
  /** height-index of what closed it */
  closed_cord: string;
  /** 64 hex digits */
  closed_txid: string;
  /** coin of the fees of its trades */
  fee_symbol: string;
  /** in sawi */
  total_friction_fee: Integer;
  /** in sawi */
  total_operator_fee: Integer;
  trades: Trade[];
}

export interface ConfirmedTransaction {
  /** 64 hex digits */
  txid: string;
  /** such as UCOIN_TRANSFER_TX */
  tx_type: string;
  ver: number;
  /** the sender: regid, public key or key id */
  tx_uid?: string;
  /** address of the sender */
  from_addr?: string;
  fee_symbol?: string;
  /** in sawi */
  fees?: Integer;
  /** height at which it was made */
  valid_height: number;
  /** hex */
  signature?: string;
  confirmed_height: number;
  /** seconds since 1970 */
  confirmed_time: number;
  block_hash: string;
  /** height-index */
  tx_cord: string;
  /** the same as tx_cord */
  tx_code: string;
  receipts: Receipt[];
  /** the same as receipts */
  receipt: Receipt[];
  /** hex */
  rawtx: string;
  /** height of the chain minus confirmed_height */
  confirmations: number;
  /** of a universal transaction, or a Lua contract that calls modules of the node */
  tx_trace?: TxTrace;
  /** the members of its type, see spec 02 §4.1 */
  [member: string]: unknown;
}

export interface Contract {
  contract_regid: string;
  /** 1: Lua, 2: WebAssembly, 0: a contract of the system, such as 0-800 */
  vm_type: number;
  /** regid of who may replace the code; empty for a contract of the system */
  maintainer: string;
  upgradable: boolean;
  /** hex */
  code: string;
  memo: string;
  /** JSON text; empty for a Lua contract */
  abi: string;
  /** its packed form */
  abi_hex: string;
}

export interface ContractCall {
  /** regid */
  contract: string;
  kind: 'lua' | 'action';
  /** of Lua: arguments in hex and coins; of an action: contract, action, authorization and data */
  call: Json;
  /** units; of Lua with that of the actions that it has called */
  fuel?: Integer;
  /** units by kind, of Lua */
  kinds: Record<string, Integer>;
  logs: string[];
  /** what it has stored, changed and deleted */
  changes: {
    /** hex */
    key: string;
    before: string | null;
    after: string | null;
    /** of a Lua contract */
    line?: number;
  }[];
  /** coins that it has moved */
  receipts: Receipt[];
  /** functions of mylib that have done nothing */
  refusals: {
    line: number;
    function: string;
    reason: string;
  }[];
  /** what it has called, told or queued */
  calls: Json[];
}

export interface Deal {
  /** 64 hex digits */
  buy_order_id: string;
  /** 64 hex digits */
  sell_order_id: string;
  /** coins for an asset x 10^8 */
  deal_price: Integer;
  /** in sawi */
  deal_coin_amount: Integer;
  /** in sawi */
  deal_asset_amount: Integer;
}

export interface DexOperator {
  id: number;
  owner_regid: string;
  owner_addr: string;
  fee_receiver_regid: string;
  fee_receiver_addr: string;
  name: string;
  portal_url: string;
  order_open_mode: 'PUBLIC' | 'PRIVATE';
  /** x 10^8 */
  maker_fee_ratio: Integer;
  /** x 10^8 */
  taker_fee_ratio: Integer;
  /** operators whose orders may take its waiting orders */
  order_open_dexop_list: number[];
  memo: string;
  /** the bytes of the memo */
  memo_hex: string;
  /** whether it takes orders */
  activated: boolean;
}

export interface Matcher {
  enabled: boolean;
  /** regid of the only account that may settle */
  settler: string;
  /** that it knows */
  open_orders: number;
  /** settlements that wait for a block */
  in_flight: number;
  /** deals that wait for their turn */
  waiting: number;
  /** of the last block that it has seen */
  last_height: number;
  /** deals that it has settled */
  items_total: number;
  last_error: string | null;
  /** deals that were refused since the node started */
  refused_total: number;
  refused_deals: {
    /** 64 hex digits */
    buy_order_id: string;
    /** 64 hex digits */
    sell_order_id: string;
    /** why the ledger refused the deal */
    reason: string;
    /** of the newest block then */
    height: number;
    /** the one of the two orders that is not matched for a while */
    left_alone: string;
    /** of the newest block up to which it is not */
    until_height: number;
  }[];
}

export interface Order {
  /** id of the transaction that placed it */
  order_id: string;
  generate_type: 'USER_GEN_ORDER' | 'SYSTEM_GEN_ORDER';
  order_type: 'LIMIT_PRICE' | 'MARKET_PRICE';
  order_side: 'BUY' | 'SELL';
  /** the coin that is paid with */
  coin_symbol: string;
  /** what is traded */
  asset_symbol: string;
  /** coins to spend, of a market buy */
  coin_amount: Integer;
  /** assets to buy or sell */
  asset_amount: Integer;
  /** coins for an asset x 10^8; 0 of a market order */
  price: Integer;
  /** the operator */
  dex_id: number;
  has_operator_config: boolean;
  operator_config?: {
    open_mode: 'PUBLIC' | 'PRIVATE';
    /** x 10^8 */
    taker_fee_ratio: Integer;
    /** x 10^8 */
    maker_fee_ratio: Integer;
  };
  /** height-index */
  tx_cord: string;
  /** its owner */
  user_regid: string;
  /** coins of its trades so far */
  total_deal_coin_amount: Integer;
  /** assets of its trades so far */
  total_deal_asset_amount: Integer;
  /** why the system placed it, or empty */
  src_type: string;
  /** what for, or empty */
  src_id: string;
  /** true where this is in no block yet */
  waits?: boolean;
}

export interface Receipt {
  receipt_type: number;
  receipt_type_name: string;
  /** 0 to 11 */
  op_type: number;
  /** such as ADD_FREE */
  op_type_name: string;
  /** empty where coins come from nobody */
  from_addr: string;
  /** empty where coins go to nobody */
  to_addr: string;
  coin_symbol: string;
  /** in sawi */
  coin_amount: Integer;
  /** what the action has made: an order, a debt position, outputs */
  object_id?: string;
}

export interface SpentOutput {
  /** 64 hex digits */
  txid: string;
  vout_index: number;
  /** true */
  spent: boolean;
  /** 64 hex digits */
  spent_by: string;
  spent_height: number;
  /** true where this is in no block yet */
  waits?: boolean;
}

export interface Trace {
  /** 64 hex digits */
  trx_id: string;
  /** regid of the contract that ran */
  receiver: string;
  trx: {
    /** regid */
    contract: string;
    action: string;
    authorization: {
      /** regid */
      account: string;
      /** such as wasmio_owner */
      permission: string;
    }[];
    /** the arguments by name; in hex where no ABI decodes them */
    data: Json;
  };
  /** what the action has made: an order, a debt position, outputs */
  object_id?: string;
  /** what the contract printed */
  console?: string;
  /** actions and notices that it has caused */
  inline_traces?: Json[];
}

export interface Trade {
  height: number;
  /** position of its transaction in the block */
  index: number;
  /** position in its transaction */
  item: number;
  /** seconds since 1970 */
  time: number;
  /** 64 hex digits */
  txid: string;
  /** 64 hex digits */
  buy_order_id: string;
  /** 64 hex digits */
  sell_order_id: string;
  taker_side: 'BUY' | 'SELL';
  /** coins for an asset x 10^8 */
  price: Integer;
  /** in sawi */
  coin_amount: Integer;
  /** in sawi */
  asset_amount: Integer;
  /** of the asset */
  buyer_friction_fee: Integer;
  /** of the asset */
  buyer_operator_fee: Integer;
  /** coins */
  seller_friction_fee: Integer;
  /** coins */
  seller_operator_fee: Integer;
}

export interface Transaction {
  /** 64 hex digits */
  txid: string;
  /** such as UCOIN_TRANSFER_TX */
  tx_type: string;
  ver: number;
  /** the sender: regid, public key or key id */
  tx_uid?: string;
  /** address of the sender */
  from_addr?: string;
  fee_symbol?: string;
  /** in sawi */
  fees?: Integer;
  /** height at which it was made */
  valid_height: number;
  /** hex */
  signature?: string;
  /** the members of its type, see spec 02 §4.1 */
  [member: string]: unknown;
}

export interface TxTrace {
  /** 64 hex digits */
  trx_id: string;
  /** microseconds; of a universal transaction */
  elapsed?: number;
  /** fuel units */
  burned_fuel: Integer;
  /** sawi for 100 units */
  fuel_rate: number;
  /** the smallest fee that would have sufficed; of a universal transaction */
  minimum_fee?: Integer;
  /** one for each action of the transaction, or call of the contract */
  traces: Trace[];
}

export interface UnspentOutput {
  /** of the transaction that made it */
  txid: string;
  vout_index: number;
  /** false */
  spent: boolean;
  coin_symbol: string;
  /** in sawi */
  coin_amount: Integer;
  /** what has to hold for spending it */
  conds: {
    /** such as OP2SA */
    cond_type: string;
    /** the members of its type */
    [member: string]: unknown;
  }[];
  creator_uid: string;
  creator_addr: string;
  created_height: number;
  /** whether its heights let it be spent in the next block */
  spendable: boolean;
  /** height */
  spendable_from_height: Integer;
  /** who can spend it and when, in words */
  spendable_by: string;
  /** true where this is in no block yet */
  waits?: boolean;
}

export interface WaitingTransaction {
  /** 64 hex digits */
  txid: string;
  /** such as UCOIN_TRANSFER_TX */
  tx_type: string;
  ver: number;
  /** the sender: regid, public key or key id */
  tx_uid?: string;
  /** address of the sender */
  from_addr?: string;
  fee_symbol?: string;
  /** in sawi */
  fees?: Integer;
  /** height at which it was made */
  valid_height: number;
  /** hex */
  signature?: string;
  /** hex */
  rawtx: string;
  /** the members of its type, see spec 02 §4.1 */
  [member: string]: unknown;
}

/** Every method of a node. */
export interface Methods {
  /** Adds a node to the list of those to connect to, removes it, or tries it once. */
  addnode(
    node: string,
    command: string,
  ): Promise<null>;

  /** Copies the chain to a new directory on the machine of the node, while the node works on. */
  backupchain(
    path: string,
  ): Promise<{
    /** the data directory that was made */
    path: string;
    /** a block that is in it; newer ones may be too */
    height: number;
    files: number;
    /** of all files, shared ones too */
    bytes: number;
  }>;

  /** Copies the wallet file, as it is, on the machine of the node. */
  backupwallet(
    destination: string,
  ): Promise<null>;

  /** Calls a Lua contract and sends base coins to it (release 1). */
  callcontracttx(
    sender: string,
    contract_regid: string,
    amount: string | Integer,
    arguments_: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Ends a long piece of work that getprogress lists; the call that began it gets an error. */
  canceltask(
    id: Integer,
  ): Promise<{
    /** whether it was running */
    cancelled: boolean;
  }>;

  /** Makes the address of a legacy multi-signature script. */
  createmulsig(
    required: Integer,
    accounts: readonly Input[],
  ): Promise<{
    addr: string;
    /** hex */
    script: string;
  }>;

  /** Another name of decodetxraw. Shows what a raw transaction contains. */
  decoderawtx(
    rawtx: string,
  ): Promise<Transaction | Record<string, never>>;

  /** Shows what a raw transaction contains. */
  decodetxraw(
    rawtx: string,
  ): Promise<Transaction | Record<string, never>>;

  /** Writes the whole chain to a file: blocks, receipts, state and clock. */
  dev_dumpState(
    path: string,
  ): Promise<{
    height: number;
    /** of the newest block */
    hash: string;
    /** digest chain of the state, hex */
    digest: string;
    path: string;
  }>;

  /** Lists the prices that the node feeds. */
  dev_getPrices(): Promise<{
    /** in the order in which they were set */
    prices: {
      coin_symbol: string;
      price_symbol: string;
      /** x 10^8 */
      price: Integer;
    }[];
    problem: string | null;
  }>;

  /** Lets this node sign for an account without its key, until it stops. */
  dev_impersonate(
    account: string,
  ): Promise<{
    address: string;
    regid: string;
  }>;

  /** Lets the next block be so much later than the newest one, or than the time that was set for it; two calls add up. The clock of the chain goes on from there. */
  dev_increaseTime(
    seconds: Integer,
  ): Promise<{
    /** seconds since 1970 */
    time: number;
  }>;

  /** Goes over to the chain of a file: blocks, receipts, state and clock. */
  dev_loadState(
    path: string,
  ): Promise<{
    height: number;
    /** of the newest block */
    hash: string;
    /** digest chain of the state, hex */
    digest: string;
    path: string;
  }>;

  /** Produces blocks immediately, on a development network. */
  dev_mine(
    count?: Integer,
  ): Promise<string[]>;

  /** Resets the chain to its beginning, and its clock to that of the machine. */
  dev_reset(): Promise<{
    height: number;
    /** of the newest block */
    hash: string;
  }>;

  /** Reverts the chain and its clock to a snapshot, which can be used again. */
  dev_revert(
    id: Integer,
  ): Promise<{
    height: number;
    /** of the newest block */
    hash: string;
  }>;

  /** Sets the free coins of an account, in a block of its own. */
  dev_setBalance(
    account: string,
    amount: string | Integer,
  ): Promise<{
    height: number;
    /** of the newest block */
    hash: string;
  }>;

  /** Makes the node feed a price in every block from now on. */
  dev_setPrice(
    price: string,
  ): Promise<{
    /** in the order in which they were set */
    prices: {
      coin_symbol: string;
      price_symbol: string;
      /** x 10^8 */
      price: Integer;
    }[];
    problem: string | null;
  }>;

  /** Sets the time of the next block; the clock of the chain goes on from there. */
  dev_setTime(
    time: Integer,
  ): Promise<{
    /** seconds since 1970 */
    time: number;
  }>;

  /** Remembers where the chain is, for dev_revert. It takes no time and no space. */
  dev_snapshot(): Promise<{
    /** for dev_revert */
    id: number;
    height: number;
    /** of the newest block */
    hash: string;
  }>;

  /** Ends what dev_impersonate has begun. */
  dev_stopImpersonating(
    account: string,
  ): Promise<{
    address: string;
    regid: string;
  }>;

  /** Ends what dev_setPrice or the option price has begun; the median price stays as it is. */
  dev_stopPrice(
    pair: string,
  ): Promise<{
    /** in the order in which they were set */
    prices: {
      coin_symbol: string;
      price_symbol: string;
      /** x 10^8 */
      price: Integer;
    }[];
    problem: string | null;
  }>;

  /** The deals that the matcher would settle of all open orders, without doing it. */
  dexmatchdryrun(): Promise<{
    deal_items: Deal[];
  }>;

  /** Disconnects the newest blocks. */
  disconnectblock(
    count: Integer,
  ): Promise<{
    /** hash and height */
    tip: string;
  }>;

  /** Switches an index off and removes what is stored of it. */
  dropindex(
    name: 'addresses' | 'contracts' | 'orders' | 'trades' | 'positions' | 'receipts' | 'holders',
  ): Promise<{
    /** name of the index */
    dropped: string;
  }>;

  /** Removes the main keys of all addresses that have a miner key. */
  dropminermainkeys(): Promise<{
    info: string;
  }>;

  /** Removes an address and its keys from the wallet. */
  dropprivkey(
    address: string,
  ): Promise<{
    info: string;
  }>;

  /** Removes a transaction that waits for a block, with those that depend on it. */
  droptxfrommempool(
    txid: string,
  ): Promise<Record<string, never>>;

  /** Writes the committed state as text. */
  dumpdb(
    prefix?: string,
    file?: string,
  ): Promise<{
    /** of the file, where one was named */
    path?: string;
  }>;

  /** Writes what was recorded to a file that the developer tools of a browser open. */
  dumpheapprofiler(
    reason?: string,
  ): Promise<string | null>;

  /** Shows the private keys of an address. */
  dumpprivkey(
    address: string,
  ): Promise<{
    /** WIF */
    privkey: string;
    /** WIF, or null as a text */
    minerkey: string;
  }>;

  /** Writes the state after a block to a new directory on the machine of the node, while the node works on. */
  dumpsnapshot(
    path: string,
    height?: Integer,
  ): Promise<{
    /** the directory that was made */
    path: string;
    /** SHA-256 of its manifest, which names every byte of it */
    id: string;
    height: number;
    /** of the block */
    hash: string;
    /** SHA-256 of the LtHash of the state */
    state_digest: string;
    /** of the state */
    entries: number;
    /** of the chain up to the block */
    transactions: number;
    bytes: number;
  }>;

  /** Writes all private keys, unencrypted, to a file on the machine of the node. */
  dumpwallet(
    filename: string,
  ): Promise<{
    info: string;
    /** keys */
    count: number;
    /** the same */
    'key size': number;
    /** of the file */
    path: string;
  }>;

  /** Encrypts the wallet under a passphrase. It is locked afterwards. */
  encryptwallet(
    passphrase: string,
  ): Promise<{
    wallet_encrypted: boolean;
    /** the same */
    encrypt: boolean;
  }>;

  /** Simulates a call of a contract on the pending state, and returns its effects and the fee that it needs. */
  estimatecontractcall(
    sender: string,
    contract_regid: string,
    arguments_?: string,
    amount?: string | Integer,
    data?: readonly Input[] | { readonly [member: string]: Input | undefined } | string,
  ): Promise<{
    succeeded: boolean;
    /** sawi for 100 units */
    fuel_rate: number;
    fuel: {
      /** instructions */
      step: Integer;
      /** operations */
      op: Integer;
      /** writing */
      store: Integer;
      /** accounts of the contract */
      account: Integer;
      /** functions of mylib */
      func: Integer;
      /** bytes that were taken */
      memoryBytes: Integer;
      /** taking them */
      memory: Integer;
      /** what freeing gave back */
      refund: Integer;
      /** in sawi */
      total: Integer;
    } | {
      /** of an action */
      total: Integer;
    } | null;
    fuel_fee: Integer | null;
    needed_fee: Integer | null;
    /** what the contract logged */
    log: string[];
    receipts: Receipt[];
    error: {
      /** reject code */
      code: number;
      reason: string;
      /** innermost first */
      traceback: string[];
    } | null;
    /** of an action that succeeded */
    tx_trace?: TxTrace;
  }>;

  /** Builds an order with conditions of its own, for its owner and the operator to sign. */
  gendexoperatorordertx(
    sender: string,
    order_type: 'LIMIT_PRICE' | 'MARKET_PRICE',
    order_side: 'BUY' | 'SELL',
    coins: string | Integer,
    assets: string | Integer,
    price: string | Integer,
    dex_id: Integer,
    order_open_mode: 'PUBLIC' | 'PRIVATE',
    taker_fee_ratio: Integer,
    maker_fee_ratio: Integer,
    fee?: string | Integer,
    operator_tx_fee?: string | Integer,
    memo?: string,
  ): Promise<{
    /** hex, unsigned */
    rawtx: string;
  }>;

  /** Produces blocks immediately. */
  generate(
    count: Integer,
  ): Promise<string[]>;

  /** Builds and signs the registration of an account, without submitting it (release 1). */
  genregisteraccountraw(
    fee: Integer,
    height: Integer,
    publickey: string,
    minerpublickey?: string,
  ): Promise<{
    /** the signed transaction, hex: see submittxraw */
    rawtx: string;
  }>;

  /** Builds and signs a transfer of base coins, without submitting it (release 1). */
  gensendtoaddressraw(
    sender: string,
    recipient: string,
    amount: Integer,
    fee: Integer,
    height?: Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** the signed transaction, hex: see submittxraw */
    rawtx: string;
  }>;

  /** Creates an unsigned transaction, to be signed elsewhere. */
  genunsignedtxraw(
    func: string,
    params: readonly Input[] | { readonly [member: string]: Input | undefined } | string,
  ): Promise<{
    /** 64 hex digits */
    txid: string;
    /** hex */
    unsigned_txraw: string;
  }>;

  /** The hash that each signer of a multi-signature output signs to let an account spend it. */
  genutxomultiinputcondhash(
    n: Integer,
    m: Integer,
    pre_utxo_txid: string,
    pre_utxo_tx_vout_index: Integer,
    signee_uids: readonly string[] | string,
    spend_txuid: string,
  ): Promise<{
    /** 64 hex digits */
    hash: string;
  }>;

  /** The address to lock an output with, so that m of n accounts have to sign its spending. */
  genutxomultisignaddr(
    n: Integer,
    m: Integer,
    signee_uids: readonly string[] | string,
  ): Promise<{
    multi_addr: string;
  }>;

  /** Signs the hash of genutxomultiinputcondhash with the key of an account. */
  genutxomultisignature(
    sender: string,
    utxo_content_hash: string,
  ): Promise<{
    /** hex */
    signature: string;
  }>;

  /** Shows an account. */
  getaccountinfo(
    addr: string,
    min_confirmations?: 0 | 1,
  ): Promise<Account>;

  /** Lists the nodes that were added with addnode. */
  getaddednodeinfo(
    dns: boolean,
    node?: string,
  ): Promise<{
    /** host:port */
    addednode: string;
    /** with dns */
    connected?: boolean;
    /** with dns */
    addresses?: {
      address: string;
      connected: 'inbound' | 'outbound' | 'false';
    }[];
  }[]>;

  /** The transactions of this node with all details (release 1). */
  getalltxinfo(
    count?: Integer,
  ): Promise<{
    /** the newest first */
    Confirmed: ConfirmedTransaction[];
    /** without a count */
    UnConfirmed?: WaitingTransaction[];
  }>;

  /** Shows an asset. */
  getassetinfo(
    symbol: string,
  ): Promise<{
    asset_symbol: string;
    asset_name: string;
    /** 1: native, 2: issued by governance, 3: issued by a user, 4: mirrored */
    asset_type: number;
    /** 5 binary digits, the rightmost is bit 0 */
    perms_sum: string;
    /** 0-0 if it has no owner */
    owner_regid: string;
    /** in sawi */
    total_supply: Integer;
    mintable: boolean;
    icon_url: string;
    /** what accounts hold */
    actual_total_supply: Integer;
  }>;

  /** Returns the free base coins of an account, or of all accounts of the wallet (release 1). */
  getbalance(
    addr?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** in coins */
    balance: number;
  }>;

  /** Shows a block. */
  getblock(
    hash_or_height: Integer | string,
    list_txs?: boolean,
    verbose?: boolean,
  ): Promise<Block | string>;

  /** Returns the height of the newest block. */
  getblockcount(): Promise<number>;

  /** Lists the transactions that were tried for a block made here and left out. */
  getblockfailures(
    height: Integer,
  ): Promise<{
    block_height: number;
    failures: {
      /** 64 hex digits */
      txid: string;
      /** reject code */
      error_code: number;
      error_message: string;
    }[];
  }>;

  /** Returns the hash of the block at a height (release 1). */
  getblockhash(
    height: Integer,
  ): Promise<{
    hash: string;
  }>;

  /** Shows what would be restored if a block were disconnected. */
  getblockundo(
    hash_or_height: Integer | string,
  ): Promise<{
    block_height: number;
    block_hash: string;
    count: number;
    tx_undos: {
      index: number;
      /** 64 hex digits */
      tx_hash: string;
      category: {
        db_prefix: string;
        /** name of the table */
        db_prefix_memo: string;
        cache_type: string;
        log_count: number;
        db_logs: {
          /** hex */
          key: string;
          /** hex */
          value: string;
        }[];
      }[];
    }[];
  }>;

  /** Shows an open debt position, and the prices at which it is in danger. */
  getcdp(
    cdp_id: string,
    ignored?: Input,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** of the chain */
    height: number;
    cdp: CdpInDetail;
  }>;

  /** Another name of getcdp. Shows an open debt position, and the prices at which it is in danger. */
  getcdpinfo(
    cdp_id: string,
    ignored?: Input,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** of the chain */
    height: number;
    cdp: CdpInDetail;
  }>;

  /** Returns the value of a parameter of debt positions, or of all of them. */
  getcdpparam(
    coin_pair: string,
    param_name?: string,
  ): Promise<Record<string, Integer | number>>;

  /** Lists figures of the newest blocks. */
  getchaininfo(
    count: Integer,
    height?: Integer,
  ): Promise<{
    height: number;
    /** seconds since 1970 */
    time: number;
    tx_count: number;
    /** in sawi */
    fuel_fee: Integer;
    fuel_rate: number;
    /** the producer */
    miner: string;
  }[]>;

  /** Returns how a debt position was closed. */
  getclosedcdp(
    cdp_id_or_txid: string,
  ): Promise<{
    /** 64 hex digits */
    cdp_id: string;
    /** 64 hex digits */
    cdp_close_txid: string;
    cdp_close_type: 'redeem' | 'manual_liquidate' | 'force_liquidate';
  }>;

  /** Lists the units of amounts with their value in sawi. */
  getcoinunitinfo(
    ignored?: Input,
  ): Promise<Record<string, Integer>>;

  /** Counts the connections to other nodes. */
  getconnectioncount(): Promise<number>;

  /** Shows what an account has of the token that a contract manages by itself. */
  getcontractaccountinfo(
    contract_regid: string,
    account: string,
    minconf?: Integer,
  ): Promise<{
    /** its name in the contract, in hex */
    account_uid: string;
    /** tokens */
    free_value: Integer;
    frozen_funds: {
      /** tokens */
      value: Integer;
      timeout_height: number;
      /** hex */
      tag: string;
    }[];
  }>;

  /** Shows what the addresses of the wallet have of the token of a contract. */
  getcontractassets(
    contract_regid: string,
  ): Promise<{
    /** tokens of all addresses */
    total_assets: Integer;
    lists: {
      address: string;
      /** tokens */
      free_value: Integer;
      /** tokens */
      freezed_value: Integer;
    }[];
  }>;

  /** Shows what a contract has stored under a key. */
  getcontractdata(
    contract_regid: string,
    key: string,
    hexadecimal_format?: boolean,
  ): Promise<{
    contract_regid: string;
    /** as given */
    key: string;
    /** in hex where that was asked for */
    value: string;
  }>;

  /** Shows what a contract has stored under a key, both in hex (release 1). */
  getcontractdataraw(
    contract_regid: string,
    key: string,
  ): Promise<{
    contract_regid: string;
    /** as given */
    key: string;
    /** hex */
    value: string;
  }>;

  /** Shows a contract with its code. */
  getcontractinfo(
    contract_regid: string,
  ): Promise<Contract>;

  /** Returns the regid of the contract that a confirmed transaction has deployed. */
  getcontractregid(
    txid: string,
  ): Promise<{
    regid: string;
    /** 4 bytes of height, 2 of index, little endian */
    regid_hex: string;
  }>;

  /** Which coins can be traded, and which can be paid with. */
  getdexbaseandquotecoins(): Promise<{
    dex_base_coins: string[];
    dex_quote_coins: string[];
  }>;

  /** Prices and volumes of a pair by spans of time; spans without a trade are left out. */
  getdexcandles(
    asset_symbol: string,
    coin_symbol: string,
    interval: Integer,
    begin_time?: Integer,
    end_time?: Integer,
  ): Promise<{
    asset_symbol: string;
    coin_symbol: string;
    /** seconds */
    interval: number;
    candles: {
      /** begin of the span, seconds since 1970 */
      time: number;
      /** price x 10^8 */
      open: Integer;
      /** price x 10^8 */
      high: Integer;
      /** price x 10^8 */
      low: Integer;
      /** price x 10^8 */
      close: Integer;
      trades: number;
      /** in sawi */
      asset_volume: Integer;
      /** in sawi */
      coin_volume: Integer;
    }[];
  }>;

  /** An operator of the exchange. */
  getdexoperator(
    dex_id: Integer,
  ): Promise<DexOperator>;

  /** The operator that an account owns. */
  getdexoperatorbyowner(
    owner_uid: string,
  ): Promise<DexOperator>;

  /** An order. */
  getdexorder(
    order_id: string,
    min_confirmations?: 0 | 1,
  ): Promise<Order | ClosedOrder>;

  /** The open orders of a pair, summed up by price. */
  getdexorderbook(
    asset_symbol: string,
    coin_symbol: string,
    dex_id?: Integer,
    depth?: Integer,
  ): Promise<{
    asset_symbol: string;
    coin_symbol: string;
    /** of the chain */
    height: number;
    market_buy: {
      /** in sawi */
      coin_amount: Integer;
      orders: number;
    };
    market_sell: {
      /** in sawi */
      asset_amount: Integer;
      orders: number;
    };
    /** the best price first */
    bids: {
      /** x 10^8 */
      price: Integer;
      /** in sawi */
      asset_amount: Integer;
      orders: number;
    }[];
    /** the best price first */
    asks: {
      /** x 10^8 */
      price: Integer;
      /** in sawi */
      asset_amount: Integer;
      orders: number;
    }[];
  }>;

  /** The smallest fee of an order or a cancellation for an account. */
  getdexorderfee(
    addr: string,
    tx_type: string,
    fee_symbol?: string,
  ): Promise<{
    /** after the discount of who stakes */
    actual_min_fee: Integer;
    /** in sawi */
    default_min_fee: Integer;
    /** twice the default */
    min_fee_for_pubkey: Integer;
    /** of the chain */
    block_height: number;
    account: {
      addr: string;
      regid: string;
      /** in sawi */
      staked_wicc_amount: Integer;
    };
  }>;

  /** The open orders, page by page, by the height of their blocks. */
  getdexorders(
    begin_height?: Integer,
    end_height?: Integer,
    max_count?: Integer,
    last_pos_info?: string,
  ): Promise<{
    /** of the first order of the page, or 0 */
    begin_height: number;
    /** of the last order of the page, or 0 */
    end_height: number;
    has_more: boolean;
    /** hex, to go on from here; empty at the end */
    last_pos_info: string;
    /** of the page */
    count: number;
    orders: Order[];
  }>;

  /** The open orders that the system placed in a block. */
  getdexsysorders(
    height?: Integer,
  ): Promise<{
    height: number;
    count: number;
    orders: Order[];
  }>;

  /** The trades of a pair, the newest first. */
  getdextrades(
    asset_symbol: string,
    coin_symbol: string,
    max_count?: Integer,
    before?: string,
  ): Promise<{
    asset_symbol: string;
    coin_symbol: string;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    before: string;
    trades: Trade[];
  }>;

  /** Names the transactions of the block that made the stable and the governance coin. */
  getfcoingenesistxinfo(): Promise<{
    /** 64 hex digits */
    fcoin_global_account_txid: string;
    /** 64 hex digits */
    fcoin_genesis_account_txid: string;
    /** 64 hex digits */
    dex_match_account_txid: string;
  }>;

  /** Lists the pairs whose prices can be reported. */
  getfeedcoinpairs(): Promise<{
    /** ascending */
    feed_coin_pairs: string[];
  }>;

  /** Returns the height of the newest final block. */
  getfinblockcount(): Promise<number>;

  /** Lists the governors. */
  getgovernors(): Promise<{
    /** ascending */
    governors: string[];
  }>;

  /** Hashes a text twice with SHA-256. */
  gethash(
    text: string,
  ): Promise<{
    /** the hash in display order */
    txid: string;
  }>;

  /** Returns whether the heap profiler is running. */
  getheapprofiler(): Promise<{
    runing: boolean;
  }>;

  /** Which indexes of the chain there are, and how far each is. */
  getindexinfo(): Promise<Record<string, {
    state: 'off' | 'building' | 'ready';
    /** blocks that it has */
    done: number;
    /** blocks of the chain */
    total: number;
    /** of the lowest block that it has */
    from_height: number;
  }>>;

  /** Returns the state of the node, of its wallet and of the newest block. */
  getinfo(): Promise<{
    version: string;
    protocol_version: number;
    net_type: 'MAIN_NET' | 'TEST_NET' | 'REGTEST_NET';
    /** empty */
    proxy: string;
    /** empty */
    public_ip: string;
    /** path of the configuration */
    conf_dir: string;
    /** path of the network */
    data_dir: string;
    /** seconds */
    block_interval: number;
    /** 1 while blocks are made */
    genblock: number;
    /** 0 */
    time_offset: number;
    /** free coins of the wallet */
    WICC_balance: Integer;
    /** free coins of the wallet */
    WUSD_balance: Integer;
    /** free coins of the wallet */
    WGRT_balance: Integer;
    /** of an encrypted wallet: seconds since 1970, or 0 */
    wallet_unlock_time?: number;
    /** in sawi */
    relay_fee_perkb: Integer;
    tipblock_tx_count: number;
    tipblock_fuel_rate: number;
    /** in sawi */
    tipblock_fuel: Integer;
    /** seconds since 1970 */
    tipblock_time: number;
    tipblock_hash: string;
    tipblock_height: number;
    /** the greatest height that is known */
    synblock_height: number;
    /** the newest final block */
    finblock_height: number;
    finblock_hash: string;
    /** with -showlocalfinblock */
    local_finblock_height?: number;
    /** with -showlocalfinblock */
    local_finblock_hash?: string;
    connections: number;
    /** what is wrong with the chain, or around the node, or empty */
    errors: string;
    state: 'Loading' | 'ReIndexing' | 'IBD' | 'InSync';
  }>;

  /** Returns how the wallet makes its keys. */
  getkeypoolinfo(): Promise<{
    /** whether keys are derived from a mnemonic, or made at random */
    mnemonic: boolean;
    mnemonic_shown: boolean;
    /** the lowest index that no key was derived at */
    next_index: number;
    /** keys in stock */
    keypool_size: number;
  }>;

  /** Shows the level of each part of the log. */
  getloglevels(): Promise<{
    /** start, stop, and what is wrong with the node */
    node: string;
    /** blocks that come and go (debug) */
    chain: string;
    /** the consensus engine of a network of validators: its lines (debug), starts and ends (warn) */
    consensus: string;
    /** calls of methods, with who called, how long they took and what became of them (debug) */
    rpc: string;
    /** wrong passwords (warn) */
    auth: string;
  }>;

  /** What this node's matcher does. */
  getmatcherinfo(): Promise<Matcher>;

  /** Returns how much waits for a block, and how much may. */
  getmempoolinfo(): Promise<{
    /** transactions */
    size: number;
    /** of all of them, encoded */
    bytes: number;
    /** that they burned when they were executed last */
    fuel: number;
    /** transactions that may wait */
    maxsize: number;
    /** bytes that may wait */
    maxmempool: number;
    /** those that were submitted here, which are on the disk */
    own: number;
    /** those that were accepted and are not valid at present: see listtx */
    refused: number;
    /** whether all that waited when the node stopped is back in the pool */
    loaded: boolean;
    /** those that are not back yet: calls that change the chain or need the pool wait for them */
    unloaded: number;
  }>;

  /** Returns what the node keeps in memory for blocks, signatures and pending transactions. */
  getmemstat(): Promise<{
    block_index_map: {
      count: number;
      /** with its unit */
      size: string;
      size_bytes: number;
    };
    active_chain: {
      count: number;
      /** with its unit */
      size: string;
      size_bytes: number;
    };
    block_index_valid: {
      count: number;
      /** with its unit */
      size: string;
      size_bytes: number;
    };
    signature_cache: {
      count: number;
      /** with its unit */
      size: string;
      size_bytes: number;
    };
    tx_mem_pool: {
      count: number;
      /** with its unit */
      size: string;
      size_bytes: number;
    };
  }>;

  /** Shows the metrics of the node in the text form of Prometheus, as GET /metrics answers them. */
  getmetrics(): Promise<string>;

  /** Lists the blocks that this process has made, at most 100. */
  getminedblocks(
    count?: Integer,
  ): Promise<{
    /** seconds since 1970 */
    time: number;
    nonce: number;
    height: number;
    /** in sawi */
    total_fuel_fee: Integer;
    fuel_rate: number;
    tx_count: number;
    /** bytes */
    block_size: number;
    /** hash of the block */
    txid: string;
    preblockhash: string;
  }[]>;

  /** Returns the producer whose turn it is at a block time. */
  getminerbyblocktime(
    height: Integer,
    time: Integer,
  ): Promise<{
    miner_regid: string;
    miner_addr: string;
    /** position in the order of turns */
    top_idx: number;
    /** in sawi */
    votes: Integer;
  }>;

  /** Returns the state of block production. */
  getmininginfo(): Promise<{
    /** height */
    blocks: number;
    /** bytes of the newest block made here */
    currentblocksize: number;
    /** its transactions */
    currentblocktx: number;
    /** why the last attempt to make a block failed, or empty */
    errors: string;
    genblocklimit: number;
    /** transactions that wait */
    pooledtx: number;
    nettype: string;
    posmaxnonce: number;
    /** whether blocks are made without being asked for */
    generate: boolean;
  }>;

  /** Shows the mnemonic from which this wallet derives its keys. It is shown once. */
  getmnemonic(): Promise<{
    /** 12 to 24 words of BIP39, without a passphrase */
    mnemonic: string;
    /** of the addresses, to which the index is appended; the SDKs use index 0 */
    path: string;
  }>;

  /** Returns the number of bytes sent to and received from other nodes. */
  getnettotals(): Promise<{
    totalbytesrecv: number;
    totalbytessent: number;
    /** since 1970 */
    timemillis: number;
  }>;

  /** Returns what this node announces to other nodes. */
  getnetworkinfo(): Promise<{
    version: number;
    protocolversion: number;
    timeoffset: number;
    connections: number;
    proxy: string;
    /** for a thousand bytes */
    relayfee: Integer;
    localaddresses: {
      address: string;
      port: number;
      score: number;
    }[];
  }>;

  /** Returns a new address of the wallet. */
  getnewaddr(
    for_miner?: boolean,
  ): Promise<{
    addr: string;
    /** hex, or null as a text */
    minerpubkey: string;
  }>;

  /** Another name of getnewaddr. Returns a new address of the wallet. */
  getnewaddress(
    for_miner?: boolean,
  ): Promise<{
    addr: string;
    /** hex, or null as a text */
    minerpubkey: string;
  }>;

  /** Lists the connections to other nodes. */
  getpeerinfo(
    detail?: boolean,
  ): Promise<{
    addr: string;
    inbound: boolean;
  }[]>;

  /** Lists the long pieces of work that are running, with how far they are. */
  getprogress(): Promise<{
    /** for canceltask */
    id: number;
    /** such as backupchain */
    name: string;
    /** what is counted */
    unit: string;
    done: number;
    /** 0 while it is not known */
    total: number;
    /** since it began */
    seconds: number;
  }[]>;

  /** Shows a proposal and who has approved it. */
  getproposal(
    proposal_id: string,
  ): Promise<{
    /** 1 to 16 */
    proposal_type: number;
    /** approvals that it needs */
    approval_min_count: number;
    expiry_block_height: number;
    approvaled_count: number;
    approvaled_governors: string[];
    /** the members of its type, see spec 02 §4.9 */
    [member: string]: unknown;
  } | Record<string, never>>;

  /** Lists the transactions that wait for a block. */
  getrawmempool(
    verbose?: boolean,
  ): Promise<string[] | Record<string, {
    /** bytes */
    size: number;
    /** coin of the fee */
    fees_type: string;
    /** in sawi */
    fees: Integer;
    /** seconds since 1970 */
    time: number;
    height: number;
    priority: number;
  }>>;

  /** Returns the base coins that blocks have created for the voting contract. */
  getrewardinfo(): Promise<{
    height: number;
    block_inflated_reward: {
      start_height: number;
      /** ISO 8601, or empty */
      start_time: string;
      /** since coins were last minted */
      new_rewards: Integer;
      /** in sawi */
      total_minted: Integer;
      /** in sawi */
      last_minted: Integer;
      last_minted_height: number;
      /** ISO 8601, or empty */
      last_minted_time: string;
    };
  }>;

  /** Shows the median prices, and the debt positions of each collateral as a whole. */
  getscoininfo(): Promise<{
    tipblock_height: number;
    median_price: {
      coin_symbol: string;
      price_symbol: string;
      price: number;
      last_feed_height: number;
      /** whether it is fresh */
      is_active: boolean;
    }[];
    /** blocks */
    slide_window_block_count: Integer;
    cdp_info_list: {
      /** the collateral */
      asset_symbol: string;
      scoin_symbol: string;
      /** in sawi */
      global_staked_assets: Integer;
      /** in sawi */
      global_owed_scoins: Integer;
      /** in sawi */
      global_collateral_ceiling: Integer;
      global_collateral_ceiling_reached: boolean;
      global_collateral_ratio: number | number;
      /** percent */
      global_collateral_ratio_floor: number;
      global_collateral_ratio_floor_reached: boolean;
      /** percent */
      forced_liquidate_ratio: number;
      /** positions in danger */
      forced_liquidate_cdp_count: number;
    }[];
  }>;

  /** Signs a hash with a private key that is given. */
  getsignature(
    privkey: string,
    hash: string,
  ): Promise<{
    /** DER in hex */
    signature: string;
  }>;

  /** Shows entries of the state by their keys, encoded as they are stored. */
  getstateentries(
    keys: readonly string[] | string,
  ): Promise<{
    /** value of the option nettype */
    network: string;
    /** after which the state was so */
    block: {
      height: number;
      hash: string;
      /** seconds since 1970 */
      time: number;
      /** its regid */
      producer: string;
      /** sawi for 100 units of fuel */
      fuel_rate: number;
    };
    /** in the order of the keys; without a value where there is none */
    entries: {
      /** hex */
      key: string;
      /** hex */
      value?: string;
    }[];
    /** whether the last keys are not in this answer, as it would be too large */
    has_more: boolean;
  }>;

  /** Shows a coin of another chain that can be swapped. */
  getswapcoindetail(
    peer_symbol: string,
  ): Promise<{
    status: 'ENABLE' | 'DISABLE';
    peer_symbol: string;
    /** of the mirrored asset */
    self_symbol: string;
    peer_chain_type: string;
  }>;

  /** Returns the value of a system parameter. */
  getsysparam(
    param_name: string,
  ): Promise<Record<string, Integer | string>>;

  /** Returns the number of block producers. */
  gettotalbpssize(): Promise<{
    total_bps_size: number;
  }>;

  /** Sums up the coins of all accounts. */
  gettotalcoins(): Promise<{
    WICC: {
      /** in sawi */
      free_amount: Integer;
      /** in sawi */
      voted_amount: Integer;
      /** in sawi */
      frozen_amount: Integer;
      /** in sawi */
      staked_amount: Integer;
      /** in sawi */
      pledged_amount: Integer;
      /** the sum */
      total_amount: Integer;
    };
    WUSD: {
      /** in sawi */
      free_amount: Integer;
      /** in sawi */
      voted_amount: Integer;
      /** in sawi */
      frozen_amount: Integer;
      /** in sawi */
      staked_amount: Integer;
      /** in sawi */
      pledged_amount: Integer;
      /** the sum */
      total_amount: Integer;
    };
    WGRT: {
      /** in sawi */
      free_amount: Integer;
      /** in sawi */
      voted_amount: Integer;
      /** in sawi */
      frozen_amount: Integer;
      /** in sawi */
      staked_amount: Integer;
      /** in sawi */
      pledged_amount: Integer;
      /** the sum */
      total_amount: Integer;
    };
    /** in sawi */
    total_received_votes: Integer;
    /** number of accounts */
    total_regids: number;
  }>;

  /** Shows which contracts a confirmed transaction has called, and what each has done. */
  gettxcalls(
    txid: string,
  ): Promise<{
    /** of its block */
    height: number;
    /** in order; none for a transaction that calls no contract */
    calls: ContractCall[];
  }>;

  /** Shows a transaction of the chain, or one that waits for a block. */
  gettxdetail(
    txhash: string,
  ): Promise<ConfirmedTransaction | WaitingTransaction | Record<string, never>>;

  /** Lists the open debt positions of an account. */
  getusercdp(
    addr: string,
    ignored?: Input,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** of the chain */
    height: number;
    user_cdps: Cdp[];
  }>;

  /** An output: what is in it and what locks it, or what spent it. */
  getutxo(
    txid: string,
    vout_index: Integer,
    spender?: string,
    min_confirmations?: 0 | 1,
  ): Promise<UnspentOutput | SpentOutput>;

  /** Returns the state of the wallet. */
  getwalletinfo(
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** 0, or 10000 once it was encrypted */
    wallet_version: number;
    /** free base coins, in coins */
    wallet_balance: number;
    /** in sawi */
    WICC_balance: Integer;
    /** in sawi */
    WUSD_balance: Integer;
    /** in sawi */
    WGRT_balance: Integer;
    wallet_encrypted: boolean;
    wallet_locked: boolean;
    /** seconds since 1970, or 0 */
    unlocked_until: number;
    /** transactions of this node in blocks */
    coinfirmed_tx_num: number;
    unconfirmed_tx_num: number;
  }>;

  /** Lists all methods, or explains one. */
  help(
    command?: string,
  ): Promise<string>;

  /** Imports a private key into the wallet. The chain is not rescanned for its transactions. */
  importprivkey(
    privkey: string,
    miner_for?: string,
  ): Promise<{
    imported_key_address: string;
    /** the same, spelled as older documents do */
    'imorpt key address': string;
  }>;

  /** Imports the private keys of a file that dumpwallet wrote. */
  importwallet(
    filename: string,
  ): Promise<{
    info: string;
    /** entries that were taken */
    count: number;
    /** of the file */
    path: string;
    /** entries that were not */
    skipped: number;
    /** at most 20 of those */
    skipped_entries: {
      /** its place in the list, from 0 */
      entry: number;
      reason: string;
    }[];
  }>;

  /** Disconnects a block and all that follow it, and rejects it from now on. */
  invalidateblock(
    hash: string,
  ): Promise<{
    msg: string;
  }>;

  /** Whether the wallet is encrypted, and locked (release 1). */
  islocked(): Promise<{
    /** 0: not encrypted, 1: encrypted and unlocked, 2: locked */
    islock: number;
  }>;

  /** Makes keys in advance, so that getnewaddr has addresses while the wallet is locked. */
  keypoolrefill(
    size?: Integer,
  ): Promise<{
    /** keys in stock */
    keypool_size: number;
  }>;

  /** The orders that an account has placed, open or not, the newest first. */
  listaccountorders(
    addr: string,
    max_count?: Integer,
    cursor?: string,
  ): Promise<{
    address: string;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    /** of the lowest block that the index has; 0 where it has all */
    from_height: number;
    orders: (Order | ClosedOrder)[];
  }>;

  /** The debt positions that an account has opened, open or closed, the newest first. */
  listaccountpositions(
    addr: string,
    max_count?: Integer,
    cursor?: string,
  ): Promise<{
    address: string;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    /** of the lowest block that the index has; 0 where it has all */
    from_height: number;
    positions: {
      /** 64 hex digits */
      cdp_id: string;
      /** of the block in which it was opened */
      height: number;
      /** of the block, seconds since 1970 */
      time: number;
      is_open: boolean;
      /** what closed it */
      close_txid?: string;
      close_type?: 'redeem' | 'manual_liquidate' | 'force_liquidate';
    }[];
  }>;

  /** The trades of an account, on either side, the newest first. */
  listaccounttrades(
    addr: string,
    max_count?: Integer,
    cursor?: string,
  ): Promise<{
    address: string;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    /** of the lowest block that the index has; 0 where it has all */
    from_height: number;
    trades: {
      /** of the block that settled it */
      height: number;
      /** of the block, seconds since 1970 */
      time: number;
      /** of the settlement */
      txid: string;
      /** such as WICC:WUSD */
      pair: string;
      /** coins for an asset x 10^8 */
      price: Integer;
      /** in sawi */
      coin_amount: Integer;
      /** in sawi */
      asset_amount: Integer;
      taker_side: 'buy' | 'sell';
      /** 64 hex digits */
      buy_order_id: string;
      /** 64 hex digits */
      sell_order_id: string;
      /** address */
      buyer: string;
      /** address */
      seller: string;
    }[];
  }>;

  /** Lists the addresses of the wallet with their coins. */
  listaddr(): Promise<{
    addr: string;
    /** 0-0 where it is not registered */
    regid: string;
    regid_mature: boolean;
    /** in sawi */
    received_votes: Integer;
    tokens: Record<string, {
      /** in sawi */
      free_amount: Integer;
      /** in sawi */
      staked_amount: Integer;
      /** in sawi */
      frozen_amount: Integer;
      /** in sawi */
      voted_amount: Integer;
      /** in sawi */
      pledged_amount: Integer;
    }>;
    hasminerkey: boolean;
  }[]>;

  /** The transactions in which an account takes part, the newest first. */
  listaddresstransactions(
    addr: string,
    max_count?: Integer,
    cursor?: string,
  ): Promise<{
    address: string;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    /** of the lowest block that the index has; 0 where it has all */
    from_height: number;
    transactions: {
      /** 64 hex digits */
      txid: string;
      /** name of its type */
      tx_type: string;
      /** of its block */
      height: number;
      /** in its block */
      index: number;
      /** of its block, seconds since 1970 */
      time: number;
      /** blocks from its own to the newest one */
      confirmations: number;
      /** it signed, the transaction names it, a receipt moved its coins, it is a contract that ran */
      participation: ('signer' | 'named' | 'receipt' | 'contract')[];
    }[];
  }>;

  /** The accounts that have coins of a symbol, the largest first. */
  listassetholders(
    symbol: string,
    max_count?: Integer,
    cursor?: string,
  ): Promise<{
    symbol: string;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    /** of the lowest block that the index has; 0 where it has all */
    from_height: number;
    holders: {
      address: string;
      /** 0-0 where the account is not registered */
      regid: string;
      /** can be spent */
      free_amount: Integer;
      /** with what is staked, frozen, voted and pledged */
      total_amount: Integer;
    }[];
  }>;

  /** Lists all assets, those with the shortest symbols first, then ascending by symbol. */
  listassets(): Promise<{
    count: number;
    assets: Asset[];
  }>;

  /** Lists the free tokens of a contract for every address of the wallet. */
  listcontractassets(
    contract_regid: string,
  ): Promise<{
    addr: string;
    /** tokens, taken as of 8 decimals */
    asset: number;
  }[]>;

  /** The transactions that called a contract, themselves or through another one, the newest first. */
  listcontractcalls(
    contract_regid: string,
    max_count?: Integer,
    cursor?: string,
  ): Promise<{
    contract_regid: string;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    /** of the lowest block that the index has; 0 where it has all */
    from_height: number;
    transactions: {
      /** 64 hex digits */
      txid: string;
      /** name of its type */
      tx_type: string;
      /** of its block */
      height: number;
      /** in its block */
      index: number;
      /** of its block, seconds since 1970 */
      time: number;
      /** blocks from its own to the newest one */
      confirmations: number;
    }[];
  }>;

  /** Lists all contracts by their regid. */
  listcontracts(
    show_detail: boolean,
    max_count?: Integer,
    after?: string,
  ): Promise<{
    count: number;
    contracts: {
      contract_regid: string;
      memo: string;
      /** with show_detail */
      vm_type?: number;
      /** with show_detail */
      upgradable?: boolean;
      /** with show_detail, in hex */
      code?: string;
      /** with show_detail */
      abi?: string;
    }[];
  }>;

  /** Lists the producers in the order of their votes. */
  listdelegates(
    count?: Integer,
  ): Promise<{
    delegates: {
      /** base58 address */
      address: string;
      /** hash of the owner key, 40 hex digits */
      keyid: string;
      /** 0-0 where the account is not registered */
      regid: string;
      /** whether the regid can stand for the account for good */
      regid_mature: boolean;
      /** 66 hex digits, or empty */
      owner_pubkey: string;
      /** 66 hex digits, or empty */
      miner_pubkey: string;
      /** 10 binary digits, the rightmost is bit 0 */
      perms: string;
      /** coins without a balance are left out */
      tokens: Record<string, Balance>;
      /** votes for this account */
      received_votes: Integer;
      /** votes of this account */
      vote_list: {
        candidate_uid: {
          id_type: 'RegID' | 'KeyID' | 'PubKey' | 'Null';
          id: string;
        };
        /** in sawi */
        voted_bcoins: Integer;
      }[];
      /** in sawi */
      active_votes: Integer;
    }[];
  }>;

  /** Another name of getdexorders. The open orders, page by page, by the height of their blocks. */
  listdexorders(
    begin_height?: Integer,
    end_height?: Integer,
    max_count?: Integer,
    last_pos_info?: string,
  ): Promise<{
    /** of the first order of the page, or 0 */
    begin_height: number;
    /** of the last order of the page, or 0 */
    end_height: number;
    has_more: boolean;
    /** hex, to go on from here; empty at the end */
    last_pos_info: string;
    /** of the page */
    count: number;
    orders: Order[];
  }>;

  /** Another name of getdexsysorders. The open orders that the system placed in a block. */
  listdexsysorders(
    height?: Integer,
  ): Promise<{
    height: number;
    count: number;
    orders: Order[];
  }>;

  /** Lists the smallest fee of every transaction type. */
  listmintxfees(): Promise<{
    txtype_name: string;
    txtype_code: number;
    /** in sawi */
    minfee_in_wicc: Integer;
    /** in sawi */
    minfee_in_wusd: Integer;
    /** by governance */
    modifiable: boolean;
  }[]>;

  /** What has happened of a type: receipts, by transaction, the newest first. */
  listreceipts(
    receipt_type: string,
    max_count?: Integer,
    cursor?: string,
  ): Promise<{
    receipt_type: number;
    /** of the page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    /** of the lowest block that the index has; 0 where it has all */
    from_height: number;
    transactions: {
      /** 64 hex digits; empty for receipts of the block itself */
      txid: string;
      /** of the block */
      height: number;
      /** of the block, seconds since 1970 */
      time: number;
      /** those of the type */
      receipts: Receipt[];
    }[];
  }>;

  /** Lists entries of one table of the state in the order of their keys, encoded as they are stored. */
  liststateentries(
    from: string,
    to: string,
    reverse?: boolean,
    max_count?: Integer,
  ): Promise<{
    /** value of the option nettype */
    network: string;
    /** after which the state was so */
    block: {
      height: number;
      hash: string;
      /** seconds since 1970 */
      time: number;
      /** its regid */
      producer: string;
      /** sawi for 100 units of fuel */
      fuel_rate: number;
    };
    entries: {
      /** hex */
      key: string;
      /** hex */
      value: string;
    }[];
    /** whether there are more: from the last key on, or before it where reversed */
    has_more: boolean;
  }>;

  /** Returns the values of all system parameters. */
  listsysparams(): Promise<Record<string, Integer | string>>;

  /** Lists this node's transactions. */
  listtx(
    count?: Integer,
    from?: Integer,
    cursor?: string,
  ): Promise<{
    /** where one was given: to go on from here; empty at the end */
    cursor?: string;
    /** those of the newest block first */
    confirmed_tx: string[];
    /** sorted by their bytes */
    unconfirmed_tx: string[];
    /** those that were accepted and are not valid at present; they wait for a reorganisation, or until they are too old */
    refused_tx?: {
      /** 64 hex digits */
      txid: string;
      reason: string;
    }[];
  }>;

  /** Lists the transaction ids that may not be used again yet. */
  listtxcache(): Promise<{
    tx_cache: {
      /** 64 hex digits */
      txid: string;
      existed: boolean;
    }[];
  }>;

  /** The transactions of this node that wait for a block, each as a text (release 1). */
  listunconfirmedtx(): Promise<{
    /** sorted by the bytes of their ids */
    UnConfirmTx: string[];
  }>;

  /** The unspent outputs that are for an account or a multi-signature address. */
  listutxos(
    owner: string,
    coin_symbol?: string,
    only_spendable?: boolean,
    max_count?: Integer,
    from?: Integer,
    cursor?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** of the chain */
    height: number;
    /** of this page */
    count: number;
    has_more: boolean;
    /** to go on from here; empty at the end */
    cursor: string;
    utxos: UnspentOutput[];
  }>;

  /** Calls a Lua contract on a private copy of the state, with plenty of coins. */
  luavm_executecontract(
    address: string,
    contract_regid: string,
    arguments_?: string,
    amount?: string | Integer,
  ): Promise<{
    /** sawi for 100 units */
    fuel_rate: number;
    /** units */
    burned_fuel: Integer;
    /** in sawi */
    fuel_fee: Integer;
  }>;

  /** Deploys and calls a Lua contract on a private copy of the state. */
  luavm_executescript(
    address: string,
    script_path: string,
    arguments_?: string,
    amount?: Integer,
    fee?: string | Integer,
  ): Promise<{
    /** sawi for 100 units */
    fuel_rate: number;
    register_contract_tx: {
      /** fuel of the deployment */
      contract_size: Integer;
      /** in sawi */
      used_fuel_fee: Integer;
    };
    call_contract_tx: {
      /** units */
      fuel: Integer;
      /** in sawi */
      fuel_fee: Integer;
    };
  }>;

  /** Measures the time of a round trip to every connected node, for getpeerinfo. */
  ping(): Promise<null>;

  /** Ends the refusal of a block, and puts it back if it still fits. */
  reconsiderblock(
    hash: string,
    children?: boolean,
  ): Promise<{
    msg: string;
  }>;

  /** Another name of registeraccounttx. As submitaccountregistertx, with the result of release 1. */
  registaccounttx(
    addr: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** As submitaccountregistertx, with the result of release 1. */
  registeraccounttx(
    addr: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Another name of submitcontractdeploytx. Deploys a Lua contract. */
  registercontracttx(
    address: string,
    filepath: string,
    fee: string | Integer,
    height?: Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Reads the transaction ids that may not be used again yet anew from the newest blocks. */
  reloadtxcache(): Promise<{
    info: string;
  }>;

  /** Takes the keys of a mnemonic into the wallet, and finds their coins and transactions on the chain. */
  restorewallet(
    mnemonic: string,
    gap_limit?: Integer,
  ): Promise<{
    /** by ascending index */
    addresses: {
      addr: string;
      /** where it is in the tree of the mnemonic */
      path: string;
      has_minerkey: boolean;
    }[];
    /** of the wallet, which this mnemonic does not give back */
    other_addresses: number;
    /** of the next new address */
    next_index: number;
    /** that were found in blocks, and are listed by listtx now */
    transactions: number;
    /** in sawi */
    WICC_balance: Integer;
    /** in sawi */
    WUSD_balance: Integer;
    /** in sawi */
    WGRT_balance: Integer;
  }>;

  /** Describes the interface for programs, as an OpenRPC document. */
  'rpc.discover'(): Promise<{
    /** version of OpenRPC */
    openrpc: string;
    methods: Json[];
    /** see https://spec.open-rpc.org */
    [member: string]: unknown;
  }>;

  /** Writes the bytes of a block to a file on the machine of the node. */
  saveblocktofile(
    hash: string,
    path: string,
  ): Promise<string>;

  /** Waits until the transactions that were submitted here and wait for a block are on the disk. */
  savemempool(): Promise<{
    /** transactions that a start would put back into the pool */
    saved: number;
  }>;

  /** Sends base coins for the smallest fee (release 1). */
  sendtoaddress(
    sender_or_to: string,
    to_or_amount: string | Integer,
    amount?: Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Sends base coins for a given fee (release 1). */
  sendtoaddresswithfee(
    sender_or_to: string,
    to_or_amount: string | Integer,
    amount_or_fee: Integer,
    fee?: Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Chooses when blocks are made, on a development network. */
  setautomine(
    mode: 'instant' | 'interval' | 'manual',
  ): Promise<{
    mode: 'instant' | 'interval' | 'manual';
  }>;

  /** Sets the earliest time of the next block, on a development network. */
  setblocktime(
    time: Integer,
  ): Promise<{
    time: number;
  }>;

  /** Switches this node's matcher on or off. */
  setdexmatcher(
    enabled: boolean,
  ): Promise<Matcher>;

  /** Starts or stops block production. */
  setgenerate(
    on: boolean,
    limit?: Integer,
  ): Promise<{
    msg: string;
    /** that were made */
    blocks: string[];
  }>;

  /** Changes the level of a part of the log, or of all, until the node ends. */
  setloglevel(
    category: 'all' | 'node' | 'chain' | 'consensus' | 'rpc' | 'auth',
    level: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
  ): Promise<{
    /** start, stop, and what is wrong with the node */
    node: string;
    /** blocks that come and go (debug) */
    chain: string;
    /** the consensus engine of a network of validators: its lines (debug), starts and ends (warn) */
    consensus: string;
    /** calls of methods, with who called, how long they took and what became of them (debug) */
    rpc: string;
    /** wrong passwords (warn) */
    auth: string;
  }>;

  /** Signs a text with the key of an account. */
  signmessage(
    signer: string,
    message: string,
  ): Promise<string>;

  /** Signs a raw transaction with keys of the wallet. */
  signtxraw(
    rawtx: string,
    addrs: readonly string[] | string,
  ): Promise<{
    /** hex, with the signatures */
    rawtx: string;
    signed_count: number;
    signed_list: {
      addr: string;
      regid: string;
      /** hex */
      signature: string;
    }[];
  }>;

  /** Submits transfers at a steady pace. */
  startcommontpstest(
    period: Integer,
    batch: Integer,
  ): Promise<{
    /** success */
    msg: string;
    /** transactions of the test that ran until now */
    submitted: number;
    /** those that were refused */
    refused: number;
    /** why the last of them was, or empty */
    last_refusal: string;
  }>;

  /** Submits calls of a Lua contract at a steady pace. */
  startcontracttpstest(
    regid: string,
    period: Integer,
    batch: Integer,
    arguments_?: string,
  ): Promise<{
    /** success */
    msg: string;
    /** transactions of the test that ran until now */
    submitted: number;
    /** those that were refused */
    refused: number;
    /** why the last of them was, or empty */
    last_refusal: string;
  }>;

  /** Begins to record where the memory of this process is allocated. */
  startheapprofiler(
    prefix?: string,
  ): Promise<null>;

  /** Submits the same action of a WebAssembly or native contract at a steady pace. */
  startwasmtpstest(
    contract: string,
    action: string,
    data: readonly Input[] | { readonly [member: string]: Input | undefined } | string,
    period: Integer,
    batch: Integer,
  ): Promise<{
    /** success */
    msg: string;
    /** transactions of the test that ran until now */
    submitted: number;
    /** those that were refused */
    refused: number;
    /** why the last of them was, or empty */
    last_refusal: string;
  }>;

  /** Stops the node in good order. */
  stop(
    detach?: Input,
  ): Promise<string>;

  /** Ends the recording of where memory is allocated. */
  stopheapprofiler(): Promise<null>;

  /** Proposes other permissions of an account. */
  submitaccountpermproposal(
    sender: string,
    account: string,
    permissions: readonly {
      /** a bit from 0 to 63 */
      perm_code: number;
      /** 0: revoke, 1: grant */
      op_type: number;
    }[] | string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Gives up all permissions of an account. */
  submitaccountpermscleartx(
    addr: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Registers the public key of an account on chain, so that it gets a regid. */
  submitaccountregistertx(
    addr: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Issues an asset and gives all of it to its owner. */
  submitassetissuetx(
    addr: string,
    asset_symbol: string,
    asset_owner_addr: string,
    asset_name: string,
    total_supply: Integer,
    mintable: boolean,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes other permissions of an asset. */
  submitassetpermproposal(
    sender: string,
    asset_symbol: string,
    permissions: readonly {
      /** a bit from 0 to 63 */
      perm_code: number;
      /** 0: revoke, 1: grant */
      op_type: number;
    }[] | string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Changes owner or name of an asset, or mints more of it, for its owner. */
  submitassetupdatetx(
    addr: string,
    asset_symbol: string,
    update_type: 'owner_uid' | 'owner_addr' | 'name' | 'mint_amount',
    update_value: string | Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes that a coin of another chain can be swapped, or not. */
  submitaxccoinproposal(
    sender: string,
    peer_chain_coin_symbol: string,
    peer_chain_type: Integer,
    operate_type: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes to mint the mirrored asset for a payment on another chain. */
  submitaxcinproposal(
    sender: string,
    peer_chain_token_symbol: string,
    peer_chain_addr: string,
    peer_chain_txid: string,
    self_chain_uid: string,
    swap_amount: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes to burn the sender's mirrored asset for a payment on the other chain. */
  submitaxcoutproposal(
    sender: string,
    self_chain_token_symbol: string,
    peer_chain_addr: string,
    swap_amount: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Offers a block to the chain. */
  submitblock(
    block: string,
    ignored?: Input,
  ): Promise<{
    status: 'OK';
    /** hash of the block */
    txid: string;
  } | {
    status: 'rejected';
    reject_code: number;
    /** the reason */
    info: string;
  }>;

  /** Proposes to cancel a user's order on the exchange. */
  submitcancelorderproposal(
    sender: string,
    order_id: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Pays debt of a position in danger for its collateral. */
  submitcdpliquidatetx(
    addr: string,
    cdp_id: string,
    liquidate_amount: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes other values of parameters of debt positions. */
  submitcdpparamgovernproposal(
    sender: string,
    params: readonly {
      name: string;
      value: Integer;
    }[] | string,
    bcoin_symbol: string,
    scoin_symbol: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Pays debt of a position back and takes collateral out of it. */
  submitcdpredeemtx(
    addr: string,
    cdp_id: string,
    repay_amount: Integer,
    redeem_amount: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Pledges coins for borrowed stable coins: in a new debt position, or in an open one. */
  submitcdpstaketx(
    addr: string,
    stake_combo_money: string | Integer,
    mint_combo_money: string | Integer,
    cdp_id?: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Stakes coins, or takes them out of the stake. */
  submitcoinstaketx(
    sender: string,
    coins_to_stake: string | Integer,
    action?: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes to move coins without the signature of their owner. */
  submitcointransferproposal(
    sender: string,
    from: string,
    to: string,
    amount: string | Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Calls a Lua contract and sends base coins to it. */
  submitcontractcalltx(
    sender: string,
    contract_regid: string,
    arguments_: string,
    amount: string | Integer,
    fee?: string | Integer,
    height?: Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Deploys a Lua contract. */
  submitcontractdeploytx(
    address: string,
    filepath: string,
    fee: string | Integer,
    height?: Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Votes for producers, or takes votes back. */
  submitdelegatevotetx(
    sender: string,
    votes: readonly {
      delegate: string;
      votes: Integer;
    }[] | string,
    fee?: string | Integer,
    height?: Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Deploys a contract whose code is sent along: Lua, or a WebAssembly module with its ABI. */
  submitdeploymenttx(
    sender: string,
    code: string,
    abi?: Input,
    memo?: string,
    contract?: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Places an order to buy at a price or below. */
  submitdexbuylimitordertx(
    sender: string,
    coin_symbol: string,
    asset: string | Integer,
    price: string | Integer,
    dex_id?: string | Integer,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Places an order to spend coins at whatever price others ask. */
  submitdexbuymarketordertx(
    sender: string,
    coin: string | Integer,
    asset_symbol: string | Integer,
    dex_id?: string | Integer,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Cancels an open order; its frozen coins become free again. */
  submitdexcancelordertx(
    sender: string,
    txid: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Registers an operator of the exchange, for a fee of 1100 base coins. */
  submitdexoperatorregtx(
    sender: string,
    owner_uid: string,
    fee_receiver_uid: string,
    dex_name: string,
    portal_url: string,
    order_open_mode: 'PUBLIC' | 'PRIVATE',
    maker_fee_ratio: Integer,
    taker_fee_ratio: Integer,
    order_open_dexop_list: readonly number[] | string,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Another name of submitdexopupdatetx. Changes one property of an operator, for a fee of 110 base coins. */
  submitdexoperatorupdatetx(
    sender: string,
    dex_id: Integer,
    update_field: Integer,
    value: Input,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Changes one property of an operator, for a fee of 110 base coins. */
  submitdexopupdatetx(
    sender: string,
    dex_id: Integer,
    update_field: Integer,
    value: Input,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Places an order to sell at a price or above. */
  submitdexselllimitordertx(
    sender: string,
    coin_symbol: string,
    asset: string | Integer,
    price: string | Integer,
    dex_id?: string | Integer,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Places an order to sell at whatever price others bid. */
  submitdexsellmarketordertx(
    sender: string,
    coin_symbol: string,
    asset: string | Integer,
    dex_id?: string | Integer,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Settles deals between open orders; only the settler of the network can. */
  submitdexsettletx(
    sender: string,
    deal_items: readonly Deal[] | string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes that an operator of the exchange takes orders, or not. */
  submitdexswitchproposal(
    sender: string,
    dexid: Integer,
    operate_type: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes to issue an asset on behalf of another chain. */
  submitdiaissueproposal(
    sender: string,
    asset_symbol: string,
    owner: string,
    total_supply: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes that prices of a coin can be reported, or not. */
  submitfeedcoinpairproposal(
    sender: string,
    base_symbol: string,
    quote_symbol: string,
    operate_type: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes to appoint or remove a governor. */
  submitgovernorupdateproposal(
    sender: string,
    governor: string,
    operate_type: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Another name of submitcontractcalltx. Calls a Lua contract and sends base coins to it. */
  submitluacontractcalltx(
    sender: string,
    contract_regid: string,
    arguments_: string,
    amount: string | Integer,
    fee?: string | Integer,
    height?: Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Another name of submitcontractdeploytx. Deploys a Lua contract. */
  submitluacontractdeploytx(
    address: string,
    filepath: string,
    fee: string | Integer,
    height?: Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
    /** the same, as release 1 called it */
    hash: string;
  }>;

  /** Proposes another smallest fee of a transaction type. */
  submitminerfeeproposal(
    sender: string,
    tx_type: Integer,
    min_fee: string | Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes another value of a system parameter. */
  submitparamgovernproposal(
    sender: string,
    param_name: string,
    param_value: string | Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Shows that an account knows the password of an output, without telling it. */
  submitpasswordprooftx(
    sender: string,
    prev_utxo_txid: string,
    vout_index: Integer,
    password: string,
    pre_utxo_tx_uid: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Reports prices of coins; for active producers that have staked enough. */
  submitpricefeedtx(
    sender: string,
    feeds: readonly {
      coin: string;
      currency: string;
      /** x 10^8 */
      price: Integer;
    }[] | string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Approves a proposal. The last approval that is needed carries it out. */
  submitproposalapprovaltx(
    sender: string,
    proposal_id: string,
    fee?: string | Integer,
    axc_signature?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Sends coins to one to a hundred accounts. */
  submitsendmultitx(
    from: string,
    transfer_array: readonly {
      to_uid: string;
      /** symbol:amount:unit */
      symbol_amount_unit: string;
    }[] | string,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Sends coins to an account. */
  submitsendtx(
    from: string,
    to: string,
    amount: string | Integer,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Hands a WebAssembly contract over to another maintainer. */
  submitsetcodertx(
    sender: string,
    contract: string,
    maintainer: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Deploys a WebAssembly contract, or replaces its code. */
  submitsetcodetx(
    sender: string,
    code_file: string,
    abi_file: string,
    contract?: string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Proposes another number of block producers. */
  submittotalbpssizeupdateproposal(
    sender: string,
    total_bps_size: Integer,
    effective_height: Integer,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Calls an action of a contract; with one parameter, submits a raw transaction (release 1). */
  submittx(
    sender: string,
    contract?: string,
    action?: string,
    data?: readonly Input[] | { readonly [member: string]: Input | undefined } | string,
    fee?: string | Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** 64 hex digits */
    txid: string;
    /** the same, for a raw transaction */
    hash?: string;
    tx_trace: TxTrace | null;
  }>;

  /** Submits a transaction that was made and signed elsewhere. */
  submittxraw(
    rawtx: string,
    signatures?: readonly {
      addr: string;
      /** hex */
      signature: string;
    }[] | string,
  ): Promise<{
    /** 64 hex digits */
    txid: string;
    tx_trace: TxTrace | null;
  }>;

  /** Calls a Lua contract and sends coins of any kind to it. */
  submitucontractcalltx(
    sender: string,
    contract_regid: string,
    arguments_: string,
    amount: string | Integer,
    fee?: string | Integer,
    height?: Integer,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Deploys a Lua contract; the fee may be paid in the stable coin. */
  submitucontractdeploytx(
    address: string,
    filepath: string,
    fee: string | Integer,
    height?: Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Moves coins into outputs that conditions lock, out of them, or from some into others. */
  submitutxotransfertx(
    sender: string,
    coin_symbol: string,
    vins: readonly {
      prev_utxo_txid: string;
      prev_utxo_vout_index: number;
      conds: {
        cond_type: number;
        /** the members of its type */
        [member: string]: unknown;
      }[];
    }[] | string,
    vouts: readonly {
      /** in sawi */
      coin_amount: Integer;
      conds: {
        cond_type: number;
        /** the members of its type */
        [member: string]: unknown;
      }[];
    }[] | string,
    fee?: string | Integer,
    memo?: string,
    min_confirmations?: 0 | 1,
  ): Promise<{
    /** id of the submitted transaction */
    txid: string;
  }>;

  /** Returns whether a text names an account, and its address. */
  validateaddr(
    address: string,
  ): Promise<{
    is_valid: boolean;
    /** the address; the given text where it names no account, or a contract of the system */
    addr: string;
  }>;

  /** As validateaddr, with the result of release 1. */
  validateaddress(
    address: string,
  ): Promise<{
    ret: boolean;
  }>;

  /** Checks the newest blocks. */
  verifychain(
    level?: Integer,
    depth?: Integer,
  ): Promise<boolean>;

  /** Returns whether a text was signed with the key of an account. */
  verifymessage(
    signer: string,
    signature: string,
    message: string,
  ): Promise<boolean>;

  /** Waits until a transaction is in a block with so many confirmations. */
  waitforconfirmation(
    txid: string,
    confirmations?: Integer,
    timeout?: Integer,
  ): Promise<{
    /** 64 hex digits */
    txid: string;
    /** whether it has that many; false when the time was over */
    confirmed: boolean;
    /** 1 in the newest block; 0 while it is in no block */
    confirmations: number;
    /** of its block, if it is in one */
    height?: number;
    /** of its block, if it is in one */
    block_hash?: string;
  }>;

  /** Waits until there is another newest block, and returns it. */
  waitfornewblock(
    timeout?: Integer,
    known_hash?: string,
  ): Promise<{
    /** of the newest block */
    height: number;
    hash: string;
    /** whether it is another block than the known one; false when the time was over */
    is_new: boolean;
  }>;

  /** Locks the wallet at once. */
  walletlock(): Promise<{
    wallet_lock: boolean;
    /** the same */
    walletlock: boolean;
  }>;

  /** Unlocks the wallet for a while. A later call replaces the time of an earlier one. */
  walletpassphrase(
    passphrase: string,
    timeout: Integer,
  ): Promise<{
    /** false when the passphrase is wrong, or the time not above 0 */
    wallet_unlocked: boolean;
    /** whether it is right */
    passphrase: boolean;
  }>;

  /** Replaces the passphrase of the wallet. */
  walletpassphrasechange(
    oldpassphrase: string,
    newpassphrase: string,
  ): Promise<{
    /** false when the present passphrase is wrong */
    chgpwd: boolean;
  }>;

  /** Checks an ABI and packs it into the form that contracts have on chain. */
  wasm_abidefjson2bin(
    abi: Input,
  ): Promise<{
    /** hex */
    data: string;
  }>;

  /** Unpacks the arguments of an action. */
  wasm_bin2json(
    contract: string,
    action: string,
    data: string,
  ): Promise<{
    /** the arguments by name */
    data: Json;
  }>;

  /** Shows the ABI of a contract, of the system or of a user. */
  wasm_getabi(
    contract: string,
  ): Promise<{
    abi: {
      version: string;
      /** types, structs, actions, tables, ricardian_clauses */
      [member: string]: unknown;
    };
  }>;

  /** Shows the module of a contract. */
  wasm_getcode(
    contract: string,
  ): Promise<{
    /** hex */
    code: string;
  }>;

  /** Queries a contract: runs an action without changing anything and returns its result. */
  wasm_getresult(
    contract: string,
    action: string,
    data: readonly Input[] | { readonly [member: string]: Input | undefined } | string,
  ): Promise<{
    block_height: number;
    result: {
      name: string;
      /** in the ABI */
      type: string;
      /** the value, by its type */
      value: Json;
    };
    trace: {
      /** of a transaction that does not exist */
      trx_id: string;
      /** microseconds */
      elapsed: number;
      /** one */
      traces: Trace[];
    };
  }>;

  /** Shows a row of a table of a contract. */
  wasm_getrow(
    contract: string,
    table: string,
    key: string,
  ): Promise<{
    /** the members of the row, by the ABI */
    [member: string]: unknown;
  }>;

  /** Lists rows of a table of a contract, in the order of the bytes of their keys. */
  wasm_gettable(
    contract: string,
    table: string,
    key_prefix?: readonly Input[] | string,
    max_count?: string | Integer,
    begin_key?: string,
  ): Promise<{
    rows: {
      /** hex */
      key: string;
      /** the members of the row, by the ABI */
      [member: string]: unknown;
    }[];
    /** whether further rows follow */
    more: boolean;
  }>;

  /** Shows what the actions of a confirmed universal transaction have caused. */
  wasm_gettxtrace(
    txid: string,
  ): Promise<{
    tx_trace: TxTrace;
  }>;

  /** Packs the arguments of an action. */
  wasm_json2bin(
    contract: string,
    action: string,
    data: readonly Input[] | { readonly [member: string]: Input | undefined } | string,
  ): Promise<{
    /** hex */
    data: string;
  }>;
}

/** The names of all methods. */
export const METHOD_NAMES = [
  'addnode',
  'backupchain',
  'backupwallet',
  'callcontracttx',
  'canceltask',
  'createmulsig',
  'decoderawtx',
  'decodetxraw',
  'dev_dumpState',
  'dev_getPrices',
  'dev_impersonate',
  'dev_increaseTime',
  'dev_loadState',
  'dev_mine',
  'dev_reset',
  'dev_revert',
  'dev_setBalance',
  'dev_setPrice',
  'dev_setTime',
  'dev_snapshot',
  'dev_stopImpersonating',
  'dev_stopPrice',
  'dexmatchdryrun',
  'disconnectblock',
  'dropindex',
  'dropminermainkeys',
  'dropprivkey',
  'droptxfrommempool',
  'dumpdb',
  'dumpheapprofiler',
  'dumpprivkey',
  'dumpsnapshot',
  'dumpwallet',
  'encryptwallet',
  'estimatecontractcall',
  'gendexoperatorordertx',
  'generate',
  'genregisteraccountraw',
  'gensendtoaddressraw',
  'genunsignedtxraw',
  'genutxomultiinputcondhash',
  'genutxomultisignaddr',
  'genutxomultisignature',
  'getaccountinfo',
  'getaddednodeinfo',
  'getalltxinfo',
  'getassetinfo',
  'getbalance',
  'getblock',
  'getblockcount',
  'getblockfailures',
  'getblockhash',
  'getblockundo',
  'getcdp',
  'getcdpinfo',
  'getcdpparam',
  'getchaininfo',
  'getclosedcdp',
  'getcoinunitinfo',
  'getconnectioncount',
  'getcontractaccountinfo',
  'getcontractassets',
  'getcontractdata',
  'getcontractdataraw',
  'getcontractinfo',
  'getcontractregid',
  'getdexbaseandquotecoins',
  'getdexcandles',
  'getdexoperator',
  'getdexoperatorbyowner',
  'getdexorder',
  'getdexorderbook',
  'getdexorderfee',
  'getdexorders',
  'getdexsysorders',
  'getdextrades',
  'getfcoingenesistxinfo',
  'getfeedcoinpairs',
  'getfinblockcount',
  'getgovernors',
  'gethash',
  'getheapprofiler',
  'getindexinfo',
  'getinfo',
  'getkeypoolinfo',
  'getloglevels',
  'getmatcherinfo',
  'getmempoolinfo',
  'getmemstat',
  'getmetrics',
  'getminedblocks',
  'getminerbyblocktime',
  'getmininginfo',
  'getmnemonic',
  'getnettotals',
  'getnetworkinfo',
  'getnewaddr',
  'getnewaddress',
  'getpeerinfo',
  'getprogress',
  'getproposal',
  'getrawmempool',
  'getrewardinfo',
  'getscoininfo',
  'getsignature',
  'getstateentries',
  'getswapcoindetail',
  'getsysparam',
  'gettotalbpssize',
  'gettotalcoins',
  'gettxcalls',
  'gettxdetail',
  'getusercdp',
  'getutxo',
  'getwalletinfo',
  'help',
  'importprivkey',
  'importwallet',
  'invalidateblock',
  'islocked',
  'keypoolrefill',
  'listaccountorders',
  'listaccountpositions',
  'listaccounttrades',
  'listaddr',
  'listaddresstransactions',
  'listassetholders',
  'listassets',
  'listcontractassets',
  'listcontractcalls',
  'listcontracts',
  'listdelegates',
  'listdexorders',
  'listdexsysorders',
  'listmintxfees',
  'listreceipts',
  'liststateentries',
  'listsysparams',
  'listtx',
  'listtxcache',
  'listunconfirmedtx',
  'listutxos',
  'luavm_executecontract',
  'luavm_executescript',
  'ping',
  'reconsiderblock',
  'registaccounttx',
  'registeraccounttx',
  'registercontracttx',
  'reloadtxcache',
  'restorewallet',
  'rpc.discover',
  'saveblocktofile',
  'savemempool',
  'sendtoaddress',
  'sendtoaddresswithfee',
  'setautomine',
  'setblocktime',
  'setdexmatcher',
  'setgenerate',
  'setloglevel',
  'signmessage',
  'signtxraw',
  'startcommontpstest',
  'startcontracttpstest',
  'startheapprofiler',
  'startwasmtpstest',
  'stop',
  'stopheapprofiler',
  'submitaccountpermproposal',
  'submitaccountpermscleartx',
  'submitaccountregistertx',
  'submitassetissuetx',
  'submitassetpermproposal',
  'submitassetupdatetx',
  'submitaxccoinproposal',
  'submitaxcinproposal',
  'submitaxcoutproposal',
  'submitblock',
  'submitcancelorderproposal',
  'submitcdpliquidatetx',
  'submitcdpparamgovernproposal',
  'submitcdpredeemtx',
  'submitcdpstaketx',
  'submitcoinstaketx',
  'submitcointransferproposal',
  'submitcontractcalltx',
  'submitcontractdeploytx',
  'submitdelegatevotetx',
  'submitdeploymenttx',
  'submitdexbuylimitordertx',
  'submitdexbuymarketordertx',
  'submitdexcancelordertx',
  'submitdexoperatorregtx',
  'submitdexoperatorupdatetx',
  'submitdexopupdatetx',
  'submitdexselllimitordertx',
  'submitdexsellmarketordertx',
  'submitdexsettletx',
  'submitdexswitchproposal',
  'submitdiaissueproposal',
  'submitfeedcoinpairproposal',
  'submitgovernorupdateproposal',
  'submitluacontractcalltx',
  'submitluacontractdeploytx',
  'submitminerfeeproposal',
  'submitparamgovernproposal',
  'submitpasswordprooftx',
  'submitpricefeedtx',
  'submitproposalapprovaltx',
  'submitsendmultitx',
  'submitsendtx',
  'submitsetcodertx',
  'submitsetcodetx',
  'submittotalbpssizeupdateproposal',
  'submittx',
  'submittxraw',
  'submitucontractcalltx',
  'submitucontractdeploytx',
  'submitutxotransfertx',
  'validateaddr',
  'validateaddress',
  'verifychain',
  'verifymessage',
  'waitforconfirmation',
  'waitfornewblock',
  'walletlock',
  'walletpassphrase',
  'walletpassphrasechange',
  'wasm_abidefjson2bin',
  'wasm_bin2json',
  'wasm_getabi',
  'wasm_getcode',
  'wasm_getresult',
  'wasm_getrow',
  'wasm_gettable',
  'wasm_gettxtrace',
  'wasm_json2bin',
] as const satisfies readonly (keyof Methods)[];

/** The names of the methods that can be asked about an earlier block. */
export const STATE_METHOD_NAMES = [
  'getaccountinfo',
  'getassetinfo',
  'getbalance',
  'getcdp',
  'getcdpinfo',
  'getclosedcdp',
  'getcontractaccountinfo',
  'getcontractdata',
  'getcontractdataraw',
  'getcontractinfo',
  'getdexorder',
  'getfeedcoinpairs',
  'getscoininfo',
  'getstateentries',
  'getswapcoindetail',
  'getusercdp',
  'listassets',
  'listcontracts',
  'liststateentries',
  'wasm_getrow',
  'wasm_gettable',
] as const satisfies readonly (keyof Methods)[];

/** The names of the methods whose last parameter is min_confirmations. */
export const CONFIRMATIONS_METHOD_NAMES = [
  'callcontracttx',
  'gensendtoaddressraw',
  'getaccountinfo',
  'getbalance',
  'getcdp',
  'getcdpinfo',
  'getdexorder',
  'getusercdp',
  'getutxo',
  'getwalletinfo',
  'listutxos',
  'registaccounttx',
  'registeraccounttx',
  'registercontracttx',
  'sendtoaddress',
  'sendtoaddresswithfee',
  'submitaccountpermproposal',
  'submitaccountpermscleartx',
  'submitaccountregistertx',
  'submitassetissuetx',
  'submitassetpermproposal',
  'submitassetupdatetx',
  'submitaxccoinproposal',
  'submitaxcinproposal',
  'submitaxcoutproposal',
  'submitcancelorderproposal',
  'submitcdpliquidatetx',
  'submitcdpparamgovernproposal',
  'submitcdpredeemtx',
  'submitcdpstaketx',
  'submitcoinstaketx',
  'submitcointransferproposal',
  'submitcontractcalltx',
  'submitcontractdeploytx',
  'submitdelegatevotetx',
  'submitdeploymenttx',
  'submitdexbuylimitordertx',
  'submitdexbuymarketordertx',
  'submitdexcancelordertx',
  'submitdexoperatorregtx',
  'submitdexoperatorupdatetx',
  'submitdexopupdatetx',
  'submitdexselllimitordertx',
  'submitdexsellmarketordertx',
  'submitdexsettletx',
  'submitdexswitchproposal',
  'submitdiaissueproposal',
  'submitfeedcoinpairproposal',
  'submitgovernorupdateproposal',
  'submitluacontractcalltx',
  'submitluacontractdeploytx',
  'submitminerfeeproposal',
  'submitparamgovernproposal',
  'submitpasswordprooftx',
  'submitpricefeedtx',
  'submitproposalapprovaltx',
  'submitsendmultitx',
  'submitsendtx',
  'submitsetcodertx',
  'submitsetcodetx',
  'submittotalbpssizeupdateproposal',
  'submittx',
  'submitucontractcalltx',
  'submitucontractdeploytx',
  'submitutxotransfertx',
] as const satisfies readonly (keyof Methods)[];

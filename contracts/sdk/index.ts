// What contracts import: `import { Contract, requireAuth } from "sdk"`.

export { hasAuth, isAccount, notify, requireAuth } from "./authority";
export { activeProducers, maintainerOf, now, secondsOf, sha256, timeNow, transactionHash } from "./chain";
export { checkedAdd, checkedMul, checkedSub } from "./checked";
export { Checksum160, Checksum256, Checksum512 } from "./checksums";
export { actionArguments, Contract, emitResult } from "./contract";
export { check, fail, failWith, onAbort } from "./failure";
export { CODE_PERMISSION, InlineAction } from "./inline-action";
export { KeyedTable, MAX_KEY_BYTES } from "./keyed-table";
export { log, logMessage } from "./log";
export { begin, Message } from "./message";
export { name, regid } from "./name";
export { Reader } from "./reader";
export { IndexEntry, MAX_INDEX_TEXT, SortedIndex } from "./sorted-index";
export { Packed, Table } from "./table";
export { Asset, Bytes, CoinSymbol, Hash, isSymbolCode, MAX_AMOUNT, Name, none, Optional, Regid, some, SymbolCode, Text, TimePoint } from "./types";
export { I128, mulDiv, mulDivUp, U128 } from "./wide";
export { Writer } from "./writer";

// What contracts import: `import { Contract, requireAuth } from "sdk"`.

export { hasAuth, isAccount, notify, requireAuth } from "./authority";
export { activeProducers, maintainerOf, now, sha256, transactionHash } from "./chain";
export { actionArguments, Contract, emitResult } from "./contract";
export { check, fail, failWith, onAbort } from "./failure";
export { CODE_PERMISSION, InlineAction } from "./inline-action";
export { log, logMessage } from "./log";
export { begin, Message } from "./message";
export { name, regid } from "./name";
export { Reader } from "./reader";
export { Packed, Table } from "./table";
export { Asset, Bytes, CoinSymbol, Hash, isSymbolCode, MAX_AMOUNT, Name, Optional, Regid, SymbolCode, Text, TimePoint } from "./types";
export { Writer } from "./writer";

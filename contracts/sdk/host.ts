// The functions of the host as it offers them. Contracts use what the other files make of them.

@external("env", "wasm_assert")
export declare function wasmAssert(test: i32, message: usize): void;
@external("env", "action_data_size")
export declare function actionDataSize(): u32;
@external("env", "read_action_data")
export declare function readActionData(pointer: usize, size: u32): u32;
@external("env", "require_auth")
export declare function requireAuth(account: u64): void;
@external("env", "has_auth")
export declare function hasAuth(account: u64): i32;
@external("env", "is_account")
export declare function isAccount(account: u64): i32;
@external("env", "notify_recipient")
export declare function notifyRecipient(account: u64): void;
@external("env", "send_inline")
export declare function sendInline(pointer: usize, size: u32): void;
@external("env", "current_time")
export declare function currentTime(): u64;
@external("env", "get_txid")
export declare function getTxid(pointer: usize): u32;
@external("env", "get_maintainer")
export declare function getMaintainer(contract: u64): u64;
@external("env", "get_active_producers")
export declare function getActiveProducers(pointer: usize, size: u32): u32;
@external("env", "emit_result")
export declare function emitResult(name: usize, nameSize: u32, type: usize, typeSize: u32, value: usize, size: u32): void;
@external("env", "prints_l")
export declare function printText(pointer: usize, size: u32): void;
@external("env", "db_store")
export declare function dbStore(payer: u64, key: usize, keySize: u32, value: usize, size: u32): i32;
@external("env", "db_remove")
export declare function dbRemove(payer: u64, key: usize, keySize: u32): i32;
@external("env", "db_get")
export declare function dbGet(key: usize, keySize: u32, value: usize, size: u32): u32;
@external("env", "sha256")
export declare function sha256(pointer: usize, size: u32, hash: usize): void;
@external("env", "__udivti3")
export declare function unsignedDivide128(result: usize, aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): void;
@external("env", "__umodti3")
export declare function unsignedModulo128(result: usize, aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): void;
@external("env", "__divti3")
export declare function divide128(result: usize, aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): void;
@external("env", "__modti3")
export declare function modulo128(result: usize, aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): void;

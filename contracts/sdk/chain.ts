import * as host from "./host";
import { Bytes, Regid, TimePoint } from "./types";

/** Seconds since 1970, of the block; in a query of the newest block. */
@inline export function now(): u64 {
  return host.currentTime();
}

/** The same time in the unit of the ABI, microseconds. */
@inline export function timeNow(): TimePoint {
  return <i64>host.currentTime() * 1_000_000;
}

/** A time as whole seconds since 1970. */
@inline export function secondsOf(time: TimePoint): u64 {
  return <u64>(time / 1_000_000);
}

/** The 32 bytes of the transaction's hash. */
export function transactionHash(): Bytes {
  const pointer = heap.alloc(32);
  host.getTxid(pointer);
  return new Bytes(pointer, 32);
}

/** Who may replace the code of a contract; 0 for none. */
@inline export function maintainerOf(contract: Regid): Regid {
  return host.getMaintainer(contract);
}

/** The producers of blocks, in the order of their list. */
export function activeProducers(): StaticArray<Regid> {
  const size = host.getActiveProducers(0, 0);
  const producers = new StaticArray<Regid>(<i32>(size / sizeof<Regid>()));
  if (size > 0) host.getActiveProducers(changetype<usize>(producers), size);
  return producers;
}

/** The 32 bytes of a SHA-256. */
export function sha256(data: Bytes): Bytes {
  const hash = heap.alloc(32);
  host.sha256(data.pointer, data.length, hash);
  return new Bytes(hash, 32);
}

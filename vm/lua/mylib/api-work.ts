/**
 * Work of the contract API beside its fuel (spec 03 §7.8), in units of a Lua machine. What is in memory takes less;
 * the prices are those of a state that is read from the disk, as for WebAssembly (spec 04 §15.11).
 */

/** A call that computes, or reads what is known of the block and the transaction. */
export const CALL_WORK = 60;
/** A call that looks something up in the state or in the blocks before. */
export const LOOKUP_WORK = 400;
/** As `LOOKUP_WORK`, where the checksum of an address is computed. */
export const ADDRESS_WORK = 600;
/** A byte that is read from an argument or a table. */
export const BYTE_WORK = 4;
/** A frozen fund of an account that is passed. */
export const FUND_WORK = 2;

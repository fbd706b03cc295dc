import { PROTOCOL } from '../../../src/config/network.js';
import { REJECT, reject } from '../../../src/tx/reject.js';

/** A memo has at most 100 bytes (spec 07 §14.1). */
export function checkMemo(memo: Uint8Array): void {
  if (memo.length > PROTOCOL.memoSize) {
    const detail = `the memo has ${memo.length} bytes, at most ${PROTOCOL.memoSize} are allowed`;
    reject(REJECT.REJECT_INVALID, 'memo-size-toolarge', detail);
  }
}

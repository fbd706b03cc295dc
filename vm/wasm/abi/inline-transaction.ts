import type { InlineTransaction } from '../../../src/tx/types/universal.js';
import { type StreamReader, StreamWriter } from './stream.js';

/*
 * An inline transaction in the format of contracts (spec 04 §5.1): what `send_inline` takes and what
 * stored traces hold.
 */

/** @throws ContractException `wasm_assert_exception` where the bytes end early */
export function readInlineTransaction(reader: StreamReader): InlineTransaction {
  const contract = reader.u64();
  const action = reader.u64();
  const count = reader.varuint32();
  const authorization = [];
  for (let i = 0; i < count; i++) authorization.push({ account: reader.u64(), permission: reader.u64() });
  return { contract, action, authorization, data: reader.bytes() };
}

/** The inverse of {@link readInlineTransaction}. */
export function inlineTransactionBytes(action: InlineTransaction): Buffer {
  const writer = new StreamWriter();
  writer.u64(action.contract);
  writer.u64(action.action);
  writer.varuint32(action.authorization.length);
  for (const { account, permission } of action.authorization) {
    writer.u64(account);
    writer.u64(permission);
  }
  writer.bytes(action.data);
  return writer.finish();
}

import {
  byteString,
  type Codec,
  encode,
  record,
  type ValueOf,
  varint64,
  varintSigned32,
} from '../../codec/codec.js';
import { DecodeError } from '../../codec/errors.js';
import { uid } from '../../codec/uid.js';
import { defineTransaction } from '../definition.js';
import { hexText } from '../json-members.js';
import { SIGNATURE } from '../standard-fields.js';

const codeAndMemo = record({ code: byteString, memo: byteString });

/**
 * Code and memo of a Lua contract, prefixed with their common size, which must be right (spec 01
 * §9.2, type 5).
 */
const luaContract: Codec<ValueOf<typeof codeAndMemo>> = {
  read(reader) {
    const size = reader.compactSize();
    const value = codeAndMemo.read(reader);
    // Compared with the canonical size, as the reference does.
    if (encode(codeAndMemo, value).length !== size) {
      throw new DecodeError('contractSize != SerializeSize(code) + SerializeSize(memo): iostream error');
    }
    return value;
  },
  write(writer, value) {
    const content = encode(codeAndMemo, value);
    writer.compactSize(content.length);
    writer.bytes(content);
  },
};

/** LCONTRACT_DEPLOY_TX (5): deploys a Lua contract. */
export const lcontractDeploy = defineTransaction({
  type: 5,
  name: 'LCONTRACT_DEPLOY_TX',
  since: 'R1',
  origin: 'sender',
  senders: ['regid'],
  permission: 'CONTRACT',
  minimumFee: { reference: 100_000_000n, development: 110_000_000n, governable: false },
  feeCheck: 'with-fuel',
  feeDiscount: 'none',
  contract: 'deployment',
  validHeight: 'checked',
  placement: 'by-fee-rate',
  standardSize: 100_000,
  baseJson: true,
  fields: {
    version: varintSigned32,
    validHeight: varintSigned32,
    txUid: uid,
    contract: luaContract,
    fees: varint64,
    ...SIGNATURE,
  },
  json: tx => ({ contract_code: hexText(tx.contract.code), contract_memo: hexText(tx.contract.memo) }),
});

import { type Codec, varint32 } from '../codec/codec.js';
import { DecodeError } from '../codec/errors.js';
import type { JsonObject } from '../codec/json-value.js';
import { required } from '../codec/required.js';
import { PROPOSAL_TYPES, type ProposedValues } from './proposal-types.js';

interface ProposalHead {
  /** 0 in a request; set by the ledger in the stored copy. */
  readonly expiryBlockHeight: number;
  /** 0 in a request; set by the ledger in the stored copy. */
  readonly approvalMinCount: number;
}
type ProposalOf<D> = D extends { readonly type: infer T; readonly fields: infer F }
  ? ProposalHead & { readonly type: T } & ProposedValues<F>
  : never;

/** A proposal; `type` is the discriminant. */
export type Proposal = ProposalOf<(typeof PROPOSAL_TYPES)[keyof typeof PROPOSAL_TYPES]>;

/** The proposal type for values of which nothing else is known. */
interface AnyProposalType {
  readonly fields: Readonly<Record<string, Codec<unknown>>>;
  readonly json: (value: never) => JsonObject;
}

const byType = new Map<number, AnyProposalType>(
  Object.values(PROPOSAL_TYPES).map(definition => [definition.type, definition]),
);

/** u8 type, VI32 expiry height, u8 minimum count, then the fields of the type (spec 01 §10). */
export const proposal: Codec<Proposal> = {
  read(reader) {
    const type = reader.u8();
    const definition = byType.get(type);
    if (!definition) throw new DecodeError(`Unserialize: proposalType(${type}) error.: iostream error`);
    const value: Record<string, unknown> = {
      type,
      expiryBlockHeight: varint32.read(reader),
      approvalMinCount: reader.u8(),
    };
    for (const [name, codec] of Object.entries(definition.fields)) value[name] = codec.read(reader);
    return value as unknown as Proposal;
  },
  write(writer, value) {
    writer.u8(value.type);
    varint32.write(writer, value.expiryBlockHeight);
    writer.u8(value.approvalMinCount);
    const fields = value as unknown as Readonly<Record<string, unknown>>;
    for (const [name, codec] of Object.entries(
      required(byType.get(value.type), 'the declaration of the kind of proposal').fields,
    )) {
      codec.write(writer, fields[name]);
    }
  },
};

/** The JSON form of spec 01 §10; zero head fields are omitted. */
export function proposalJson(value: Proposal): JsonObject {
  return {
    proposal_type: value.type,
    approval_min_count: value.approvalMinCount > 0 ? value.approvalMinCount : undefined,
    expiry_block_height: value.expiryBlockHeight > 0 ? value.expiryBlockHeight : undefined,
    ...required(byType.get(value.type), 'the declaration of the kind of proposal').json(value as never),
  };
}

import { CDP_PARAMETERS, SYSTEM_PARAMETERS } from '../../../src/config/system-parameters.js';
import { FOREIGN_CHAIN } from '../../../src/state/tables/swap-coins.js';
import { BALANCE_OPERATIONS } from '../../../src/tx/balance-operation.js';
import { VM_WASM } from '../../../src/tx/enums.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { TX } from '../../../src/tx/transactions.js';
import { OPERATOR_FIELD } from '../../../src/tx/types/dex-operator-update.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';

/** A number in a source where a name belongs. */
export interface BareNumber {
  readonly line: number;
  readonly text: string;
}

const numbersOf = (...sets: readonly Readonly<Record<string, number>>[]): ReadonlySet<number> =>
  new Set(sets.flatMap(set => Object.values(set)));

const TYPES = numbersOf(TX, PROPOSAL, CONDITION_TYPES, RECEIPT);
/** Enumerations of two members: the numbers from 1 on. */
const SMALL: ReadonlySet<number> = new Set([1, VM_WASM]);
const OPERATIONS: ReadonlySet<number> = new Set(BALANCE_OPERATIONS.keys());
const PARAMETERS: ReadonlySet<number> = new Set(
  [SYSTEM_PARAMETERS, CDP_PARAMETERS].flatMap(set => Object.values(set).map(({ code }) => code)),
);

/** Members whose value is a number of a closed set, and the numbers that have a name there. */
const MEMBERS: Readonly<Record<string, ReadonlySet<number>>> = {
  type: TYPES,
  asType: numbersOf(TX),
  txType: numbersOf(TX),
  nTxType: numbersOf(TX),
  txtype_code: numbersOf(TX),
  proposal_type: numbersOf(PROPOSAL),
  cond_type: numbersOf(CONDITION_TYPES),
  receiptType: numbersOf(RECEIPT),
  receipt_type: numbersOf(RECEIPT),
  vmType: SMALL,
  voteType: SMALL,
  orderType: SMALL,
  orderSide: SMALL,
  openMode: SMALL,
  operation: SMALL,
  field: numbersOf(OPERATOR_FIELD),
  update_field: numbersOf(OPERATOR_FIELD),
  stakeType: OPERATIONS,
  op_type: OPERATIONS,
  chain: numbersOf(FOREIGN_CHAIN),
  param_code: PARAMETERS,
  // Only beside a value: other codes are those of refusals and keys.
  code: PARAMETERS,
};

const NAMES = Object.keys(MEMBERS)
  .filter(name => name !== 'code')
  .join('|');
/** A number of one to three digits that is no part of another word or number. */
const NUMBER = String.raw`(?<number>\d{1,3})(?![\w.])`;
const GENERICS = 'NativeHandler|TransactionOfType|FieldsOfType|ProposalRules|ProposalOfType|ProposalDraft';
const CALLS =
  'definitionOf|handlerOf|isTypeAvailable|isSenderUidAllowed|isValidHeight|fuelFeeOf|defineHandler|defineProposalRules';
const FEE_CALLS = 'minimumFee|minimumFeeOf|scheduledFee|feeParameter|baseCoinFeeParameter';

/** Where numbers of types stand when somebody writes them; the group `name` says of which member. */
const PATTERNS: readonly RegExp[] = [
  // { type: 11 }, also as a type, and in a union of such
  new RegExp(String.raw`\b(?<name>${NAMES})\??\s*:\s*(?:\d{1,3}\s*\|\s*)*${NUMBER}`, 'g'),
  // tx.type === 11
  new RegExp(String.raw`\b(?<name>${NAMES})\s*[!=]==?\s*${NUMBER}`, 'g'),
  new RegExp(String.raw`\b(?:${GENERICS})<\s*(?:\d{1,3}\s*\|\s*)*${NUMBER}`, 'g'),
  new RegExp(String.raw`\b(?:${CALLS})\(\s*${NUMBER}`, 'g'),
  // The type is a later argument: minimumFeeOf(state, network, 11, symbol)
  new RegExp(String.raw`\b(?:${FEE_CALLS})\((?:[^()]*,)?\s*${NUMBER}`, 'g'),
  // A constant that names one type for one file
  new RegExp(String.raw`\bconst \w*_TYPE(?:: \w+)? = ${NUMBER}`, 'g'),
  // { code: 19, value }, a parameter and its value
  new RegExp(String.raw`\b(?<name>code)\s*:\s*${NUMBER}(?=,\s*value\b)`, 'g'),
  // A table or set of types
  new RegExp(
    String.raw`\b(?:Transaction|Proposal)Type\b[^=;{}()]*= new (?:Set|Map)(?:<[^(]*>)?\(\[+\s*${NUMBER}`,
    'g',
  ),
];
/** A constant of one file: a second name for a number where such a member is compared with it or set to it. */
const CONSTANT = new RegExp(String.raw`\bconst (?<constant>[A-Z][A-Z0-9_]*) = ${NUMBER};`, 'g');
const namedBy = (constant: string): RegExp =>
  new RegExp(String.raw`\b(?<name>${NAMES})(?:\s*[!=]==?|\??\s*:)\s*${constant}\b`);
/** The cases of a switch over a type. */
const SWITCH = new RegExp(String.raw`\bswitch \([^()]*\b(?<name>${NAMES})\) \{`, 'g');
const CASE = new RegExp(String.raw`\bcase ${NUMBER}\s*:`, 'g');

/**
 * Numbers that have a name in a declaration and stand bare in a source: of transaction types, proposals,
 * conditions, receipts, parameters, fields of an update, operations, and the small enumerations of orders,
 * votes and machines. Comments and texts do not count, nor numbers that name nothing.
 */
export function bareTypeNumbers(source: string): BareNumber[] {
  const code = withoutTexts(source);
  const found: BareNumber[] = [];
  const add = (match: RegExpMatchArray, name: string, offset = 0): void => {
    if (!MEMBERS[name]!.has(Number(match.groups!.number))) return;
    const line = code.slice(0, offset + match.index! + match[0].length).split('\n').length;
    found.push({ line, text: match[0].replaceAll(/\s+/g, ' ') });
  };
  for (const pattern of PATTERNS) {
    for (const match of code.matchAll(pattern)) add(match, match.groups!.name ?? 'type');
  }
  for (const constant of code.matchAll(CONSTANT)) {
    const use = namedBy(constant.groups!.constant!).exec(code);
    if (use !== null) add(constant, use.groups!.name!);
  }
  for (const start of code.matchAll(SWITCH)) {
    const from = start.index + start[0].length;
    for (const match of code.slice(from, endOfBlock(code, from)).matchAll(CASE)) {
      add(match, start.groups!.name!, from);
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The position of the brace that closes the block whose content begins at a position. */
function endOfBlock(code: string, from: number): number {
  let depth = 1;
  let position = from;
  for (; position < code.length && depth > 0; position++) {
    if (code[position] === '{') depth++;
    if (code[position] === '}') depth--;
  }
  return position;
}

/** The source with comments and the content of texts blank; lines keep their numbers. */
function withoutTexts(source: string): string {
  const texts = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
  return source.replaceAll(texts, text => text.replaceAll(/[^\n]/g, ' '));
}

import { VM_WASM } from '../../../src/tx/enums.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { TX } from '../../../src/tx/transactions.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';

/** A number in a source where a name belongs. */
export interface BareNumber {
  readonly line: number;
  readonly text: string;
}

const numbersOf = (...sets: readonly Readonly<Record<string, number>>[]): ReadonlySet<number> =>
  new Set(sets.flatMap(set => Object.values(set)));

const TYPES = numbersOf(TX, PROPOSAL, CONDITION_TYPES, RECEIPT);
/** Enumerations of two or three members: the numbers from 1 on. */
const SMALL: ReadonlySet<number> = new Set([1, VM_WASM]);

/** Members whose value is a number of a closed set, and the numbers that have a name there. */
const MEMBERS: Readonly<Record<string, ReadonlySet<number>>> = {
  type: TYPES,
  asType: numbersOf(TX),
  txType: numbersOf(TX),
  nTxType: numbersOf(TX),
  proposal_type: numbersOf(PROPOSAL),
  cond_type: numbersOf(CONDITION_TYPES),
  receiptType: numbersOf(RECEIPT),
  receipt_type: numbersOf(RECEIPT),
  vmType: SMALL,
  voteType: SMALL,
  orderType: SMALL,
  orderSide: SMALL,
  openMode: SMALL,
};

const NAMES = Object.keys(MEMBERS).join('|');
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
  // A table or set of types
  new RegExp(
    String.raw`\b(?:Transaction|Proposal)Type\b[^=;{}()]*= new (?:Set|Map)(?:<[^(]*>)?\(\[+\s*${NUMBER}`,
    'g',
  ),
];
/** The cases of a switch over a type. */
const SWITCH = new RegExp(String.raw`\bswitch \([^()]*\b(?<name>${NAMES})\) \{`, 'g');
const CASE = new RegExp(String.raw`\bcase ${NUMBER}\s*:`, 'g');

/**
 * Numbers of transaction types, proposals, conditions, receipts and the small enumerations of orders, votes
 * and machines that stand bare in a source. Comments and texts do not count, nor numbers that name nothing.
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

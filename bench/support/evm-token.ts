/*
 * A token as ERC-20 has it, assembled by hand for the Ethereum virtual machine: balances in a mapping
 * at slot 0, `transfer` with its check and its event, `balanceOf`, and a `mint` for any caller.
 * It is less than what a compiler makes of the same contract.
 */

/** First four bytes of the hashes of `transfer(address,uint256)`, `balanceOf(address)` and `mint(address,uint256)`. */
const SELECTORS = { transfer: 'a9059cbb', balanceOf: '70a08231', mint: '40c10f19' } as const;
/** Hash of `Transfer(address,address,uint256)`. */
const TRANSFER_EVENT = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const OPCODES: Readonly<Record<string, number>> = {
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  SHR: 0x1c,
  KECCAK256: 0x20,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  SWAP1: 0x90,
  LOG3: 0xa3,
  RETURN: 0xf3,
  REVERT: 0xfd,
};
const PUSH1 = 0x60;
const PUSH2 = 0x61;

/** Stack before: a value; after: the slot of its balance, `keccak256(value, 0)`. */
const BALANCE_SLOT = '#00 MSTORE #00 #20 MSTORE #40 #00 KECCAK256';
const RETURN_WORD = '#00 MSTORE #20 #00 RETURN';
const [FIRST, SECOND] = ['#04 CALLDATALOAD', '#24 CALLDATALOAD'];
const ADD_SECOND_TO_FIRST = `${FIRST} ${BALANCE_SLOT} DUP1 SLOAD ${SECOND} ADD SWAP1 SSTORE`;

const PROGRAM = `
  #00 CALLDATALOAD #e0 SHR
  DUP1 #${SELECTORS.transfer} EQ @transfer JUMPI
  DUP1 #${SELECTORS.balanceOf} EQ @balanceOf JUMPI
  #${SELECTORS.mint} EQ @mint JUMPI
  fail: #00 #00 REVERT
  transfer:
    CALLER ${BALANCE_SLOT} DUP1 SLOAD ${SECOND}
    DUP1 DUP3 LT @fail JUMPI
    SWAP1 SUB SWAP1 SSTORE
    ${ADD_SECOND_TO_FIRST}
    ${SECOND} #00 MSTORE
    ${FIRST} CALLER #${TRANSFER_EVENT} #20 #00 LOG3
    #01 ${RETURN_WORD}
  balanceOf:
    ${FIRST} ${BALANCE_SLOT} SLOAD ${RETURN_WORD}
  mint:
    ${ADD_SECOND_TO_FIRST}
    #01 ${RETURN_WORD}
`;

/**
 * Machine code of a program: names of instructions; `#` with hex digits, which are pushed; `name:`,
 * where a jump can go to; `@name`, which pushes that place.
 */
function assembleEvm(program: string): Buffer {
  const words = program.trim().split(/\s+/);
  const bytes: number[] = [];
  const labels = new Map<string, number>();
  const references: [at: number, label: string][] = [];
  for (const word of words) {
    if (word.endsWith(':')) {
      labels.set(word.slice(0, -1), bytes.length);
      bytes.push(OPCODES.JUMPDEST!);
    } else if (word.startsWith('@')) {
      references.push([bytes.length + 1, word.slice(1)]);
      bytes.push(PUSH2, 0, 0);
    } else if (word.startsWith('#')) {
      const pushed = Buffer.from(word.slice(1), 'hex');
      bytes.push(PUSH1 + pushed.length - 1, ...pushed);
    } else {
      const opcode = OPCODES[word];
      if (opcode === undefined) throw new Error(`${word} is no instruction of this assembler`);
      bytes.push(opcode);
    }
  }
  const code = Buffer.from(bytes);
  for (const [at, label] of references) code.writeUInt16BE(labels.get(label)!, at);
  return code;
}

/** Code of the token's account. */
export const EVM_TOKEN: Buffer = assembleEvm(PROGRAM);

/** The input of a call of `transfer` or `mint`. */
export function evmTokenInput(method: 'transfer' | 'mint', to: string, amount: bigint): `0x${string}` {
  return `0x${SELECTORS[method]}${addressWord(to)}${amount.toString(16).padStart(64, '0')}`;
}

/** The input of a call of `balanceOf`. */
export function balanceOfInput(owner: string): `0x${string}` {
  return `0x${SELECTORS.balanceOf}${addressWord(owner)}`;
}

/** An address as calls have it: 32 bytes. */
function addressWord(address: string): string {
  return address.replace(/^0x/, '').padStart(64, '0');
}

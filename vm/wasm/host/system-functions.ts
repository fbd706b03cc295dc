import { ContractException } from '../exception.js';
import { EXIT } from './host-call.js';
import { alias, hostFunction, STATE_STEPS, shownText, writeOutput } from './host-function.js';

/* Assertions, the end of a run, and what a contract can ask about block, transaction and chain (spec 04 §12.1). */

const abort = hostFunction('abort', { parameters: [] }, () => {
  throw new ContractException('abort_called', 'abort() called', 'wasm/host/abort');
});

const exit = hostFunction('wasm_exit', { parameters: ['i32'] }, () => {
  throw EXIT;
});

const assertTrue = hostFunction('wasm_assert', { parameters: ['i32', 'pointer'] }, (call, test, message) => {
  if (test !== 0) return;
  throw new ContractException(
    'wasm_assert_exception',
    shownText(call.memory.cString(message)),
    'wasm/host/wasm_assert',
  );
});

const assertCode = hostFunction('wasm_assert_code', { parameters: ['i32', 'u64'] }, (_, test, code) => {
  if (test !== 0) return;
  throw new ContractException(
    'wasm_assert_code_exception',
    `assertion failed with error code: ${code}`,
    'wasm/host/wasm_assert_code',
  );
});

const assertMessage = hostFunction(
  'wasm_assert_message',
  { parameters: ['i32', 'pointer', 'u32'] },
  (call, test, message, size) => {
    if (test !== 0) return;
    const text = shownText(call.memory.argument(message, size));
    throw new ContractException('wasm_assert_message_exception', text, 'wasm/host/wasm_assert_message');
  },
);

const currentTime = hostFunction('current_time', { parameters: [], result: 'i64' }, call =>
  BigInt(call.host.blockTime),
);

const getTxid = hostFunction('get_txid', { parameters: ['pointer'], result: 'i32' }, (call, pointer) => {
  const hash = call.host.transactionHash();
  if (hash === undefined) {
    throw new ContractException(
      'wasm_assert_exception',
      'a query has no transaction hash',
      'wasm/host/get_txid',
    );
  }
  call.memory.write(pointer, hash);
  return hash.length;
});

/** The list is looked up once in a transaction; each call puts its numbers into bytes. */
const PRODUCERS_STEPS = 2000;

const getActiveProducers = hostFunction(
  'get_active_producers',
  { parameters: ['output'], result: 'i32', steps: PRODUCERS_STEPS },
  (call, output) => {
    const producers = call.host.activeProducers();
    const bytes = Buffer.alloc(producers.length * 8);
    producers.forEach((producer, i) => {
      bytes.writeBigUInt64LE(producer, i * 8);
    });
    return writeOutput(call, output, bytes);
  },
);

const getMaintainer = hostFunction(
  'get_maintainer',
  { parameters: ['u64'], result: 'i64', steps: STATE_STEPS },
  (call, contract) => call.host.maintainerOf(contract) ?? 0n,
);

/** All functions of this area, with the names of older compilers (spec 04 §12.6). */
export const SYSTEM_FUNCTIONS = [
  abort,
  exit,
  assertTrue,
  alias('eosio_assert', assertTrue),
  assertCode,
  alias('eosio_assert_code', assertCode),
  assertMessage,
  currentTime,
  getTxid,
  getActiveProducers,
  getMaintainer,
];

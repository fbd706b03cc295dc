/**
 * Runs the contracts of `deep-calls.ts`, which it reads as `DeepContracts` in JSON, and prints what became
 * of each, cold and after it has run often, as one line of JSON. It is started as a process of its own, with
 * other flags of Node.js every time, some of which the assembler does not bear.
 */
import { readFileSync } from 'node:fs';

import { TransactionRejected } from '../../../src/tx/reject.js';
import { WasmEngine } from '../../../vm/wasm/engine.js';
import { ContractException } from '../../../vm/wasm/exception.js';
import { ALICE, HEIGHT, ScratchLedger } from '../ledgers/scratch-ledger.js';
import { deploy, rawAction, universalTx } from '../ledgers/universal.js';
import type { DeepContracts } from './deep-calls.js';
import { executeOn, MemoryHost } from './memory-host.js';

const WARM_UP = 6;
const engine = new WasmEngine();

function outcome(code: Uint8Array): string {
  const host = new MemoryHost();
  try {
    return `${executeOn(engine, { code, host }).steps} steps, ${host.rows.size} rows, ${host.console}`;
  } catch (error) {
    // The engine is fresh enough that any other error would be one of the node.
    if (!(error instanceof ContractException)) throw error;
    return `${error.exception}: ${error.message}`;
  }
}

/** Deep calls in a ledger, at every depth at which one action can follow from another. */
function nested(code: string): string {
  const ledger = new ScratchLedger();
  const id = deploy(ledger, ALICE, Buffer.from(code, 'base64'), HEIGHT + 1);
  try {
    ledger.execute(universalTx(ALICE, [rawAction(id, 'run', Buffer.alloc(0), [])]));
    return 'took effect';
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    return error.reason;
  }
}

const results: Record<string, string> = {};
const { contracts, sendsItself } = JSON.parse(readFileSync(0, 'utf8')) as DeepContracts;
for (const [what, text] of Object.entries(contracts)) {
  const code = Buffer.from(text, 'base64');
  results[what] = outcome(code);
  for (let i = 0; i < WARM_UP; i++) {
    const again = outcome(code);
    if (again !== results[what]) results[`${what}, run ${i + 2}`] = again;
  }
}
results['actions that follow from each other'] = nested(sendsItself);
console.log(JSON.stringify(results));

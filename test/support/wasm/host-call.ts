import { GuestMemory } from '../../../vm/wasm/host/guest-memory.js';
import { HostCall } from '../../../vm/wasm/host/host-call.js';
import type { HostFunction } from '../../../vm/wasm/host/host-function.js';
import { ALL_FUNCTIONS } from '../../../vm/wasm/host/host-functions.js';
import { type MemoryHost, name, SELF } from './memory-host.js';

/** Calls host functions as a contract with one page of memory would. */
export class HostCaller {
  readonly call: HostCall;
  readonly memory = new WebAssembly.Memory({ initial: 1 });

  constructor(host: MemoryHost, data: Uint8Array = Buffer.alloc(0)) {
    const input = { receiver: SELF, contract: SELF, action: name('run'), data };
    this.call = new HostCall(input, host, 200_000_000);
    this.call.memory = new GuestMemory(this.memory);
  }

  /** A view of the memory. */
  get bytes(): Buffer {
    return Buffer.from(this.memory.buffer);
  }

  invoke(functionName: string, ...raw: (number | bigint)[]): number | bigint | undefined {
    return functionNamed(functionName).invoke(this.call, raw);
  }

  write(pointer: number, bytes: string | Uint8Array): void {
    this.bytes.set(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, pointer);
  }
}

function functionNamed(functionName: string): HostFunction {
  const found = ALL_FUNCTIONS.find(candidate => candidate.name === functionName);
  if (found === undefined) throw new Error(`there is no host function ${functionName}`);
  return found;
}

import Module, { register } from 'node:module';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { HookData } from './module-hooks.js';
import * as testFunctions from './test-functions.js';

/** Parameter of a module's URL that makes it another module: the same file runs again. */
export { RUN_PARAMETER } from './module-hooks.js';

/** CommonJS as Node.js has it inside. */
const loader = Module as unknown as {
  _load(request: string, ...rest: unknown[]): unknown;
  readonly _cache: Record<string, unknown>;
};

/**
 * Makes the harness and the test functions importable in this process, from wherever its tests are.
 * @returns receives the URL of each copy of fast-check that is loaded
 */
export function provideTestModules(): MessagePort {
  const loaded = new MessageChannel();
  loaded.port1.unref();
  const data: HookData = {
    harness: new URL('./testing.js', import.meta.url).href,
    functions: new URL('./test-functions.js', import.meta.url).href,
    program: import.meta.url,
    loaded: loaded.port2,
  };
  register(new URL('./module-hooks.js', import.meta.url), { data, transferList: [loaded.port2] });
  provideToRequire('uvu', testFunctions);
  return loaded.port1;
}

/** Lets modules of the project run again when they are required again; packages stay. */
export function forgetRequired(): void {
  for (const file of Object.keys(loader._cache)) {
    if (!file.includes('/node_modules/')) delete loader._cache[file];
  }
}

/** Gives a module to `require` too, which asks no hook of Node.js 20. */
function provideToRequire(name: string, exports: unknown): void {
  const load = loader._load;
  loader._load = function (request, ...rest) {
    return request === name ? exports : load.call(this, request, ...rest);
  };
}

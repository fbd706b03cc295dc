import type { JsonObject } from '../../codec/json-value.js';
import { STATE_SCHEMA } from '../../state/schema.js';
import { writeNewFile } from '../../storage/whole-file.js';
import { ALL_TABLES, dumpText, tablesNamed } from '../chain/state-dump.js';
import { contractArguments } from '../contracts/contract-arguments.js';
import { requireCalledContract } from '../contracts/contracts.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { GivenPath } from '../declaration/parameters/paths.js';
import { withFiles } from '../files/path-errors.js';
import { uidParameter } from '../submission/account-parameters.js';
import { regIdParameter } from '../submission/contract-abis.js';
import { actionsOf, luaCallsOf, transfersOf } from '../transactions/load-test-transactions.js';
import type { methods } from './diagnostics.methods.js';
import type { LoadTestPlan } from './load-test.js';
import type { NodeServices } from './services.js';

/** What a remembered signature takes: the texts of a txid, a key and a signature. */
const SIGNATURE_BYTES = 64 + 66 + 72;
const MAX_PERIOD_MS = 1000;
/** How the paths of memory profiles begin by default: in the directory for files. */
const DEFAULT_PREFIX = new GivenPath('prefix-of-new-files', 'coind', undefined);
const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;

export const handlers = implement<typeof methods, NodeServices>({
  async dumpdb({ prefix = ALL_TABLES, file }, { state, paths }) {
    const tables = tablesNamed(STATE_SCHEMA, prefix);
    if (tables === undefined) {
      const names = STATE_SCHEMA.tables.map(({ name }) => name).join(', ');
      throw new RpcError(
        'INVALID_PARAMS',
        `there is no table ${prefix}; there are ${names}, and ${ALL_TABLES}`,
      );
    }
    const text = dumpText(state, tables);
    if (file === undefined) {
      for (const piece of text) process.stdout.write(piece);
      return {};
    }
    return await withFiles({ name: 'INVALID_PARAMS', prefix: 'the file cannot be written:' }, async () => {
      const path = await paths.newPath(file);
      await writeNewFile(path, text);
      return { path };
    });
  },

  getmemstat(_args, { tipHeight, mempool, signatureCache }) {
    const blocks = sized(tipHeight + 1, 0);
    const { transactions, bytes } = mempool.load;
    return {
      block_index_map: blocks,
      active_chain: blocks,
      block_index_valid: blocks,
      signature_cache: sized(signatureCache.size, signatureCache.size * SIGNATURE_BYTES),
      tx_mem_pool: sized(transactions, bytes),
    };
  },

  startcommontpstest(plan, services) {
    requireDevelopmentNetwork(services);
    return startLoad(services, plan, () => transfersOf(services));
  },

  startcontracttpstest({ regid, arguments: hex = '', ...plan }, services) {
    requireDevelopmentNetwork(services);
    const contract = uidParameter(services, regid);
    requireCalledContract(services.state, contract);
    return startLoad(services, plan, () => luaCallsOf(services, contract, contractArguments(hex)));
  },

  startwasmtpstest({ contract, action, data, ...plan }, services) {
    requireDevelopmentNetwork(services);
    regIdParameter(contract);
    return startLoad(services, plan, () => actionsOf(services, contract, action, data));
  },

  async startheapprofiler({ prefix = DEFAULT_PREFIX }, { heapProfiler, paths }) {
    const place = (suffix: string): Promise<string> => paths.newPath(prefix, suffix);
    // What cannot be written later is refused now.
    await withFiles({ name: 'MISC_ERROR' }, () => heapProfiler.start(place));
    return null;
  },

  getheapprofiler: (_args, { heapProfiler }) => ({ runing: heapProfiler.isRunning }),

  async dumpheapprofiler(_args, { heapProfiler }) {
    const texts = { name: 'MISC_ERROR', prefix: 'the profile cannot be written:' } as const;
    return (await withFiles(texts, () => heapProfiler.dump())) ?? null;
  },

  async stopheapprofiler(_args, { heapProfiler }) {
    await heapProfiler.stop();
    return null;
  },
});

function sized(count: number, bytes: number): JsonObject {
  return { count, size: sizeText(bytes), size_bytes: bytes };
}

function sizeText(bytes: number): string {
  if (bytes < KIBIBYTE) return `${bytes} B`;
  return bytes < MEBIBYTE ? `${Math.floor(bytes / KIBIBYTE)} KB` : `${Math.floor(bytes / MEBIBYTE)} MB`;
}

/** Load on a network with other people's coins would cost them. @throws RpcError -8 */
function requireDevelopmentNetwork({ network }: NodeServices): void {
  if (network.networkId !== 'REGTEST_NET') throw new RpcError('INVALID_PARAMETER', 'regtest only.');
}

/**
 * Ends the test that runs and begins another one.
 * @throws RpcError -8
 */
function startLoad(
  { loadTest }: NodeServices,
  { period, batch }: { readonly period: number; readonly batch: number },
  transactions: () => LoadTestPlan['submit'],
): JsonObject {
  if (period < 0 || period > MAX_PERIOD_MS) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `period=${period}, 0 to ${MAX_PERIOD_MS} milliseconds are expected`,
    );
  }
  if (batch < 0) throw new RpcError('INVALID_PARAMETER', `batch=${batch}, 0 or more is expected`);
  const isLoad = period > 0 && batch > 0;
  const { submitted, refused, lastRefusal } = loadTest.figures;
  loadTest.start({ periodMs: period, batch, submit: isLoad ? transactions() : async () => undefined });
  return { msg: 'success', submitted, refused, last_refusal: lastRefusal };
}

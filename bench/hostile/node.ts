/** A node under attack: its worst block and worst unpaid request, what another client waits meanwhile, its memory. */
import type { Json } from '../../src/codec/json-value.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { LuaDirectory } from '../../test/support/lua/sample-contracts.js';
import { NodeProcess } from '../../test/support/nodes/node-process.js';
import {
  peakMebibytes,
  processorMilliseconds,
  residentMebibytes,
} from '../../test/support/nodes/process-usage.js';
import { percentile } from '../support/client.js';
import { FUNCTIONS, INSTRUCTIONS } from './lua-programs.js';
import { OtherClient } from './other-client.js';
import type { HostileSubject } from './subject.js';

const { alice } = EXAMPLE;
const DEPLOY_FEE = 110_000_000;
/** Programs of every kind: arithmetic, texts, tables, chains, errors, compilation. */
const PROGRAMS = [
  'integer arithmetic',
  'new keys',
  'new keys that are floats',
  'long __index chains',
  'concatenation that grows',
  'a function too long for the JIT',
  'errors in a long function',
];
/** Programs of which a whole block is made: those whose trial took longest. */
const BLOCKS = 2;
/** Calls of a block that can be as expensive as one may be. */
const CALLS = 5;
/** Rounds of a program in a call that fits: found by halves between these. */
const MAX_ROUNDS = 2 ** 26;

interface Contract {
  readonly program: string;
  /** Runs without end. */
  readonly endless: string;
  /** Runs as many rounds as its argument says, four bytes in little-endian form. */
  readonly counted: string;
}

interface Call {
  readonly what: string;
  readonly method: string;
  readonly params: readonly Json[];
}

async function deploy(node: NodeProcess, directory: LuaDirectory, program: string): Promise<Contract> {
  const [setUp, body] = (INSTRUCTIONS[program] ?? FUNCTIONS[program])!;
  const regIdOf = async (name: string, source: string): Promise<string> => {
    const file = directory.write(`${name}.lua`, `mylib = require "mylib"\n${source}`);
    const { txid } = await node.call<{ txid: string }>('submitcontractdeploytx', alice, file, DEPLOY_FEE);
    await node.call('generate', 1);
    return (await node.call<{ regid: string }>('getcontractregid', txid)).regid;
  };
  return {
    program,
    endless: await regIdOf('endless', `${setUp}while true do ${body} end`),
    counted: await regIdOf(
      'counted',
      `${setUp}local c = contract for i = 1, c[1] + c[2] * 256 + c[3] * 65536 + c[4] * 16777216 do ${body} end`,
    ),
  };
}

function argumentOf(rounds: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(rounds);
  return bytes.toString('hex');
}

/** The most rounds with which a call succeeds, to a part in sixteen, and its fee. */
async function largestCall(node: NodeProcess, contract: string): Promise<{ argument: string; fee: bigint }> {
  let [low, high] = [0, MAX_ROUNDS];
  let fee = 0n;
  while (high - low > low / 16 && high > 1) {
    const middle = low === 0 ? high >> 3 : (low + high) >> 1;
    const estimate = await node.call<{ succeeded: boolean; needed_fee: number | bigint | null }>(
      'estimatecontractcall',
      alice,
      contract,
      argumentOf(middle),
    );
    if (estimate.succeeded) {
      low = middle;
      fee = BigInt(estimate.needed_fee ?? 0);
    } else high = middle;
  }
  return { argument: argumentOf(low), fee };
}

/** Requests besides trials of contracts that nobody pays for. */
const UNPAID: readonly Call[] = [
  { what: 'verifychain 4 0', method: 'verifychain', params: [4, 0] },
  { what: 'early state', method: 'getaccountinfo', params: [alice, { height: 1 }] },
  { what: 'the description of the interface', method: 'rpc.discover', params: [] },
];

/** Processor time of a node, for what it does in the meantime. */
async function timed(node: NodeProcess, work: () => Promise<unknown>): Promise<number> {
  const before = processorMilliseconds(node.pid) ?? 0;
  await work();
  return (processorMilliseconds(node.pid) ?? 0) - before;
}

export const node: HostileSubject = {
  name: 'a node under attack',
  async measure() {
    // The search for the largest call takes more trial runs than a node makes for anyone.
    const process = await NodeProcess.start({ switches: ['-mining=manual', '-limitunpaidwork=1000000'] });
    try {
      return await attack(process);
    } finally {
      await process.stop();
    }
  },
};

/** Processor times by what was done. */
type Costs = readonly (readonly [what: string, milliseconds: number])[];

async function attack(node: NodeProcess) {
  const directory = new LuaDirectory();
  const contracts: Contract[] = [];
  for (const program of PROGRAMS) contracts.push(await deploy(node, directory, program));
  const baseline = residentMebibytes(node.pid) ?? 0;
  const client = new OtherClient(node, 'getblockcount');
  const reader = new OtherClient(node, 'getaccountinfo', [alice]);
  let costs: { readonly unpaid: Costs; readonly blocks: Costs };
  try {
    costs = await costsOf(node, contracts);
  } finally {
    await client.end();
    await reader.end();
  }
  const { unpaid, blocks } = costs;
  const figures = {
    worstBlockMs: highestOf(blocks),
    worstUnpaidMs: highestOf(unpaid),
    otherClientMs: waitOf(client),
    otherReaderMs: waitOf(reader),
    peakRssMiB: Math.round(peakMebibytes(node.pid) ?? 0),
    baselineRssMiB: Math.round(baseline),
  };
  return { rows: [...rowsOf('block', blocks), ...rowsOf('unpaid', unpaid)], figures };
}

/** Tries everything that nobody pays for, and makes blocks of what took longest. */
async function costsOf(node: NodeProcess, contracts: readonly Contract[]) {
  const unpaid: [string, number][] = [];
  const trials: { contract: Contract; cost: number }[] = [];
  for (const contract of contracts) {
    const cost = await timed(node, () => node.call('estimatecontractcall', alice, contract.endless, '00'));
    trials.push({ contract, cost });
    unpaid.push([`trial of an endless contract: ${contract.program}`, cost]);
  }
  for (const { what, method, params } of UNPAID) {
    unpaid.push([what, await timed(node, () => node.call(method, ...params))]);
  }
  const messages = Array.from({ length: 100 }, (_, i) => ({
    method: 'signmessage',
    params: [alice, `${i}`],
  }));
  unpaid.push(['a batch of 100 signatures', await timed(node, () => node.batch(messages))]);
  const blocks: [string, number][] = [];
  for (const { contract } of trials.toSorted((a, b) => b.cost - a.cost).slice(0, BLOCKS)) {
    blocks.push([contract.program, await blockOf(node, contract.counted)]);
  }
  return { unpaid, blocks };
}

function highestOf(costs: Costs): number {
  return Math.round(Math.max(...costs.map(([, milliseconds]) => milliseconds)));
}

/** The longest of a hundred waits of a client but one, in milliseconds. */
function waitOf({ waits }: OtherClient): number {
  return Math.round(percentile(waits, 0.99) * 10) / 10;
}

function rowsOf(kind: string, costs: Costs) {
  return costs
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, milliseconds]) => ({
      program: `${kind}: ${what}`,
      'ms of processor time': Math.round(milliseconds),
    }));
}

/** Processor time of a block full of the most expensive calls of a contract. */
async function blockOf(node: NodeProcess, contract: string): Promise<number> {
  const { argument, fee } = await largestCall(node, contract);
  for (let call = 0; call < CALLS; call++) {
    // The price of fuel rises with full blocks; no two transactions may be the same.
    await node.call('submitcontractcalltx', alice, contract, argument, 0, 20n * fee + BigInt(call));
  }
  const milliseconds = await timed(node, () => node.call('generate', 1));
  while ((await node.call<readonly string[]>('getrawmempool')).length > 0) await node.call('generate', 1);
  return milliseconds;
}

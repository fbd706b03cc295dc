/** Lua contracts: milliseconds for a million units of fuel and work, beside a plain loop. */
import { REGIDS } from '../../src/state/tables/accounts.js';
import { BASE_COIN } from '../../src/tx/symbols.js';
import { ScratchLedger } from '../../test/support/ledgers/scratch-ledger.js';
import { CONTRACT, CONTRACT_KEY_ID, callContext } from '../../test/support/lua/lua-call.js';
import { compileChunk } from '../../vm/lua/compile/compile.js';
import { Environment } from '../../vm/lua/machine/environment.js';
import { Machine } from '../../vm/lua/machine/machine.js';
import { ContractRun } from '../../vm/lua/mylib/contract-run.js';
import { MYLIB } from '../../vm/lua/mylib/index.js';
import { FUNCTIONS, INSTRUCTIONS } from './lua-programs.js';
import { API_CALLS } from './mylib-programs.js';
import type { HostileSubject } from './subject.js';

const FUEL = 12_000_000;
/** The plain loop runs longer: what V8 needs to optimize it must not make others look cheap. */
const PLAIN_FUEL = 100_000_000;
/** Repetitions; the fastest counts, as the one that other work on the machine disturbed least. */
const REPETITIONS = 2;

/** Enough for what it transfers as often as its fuel allows, in sawi. */
const CONTRACT_COINS = 1_000_000_000_000n;

const environment = new Environment({ mylib: MYLIB });

/** What the contract API finds: a ledger after its genesis, which no run changes for the next. */
class Ledger {
  readonly #ledger = new ScratchLedger();

  constructor() {
    this.#ledger.endow(CONTRACT_KEY_ID, BASE_COIN, CONTRACT_COINS);
    this.#ledger.alter(CONTRACT_KEY_ID, { regId: CONTRACT });
    this.#ledger.state.put(REGIDS, CONTRACT, CONTRACT_KEY_ID);
  }

  run(): ContractRun {
    const call = {
      contract: CONTRACT,
      contractKeyId: CONTRACT_KEY_ID,
      arguments: new Uint8Array(0),
      symbol: BASE_COIN,
      amount: 0n,
    };
    return new ContractRun(callContext(this.#ledger, this.#ledger.state.child()), call);
  }
}
const ledger = new Ledger();

/** Milliseconds of processor time for a million units of fuel and work. */
function costOf(source: string, fuelLimit = FUEL): number {
  const code = compileChunk(Buffer.from(source), 'line');
  let best = Infinity;
  for (let i = 0; i < REPETITIONS; i++) {
    const machine = new Machine({ environment, fuelLimit, context: ledger.run() });
    const started = process.cpuUsage();
    const outcome = machine.run(code);
    const { user, system } = process.cpuUsage(started);
    if (outcome.ok) throw new Error(`the program ended by itself: ${source}`);
    if (outcome.kind === 'error') throw new Error(`${outcome.message}: ${source}`);
    // The contract's own compilation is not done here.
    const units = outcome.fuel.total + machine.workDone;
    best = Math.min(best, ((user + system) / 1000) * (1e6 / units));
  }
  return best;
}

const round = (n: number): number => Math.round(n * 100) / 100;

export const lua: HostileSubject = {
  name: 'Lua',
  measure() {
    const plainLoop = 'x = 0 while true do x = x + 1 end';
    const plain = costOf(plainLoop, PLAIN_FUEL);
    const programs = [
      ...Object.entries(INSTRUCTIONS),
      ...Object.entries(FUNCTIONS),
      ...Object.entries(API_CALLS),
    ].map(([name, [setUp, body]]) => ({ name, cost: costOf(`${setUp}while true do ${body} end`) }));
    // The machine may have become slower or faster meanwhile.
    const reference = Math.max(plain, costOf(plainLoop, PLAIN_FUEL));
    const rows = programs
      .map(({ name, cost }) => ({
        program: name,
        'ms per million units': round(cost),
        ratio: round(cost / reference),
      }))
      .sort((a, b) => b.ratio - a.ratio);
    return {
      rows: [{ program: 'plain loop', 'ms per million units': round(reference), ratio: 1 }, ...rows],
      figures: { plainLuaMsPerMillion: round(reference), worstLuaRatio: rows[0]!.ratio },
    };
  },
};

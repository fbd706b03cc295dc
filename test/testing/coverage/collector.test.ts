import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCountingContract } from '../../../src/contract-build/counting-build.js';
import { CoverageCollector, mergeCoverage } from '../../../src/testing/coverage/collector.js';
import { assertFails, bytes, CallFailed, Devnet, observeDevnets } from '../../../src/testing/index.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** Every executable line says after `--> ` or `//> ` how often the calls of a test reach it. */
function expectedLines(source: string): string[] {
  return source.split('\n').flatMap((text, i) => {
    const mark = /(?:-->|\/\/>) (\d+)/.exec(text);
    return mark === null ? [] : [`${i + 1}: ${mark[1]}`];
  });
}

/** Writes a source and counts what `calls` runs of it. @returns `line: hits` for every executable line */
async function countedLines(
  name: string,
  source: string,
  calls: (chain: Devnet, file: string) => Promise<void>,
): Promise<string[]> {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, source);
  const collector = new CoverageCollector();
  const stop = observeDevnets({
    deployed: code => {
      if (code.vm === 'lua') collector.addLua(code);
    },
    compiled: async (path, module) => collector.addWasm(module, await buildCountingContract(path)),
    runs: { log() {}, ended() {}, coverage: collector },
  });
  try {
    await calls(Devnet.start(), file);
  } finally {
    stop();
  }
  const reports = collector.report();
  assert.equal(
    reports.map(report => report.file),
    [file],
  );
  return reports[0]!.lines.map(([line, hits]) => `${line}: ${hits}`);
}

const LUA = `mylib = require "mylib"        --> 3
local total = 0                --> 3
for i = 1, #contract do        --> 12
  total = total + contract[i]  --> 9
end
if total > 100 then            --> 3
  error("too much")            --> 1
elseif total == 77 then        --> 2
  total = 78                   --> 0
end
mylib.WriteData({              --> 2
  key = "total",               --> 2
  length = 1,                  --> 2
  value = { total }            --> 2
})`;

test('the lines of a Lua contract are counted in calls, views and calls that fail', async () => {
  const lines = await countedLines('sum.lua', LUA, async (chain, file) => {
    const contract = chain.deployLua({ file });
    contract.call(bytes(1, 2, 3));
    contract.view(bytes(4, 5, 6));
    assert.throws(
      () => contract.call(bytes(100, 100, 100)),
      (error: unknown) => error instanceof CallFailed && error.location?.line === 7,
    );
  });
  assert.equal(lines, expectedLines(LUA));
});

test('a contract that nobody calls is reported with every line at zero', async () => {
  const source = 'mylib = require "mylib" --> 0\nlocal a = 1 --> 0';
  const lines = await countedLines('idle.lua', source, async (chain, file) => {
    chain.deployLua({ file });
  });
  assert.equal(lines, expectedLines(source));
});

const ASSEMBLY_SCRIPT = `import { check, Contract, Packed, Regid, requireAuth, Table } from "sdk";

@table("counters")
class Counter extends Packed {
  owner: Regid;
  value: u64;
}

function larger<T>(a: T, b: T): T {
  if (a > b) return a; //> 6
  return b; //> 2
}

@contract
export class Counters extends Contract {
  @action
  add(owner: Regid, times: u32): void {
    requireAuth(owner); //> 4
    const counters = new Table<Counter>(); //> 3
    const known = counters.get(owner); //> 3
    let counter = known; //> 3
    if (counter == null) { //> 3
      counter = new Counter(); //> 2
      counter.owner = owner; //> 2
    }
    for (let i: u32 = 0; i < times; i++) { //> 15
      counter.value += 1; //> 12
    }
    counter.value = larger<u64>(counter.value, 5); //> 3
    check(larger<u32>(times, 1) < 8, "too often"); //> 3
    counters.set(owner, counter); //> 2
  }

  @view
  value(owner: Regid): u64 {
    const counter = new Table<Counter>().get(owner); //> 1
    if (counter == null) { //> 1
      return 0; //> 0
    }
    return counter.value; //> 1
  }
}
`;

test('the lines of a contract in AssemblyScript are counted in actions, views and actions that fail', async () => {
  const lines = await countedLines('counters.ts', ASSEMBLY_SCRIPT, async (chain, file) => {
    const { alice, bob } = chain.accounts;
    const contract = await chain.deployWasm({ file });
    contract.call('add', [alice, 1]);
    contract.call('add', [alice, 3]);
    assert.is(contract.view('value', [alice]), 8n);
    assert.throws(
      () => contract.as(bob).call('add', [bob, 8]),
      (error: unknown) =>
        error instanceof CallFailed &&
        error.summary === 'too often' &&
        error.location?.line === 30 &&
        error.message.includes(`\n> 30 |     check(larger<u32>(times, 1) < 8, "too often");`),
    );
    assert.throws(() => contract.as(bob).call('add', [alice, 2]), /missing auth/);
  });
  assert.equal(lines, expectedLines(ASSEMBLY_SCRIPT));
});

test('fuel, storage and answers do not depend on counting', async () => {
  const file = join(temporaryDirectory(), 'counters.ts');
  writeFileSync(file, ASSEMBLY_SCRIPT);
  const run = async (): Promise<unknown[]> => {
    const chain = Devnet.start();
    const contract = await chain.deployWasm({ file });
    const { fuel } = contract.call('add', [chain.accounts.alice, 7]);
    return [fuel, contract.view('value', [chain.accounts.alice]), chain.digest];
  };
  const plain = await run();
  const collector = new CoverageCollector();
  const build = await buildCountingContract(file);
  const stop = observeDevnets({
    deployed: ({ code }) => collector.addWasm(code, build),
    runs: { log() {}, ended() {}, coverage: collector },
  });
  try {
    assert.equal(await run(), plain);
  } finally {
    stop();
  }
  assert.ok(collector.report()[0]!.lines.some(([, hits]) => hits === 7));
});

test('a failure in an action that another one has queued names that action, and the line in its contract', async () => {
  const directory = temporaryDirectory();
  const written = (name: string, source: string): string => {
    const file = join(directory, name);
    writeFileSync(file, source);
    return file;
  };
  const inner = written(
    'inner.ts',
    `import { check, Contract, Regid } from "sdk";
@contract
export class Inner extends Contract {
  @action
  refuse(who: Regid): void {
    check(who == 5, "inner says no");
  }
}
`,
  );
  const outer = written(
    'outer.ts',
    `import { Contract, InlineAction, name, Regid } from "sdk";
@contract
export class Outer extends Contract {
  @action
  go(target: Regid, who: Regid): void {
    const action = new InlineAction(target, name("refuse"), this.receiver);
    action.data.number<Regid>(who);
    action.send();
  }
}
`,
  );
  const collector = new CoverageCollector();
  const stop = observeDevnets({
    compiled: async (path, module) => collector.addWasm(module, await buildCountingContract(path)),
    runs: { log() {}, ended() {}, coverage: collector },
  });
  try {
    const chain = Devnet.start();
    const [refusing, calling] = [
      await chain.deployWasm({ file: inner }),
      await chain.deployWasm({ file: outer }),
    ];
    const { frames, message } = assertFails(() => calling.call('go', [refusing, chain.accounts.bob]));
    assert.equal(frames, [{ name: 'refuse', location: { file: inner, line: 6 } }]);
    assert.match(message, /^outer\.ts: go failed: inner says no\n.*inner\.ts:6\n/);
  } finally {
    stop();
  }
});

test('figures of several processes add up by file and line', () => {
  assert.equal(
    mergeCoverage([
      {
        file: 'b.lua',
        lines: [
          [1, 1],
          [3, 0],
        ],
      },
      { file: 'a.lua', lines: [[2, 5]] },
      {
        file: 'b.lua',
        lines: [
          [1, 2],
          [2, 1],
        ],
      },
    ]),
    [
      { file: 'a.lua', lines: [[2, 5]] },
      {
        file: 'b.lua',
        lines: [
          [1, 3],
          [2, 1],
          [3, 0],
        ],
      },
    ],
  );
});

test.run();

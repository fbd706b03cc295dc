import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { packageRoot } from '../../../src/config/package-root.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';
import { NodeProcess } from '../nodes/node-process.js';

/** Three of the users of a development network. */
export const ALICE = '0-13';
export const BOB = '0-14';
export const CAROL = '0-15';
const GOVERNOR = '1-2';
/** Where methods of the reference look for Lua contracts. */
const LUA_DIRECTORY = '/tmp/lua';

/** Ids of what a populated chain has. */
export interface Populated {
  readonly transfer: string;
  readonly action: string;
  readonly position: string;
  readonly order: string;
  readonly settlement: string;
  readonly outputs: string;
  readonly contract: string;
  readonly proposal: string;
  readonly openProposal: string;
}

/** A node whose exchange and prices are at work. */
export function startPopulatedNode(directory?: string): Promise<NodeProcess> {
  return NodeProcess.start({
    ...(directory !== undefined && { directory }),
    switches: ['-dexmatcher', '-price=WICC:USD=0.2', '-price=WGRT:USD=0.01'],
  });
}

/** Gives a new chain something of everything that the page shows. */
export async function populate(node: NodeProcess): Promise<Populated> {
  const send = async (
    method: string,
    ...params: Parameters<NodeProcess['call']> extends [string, ...infer P] ? P : never
  ) => (await node.call<{ readonly txid: string }>(method, ...params)).txid;
  await node.call('dev_mine', 12);
  const transfer = await send('submitsendtx', ALICE, BOB, 'WICC:12.5:wi', 'WICC:10000:sawi', 'rent for May');
  const position = await send('submitcdpstaketx', ALICE, 'WICC:20000:wi', 'WUSD:1500:wi');
  await send('submitcdpstaketx', BOB, 'WICC:50000:wi', 'WUSD:4700:wi');
  for (const [asset, price] of [
    ['WICC:400:wi', 18_000_000],
    ['WICC:250:wi', 18_500_000],
    ['WICC:120:wi', 19_200_000],
  ] as const) {
    await send('submitdexbuylimitordertx', ALICE, 'WUSD', asset, price);
  }
  const order = await send('submitdexselllimitordertx', BOB, 'WUSD', 'WICC:300:wi', 21_000_000);
  await send('submitdexselllimitordertx', BOB, 'WUSD', 'WICC:180:wi', 20_400_000);
  await send('submitdexselllimitordertx', BOB, 'WUSD', 'WICC:500:wi', 22_000_000);
  for (const [asset, price] of [
    ['WICC:60:wi', 20_400_000],
    ['WICC:140:wi', 21_000_000],
  ] as const) {
    await send('submitdexbuylimitordertx', ALICE, 'WUSD', asset, price);
    await node.call('dev_mine', 2);
    await node.call('dev_increaseTime', 1800);
  }
  await send('submitdexselllimitordertx', BOB, 'WUSD', 'WICC:70:wi', 19_200_000);
  await node.call('dev_mine', 2);
  const outputs = await send(
    'submitutxotransfertx',
    ALICE,
    'WICC',
    [],
    [
      {
        coin_amount: 500_000_000,
        conds: [
          { cond_type: CONDITION_TYPES.OP2SA, uid: BOB },
          { cond_type: CONDITION_TYPES.OCLAIM_LOCK, height: 70 },
        ],
      },
      {
        coin_amount: 700_000_000,
        conds: [
          { cond_type: CONDITION_TYPES.OP2SA, uid: CAROL },
          { cond_type: CONDITION_TYPES.ORECLAIM_LOCK, height: 90 },
        ],
      },
      { coin_amount: 300_000_000, conds: [{ cond_type: CONDITION_TYPES.OP2SA, uid: BOB }] },
    ],
    'WICC:30000:sawi',
    'a lock',
  );
  mkdirSync(LUA_DIRECTORY, { recursive: true });
  const source = join(LUA_DIRECTORY, `coind-page-${process.pid}.lua`);
  copyFileSync(join(packageRoot(), 'contracts', 'lua', 'token.lua'), source);
  const deployment = await send('submitcontractdeploytx', ALICE, source, 'WICC:1.2:wi', 0, 'a token');
  const { regid: contract } = await node.call<{ readonly regid: string }>('getcontractregid', deployment);
  // The owner gets the whole supply of the token.
  await send('submitcontractcalltx', ALICE, contract, 'f0110000', 0, 2_000_000);
  await send('submittx', ALICE, '0-800', 'issue', [
    '8,GOLDEN',
    ALICE,
    'Gold of the mine',
    100_000_000_000_000,
    true,
    '',
  ]);
  await send('submittx', ALICE, '0-800', 'setasseticon', ['GOLDEN', 'https://gold.example/icon.png']);
  const action = await send('submittx', ALICE, '0-800', 'transfer', [
    ALICE,
    BOB,
    '125.00000000 GOLDEN',
    'a bar',
  ]);
  await send('submitdelegatevotetx', ALICE, [{ delegate: '0-2', votes: 100_000_000 }]);
  const proposal = await send('submitparamgovernproposal', ALICE, 'ASSET_ISSUE_FEE', '50000000000');
  await send('submitproposalapprovaltx', GOVERNOR, proposal);
  const openProposal = await send('submitparamgovernproposal', BOB, 'PROPOSAL_EXPIRE_BLOCK_COUNT', '2400');
  const { trades } = await node.call<{ readonly trades: readonly JsonObject[] }>(
    'getdextrades',
    'WICC',
    'WUSD',
  );
  const settlement = String(trades[0]?.txid);
  return { transfer, action, position, order, settlement, outputs, contract, proposal, openProposal };
}

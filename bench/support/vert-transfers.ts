import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transaction } from '@greymass/eosio';
import { type Account, Blockchain, nameToBigInt } from '@proton/vert';
import { installedPeers } from './peers.js';

/** eosio.token, the token contract that Antelope chains run. */
const TOKEN_FILES = 'proton-tsc/external/eosio.token/eosio.token';
const TOKEN = 'token';
/** Every transaction makes this chain look at each account: with few of them it is fastest. */
const HOLDERS = ['alice', 'bob', 'carol', 'dave'] as const;
const COINS = 1_000_000;
const DECIMALS = 8;

function asset(coins: number): string {
  return `${coins.toFixed(DECIMALS)} TOKEN`;
}

/**
 * Transfers per second of eosio.token in `@proton/vert`, an emulated Antelope chain: the best of some
 * rounds. Like ours, they are packed beforehand, and nothing verifies their signatures.
 *
 * @param transfers - in a round; a multiple of four, so that every holder ends with what it began with
 */
export async function measureVertTransfers(transfers: number, rounds: number): Promise<number> {
  const chain = new Blockchain();
  const token = await issuedToken(chain);
  const transactions = Array.from({ length: transfers }, (_, i) => transfer(token, i));
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (const transaction of transactions) await chain.applyTransaction(transaction);
    best = Math.max(best, (transfers * 1000) / (performance.now() - start));
  }
  for (const holder of HOLDERS) {
    const [{ balance }] = token.tables.accounts!(nameToBigInt(holder)).getTableRows();
    if (balance !== asset(COINS))
      throw new Error(`@proton/vert: ${holder} has ${balance}, not ${asset(COINS)}`);
  }
  return best;
}

/** The contract, with a token that all holders have the same of. */
async function issuedToken(chain: Blockchain): Promise<Account> {
  const files = join(installedPeers('wasm'), TOKEN_FILES);
  const abi = JSON.parse(readFileSync(`${files}.abi`, 'utf8'));
  const token = chain.createAccount({ name: TOKEN, wasm: readFileSync(`${files}.wasm`), abi });
  chain.createAccounts(...HOLDERS);
  const [issuer, ...others] = HOLDERS;
  const supply = asset(HOLDERS.length * COINS);
  await token.actions.create!([issuer, supply]).send(TOKEN);
  await token.actions.issue!([issuer, supply, '']).send(issuer);
  for (const other of others) await token.actions.transfer!([issuer, other, asset(COINS), '']).send(issuer);
  return token;
}

/** In turns every holder sends one coin to the next. */
function transfer({ abi }: Account, index: number): Transaction {
  const [from, to] = [HOLDERS[index % HOLDERS.length]!, HOLDERS[(index + 1) % HOLDERS.length]!];
  const action = {
    account: TOKEN,
    name: 'transfer',
    data: { from, to, quantity: asset(1), memo: '' },
    authorization: [{ actor: from, permission: 'active' }],
  };
  return Transaction.from({ expiration: 0, ref_block_num: 0, ref_block_prefix: 0, actions: [action] }, abi);
}

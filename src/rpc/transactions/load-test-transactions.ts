import type { Json } from '../../codec/json-value.js';
import { regIdInteger } from '../../codec/regid.js';
import { regIdUid, type Uid } from '../../codec/uid.js';
import { ACCOUNTS, type Account, isRegistered, tokenOf } from '../../state/tables/accounts.js';
import { BASE_COIN } from '../../tx/symbols.js';
import { type Transaction, TX } from '../../tx/transactions.js';
import { RpcError } from '../declaration/errors.js';
import { STAYS } from '../declaration/method.js';
import type { LoadTestPlan } from '../node/load-test.js';
import type { NodeServices } from '../node/services.js';
import { defaultCallFee } from '../submission/call-fee.js';
import { packedAction, regIdParameter, requireSchema } from '../submission/contract-abis.js';
import { feeParameter } from '../submission/fees.js';
import type { LuaCall } from '../submission/simulate.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { actionsWithFee, submitActions } from '../submission/submit-actions.js';

type Submit = LoadTestPlan['submit'];

/** What a transfer sends, the least that may be sent. */
const AMOUNT = 10_000n;

/** Transfers of the paying account to itself, which differ by their memo. */
export function transfersOf(services: NodeServices): Submit {
  const payer = regIdUid(payingAccount(services).regId);
  const fee = feeParameter(services, undefined, TX.UCOIN_TRANSFER);
  return number =>
    submitted(services, {
      type: TX.UCOIN_TRANSFER,
      ...standardFields(services, payer, fee),
      transfers: [{ toUid: payer, coinSymbol: BASE_COIN, coinAmount: AMOUNT }],
      memo: Buffer.from(`load test ${number}`),
      ...UNSIGNED,
    });
}

/**
 * The same call of a Lua contract repeatedly; the calls differ by the fee.
 * @throws RpcError -2001 when the call fails
 */
export function luaCallsOf(services: NodeServices, contract: Uid, argumentBytes: Uint8Array): Submit {
  const payer = regIdUid(payingAccount(services).regId);
  const withFee = (amount: bigint): LuaCall => ({
    type: TX.UCONTRACT_INVOKE,
    ...standardFields(services, payer, { symbol: BASE_COIN, amount }),
    appUid: contract,
    arguments: argumentBytes,
    coinSymbol: BASE_COIN,
    coinAmount: 0n,
    ...UNSIGNED,
  });
  const minimum = feeParameter(services, undefined, TX.UCONTRACT_INVOKE);
  const fee = defaultCallFee(services, withFee(minimum.amount));
  return number => submitted(services, withFee(fee + BigInt(number)));
}

/**
 * The same action repeatedly; the transactions differ by the fee.
 * @throws RpcError of a contract, an ABI or an action that is not there
 */
export function actionsOf(services: NodeServices, contractText: string, name: string, args: Json): Submit {
  const contract = regIdParameter(contractText);
  const schema = requireSchema(services, contract);
  const payer = payingAccount(services);
  const call = { contract: regIdInteger(contract), ...packedAction(schema, name, args) };
  const { fees } = actionsWithFee(services, payer, [call], undefined);
  return async number => {
    const tx = actionsWithFee(services, payer, [call], { symbol: BASE_COIN, amount: fees + BigInt(number) });
    await submitActions(services, payer, tx).rest(STAYS);
  };
}

function submitted(services: NodeServices, tx: Transaction): Promise<unknown> {
  return signAndSubmit(services, tx).rest(STAYS);
}

/**
 * The registered account of the wallet that has the most base coins.
 * @throws RpcError -2001
 */
function payingAccount({ wallet, state }: Pick<NodeServices, 'wallet' | 'state'>): Account {
  const accounts = wallet
    .entries()
    .filter(({ publicKey }) => publicKey !== undefined)
    .map(({ keyId }) => state.get(ACCOUNTS, keyId))
    .filter(account => account !== undefined && isRegistered(account)) as Account[];
  const free = (account: Account): bigint => tokenOf(account, BASE_COIN).free;
  const [first, ...rest] = accounts;
  if (first === undefined)
    throw new RpcError('WALLET_ERROR', 'the wallet has no key of a registered account');
  return rest.reduce((richest, account) => (free(account) > free(richest) ? account : richest), first);
}

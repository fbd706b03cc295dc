import { isSystemContract } from '../../../vm/universal/contract-abi.js';
import { keyIdOfUid } from '../../chain/account-name.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { parseRegId, regIdInteger } from '../../codec/regid.js';
import { PROTOCOL } from '../../config/network.js';
import { encodeAddress } from '../../crypto/address.js';
import { legacyMultisig, MAX_MULTISIG_KEYS } from '../../crypto/multisig.js';
import { blockIntervalAt } from '../../ledger/inflation.js';
import { INFLATED_REWARD } from '../../state/tables/rewards.js';
import { parseUid } from '../../tx/uid-text.js';
import { UNIT_DIGITS } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import * as p from '../declaration/parameters/index.js';
import { converted } from '../declaration/refused-value.js';
import { keyIdParameter } from '../submission/account-parameters.js';
import { walletBalances } from '../wallet/wallet.results.js';
import type { methods } from './node.methods.js';
import { RELAY_FEE } from './relay-fee.js';
import type { NodeServices } from './services.js';

export const handlers = implement<typeof methods, NodeServices>({
  getinfo(_args, services) {
    const { options, network, chain, consensus, wallet, amountFormat } = services;
    const { hash, header, transactionCount } = chain.tip;
    const balances = walletBalances(services.state, wallet);
    return {
      version: `v${PROTOCOL_VERSION_TEXT}-coind-${services.programVersion}`,
      protocol_version: PROTOCOL.protocolVersion,
      net_type: network.networkId,
      proxy: '',
      public_ip: '',
      conf_dir: options.configFile,
      data_dir: options.networkDirectory,
      block_interval: blockIntervalAt(network, header.height + 1),
      genblock: consensus.makesBlocks ? 1 : 0,
      time_offset: 0,
      WICC_balance: amountFormat(balances.base),
      WUSD_balance: amountFormat(balances.stable),
      WGRT_balance: amountFormat(balances.governance),
      wallet_unlock_time: wallet.isEncrypted ? wallet.unlockedUntil : undefined,
      relay_fee_perkb: amountFormat(RELAY_FEE),
      tipblock_tx_count: transactionCount,
      tipblock_fuel_rate: header.fuelRate,
      tipblock_fuel: header.fuelFee,
      tipblock_time: header.time,
      tipblock_hash: hash,
      tipblock_height: header.height,
      synblock_height: header.height,
      ...finalBlock(services),
      ...(options.showlocalfinblock
        ? { local_finblock_height: header.height, local_finblock_hash: hash }
        : undefined),
      connections: consensus.peers().length,
      errors: problemsOf(services).join('; '),
      state: consensus.catchingUp() ? 'IBD' : 'InSync',
    };
  },

  getcoinunitinfo: () =>
    Object.fromEntries([...UNIT_DIGITS].map(([unit, digits]) => [unit, 10n ** BigInt(digits)])),

  getfinblockcount: (_args, { consensus }) => consensus.finalHeight(),

  getrewardinfo(_args, services) {
    const { state, tipHeight, chain } = services;
    const inflation = state.get(INFLATED_REWARD, undefined);
    const timeOf = (height: number): string => {
      const time = height === 0 ? undefined : chain.blocks.header(height)?.header.time;
      return time === undefined ? '' : new Date(time * 1000).toISOString().slice(0, -1);
    };
    return {
      height: tipHeight,
      block_inflated_reward: {
        start_height: inflation?.startHeight ?? 0,
        start_time: timeOf(inflation?.startHeight ?? 0),
        new_rewards: inflation?.newRewards ?? 0n,
        total_minted: inflation?.totalMinted ?? 0n,
        last_minted: inflation?.lastMinted ?? 0n,
        last_minted_height: inflation?.lastMintedHeight ?? 0,
        last_minted_time: timeOf(inflation?.lastMintedHeight ?? 0),
      },
    };
  },

  validateaddr({ address }, services) {
    const found = existingAddress(services, address);
    return {
      is_valid: found !== undefined || namesSystemContract(services, address),
      addr: found ?? address,
    };
  },

  validateaddress: ({ address }, services) => ({
    ret: existingAddress(services, address) !== undefined || namesSystemContract(services, address),
  }),

  createmulsig({ required, accounts }, services) {
    requireKeyCount(required, accounts);
    const publicKeys = accounts.map((account, index) => publicKeyParameter(services, account, index));
    const { keyId, script } = legacyMultisig(required, publicKeys);
    return { addr: encodeAddress(services.network.addressVersion, keyId), script: script.toString('hex') };
  },
});

/** The version of the reference whose interface this is. */
const PROTOCOL_VERSION_TEXT = '3.5.1.0';

/** What is wrong with the chain, and around the node. */
function problemsOf({ chain, consensus, watch, poolLoading }: NodeServices): string[] {
  const problem = chain.failure ?? consensus.chainControl?.problem;
  const { left, total, done } = poolLoading;
  return [
    ...(problem === undefined ? [] : [problem.message]),
    ...(left === 0
      ? []
      : [`the memory pool is being loaded: ${done} of ${total} transactions are back in it`]),
    ...watch.warnings,
  ];
}

/** The newest final block; nothing is final before it is in the chain. */
function finalBlock({ consensus, chain }: NodeServices): JsonObject {
  const height = consensus.finalHeight();
  const hash = chain.blocks.header(height)?.hash;
  if (hash === undefined) throw new Error(`the final block ${height} is not stored`);
  return { finblock_height: height, finblock_hash: hash };
}

/** The address of the account that a text names; a regid must be on chain (spec 02 Q6). */
function existingAddress({ network, state }: NodeServices, text: string): string | undefined {
  const uid = parseUid(text, network.addressVersion);
  const keyId = uid && keyIdOfUid(state, uid);
  return keyId === undefined ? undefined : encodeAddress(network.addressVersion, keyId);
}

/** Contracts of the system have a regid and no address. */
function namesSystemContract({ network }: NodeServices, text: string): boolean {
  const regId = parseRegId(text);
  return regId !== undefined && isSystemContract(network, regIdInteger(regId));
}

function requireKeyCount(required: number, accounts: readonly Json[]): void {
  if (required < 1) {
    throw new RpcError('MISC_ERROR', 'a multisignature address must require at least one key to redeem');
  }
  if (accounts.length < required) {
    const message = `not enough keys supplied (got ${accounts.length} keys, but need at least ${required} to redeem)`;
    throw new RpcError('MISC_ERROR', message);
  }
  if (accounts.length > MAX_MULTISIG_KEYS) {
    throw new RpcError(
      'MISC_ERROR',
      `too many keys supplied (got ${accounts.length}, at most ${MAX_MULTISIG_KEYS})`,
    );
  }
}

function publicKeyParameter(services: NodeServices, account: Json, index: number): Buffer {
  const keyId = keyIdParameter(services, converted(p.uid, account, { index, name: 'accounts' }));
  const publicKey = services.wallet.entry(keyId)?.publicKey;
  if (publicKey === undefined) throw new RpcError('INVALID_ADDRESS_OR_KEY', 'Failed to get pubKey.');
  return Buffer.from(publicKey, 'hex');
}

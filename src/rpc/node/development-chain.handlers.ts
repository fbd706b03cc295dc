import { type DumpHeader, dumpChain, type LoadedDump, readDump } from '../../chain/chain-dump.js';
import { ChainError } from '../../chain/errors.js';
import { openChain } from '../../chain/open-chain.js';
import type { JsonObject } from '../../codec/json-value.js';
import { regIdText } from '../../codec/regid.js';
import type { ChainControl } from '../../consensus/consensus.js';
import { encodeAddress } from '../../crypto/address.js';
import { setFreeCoins } from '../../ledger/development-edits.js';
import { STATE_SCHEMA } from '../../state/schema.js';
import { StateStore } from '../../state/state-store.js';
import { type Account, isRegistered } from '../../state/tables/accounts.js';
import { ASSETS } from '../../state/tables/assets.js';
import { writeNewFile } from '../../storage/whole-file.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import { withFiles } from '../files/path-errors.js';
import { accountOf, keyIdParameter, parsedUid } from '../submission/account-parameters.js';
import { controlled, requireChainControl } from './chain-control.js';
import type { methods } from './development-chain.methods.js';
import type { NodeServices } from './services.js';

export const handlers = implement<typeof methods, NodeServices>({
  async dev_mine({ count = 1 }, services) {
    const chainControl = requireDevelopment(services);
    return controlled(() => chainControl.produce(count), 'MISC_ERROR');
  },

  dev_setTime: ({ time }, services) => setTime(services, time),

  dev_increaseTime({ seconds }, services) {
    const { blockTime = services.chain.head.header.time } = requireDevelopment(services);
    return setTime(services, blockTime + seconds);
  },

  async dev_setBalance({ account, amount: money }, services) {
    const chainControl = requireDevelopment(services);
    const { symbol, amount } = money;
    const keyId = keyIdParameter(services, account);
    if (services.state.get(ASSETS, freeTextFrom(symbol)) === undefined) {
      throw new RpcError('INVALID_PARAMETER', `There is no coin ${symbol} on this chain`);
    }
    const change = (state: Parameters<typeof setFreeCoins>[0]) => setFreeCoins(state, keyId, symbol, amount);
    await controlled(() => chainControl.produceEdited(change), 'MISC_ERROR');
    return tipJson(services);
  },

  dev_impersonate({ account: text }, services) {
    requireDevelopment(services);
    const account = registeredAccount(services, text);
    services.wallet.impersonate(account.keyId, account.ownerKey);
    return accountNames(services, account);
  },

  dev_stopImpersonating({ account: text }, services) {
    requireDevelopment(services);
    const account = registeredAccount(services, text);
    if (!services.wallet.stopImpersonating(account.keyId)) {
      throw new RpcError('INVALID_PARAMETER', `${text} is not impersonated`);
    }
    return accountNames(services, account);
  },

  async dev_snapshot(_args, services) {
    const { clockOffset } = requireDevelopment(services);
    await services.chain.settled();
    const { hash, header } = services.chain.tip;
    return { id: services.snapshots.add({ hash, height: header.height, clockOffset }), ...tipJson(services) };
  },

  async dev_revert({ id }, services) {
    const chainControl = requireDevelopment(services);
    const { snapshots, chain } = services;
    const snapshot = snapshots.get(id);
    if (snapshot === undefined) {
      const known = snapshots.ids.join(', ');
      throw new RpcError('INVALID_PARAMETER', `There is no snapshot ${id}; there are: ${known || 'none'}`);
    }
    await chain.settled();
    if (chain.blocks.header(snapshot.height)?.hash !== snapshot.hash) {
      throw new RpcError(
        'INVALID_PARAMETER',
        `Snapshot ${id} is of a block that is not in the chain any more`,
      );
    }
    await controlled(() => chainControl.rewind(snapshot.height), 'MISC_ERROR');
    chainControl.clockOffset = snapshot.clockOffset;
    snapshots.forgetAfter(id);
    return tipJson(services);
  },

  async dev_reset(_args, services) {
    const chainControl = requireDevelopment(services);
    await controlled(() => chainControl.rewind(services.network.forks.systemGenesis), 'MISC_ERROR');
    chainControl.clockOffset = 0;
    services.snapshots.forgetAfter(0);
    return tipJson(services);
  },

  async dev_dumpState({ path }, services) {
    const chainControl = requireDevelopment(services);
    const { chain, paths } = services;
    return await fileErrors(async () => {
      const file = await paths.newPath(path);
      const header = await chain.exclusive.run(() =>
        dumpChain(file, chain, chainControl.clockOffset, writeNewFile),
      );
      return dumpJson(header, file);
    });
  },

  async dev_loadState({ path }, services) {
    const chainControl = requireDevelopment(services);
    const { dump, file } = await fileErrors(async () => {
      const opened = await services.paths.open(path);
      return { dump: await readDump(opened.path, opened.file), file: opened.path };
    });
    const other = await openDump(services, dump);
    await controlled(() => chainControl.adopt(other), 'MISC_ERROR');
    chainControl.clockOffset = dump.header.clockOffset;
    services.snapshots.forgetAfter(0);
    return dumpJson(dump.header, file);
  },
});

/** @throws RpcError -8 on other networks, -1 where other nodes take part in consensus */
function requireDevelopment({ network, consensus }: NodeServices): ChainControl {
  if (network.development === undefined) {
    throw new RpcError(
      'INVALID_PARAMETER',
      `only on a development network such as regtest, not on ${network.name}`,
    );
  }
  return requireChainControl(consensus);
}

/** @throws RpcError -5 */
function registeredAccount(services: NodeServices, text: string): Account {
  const account = accountOf(services.state, parsedUid(services, text));
  if (account !== undefined && isRegistered(account)) return account;
  throw new RpcError('INVALID_ADDRESS_OR_KEY', `${text} is no account with a regid`);
}

function accountNames({ network }: NodeServices, { keyId, regId }: Account): JsonObject {
  return { address: encodeAddress(network.addressVersion, keyId), regid: regIdText(regId) };
}

async function setTime(services: NodeServices, time: number): Promise<JsonObject> {
  const chainControl = requireDevelopment(services);
  await controlled(() => chainControl.setBlockTime(time), 'MISC_ERROR');
  return { time };
}

function tipJson({ chain }: NodeServices): { height: number; hash: string } {
  const { hash, header } = chain.tip;
  return { height: header.height, hash };
}

/** The chain of a dump, to read from. @throws RpcError -8 for one of another network, or a damaged one */
async function openDump({ chain }: NodeServices, { store }: LoadedDump) {
  try {
    return await openChain({ store, state: new StateStore(store, STATE_SCHEMA), ledger: chain.ledger });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
  }
}

function dumpJson({ height, hash, digest }: DumpHeader, path: string): JsonObject {
  return { height, hash, digest, path };
}

/** Errors of the file system and of damaged files, as errors of the interface. */
async function fileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withFiles({ name: 'MISC_ERROR' }, work);
  } catch (error) {
    if (error instanceof ChainError) throw new RpcError('INVALID_PARAMETER', error.message, { cause: error });
    throw error;
  }
}

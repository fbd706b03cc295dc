import { createLegacyTx, type LegacyTx } from '@ethereumjs/tx';
import {
  type Address,
  bytesToBigInt,
  createAccount,
  createAddressFromPrivateKey,
  createAddressFromString,
  hexToBytes,
} from '@ethereumjs/util';
import { createVM, runTx, type VM } from '@ethereumjs/vm';
import { balanceOfInput, EVM_TOKEN, evmTokenInput } from './evm-token.js';

const TOKEN = createAddressFromString(`0x${'70'.repeat(20)}`);
const HOLDERS = 100;
const ETHER = 10n ** 18n;
const GAS_PRICE = 10n ** 10n;
const GAS_LIMIT = 100_000n;

interface Holder {
  readonly key: Uint8Array;
  readonly address: Address;
}

function holder(index: number): Holder {
  const key = hexToBytes(`0x${(index + 1).toString(16).padStart(64, '0')}`);
  return { key, address: createAddressFromPrivateKey(key) };
}

/**
 * Transfers per second of an ERC-20 token in `@ethereumjs/vm`, as it comes: the best of some rounds.
 * Like ours, they are made beforehand, and nothing verifies their signatures: the senders are known.
 */
export async function measureEthereumjsTransfers(transfers: number, rounds: number): Promise<number> {
  const vm = await createVM();
  await vm.stateManager.putAccount(TOKEN, createAccount({}));
  await vm.stateManager.putCode(TOKEN, EVM_TOKEN);
  const holders = Array.from({ length: HOLDERS }, (_, i) => holder(i));
  for (const { address } of holders) {
    await vm.stateManager.putAccount(address, createAccount({ balance: 1000n * ETHER }));
    await vm.evm.runCall({ to: TOKEN, data: hexToBytes(evmTokenInput('mint', address.toString(), ETHER)) });
  }
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const transactions = Array.from({ length: transfers }, (_, i) =>
      signedTransfer(vm, holders, round * transfers + i),
    );
    const start = performance.now();
    for (const tx of transactions) await runTx(vm, { tx, skipHardForkValidation: true });
    best = Math.max(best, (transfers * 1000) / (performance.now() - start));
  }
  const [{ address }] = holders as [Holder];
  const { execResult } = await vm.evm.runCall({
    to: TOKEN,
    data: hexToBytes(balanceOfInput(address.toString())),
  });
  const balance = bytesToBigInt(execResult.returnValue);
  if (balance !== ETHER)
    throw new Error(`@ethereumjs/vm: the first holder has ${balance}, ${ETHER} is right`);
  return best;
}

/** In turns every holder sends one unit to the next. */
function signedTransfer(vm: VM, holders: readonly Holder[], index: number): LegacyTx {
  const [from, to] = [holders[index % HOLDERS]!, holders[(index + 1) % HOLDERS]!];
  const tx = createLegacyTx(
    {
      nonce: Math.floor(index / HOLDERS),
      gasPrice: GAS_PRICE,
      gasLimit: GAS_LIMIT,
      to: TOKEN,
      data: evmTokenInput('transfer', to.address.toString(), 1n),
    },
    { common: vm.common },
  ).sign(from.key);
  tx.getSenderAddress();
  return tx;
}

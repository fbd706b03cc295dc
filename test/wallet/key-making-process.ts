import { Wallet } from '../../src/wallet/wallet.js';
import { fileStorage } from '../../src/wallet/wallet-storage.js';

/** Makes keys until it is killed and prints each key id once the wallet says that it is safe. */
const wallet = await Wallet.open({ storage: fileStorage(process.argv[2]!), network: 'regtest' });
for (;;) {
  const { keyId } = await wallet.create({ forMiner: false });
  process.stdout.write(`${keyId}\n`);
}

import { writeSync } from 'node:fs';
import { stopAt } from './file-steps.js';
import { useWallet } from './interrupted-wallet.js';

/** Uses a wallet until it kills itself at a step of its files, and prints each key that it has given out. */
const [path = '', step = ''] = process.argv.slice(2);
await stopAt(Number(step), 'kill', `${path}.scratch`);
await useWallet(path, keyId => void writeSync(1, `${keyId}\n`));

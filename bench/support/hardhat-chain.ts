import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EVM_TOKEN, evmTokenInput } from './evm-token.js';
import { installedPeers } from './peers.js';

/** The part of Hardhat's network that is used: requests as a node takes them. */
interface Provider {
  request(request: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
}

/** The part of ethers that is used: a contract whose methods are functions, as tests call it. */
interface Ethers {
  getSigners(): Promise<readonly unknown[]>;
  readonly Contract: new (address: string, abi: readonly string[], signer: unknown) => EthersToken;
}

interface EthersToken {
  transfer(to: string, amount: bigint): Promise<{ wait(): Promise<{ readonly status: number }> }>;
  balanceOf(owner: string): Promise<bigint>;
}

/** What Hardhat gives to those who require it. */
interface HardhatEnvironment {
  readonly network: { readonly provider: Provider };
  readonly ethers: Ethers;
}

const TOKEN_ABI = [
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
];
const TOKEN = `0x${'70'.repeat(20)}`;
const GAS = '0x20000';
const SUPPLY = 10n ** 18n;

/** What a receipt says that matters here. */
interface Receipt {
  readonly status: string;
  readonly gasUsed: string;
}

/**
 * Hardhat's in-process network with a token of precompiled machine code. As Hardhat does by default, it
 * mines a block for every transaction.
 */
export class HardhatChain {
  readonly #provider: Provider;
  readonly #accounts: readonly string[];
  readonly #token: EthersToken;

  private constructor(provider: Provider, accounts: readonly string[], token: EthersToken) {
    this.#provider = provider;
    this.#accounts = accounts;
    this.#token = token;
  }

  /** Loads Hardhat, starts its network and puts the token there. */
  static async start(): Promise<HardhatChain> {
    const folder = dirname(installedPeers('hardhat'));
    process.env.HARDHAT_CONFIG = join(folder, 'hardhat.config.cjs');
    process.env.HARDHAT_DISABLE_TELEMETRY_PROMPT = 'true';
    const { network, ethers } = createRequire(join(folder, 'package.json'))('hardhat') as HardhatEnvironment;
    const { provider } = network;
    const accounts = (await provider.request({ method: 'eth_accounts', params: [] })) as string[];
    const [signer] = await ethers.getSigners();
    const chain = new HardhatChain(provider, accounts, new ethers.Contract(TOKEN, TOKEN_ABI, signer));
    await chain.#ask('hardhat_setCode', TOKEN, `0x${EVM_TOKEN.toString('hex')}`);
    await chain.#send(evmTokenInput('mint', accounts[0]!, SUPPLY));
    return chain;
  }

  /** Sends one unit from the first account to the second, and reads the receipt, as tests of Hardhat do: with ethers. */
  async transfer(): Promise<void> {
    const sent = await this.#token.transfer(this.#accounts[1]!, 1n);
    const { status } = await sent.wait();
    if (status !== 1) throw new Error(`hardhat: a transfer ended with status ${status}`);
  }

  /** The same by plain requests of the network, without that library. */
  async transferByRequest(): Promise<void> {
    const { status } = await this.#send(evmTokenInput('transfer', this.#accounts[1]!, 1n));
    if (status !== '0x1') throw new Error(`hardhat: a transfer ended with status ${status}`);
  }

  /** Asks for a balance, which changes nothing. */
  balanceOf(index: number): Promise<bigint> {
    return this.#token.balanceOf(this.#accounts[index]!);
  }

  snapshot(): Promise<unknown> {
    return this.#ask('evm_snapshot');
  }

  async revert(snapshot: unknown): Promise<void> {
    if ((await this.#ask('evm_revert', snapshot)) !== true)
      throw new Error('hardhat: evm_revert was refused');
  }

  async #send(data: string): Promise<Receipt> {
    const transaction = { from: this.#accounts[0], to: TOKEN, data, gas: GAS };
    const hash = await this.#ask('eth_sendTransaction', transaction);
    return (await this.#ask('eth_getTransactionReceipt', hash)) as Receipt;
  }

  #ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#provider.request({ method, params });
  }
}

import { type Actor, ALICE, BOB, CAROL } from '../ledgers/scratch-ledger.js';

/*
 * A second, much simpler account of who can spend what, for random tests to compare with.
 */

/** How an output of the model is locked. */
export type ModelLock =
  | { readonly kind: 'open' }
  | { readonly kind: 'address'; readonly of: Actor; readonly from?: number }
  | { readonly kind: 'password'; readonly needsProof: boolean; readonly reclaimFrom?: number }
  | { readonly kind: 'signatures' };

export interface ModelOutput {
  readonly coin: string;
  readonly amount: bigint;
  readonly lock: ModelLock;
  readonly creator: Actor;
  readonly height: number;
}

/** An input of the model: an output by its name, and what the spender brings for it. */
export interface ModelInput {
  readonly name: string;
  readonly brings: 'password' | 'signatures' | 'nothing';
}

export interface ModelTransfer {
  readonly id: string;
  readonly spender: Actor;
  readonly coin: string;
  readonly fee: bigint;
  readonly inputs: readonly ModelInput[];
  readonly outputs: readonly { readonly amount: bigint; readonly lock: ModelLock }[];
}

const FEE_COIN = 'WICC';

/** All outputs that there ever were, what is spent of them, balances and proofs. */
export class UtxoModel {
  readonly outputs = new Map<string, ModelOutput>();
  readonly spent = new Set<string>();
  readonly #proofs = new Set<string>();
  readonly #balances = new Map<string, bigint>();
  /** Fees that were paid. */
  fees = 0n;

  constructor(coins: Readonly<Record<string, bigint>>) {
    for (const { keyId } of [ALICE, BOB, CAROL]) {
      for (const [coin, amount] of Object.entries(coins)) this.#balances.set(`${keyId} ${coin}`, amount);
    }
  }

  balance(actor: Actor, coin: string): bigint {
    return this.#balances.get(`${actor.keyId} ${coin}`) ?? 0n;
  }

  prove(spender: Actor, name: string, fee: bigint): void {
    this.#add(spender, FEE_COIN, -fee);
    this.fees += fee;
    this.#proofs.add(`${spender.keyId} ${name}`);
  }

  /** Carries a transfer out in a block. @returns why it is refused, if it is */
  transfer(transfer: ModelTransfer, height: number): string | undefined {
    const refusal = this.#refusal(transfer, height);
    if (refusal !== undefined) return refusal;
    const { id, spender, coin, inputs, outputs, fee } = transfer;
    this.#add(spender, FEE_COIN, -fee);
    this.fees += fee;
    for (const { name } of inputs) {
      this.spent.add(name);
      this.#proofs.delete(`${spender.keyId} ${name}`);
      this.#add(spender, coin, this.outputs.get(name)!.amount);
    }
    outputs.forEach(({ amount, lock }, index) => {
      this.outputs.set(`${id} ${index}`, { coin, amount, lock, creator: spender, height });
      this.#add(spender, coin, -amount);
    });
    return undefined;
  }

  #refusal({ spender, coin, fee, inputs, outputs }: ModelTransfer, height: number): string | undefined {
    let available = this.balance(spender, coin);
    for (const input of inputs) {
      const output = this.outputs.get(input.name);
      if (output === undefined || output.height >= height) return 'failed-to-load-prev-utxo-err';
      if (this.spent.has(input.name)) return 'double-spend-prev-utxo-err';
      if (output.coin !== coin) return 'prev-utxo-symbol-mismatch';
      if (!this.#opens(input, output, spender, height)) return 'check-utox-cond-err';
      available += output.amount;
    }
    const needed = outputs.reduce((sum, { amount }) => sum + amount, coin === FEE_COIN ? fee : 0n);
    if (available < needed) return 'insufficient-account-coin-amount';
    if (this.balance(spender, FEE_COIN) < fee) return 'sub-account-fees-failed';
    if (new Set(inputs.map(({ name }) => name)).size < inputs.length) return 'double-spend-prev-utxo-err';
    return undefined;
  }

  #opens(
    { name, brings }: ModelInput,
    { lock, creator }: ModelOutput,
    spender: Actor,
    height: number,
  ): boolean {
    switch (lock.kind) {
      case 'open':
        return true;
      case 'address':
        return lock.of === spender && (lock.from === undefined || height > lock.from);
      case 'signatures':
        return brings === 'signatures';
      case 'password':
        return (
          brings === 'password' &&
          (!lock.needsProof || this.#proofs.has(`${spender.keyId} ${name}`)) &&
          (lock.reclaimFrom === undefined || spender !== creator || height > lock.reclaimFrom)
        );
    }
  }

  #add(actor: Actor, coin: string, amount: bigint): void {
    this.#balances.set(`${actor.keyId} ${coin}`, this.balance(actor, coin) + amount);
  }
}

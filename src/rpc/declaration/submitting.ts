import type { MethodDeclaration } from './method.js';
import { TXID_RESULT } from './shared-results.js';

/** What methods have in common that build, sign and submit a transaction with a key of the wallet. */
export const SUBMITTING = {
  result: TXID_RESULT,
  touches: ['spends'],
  needsWallet: true,
  walletUnlocked: true,
  minConfirmations: true,
} as const satisfies Partial<MethodDeclaration>;

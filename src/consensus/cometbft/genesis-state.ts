/** What the genesis file of the engine says of the ledger, as its `app_state`. */
export interface AppState {
  /** Name of the network. */
  readonly network: string;
  /** Hash of block 0. */
  readonly genesis: string;
}

/** @throws Error that says what `app_state` must be */
export function readAppState(bytes: Uint8Array): AppState {
  const text = Buffer.from(bytes).toString('utf8');
  let value: Partial<AppState> | null = null;
  try {
    value = JSON.parse(text) as Partial<AppState> | null;
  } catch {
    // Said below.
  }
  if (typeof value?.network === 'string' && typeof value.genesis === 'string') return value as AppState;
  throw new Error(
    `app_state in the genesis file of the engine must be {"network": name, "genesis": hash of block 0}, not ${text.slice(0, 200)}`,
  );
}

/** One signature to verify; the arguments of `verify`. */
export interface VerifyJob {
  /** The 32 bytes that were signed. */
  readonly hash: Uint8Array;
  /** DER signature of any length. */
  readonly signature: Uint8Array;
  /** Public key; only 33 bytes can verify. */
  readonly publicKey: Uint8Array;
}

/**
 * Jobs in two flat arrays that move to another thread without copying. Sending the jobs themselves
 * would copy the whole buffer underlying each view, which for parts of a block is the block.
 */
export interface PackedBatch {
  /** Three lengths for each job: hash, signature, public key. */
  readonly lengths: Uint32Array<ArrayBuffer>;
  /** The bytes of all jobs in the same order. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Lays jobs out flat. */
export function packJobs(jobs: readonly VerifyJob[]): PackedBatch {
  const parts = jobs.flatMap(job => [job.hash, job.signature, job.publicKey]);
  const lengths = Uint32Array.from(parts, part => part.length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return { lengths, bytes };
}

/** The jobs of a packed batch, as views into its bytes. */
export function unpackJobs({ lengths, bytes }: PackedBatch): VerifyJob[] {
  let position = 0;
  const take = (index: number): Uint8Array => {
    const start = position;
    position += lengths[index]!;
    return bytes.subarray(start, position);
  };
  const jobs: VerifyJob[] = [];
  for (let i = 0; i < lengths.length; i += 3) {
    jobs.push({ hash: take(i), signature: take(i + 1), publicKey: take(i + 2) });
  }
  return jobs;
}

/** What the pool sends to its worker. */
export interface BatchRequest extends PackedBatch {
  readonly id: number;
}

/** What the worker answers: one byte a job, 1 for a signature that verifies, or the error that stopped it. */
export type BatchAnswer =
  | { readonly id: number; readonly results: Uint8Array }
  | { readonly id: number; readonly error: unknown };

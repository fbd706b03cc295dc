import type { Socket } from 'node:net';

/** What an attacker can do; everything ends with its process. */
export interface AttackTools {
  connect(): Socket;
  /** A request with a body, by default of the attacker's own user. */
  request(body: string, credentials?: string): Buffer;
  /** Sends a request on a connection of its own, and reads what comes until it is closed or the answer is there. */
  exchange(request: Buffer): Promise<void>;
  /** Does something again and again, without end. */
  repeat(work: () => Promise<void>): void;
  /** Opens so many of something every hundredth of a second. */
  keepOpening(count: number, open: () => void): void;
  every(milliseconds: number, work: () => void): void;
}

export interface Attack {
  readonly name: string;
  readonly begin: (tools: AttackTools) => void;
}

/** What the process of an attacker is told. */
export interface AttackTask {
  readonly name: string;
  readonly port: number;
  /** `user:password` of the attacker. */
  readonly credentials: string;
}

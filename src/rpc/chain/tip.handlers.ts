import { implement } from '../declaration/method.js';
import type { methods } from './tip.methods.js';

/** What the methods about the tip need. It is known in every thread, so it can be asked for while contracts run. */
export interface TipServices {
  /** Height of the newest block. */
  readonly tipHeight: number;
}

export const handlers = implement<typeof methods, TipServices>({
  getblockcount: (_args, { tipHeight }) => tipHeight,
});

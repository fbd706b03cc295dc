import type { Request, Response } from 'cosmjs-types/tendermint/abci/types';

/** The questions of the engine that the server does not answer by itself. */
export type Question = Exclude<keyof Request & keyof Response, 'echo' | 'flush'>;

/** What an application answers to each question of the engine (spec 08 §20). */
export type Application = {
  readonly [Q in Question]: (
    request: NonNullable<Request[Q]>,
  ) => Promise<NonNullable<Response[Q]>> | NonNullable<Response[Q]>;
};

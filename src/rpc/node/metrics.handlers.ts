import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { methods } from './metrics.methods.js';
import type { NodeServices } from './services.js';

export const handlers = implement<typeof methods, Pick<NodeServices, 'metrics'>>({
  async getmetrics(_args, { metrics }) {
    const text = await metrics.text();
    if (text === undefined) {
      throw new RpcError('MISC_ERROR', 'metrics need the package prom-client, which is not installed');
    }
    return text;
  },
});

import type { Middleware } from 'koa';
import type { AllowList } from './allow-list.js';
import type { SharedFigures } from './shared-figures.js';

/** Seconds after which a node that did not get to tell that it lives counts as busy. */
const BUSY_SECONDS = 10;

export interface HealthParts {
  readonly allowed: AllowList;
  readonly stopping: () => boolean;
  readonly figures: Pick<SharedFigures, 'get'>;
}

/**
 * Answers `GET /health/live` and `GET /health/ready`, without a password and without asking the thread of the node: so
 * they are answered while that is busy. They tell nothing but whether the node lives, and whether it takes requests.
 */
export function answerHealth(parts: HealthParts): Middleware {
  return (context, next) => {
    const { path, method } = context;
    if (path !== '/health/live' && path !== '/health/ready') return next();
    if (!parts.allowed.allows(context.req.socket.remoteAddress ?? '')) {
      context.status = 403;
    } else if (method !== 'GET' && method !== 'HEAD') {
      context.status = 405;
      context.set('Allow', 'GET, HEAD');
    } else {
      const reasons = path === '/health/live' ? [] : whyNotReady(parts);
      context.status = reasons.length === 0 ? 200 : 503;
      context.set('Cache-Control', 'no-store');
      context.body = reasons.length === 0 ? { status: 'ok' } : { status: 'not ready', reasons };
    }
    return undefined;
  };
}

/** Why the node takes no requests at the moment; empty where it does. */
export function whyNotReady({ stopping, figures }: Omit<HealthParts, 'allowed'>): string[] {
  const reasons: string[] = [];
  if (stopping()) reasons.push('the node is stopping');
  const heartbeat = figures.get('heartbeat');
  const silence = monotonicSeconds() - heartbeat;
  if (heartbeat === 0) reasons.push('the node is starting');
  else if (silence > BUSY_SECONDS) reasons.push(`the node has been busy for ${silence} s`);
  return reasons;
}

/** Seconds of a clock that all threads share and nobody sets, in 31 bits and never 0. */
export function monotonicSeconds(): number {
  const [seconds] = process.hrtime();
  return (seconds & 0x7fffffff) + 1;
}

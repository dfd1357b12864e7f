import ky, { type KyInstance } from 'ky';
import type { FitConnectConfig } from './config.ts';
import { passingStatuses } from './errors.ts';

const LONGEST_PAUSE_MS = 10_000;

/**
 * The HTTP client for the delivery service: time limit, identification, back-off of first delay · 2^n or as long as a
 * 429 or 503 asks for. POST is repeated as well: one token or announcement too many does no harm.
 */
export function createHttp(config: FitConnectConfig): KyInstance {
  const { limit, firstDelayMs } = retryOf(config);
  return ky.create({
    timeout: config.timeoutMs ?? 30_000,
    redirect: 'error',
    headers: { 'user-agent': config.userAgent },
    retry: {
      limit,
      methods: ['get', 'put', 'post'],
      statusCodes: [...passingStatuses],
      afterStatusCodes: [429, 503],
      maxRetryAfter: LONGEST_PAUSE_MS,
      backoffLimit: LONGEST_PAUSE_MS,
      delay: (attempt) => firstDelayMs * 2 ** (attempt - 1),
      retryOnTimeout: true,
    },
  });
}

export function retryOf(config: FitConnectConfig): { limit: number; firstDelayMs: number } {
  return config.retry ?? { limit: 3, firstDelayMs: 500 };
}

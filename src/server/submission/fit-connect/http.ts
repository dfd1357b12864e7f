import ky, { type KyInstance } from 'ky';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerFetch } from '#server/partners/partner-fetch.ts';
import type { FitConnectConfig } from './config.ts';
import { DELIVERY_PARTNER, passingStatuses } from './errors.ts';

const LONGEST_PAUSE_MS = 10_000;

/** An event log of 500 signed events has about half a megabyte; a key set far less. */
const MOST_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * The HTTP client for the delivery service: limits of each attempt, identification, back-off of first delay · 2^n or as long as a
 * 429 or 503 asks for. POST is repeated as well: one token or announcement too many does no harm.
 */
export function createHttp(config: FitConnectConfig): KyInstance {
  const { limit, firstDelayMs } = retryOf(config);
  return ky.create({
    fetch: createPartnerFetch({
      partner: DELIVERY_PARTNER,
      timeoutMs: config.timeoutMs ?? 30_000,
      mostBytes: MOST_ANSWER_BYTES,
      presence: config.presence,
    }),
    // That of the fetch counts for the body of an answer, too.
    timeout: false,
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
      shouldRetry: ({ error }) => error instanceof PartnerUnavailable || undefined,
    },
  });
}

export function retryOf(config: FitConnectConfig): { limit: number; firstDelayMs: number } {
  return config.retry ?? { limit: 3, firstDelayMs: 500 };
}

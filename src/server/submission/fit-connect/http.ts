import type { KyInstance } from 'ky';
import type * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import type { FitConnectConfig } from './config.ts';
import { DELIVERY_PARTNER, deliveryFault, passingStatuses } from './errors.ts';

const LONGEST_PAUSE_MS = 10_000;
const TIMEOUT_MS = 30_000;

/** An event log of 500 signed events has about half a megabyte; a key set far less. */
const MOST_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Returns the HTTP client for the delivery service: limits of each attempt, identification, back-off of first delay ·
 * 2^n or as long as a 429 or 503 asks for. POST is repeated as well: one token or announcement too many does no harm.
 */
export function createHttp(config: FitConnectConfig): KyInstance {
  const { limit, firstDelayMs } = retryOf(config);
  const { timeoutMs = TIMEOUT_MS, presence } = config;
  const calls = {
    partner: DELIVERY_PARTNER,
    timeoutMs,
    mostBytes: MOST_ANSWER_BYTES,
    answeredInFull: ['GET', 'POST'],
    presence,
  } as const;
  return createPartnerClient(calls, {
    throwHttpErrors: true,
    hooks: { beforeError: [({ error }) => deliveryFault(error)] },
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

/** Reads a call's JSON. @throws PartnerUnavailable for an answer of another shape */
export async function read<T>(schema: z.ZodType<T>, response: Promise<Response>): Promise<T> {
  const answer = await response;
  try {
    return schema.parse(await answer.json());
  } catch (error) {
    const path = new URL(answer.url).pathname;
    throw deliveryFault(new Error(`unexpected answer of ${path}`, { cause: error }));
  }
}

export function retryOf(config: FitConnectConfig): { limit: number; firstDelayMs: number } {
  return config.retry ?? { limit: 3, firstDelayMs: 500 };
}

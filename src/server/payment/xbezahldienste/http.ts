import type * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';

const PARTNER = 'payment';
const MAX_ANSWER_BYTES = 256 * 1024;

/** `isProblem`: the content type declares problem details (RFC 9457). */
export type Answer = { status: number; json: unknown; isProblem: boolean };

/** A fault of the payment provider, worded for the operators' log. */
export function unavailable(reason: string, cause?: unknown): PartnerUnavailable {
  return new PartnerUnavailable(PARTNER, reason, cause === undefined ? undefined : { cause });
}

/**
 * One request with a time limit for the whole answer. Returns answers of every status below 500 except 429; `json` is
 * undefined when the body is not JSON. Throws PartnerUnavailable for network faults, timeouts, 429 and 5xx.
 */
export async function call(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429) {
      throw unavailable(`answered ${response.status}`);
    }
    if (text.length > MAX_ANSWER_BYTES) throw unavailable('the answer is too long');
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      json: /[/+]json\b/.test(type) ? JSON.parse(text) : undefined,
      isProblem: type.startsWith('application/problem+json'),
    };
  } catch (error) {
    if (error instanceof PartnerUnavailable) throw error;
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    throw unavailable(timedOut ? `no answer within ${timeoutMs} ms` : 'the request failed', error);
  }
}

/** The answer's JSON in the shape of the standard; PartnerUnavailable names what is wrong with it. */
export function expectShape<Schema extends z.ZodType>(schema: Schema, answer: Answer): z.output<Schema> {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unavailable(`unexpected answer (${answer.status}): ${issue?.path.join('.')} ${issue?.message}`);
}

import type { KyInstance } from 'ky';
import type * as z from 'zod';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';

const PARTNER = 'payment';
const MOST_ANSWER_BYTES = 256 * 1024;

/** Asks the provider. @param timeoutMs for each request */
export const createAsk = (timeoutMs: number, presence?: PartnerPresence): KyInstance =>
  createPartnerClient(
    {
      partner: PARTNER,
      timeoutMs,
      mostBytes: MOST_ANSWER_BYTES,
      answeredInFull: ['GET', 'POST'],
      presence,
    },
    { headers: { accept: 'application/json, application/problem+json' } },
  );

/** `isProblem`: the content type declares problem details (RFC 9457). */
export type Answer = { status: number; json: unknown; isProblem: boolean };

/** A fault of the payment provider, worded for the operators' log. */
export function unavailable(reason: string, cause?: unknown): PartnerUnavailable {
  return new PartnerUnavailable(PARTNER, reason, cause === undefined ? undefined : { cause });
}

/**
 * Reads answers of every status below 500 except 429; `json` is undefined when the body is not JSON.
 * @throws PartnerUnavailable for 429 and 5xx
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  if (status >= 500 || status === 429) throw unavailable(`answered ${status}`);
  const type = headers.get('content-type') ?? '';
  return {
    status,
    json: /[/+]json\b/.test(type) ? await response.json().catch(() => undefined) : undefined,
    isProblem: type.startsWith('application/problem+json'),
  };
}

/** The answer's JSON in the shape of the standard; PartnerUnavailable names what is wrong with it. */
export function expectShape<Schema extends z.ZodType>(schema: Schema, answer: Answer): z.output<Schema> {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw unavailable(`unexpected answer (${answer.status}): ${issue?.path.join('.')} ${issue?.message}`);
}

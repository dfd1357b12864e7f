import * as z from 'zod';
import type { DeliveryEvent } from '#server/ports/delivery.ts';

const kinds: Record<string, DeliveryEvent['kind']> = {
  'https://schema.fitko.de/fit-connect/events/create-submission': 'create',
  'https://schema.fitko.de/fit-connect/events/submit-submission': 'submit',
  'https://schema.fitko.de/fit-connect/events/notify-submission': 'notify',
  'https://schema.fitko.de/fit-connect/events/forward-submission': 'forward',
  'https://schema.fitko.de/fit-connect/events/reject-submission': 'reject',
  'https://schema.fitko.de/fit-connect/events/accept-submission': 'accept',
  'https://schema.fitko.de/fit-connect/events/delete-submission': 'delete',
};

const eventSchema = z.looseObject({
  authenticationTags: z
    .object({
      metadata: z.string(),
      data: z.string(),
      attachments: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
  problems: z
    .array(
      z.object({
        type: z.string().optional(),
        title: z.string().optional(),
        detail: z.string().optional(),
      }),
    )
    .default([]),
});

const payloadSchema = z.looseObject({
  jti: z.string().min(1),
  iss: z.string().min(1),
  /** Seconds. */
  iat: z.number().positive(),
  sub: z.string(),
  txn: z.string(),
  events: z.record(z.string(), eventSchema),
});

/** Claims of a delivery event whose signature has been verified. */
export type EventClaims = Omit<DeliveryEvent, 'token'> & {
  subject: string;
  transaction: string;
  authenticationTags: z.infer<typeof eventSchema>['authenticationTags'] | undefined;
};

/** Reads the claims of a Security Event Token (RFC 8417); null unless it has exactly one event, of a kind we know. */
export function readClaims(payload: unknown): EventClaims | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { events, iat, iss, jti, sub, txn } = parsed.data;
  const [entry, ...others] = Object.entries(events);
  const kind = entry && kinds[entry[0]];
  if (!kind || others.length > 0) return null;
  const { authenticationTags, problems } = entry[1];
  const issuedAt = new Date(iat * 1000).toISOString();
  return { kind, issuer: iss, issuedAt, jti, problems, subject: sub, transaction: txn, authenticationTags };
}

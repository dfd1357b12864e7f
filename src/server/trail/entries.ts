import * as z from 'zod';
import { mailKinds } from '#domain/mail.ts';

const id = z.uuid();
const announcement = z.object({
  kind: z.enum(['FIT_CONNECT', 'OSCI']),
  submissionId: z.string(),
  caseId: z.string(),
  attachmentIds: z.array(z.string()).optional(),
});
const seal = z.object({
  destinationId: z.string(),
  authenticationTags: z.object({
    metadata: z.string(),
    data: z.string(),
    attachments: z.record(z.string(), z.string()),
  }),
});

/** The provider has opened a transaction, which can be paid from now on. */
const opened = z.object({
  event: z.literal('payment'),
  process: id,
  payment: id,
  attempt: z.int(),
  amountCents: z.int(),
  endPointId: z.string(),
  transactionId: z.string(),
  reference: z.string(),
});

/** The delivery service has made room for an application; nothing was sent yet. */
const announced = z.object({ event: z.literal('announcement'), process: id, announcement });

/** The delivery service has taken an application. */
const delivered = z.object({
  event: z.literal('delivery'),
  process: id,
  messageId: id,
  ticketNumber: z.string(),
  announcement,
  seal,
});

/** The delivery service has made room for documents of a hand-in, or (`taken`) has taken them. */
const handedIn = z.object({
  event: z.literal('handIn'),
  process: id,
  handIn: id,
  taken: z.boolean(),
  announcement,
});

/** The mail server has taken an e-mail. */
const mailed = z.object({
  event: z.literal('mail'),
  process: id,
  mail: id,
  kind: z.enum(mailKinds),
  occasion: z.string(),
});

/** An application, or what belonged to it, is erased; the same line as in the security log, without its actors. */
const erased = z.object({
  event: z.literal('deletion'),
  what: z.enum(['draft', 'sent', 'documents']),
  process: id,
});

/** A person has deleted everything: what is left of it beside their applications, by the levels that their login may see. */
const personErased = z.object({ event: z.literal('person'), user: id, levels: z.array(z.string()) });

const entry = z.discriminatedUnion('event', [
  opened,
  announced,
  delivered,
  handedIn,
  mailed,
  erased,
  personErased,
]);

/**
 * An act outside of the database, or an end in it, which an older state of the database must not repeat or undo. It has
 * ids and numbers alone, nothing about a person.
 */
export type TrailEntry = z.output<typeof entry>;
export type Past = TrailEntry & { at: Date };

const line = z.looseObject({ time: z.number(), outcome: z.string().optional() });

/** Returns the entry of a line of the trail or of the security log; null for any other line. */
export function entryOf(text: string): Past | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Standard output has other lines, and the last one may be cut.
    return null;
  }
  const [about, found] = [line.safeParse(value), entry.safeParse(value)];
  if (!about.success || !found.success) return null;
  return { ...found.data, at: new Date(about.data.time) };
}

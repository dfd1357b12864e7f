import { verify, X509Certificate } from 'node:crypto';
import { jwtVerify } from 'jose';
import * as z from 'zod';
import { sha512 } from '#server/submission/fit-connect/metadata.ts';
import { problem, readMetadata } from './examine.ts';
import type { Inbox } from './inbox.ts';
import type { EventProblem, SubmissionRecord } from './records.ts';

const envelopeSchema = z.object({
  content: z.string(),
  sha512sum: z.base64(),
  authorToken: z.string(),
  authorCertificate: z.string(),
});

export const contentSchema = z.object({
  stork_qaa_level: z.number().int().min(1).max(4),
  mailboxUuid: z.guid(),
  sender: z.string().min(1).max(255),
  title: z.string().min(1).max(1024),
  content: z.string().min(1),
  service: z.string().min(1).max(255),
  reference: z.string().max(255).optional(),
  senderUrl: z.string().max(255).optional(),
  attachments: z
    .array(z.object({ filename: z.string(), sha512sum: z.string(), contentLength: z.number() }))
    .default([]),
});

const authorSchema = z.object({
  iat: z.number(),
  exp: z.number(),
  signer: z.string(),
  roles: z.array(z.string()),
});

/** Opens a message for a postbox (schema message_v6); throws with the reason when its envelope is invalid. */
export async function openMessage(
  inbox: Inbox,
  record: SubmissionRecord,
): Promise<z.infer<typeof contentSchema>> {
  const envelope = envelopeSchema.parse(await inbox.openJson(record, 'data'));
  const certificate = new X509Certificate(envelope.authorCertificate);
  const signature = Buffer.from(envelope.sha512sum, 'base64');
  if (!verify('sha512', Buffer.from(envelope.content), certificate.publicKey, signature)) {
    throw new Error('the signature of the content does not hold');
  }
  // It may be read long after it was sent, so the time of submission decides about validity.
  const currentDate = new Date(record.submittedAt ?? Date.now());
  const token = await jwtVerify(envelope.authorToken, certificate.publicKey, {
    algorithms: ['RS512'],
    typ: 'JWT',
    currentDate,
  });
  const author = authorSchema.parse(token.payload);
  if (author.exp - author.iat > 1800) throw new Error('the author token is valid for too long');
  if (!author.roles.includes('THIRD_PARTY')) throw new Error('the author is no third party');
  if (!certificate.subject.split('\n').includes(`CN=${author.signer}`)) {
    throw new Error('the certificate is not the author’s');
  }
  return contentSchema.parse(JSON.parse(envelope.content));
}

/** Reasons against putting a message into the postbox. */
export async function examineMessage(inbox: Inbox, record: SubmissionRecord): Promise<EventProblem[]> {
  const message = await openMessage(inbox, record).catch((error: unknown) => {
    return problem('schema-violation', error instanceof Error ? error.message : 'unreadable');
  });
  if ('type' in message) return [message];
  const metadata = await readMetadata(inbox, record);
  const ids = metadata?.contentStructure.attachments.map(({ attachmentId }) => attachmentId) ?? [];
  const arrived = await Promise.all(ids.map((id) => inbox.open(record, id)));
  const hashes = arrived.map(({ bytes }) => sha512(bytes)).sort();
  const stated = message.attachments.map(({ sha512sum }) => sha512sum).sort();
  return hashes.join() === stated.join()
    ? []
    : [problem('hash-mismatch', 'The attachments are not those of the signed message.')];
}

import * as z from 'zod';
import { checkJwe } from './jwe-check.ts';
import type { Keys } from './keys.ts';
import type { SubmissionRecord } from './records.ts';
import { signEvent } from './signed-event.ts';
import type { SubmissionStore } from './store.ts';

export type Refusal = { status: number; slug: string; detail: string };

export type Reception = {
  /** Accepts an attachment, replacing an earlier one; null on success. */
  takeAttachment(record: SubmissionRecord, attachmentId: string, jwe: unknown): Promise<Refusal | null>;
  /** Accepts metadata and data and thereby submits; null on success. */
  submit(record: SubmissionRecord, body: unknown): Promise<Refusal | null>;
};

export const gone: Refusal = { status: 404, slug: 'resource-not-found', detail: 'no such submission' };
const closed: Refusal = {
  status: 409,
  slug: 'submission-closed',
  detail: 'this submission has been submitted',
};

const finalizationSchema = z.object({ encryptedMetadata: z.string(), encryptedData: z.string() });

/** The rules of the delivery service for received data: all checks that need no private key. */
export function createReception(store: SubmissionStore, keys: Keys, issuer: string): Reception {
  return {
    async takeAttachment(record, attachmentId, jwe) {
      record.received.uploads += 1;
      const over = end(record);
      if (over) return over;
      if (!record.announcedAttachments.includes(attachmentId)) {
        return { status: 422, slug: 'unknown-attachment', detail: 'this attachment was not announced' };
      }
      if (typeof jwe !== 'string') {
        return { status: 415, slug: 'unsupported-media-type', detail: 'no JOSE body' };
      }
      const checked = checkJwe(jwe, keys.encryption.kid, 'attachment');
      if (checked.fault !== null) {
        return { status: 422, slug: 'invalid-encrypted-data', detail: checked.fault };
      }
      await store.writeBody(record.submissionId, attachmentId, jwe);
      record.uploaded[attachmentId] = { size: checked.size, tag: checked.tag };
      return null;
    },

    async submit(record, given) {
      record.received.finalizations += 1;
      const over = end(record);
      if (over) return over;
      const body = finalizationSchema.safeParse(given);
      if (!body.success)
        return { status: 422, slug: 'schema-violation', detail: z.prettifyError(body.error) };
      const missing = record.announcedAttachments.filter((id) => !record.uploaded[id]);
      if (missing.length > 0) {
        return { status: 422, slug: 'incomplete-attachments', detail: `not uploaded: ${missing.join(', ')}` };
      }
      const { encryptedMetadata, encryptedData } = body.data;
      const { kid } = keys.encryption;
      const metadata = checkJwe(encryptedMetadata, kid, 'metadata');
      const data = checkJwe(encryptedData, kid, 'data');
      if (metadata.fault !== null || data.fault !== null) {
        const detail = `metadata: ${metadata.fault ?? 'well'}; data: ${data.fault ?? 'well'}`;
        return { status: 422, slug: 'invalid-encrypted-data', detail };
      }
      await store.writeBody(record.submissionId, 'metadata', encryptedMetadata);
      await store.writeBody(record.submissionId, 'data', encryptedData);
      const uploaded = Object.entries(record.uploaded);
      const tags = {
        metadata: metadata.tag,
        data: data.tag,
        attachments: Object.fromEntries(uploaded.map(([id, { tag }]) => [id, tag])),
      };
      record.authenticationTags = tags;
      record.state = 'submitted';
      record.submittedAt = new Date().toISOString();
      record.events.push(await signEvent({ kind: 'submit', issuer, key: keys.service, tags }, record));
      return null;
    },
  };
}

function end({ state }: SubmissionRecord): Refusal | null {
  if (state === 'incomplete') return null;
  return state === 'deleted' ? gone : closed;
}

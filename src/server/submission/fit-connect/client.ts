import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Announcement, SealedPackage } from '#server/ports/delivery.ts';
import { type Call, createCall } from './calls.ts';
import type { FitConnectConfig } from './config.ts';
import { AnnouncementExpired, DELIVERY_PARTNER, hasStatus } from './errors.ts';
import { read } from './http.ts';
import { createDeliveryKeys, type DeliveryKeys } from './keys.ts';
import { announcedSchema, eventLogSchema } from './schemas.ts';

/** The calls of the FIT-Connect v2 APIs that a sender makes, one method each. */
export type FitConnectClient = DeliveryKeys & {
  announce(request: {
    destinationId: string;
    announcedAttachments: string[];
    publicService: { identifier: string; name: string };
    caseId?: string;
  }): Promise<Announcement>;
  /** 409 (as DeliveryRefused): the submission does not accept attachments any more. */
  putAttachment(submissionId: string, attachmentId: string, encrypted: string): Promise<void>;
  /** One attempt only: before a repetition, the caller must find out whether it took effect. */
  finalize(submissionId: string, sealed: SealedPackage): Promise<void>;
  /** All entries of the log, unverified; null when the delivery service does not know the submission. */
  eventLog(submissionId: string): Promise<string[] | null>;
};

const PAGE_SIZE = 500;
/** A submission has some twenty events; a service may send fewer on a page than asked for. */
const MOST_PAGES = 200;

export function createFitConnectClient(config: FitConnectConfig): FitConnectClient {
  const call = createCall(config);
  const base = `${config.submissionUrl}/v2/submissions`;

  async function put(submissionId: string, path: string, options: Parameters<Call>[1]): Promise<void> {
    try {
      await call(`${base}/${submissionId}${path}`, { ...options, method: 'put' });
    } catch (error) {
      throw hasStatus(error, 404) ? new AnnouncementExpired(submissionId) : error;
    }
  }

  return {
    ...createDeliveryKeys(call, config),
    announce: (json) => read(announcedSchema, call(base, { method: 'post', json })),
    putAttachment: (submissionId, attachmentId, body) =>
      put(submissionId, `/attachments/${attachmentId}`, {
        body,
        headers: { 'content-type': 'application/jose' },
      }),
    finalize: (submissionId, { encryptedMetadata, encryptedData }) =>
      put(submissionId, '', { json: { encryptedMetadata, encryptedData }, retry: 0 }),

    async eventLog(submissionId) {
      const entries: string[] = [];
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const searchParams = { offset: entries.length, limit: PAGE_SIZE };
        try {
          const answer = call(`${base}/${submissionId}/events`, { searchParams });
          const page = await read(eventLogSchema, answer);
          entries.push(...page.eventLog);
          if (page.eventLog.length === 0 || entries.length >= page.totalCount) return entries;
        } catch (error) {
          if (hasStatus(error, 404)) return null;
          throw error;
        }
      }
      throw new PartnerUnavailable(DELIVERY_PARTNER, 'an event log without an end');
    },
  };
}

import type { DeliveryService } from '#server/ports/delivery.ts';
import { createFitConnectClient } from './client.ts';
import { authorOf, type FitConnectConfig } from './config.ts';
import { deliverOnce } from './deliver.ts';
import { createEventReader } from './events.ts';
import { retryOf } from './http.ts';
import { sealPackage } from './seal.ts';

/**
 * FIT-Connect v2 as sender. Every method throws PartnerUnavailable for temporary failures (after its own repeats),
 * DeliveryRefused for permanent ones, AnnouncementExpired when the package must be announced again, SealOutdated when
 * it must also be sealed again.
 */
export function createFitConnect(config: FitConnectConfig): DeliveryService {
  const author = authorOf(config.userAgent);
  const client = createFitConnectClient(config);
  const events = createEventReader(client, config.issuer);
  const retry = retryOf(config);

  return {
    kind: 'FIT_CONNECT',
    announce: ({ destinationId, publicService, attachmentIds, caseId }) =>
      client.announce({
        destinationId,
        publicService,
        announcedAttachments: attachmentIds,
        ...(caseId !== undefined && { caseId }),
      }),
    seal: async (content) => sealPackage(content, await client.encryptionKey(content.destinationId), author),
    deliver: (announcement, sealed, destinationId = sealed.destinationId) =>
      deliverOnce({ client, events, retry }, announcement, sealed, destinationId),
    events: (announcement, { authenticationTags, destinationId }) =>
      events.read({ ...announcement, destinationId }, authenticationTags),
  };
}

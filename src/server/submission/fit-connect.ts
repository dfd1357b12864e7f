import { createEventReader } from '#server/submission/events.ts';
import { createFitConnectClient } from '#server/submission/fit-connect-client.ts';
import { authorOf, type FitConnectConfig } from '#server/submission/fit-connect-config.ts';
import { deliverOnce } from '#server/submission/fit-connect-deliver.ts';
import { retryOf } from '#server/submission/fit-connect-http.ts';
import { sealPackage } from '#server/submission/seal.ts';
import type { DeliveryService } from '#server/submission/types.ts';

/**
 * FIT-Connect v2 as sender. Every method throws PartnerUnavailable for what passes by itself (after its own
 * repeats), DeliveryRefused for what does not, AnnouncementExpired when the package must be announced anew,
 * SealOutdated when it must be sealed and announced anew.
 */
export function createFitConnect(config: FitConnectConfig): DeliveryService {
  const author = authorOf(config.userAgent);
  const client = createFitConnectClient(config);
  const events = createEventReader(client, config.issuer);
  const retry = retryOf(config);

  return {
    kind: 'FIT_CONNECT',
    announce: ({ destinationId, publicService, attachmentIds }) =>
      client.announce({ destinationId, publicService, announcedAttachments: attachmentIds }),
    seal: async (content) => sealPackage(content, await client.encryptionKey(content.destinationId), author),
    deliver: (announcement, sealed, destinationId = sealed.destinationId) =>
      deliverOnce({ client, events, retry }, announcement, sealed, destinationId),
    events: (announcement, { authenticationTags, destinationId }) =>
      events.read({ ...announcement, destinationId }, authenticationTags),
  };
}

import type { DeliveryService } from '#server/ports/delivery.ts';
import { createFitConnectClient } from './client.ts';
import { authorOf, type FitConnectConfig } from './config.ts';
import { deliverOnce } from './deliver.ts';
import { createEventReader } from './events.ts';
import { retryOf } from './http.ts';
import { chosenSchema } from './offer.ts';
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
    async announce({ attachmentIds, caseId, ...wanted }) {
      const { destinationId, publicService } = wanted;
      chosenSchema(await client.destination(destinationId), wanted);
      return client.announce({
        destinationId,
        publicService,
        announcedAttachments: attachmentIds,
        ...(caseId !== undefined && { caseId }),
      });
    },
    async seal(content) {
      const destination = await client.destination(content.destinationId);
      const schemas = content.data.map(({ schema }) => schema);
      const chosen = chosenSchema(destination, { ...content, schemas });
      return sealPackage(content, chosen, await client.encryptionKey(destination), author);
    },
    deliver: (announcement, sealed, destinationId = sealed.destinationId) =>
      deliverOnce({ client, events, retry }, announcement, sealed, destinationId),
    events: (announcement, { authenticationTags, destinationId }) =>
      events.read({ ...announcement, destinationId }, authenticationTags),
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Announcement, SealedPackage } from '#server/ports/delivery.ts';
import type { FitConnectClient } from './client.ts';
import { AnnouncementExpired, DELIVERY_PARTNER, DeliveryRefused, hasStatus, SealOutdated } from './errors.ts';
import type { EventReader } from './events.ts';
import { isTaken } from './offer.ts';

/**
 * Uploads and sends one announced package, at most once whatever was interrupted before. The delivery service's
 * signed events show whether it has been submitted; they are read before the first call and before every repeat. A
 * package that is not sealed for the destination's present key, or in a format that it offers, is not sent, because
 * nobody there could read it.
 * @param destinationId the present destination
 */
export async function deliverOnce(
  {
    client,
    events,
    retry,
  }: {
    client: FitConnectClient;
    events: EventReader;
    retry: { limit: number; firstDelayMs: number };
  },
  announcement: Announcement,
  sealed: SealedPackage,
  destinationId: string,
): Promise<void> {
  const { submissionId } = announcement;

  async function assertCurrent(): Promise<void> {
    if (destinationId !== sealed.destinationId) throw new SealOutdated(destinationId);
    const destination = await client.destination(destinationId);
    if (destination.encryptionKid !== sealed.encryptionKid || !isTaken(destination, sealed)) {
      throw new SealOutdated(destinationId);
    }
  }

  async function isSubmitted(): Promise<boolean> {
    const log = await events.signed({ ...announcement, destinationId: sealed.destinationId });
    if (log?.events.some(({ kind }) => kind === 'submit')) return true;
    if (!log || log.events.some(({ kind }) => kind === 'delete')) throw new AnnouncementExpired(submissionId);
    return false;
  }

  if (await isSubmitted()) return;
  await assertCurrent();
  try {
    await send();
  } catch (error) {
    // The key may have changed in the meantime.
    if (error instanceof DeliveryRefused && !(error instanceof AnnouncementExpired)) await assertCurrent();
    throw error;
  }

  async function send(): Promise<void> {
    for (const { attachmentId, encrypted } of sealed.attachments) {
      await client.putAttachment(submissionId, attachmentId, encrypted).catch((error) => {
        // An attempt whose answer was lost has succeeded already; finalizing shows whether everything is right.
        if (!hasStatus(error, 409)) throw error;
      });
    }
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await client.finalize(submissionId, sealed);
      } catch (error) {
        const conflict = hasStatus(error, 409);
        if (!conflict && !(error instanceof PartnerUnavailable)) throw error;
        if (attempt >= retry.limit) {
          if (await isSubmitted()) return;
          throw conflict
            ? new PartnerUnavailable(DELIVERY_PARTNER, `${submissionId} is closed, but no event says so`, {
                cause: error,
              })
            : error;
        }
        await pause(retry.firstDelayMs * 2 ** attempt);
        if (await isSubmitted()) return;
      }
    }
  }
}

import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { DeliveryService } from '#server/ports/delivery.ts';
import type { Interruptions } from './interruptions.ts';

/**
 * Returns a delivery service to which nothing goes while operators have paused the delivery: what is to be sent waits and
 * is tried again, as when the service is away. What was sent before is asked about all the same.
 */
export function pausable(
  interruptions: Pick<Interruptions, 'of'>,
  delivery: DeliveryService,
): DeliveryService {
  const assertGoesOn = () => {
    if (interruptions.of('delivery').state === 'inForce')
      throw new PartnerUnavailable('delivery service', 'paused by operators');
  };
  return {
    ...delivery,
    async announce(wanted) {
      assertGoesOn();
      return delivery.announce(wanted);
    },
    async deliver(...sending) {
      assertGoesOn();
      return delivery.deliver(...sending);
    },
  };
}

import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { Keys } from './keys.ts';
import { sendProblem } from './problems.ts';

export type DestinationConfig = {
  destinationId: string;
  name: string;
  services: { identifier: string; name: string }[];
};

export type Destination = DestinationConfig & { status: 'active' | 'inactive' };

export const postboxService = {
  identifier: 'urn:schema-fitko-de:fit-connect:id.bund.de:message_v6',
  name: 'Nachricht an ein Postfach',
};

type Params = { Params: { destinationId: string; kid: string } };

/** Destination API: the public data of a destination, and its keys. */
export function registerDestinations(
  app: FastifyInstance,
  {
    keys,
    destinations,
    authorise,
  }: {
    keys: Keys;
    destinations: Map<string, Destination>;
    authorise: onRequestAsyncHookHandler;
  },
): void {
  const path = '/destination-api/v2/destinations/:destinationId';

  app.get<Params>(
    path,
    { config: { deliveryCall: 'destination' }, onRequest: authorise },
    async (request, reply) => {
      const destination = destinations.get(request.params.destinationId);
      if (!destination) return sendProblem(reply, 404, 'resource-not-found', 'no such destination');
      const { destinationId, name, status, services } = destination;
      return {
        destinationId,
        name,
        status,
        encryptionKid: keys.encryption.kid,
        metadataVersions: ['2.1.0'],
        publicServices: services.map((service) => ({ ...service, regions: ['DE'], submissionSchemas: [] })),
        contactInformation: { legalName: name },
      };
    },
  );

  app.get<Params>(
    `${path}/keys/:kid`,
    { config: { deliveryCall: 'key' }, onRequest: authorise },
    async (request, reply) => {
      const { destinationId, kid } = request.params;
      const published = [keys.encryption, keys.destination];
      const key = destinations.has(destinationId) && published.find((one) => one.kid === kid);
      return key ? key.publicJwk : sendProblem(reply, 404, 'resource-not-found', 'no such key');
    },
  );
}

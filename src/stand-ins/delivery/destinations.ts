import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { Keys } from './keys.ts';
import { sendProblem } from './problems.ts';

/** A service for which a destination takes submissions, in the formats that it names. */
export type OfferedService = {
  identifier: string;
  name: string;
  /** `DE` with the beginning of a regional key; `DE` alone without any. */
  regions?: string[];
  submissionSchemas: { schemaUri: string; mimeType: string }[];
};

export type DestinationConfig = {
  destinationId: string;
  name: string;
  services: OfferedService[];
};

export type Destination = DestinationConfig & { status: 'active' | 'inactive' };

export const postboxService: OfferedService = {
  identifier: 'urn:schema-fitko-de:fit-connect:id.bund.de:message_v6',
  name: 'Nachricht an ein Postfach',
  submissionSchemas: [
    {
      schemaUri: 'https://schema.fitko.de/fit-connect/id.bund.de/message_v6/1.0.0/zbp-message.schema.json',
      mimeType: 'application/json',
    },
  ],
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
        publicServices: services.map((service) => ({ regions: ['DE'], ...service })),
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

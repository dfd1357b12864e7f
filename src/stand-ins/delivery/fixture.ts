import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Announcement,
  DeliveryPackage,
  DeliveryService,
  SubmissionSchema,
} from '#server/ports/delivery.ts';
import type { FitConnectConfig } from '#server/submission/fit-connect/config.ts';
import { sha512 } from '#server/submission/fit-connect/metadata.ts';
import { copyKept, type Kept } from '#server/testing/kept.ts';
import { createDeliveryControl } from './control-client.ts';
import { loadKeys } from './keys.ts';
import { type DeliveryStandIn, startDeliveryStandIn } from './server.ts';

export const DESTINATION_ID = '6e0b1f5c-35a1-4b2f-9e0c-0d6a4f2b8c11';
const publicService = {
  identifier: 'urn:de:fim:leika:leistung:99102013104000',
  name: 'Hundesteuer Anmeldung',
};
export const schema: SubmissionSchema = {
  schemaUri: 'https://schema.example.org/hundesteuer/1.0.0/schema.json',
  mimeType: 'application/json',
};
/** A format whose schema the authority's software has, as JSON and as XML. */
export const checkedJson = {
  schemaUri: 'https://schema.example.org/hund/1.0.0/schema.json',
  mimeType: 'application/json',
  text: JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { since: { type: 'string', format: 'date' } },
    required: ['since'],
    additionalProperties: false,
  }),
} as const;
export const checkedXml = {
  schemaUri: 'urn:example:hund',
  mimeType: 'application/xml',
  text: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example:hund" elementFormDefault="qualified">
    <xs:element name="hund"><xs:complexType><xs:sequence>
      <xs:element name="since" type="xs:date"/><xs:element name="name" type="xs:string"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema>`,
} as const;

const SECRET = 'a secret for tests';

/** Creating them takes seconds. */
const keptKeys: Kept = {
  name: 'delivery-keys',
  sources: ['keys.ts', '../kit/self-signed.ts'].map((file) => join(import.meta.dirname, file)),
  create: loadKeys,
};

/** Starts the stand-in on its own port and folder. From outside, `restart` looks like a crash and a new start. */
export async function startForTest(acceptAfterMs = 20) {
  const stateDir = await mkdtemp(join(tmpdir(), 'delivery-'));
  await copyKept(keptKeys, stateDir);
  const start = (port: number): Promise<DeliveryStandIn> =>
    startDeliveryStandIn({
      port,
      stateDir,
      clientId: 'portal',
      clientSecret: SECRET,
      destinations: [
        {
          destinationId: DESTINATION_ID,
          name: 'Stadt Kiel',
          services: [{ ...publicService, submissionSchemas: [schema] }],
        },
      ],
      schemas: [checkedJson, checkedXml],
      postboxDestinationId: 'f2a7c1de-6c3b-47a9-8f57-1f2c6f3f9d20',
      clerk: { acceptAfterMs },
    });
  let standIn = await start(0);
  const port = Number(new URL(standIn.origin).port);
  const control = createDeliveryControl(standIn.control);
  const config: FitConnectConfig = {
    tokenUrl: standIn.tokenUrl,
    submissionUrl: standIn.submissionUrl,
    destinationUrl: standIn.destinationUrl,
    issuer: standIn.issuer,
    clientId: 'portal',
    clientSecret: SECRET,
    userAgent: 'Serviceportal/0.1.0 (test@example.org)',
    timeoutMs: 10_000,
    retry: { limit: 2, firstDelayMs: 5 },
  };
  return {
    stateDir,
    control,
    config,
    origin: standIn.origin,
    postboxDestinationId: standIn.postboxDestinationId,
    faults: () => standIn.faults,
    stop: () => standIn.close(),
    async restart() {
      await standIn.close();
      standIn = await start(port);
    },
    async end() {
      await standIn.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

/** An application with attachments of the given sizes in bytes. */
export function packageOf(...sizes: number[]): DeliveryPackage {
  return {
    destinationId: DESTINATION_ID,
    publicService,
    area: '010020000000',
    data: [{ schema, text: JSON.stringify({ hund: { name: 'Bello', rasse: 'Ǧalāl-Mischling' } }) }],
    attachments: sizes.map((size, index) => {
      const content = randomBytes(size);
      return {
        attachmentId: randomUUID(),
        purpose: index === 0 ? 'form' : 'attachment',
        filename: index === 0 ? 'Antrag Größe.pdf' : `Anlage ${index}.png`,
        mimeType: index === 0 ? 'application/pdf' : 'image/png',
        content,
        sha512: sha512(content),
      };
    }),
    payment: {
      transactionId: 'tx-1',
      reference: '5500-12345',
      method: 'CREDITCARD',
      timestamp: '2026-11-20T10:15:00.000Z',
      grossAmountCents: 1230,
    },
    reference: {
      senderReference: 'T-1',
      applicationDate: '2026-11-20T23:30:00.000Z',
      electronicNotice: true,
    },
    replyPostbox: '0a1b2c3d-1111-1111-1111-0a1b2c3d4e5f',
  };
}

export function announce(service: DeliveryService, content: DeliveryPackage): Promise<Announcement> {
  return service.announce({
    destinationId: content.destinationId,
    publicService: content.publicService,
    area: content.area,
    schemas: content.data.map((one) => one.schema),
    attachmentIds: content.attachments.map(({ attachmentId }) => attachmentId),
  });
}

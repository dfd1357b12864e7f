import { describe, expect, it } from 'vitest';
import type { DeliveryPackage } from '#server/ports/delivery.ts';
import { authorOf } from './config.ts';
import { buildMetadata, sha512 } from './metadata.ts';

const author = authorOf('Serviceportal/1.4.0-rc.1 (kontakt@example.org)');
const data = {
  schema: { schemaUri: 'https://schema.example.org/a/1.0.0/schema.json', mimeType: 'application/json' },
  text: '{"a":"ß"}',
} as const;
const content: DeliveryPackage = {
  destinationId: '6e0b1f5c-35a1-4b2f-9e0c-0d6a4f2b8c11',
  publicService: { identifier: 'urn:de:fim:leika:leistung:99102013104000', name: 'Hundesteuer' },
  area: null,
  data: [data],
  attachments: [],
  payment: null,
  reference: { senderReference: 'T-1', applicationDate: '2026-06-30', electronicNotice: null },
  replyPostbox: null,
};

describe('metadata of a delivery', () => {
  it('say only what is known', () => {
    expect(buildMetadata(content, data, author)).toEqual({
      $schema: 'https://schema.fitko.de/fit-connect/metadata/2.1.0/metadata.schema.json',
      contentStructure: {
        data: {
          hash: { type: 'sha512', content: sha512(Buffer.from('{"a":"ß"}', 'utf8')) },
          submissionSchema: data.schema,
        },
        attachments: [],
      },
      additionalReferenceInfo: { senderReference: 'T-1', applicationDate: '2026-06-30' },
      author: { name: 'Serviceportal', product: { name: 'Serviceportal', version: '1.4.0-rc.1' } },
    });
  });

  it.each([
    ['2026-06-30T22:30:00.000Z', '2026-07-01'],
    ['2026-12-31T22:30:00.000Z', '2026-12-31'],
    ['2026-12-31T23:30:00.000Z', '2027-01-01'],
  ])('date an application of %s to %s, the day in Germany', (applicationDate, day) => {
    const dated = { ...content, reference: { ...content.reference, applicationDate } };
    expect(buildMetadata(dated, data, author).additionalReferenceInfo?.applicationDate).toBe(day);
  });

  it('tell whether a notice may come electronically, yes or no', () => {
    for (const electronicNotice of [true, false]) {
      const chosen = { ...content, reference: { ...content.reference, electronicNotice } };
      const { additionalReferenceInfo } = buildMetadata(chosen, data, author);
      expect(additionalReferenceInfo?.zustimmungZumDigitalenBescheid).toBe(electronicNotice);
    }
  });

  it.each([1, 29, 1230, 1999, 100_001])('carry a fee of %i cents exactly', (grossAmountCents) => {
    const payment = {
      transactionId: 'tx',
      reference: '55',
      method: 'GIROCARD',
      timestamp: '2026-11-20T10:15:00+01:00',
      grossAmountCents,
    };
    const { paymentInformation } = buildMetadata({ ...content, payment }, data, author);
    expect(paymentInformation).toMatchObject({
      paymentMethod: 'OTHER',
      paymentMethodDetail: 'GIROCARD',
      status: 'BOOKED',
      grossAmount: grossAmountCents / 100,
    });
  });

  it('are refused when they would break the schema', () => {
    const unnamed = { ...data, schema: { ...data.schema, schemaUri: 'not an address' } };
    expect(() => buildMetadata(content, unnamed, author)).toThrow(/schemaUri/);
    expect(() => buildMetadata({ ...content, replyPostbox: 'nobody' }, data, author)).toThrow(/mailboxUuid/);
  });

  it('need a user agent with a name and a version', () => {
    expect(() => authorOf('Serviceportal')).toThrow(/Serviceportal/);
  });
});

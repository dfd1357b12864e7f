import { randomUUID, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { statusOf } from '#model-tests/oracle/delivery-status.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Announcement, DeliveryPackage, EventLog, SealedPackage } from '#server/ports/delivery.ts';
import { createFitConnect } from '#server/submission/fit-connect/adapter.ts';
import { createFitConnectClient } from '#server/submission/fit-connect/client.ts';
import { DeliveryRefused, SchemaNotOffered, SealOutdated } from '#server/submission/fit-connect/errors.ts';
import { sha512 } from '#server/submission/fit-connect/metadata.ts';
import { messageSchema } from '#server/submission/postbox/postbox.ts';
import { postboxService } from './destinations.ts';
import {
  announce,
  checkedJson,
  checkedXml,
  DESTINATION_ID,
  packageOf,
  schema,
  startForTest,
} from './fixture.ts';

let delivery: Awaited<ReturnType<typeof startForTest>>;

beforeAll(async () => {
  delivery = await startForTest();
});
afterEach(async () => {
  delivery.faults().end();
  await delivery.control.order({});
});
afterAll(() => delivery.end());

async function send(
  content: DeliveryPackage,
): Promise<{ announcement: Announcement; sealed: SealedPackage }> {
  const service = createFitConnect(delivery.config);
  const announcement = await announce(service, content);
  const sealed = await service.seal(content);
  await service.deliver(announcement, sealed);
  return { announcement, sealed };
}

/** Waits until the authority has decided. */
async function decided(announcement: Announcement, sealed: SealedPackage): Promise<EventLog> {
  const service = createFitConnect(delivery.config);
  return vi.waitFor(
    async () => {
      const { state } = await delivery.control.submission(announcement.submissionId);
      expect(['accepted', 'rejected']).toContain(state);
      return service.events(announcement, sealed);
    },
    { timeout: 60_000, interval: 20 },
  );
}

describe('an application sent to an authority', () => {
  it('arrives as it was, up to attachments of 10 MB, and its receipt is proved by signed events', async () => {
    const content = packageOf(40_000, 10 * 1024 * 1024, 1);
    const { announcement, sealed } = await send(content);
    const log = await decided(announcement, sealed);

    expect(log.rejected).toBe(0);
    expect(log.events.map(({ kind, issuer }) => [kind, issuer === DESTINATION_ID])).toEqual([
      ['create', false],
      ['submit', false],
      ['accept', true],
    ]);
    expect(statusOf(log)).toBe('SUCCESSFULLY_SUBMITTED');

    const arrived = await delivery.control.submission(announcement.submissionId);
    expect(arrived.data).toEqual(JSON.parse(content.data[0]!.text));
    for (const { attachmentId, sha512: hash } of content.attachments) {
      expect(sha512(await delivery.control.attachment(announcement.submissionId, attachmentId))).toBe(hash);
    }
    expect(arrived.metadata).toMatchObject({
      paymentInformation: { status: 'BOOKED', paymentMethod: 'CREDITCARD', grossAmount: 12.3 },
      additionalReferenceInfo: {
        senderReference: 'T-1',
        applicationDate: '2026-11-21',
        zustimmungZumDigitalenBescheid: true,
      },
      replyChannel: { idBundDeMailbox: { mailboxUuid: content.replyPostbox } },
      author: { name: 'Serviceportal', product: { name: 'Serviceportal', version: '0.1.0' } },
    });
  });

  it('can be followed by a submission of its case, at its destination only', async () => {
    const service = createFitConnect(delivery.config);
    const { announcement: first } = await send(packageOf(10));
    const content = packageOf(10);
    const follow = (caseId: string, destinationId = content.destinationId) =>
      service.announce({ ...content, schemas: [schema], destinationId, attachmentIds: [], caseId });
    expect(await follow(first.caseId)).toMatchObject({ caseId: first.caseId });
    await expect(follow(randomUUID())).rejects.toThrow(DeliveryRefused);
    // Nothing has been sent in the case of an announcement.
    const unsent = await announce(service, packageOf(10));
    await expect(follow(unsent.caseId)).rejects.toThrow(DeliveryRefused);
    const elsewhere = service.announce({
      destinationId: delivery.postboxDestinationId,
      publicService: postboxService,
      area: null,
      schemas: [messageSchema],
      attachmentIds: [],
      caseId: first.caseId,
    });
    await expect(elsewhere).rejects.toThrow(DeliveryRefused);
  });

  it('is under way until the authority has decided', async () => {
    await delivery.control.order({ hold: true });
    const { announcement, sealed } = await send(packageOf(10));
    const log = await createFitConnect(delivery.config).events(announcement, sealed);
    expect(statusOf(log)).toBe('SUBMITTED');
  });

  it('is rejected when an attachment was exchanged on the way', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(100, 200);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    const forged = await service.seal({
      ...content,
      attachments: content.attachments.map((one) => ({
        ...one,
        content: Buffer.from('x'),
        sha512: sha512('x'),
      })),
    });
    const sent = { ...sealed, attachments: forged.attachments };
    await service.deliver(announcement, sent);
    const log = await decided(announcement, {
      ...sent,
      authenticationTags: {
        ...sealed.authenticationTags,
        attachments: forged.authenticationTags.attachments,
      },
    });
    expect(statusOf(log)).toBe('PROCESSING_ERROR');
    expect(log.events.at(-1)?.problems.map(({ title }) => title)).toEqual(['hash mismatch', 'hash mismatch']);
  });

  it('is rejected when the authority cannot decrypt an attachment', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(100);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    const damaged = sealed.attachments.map(({ attachmentId, encrypted }) => {
      const [header, key, iv, , tag] = encrypted.split('.');
      return { attachmentId, encrypted: [header, key, iv, 'AAAA', tag].join('.') };
    });
    await service.deliver(announcement, { ...sealed, attachments: damaged });
    const log = await decided(announcement, sealed);
    expect(statusOf(log)).toBe('PROCESSING_ERROR');
    expect(log.events.at(-1)?.problems[0]?.title).toBe('encryption issue');
  });

  it('tells why the authority rejected it', async () => {
    await delivery.control.order({ rejectNext: true });
    const { announcement, sealed } = await send(packageOf(10));
    const log = await decided(announcement, sealed);
    expect(statusOf(log)).toBe('PROCESSING_ERROR');
    expect(log.events.at(-1)?.problems[0]?.detail).toMatch(/Rejected by the clerk/);
  });
});

describe('events that prove nothing', () => {
  it('an acceptance of something else than was sent is not believed', async () => {
    await delivery.control.order({ wrongTagsNext: true });
    const { announcement, sealed } = await send(packageOf(10));
    const log = await decided(announcement, sealed);
    expect(log.rejected).toBe(1);
    expect(log.events.map(({ kind }) => kind)).toEqual(['create', 'submit']);
    expect(statusOf(log)).toBe('UNKNOWN');
  });

  it('the events of another submission are not believed', async () => {
    const one = await send(packageOf(10));
    const other = await send(packageOf(10));
    const mixed = { submissionId: one.announcement.submissionId, caseId: other.announcement.caseId };
    const log = await createFitConnect(delivery.config).events(mixed, one.sealed);
    expect(log.events).toEqual([]);
    expect(statusOf(log)).toBe('UNKNOWN');
  });

  it('events of an authority that is not the recipient are not believed', async () => {
    const { announcement, sealed } = await send(packageOf(10));
    await decided(announcement, sealed);
    const log = await createFitConnect(delivery.config).events(announcement, {
      ...sealed,
      destinationId: delivery.postboxDestinationId,
    });
    expect(log.events.map(({ kind }) => kind)).toEqual(['create', 'submit']);
    expect(log.rejected).toBe(1);
  });

  it('a submission that the service does not know has no status', async () => {
    const { sealed } = await send(packageOf());
    const unknown = { submissionId: crypto.randomUUID(), caseId: crypto.randomUUID() };
    const log = await createFitConnect(delivery.config).events(unknown, sealed);
    expect(statusOf(log)).toBe('UNKNOWN');
  });
});

describe('refusals', () => {
  afterEach(() => delivery.control.setDestination(DESTINATION_ID, 'active'));

  it('nothing is sealed for or announced to a destination that is not active', async () => {
    await delivery.control.setDestination(DESTINATION_ID, 'inactive');
    const service = createFitConnect(delivery.config);
    await expect(service.seal(packageOf(1))).rejects.toThrow(/is inactive/);
    await expect(announce(service, packageOf(1))).rejects.toThrow(/is inactive/);
    const announcing = createFitConnectClient(delivery.config).announce({
      destinationId: DESTINATION_ID,
      publicService: packageOf().publicService,
      announcedAttachments: [],
    });
    const refusal = await announcing.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DeliveryRefused);
    expect(refusal).toMatchObject({
      status: 422,
      problemType: expect.stringContaining('invalid-destination'),
    });
  });

  it('a service that the destination does not offer is refused', async () => {
    const foreign = { identifier: 'urn:de:fim:leika:leistung:99000000000000', name: 'x' };
    const announcing = createFitConnectClient(delivery.config).announce({
      destinationId: DESTINATION_ID,
      publicService: foreign,
      announcedAttachments: [],
    });
    await expect(announcing).rejects.toThrow(/422/);
    const service = createFitConnect(delivery.config);
    const before = (await delivery.control.submissions()).length;
    await expect(announce(service, { ...packageOf(), publicService: foreign })).rejects.toThrow(
      /offers nothing for/,
    );
    expect(await delivery.control.submissions(), 'nothing is announced').toHaveLength(before);
  });

  it('a wrong secret is refused without giving the secret away', async () => {
    const service = createFitConnect({ ...delivery.config, clientSecret: 'wrong secret' });
    const refusal = await announce(service, packageOf()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DeliveryRefused);
    expect(refusal).toMatchObject({ status: 401 });
    expect(String(refusal)).not.toContain('wrong secret');
  });

  it('a destination whose key is not certified by a trusted authority gets nothing', async () => {
    const { encryption, destination } = JSON.parse(
      await readFile(join(delivery.stateDir, 'keys.json'), 'utf8'),
    );
    const pem = (key: { x5c: string[] }) =>
      new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64')).toString();
    const trusting = (...keys: { x5c: string[] }[]) =>
      createFitConnect({ ...delivery.config, trustedCertificates: () => keys.map(pem).join('\n') });

    await expect(trusting(destination).seal(packageOf(1))).rejects.toThrow(/not certified/);
    await expect(trusting(encryption).seal(packageOf(1))).resolves.toBeDefined();

    let roots = pem(destination);
    const renewed = createFitConnect({ ...delivery.config, trustedCertificates: () => roots });
    await expect(renewed.seal(packageOf(1))).rejects.toThrow(/not certified/);
    roots += pem(encryption);
    await expect(renewed.seal(packageOf(1))).resolves.toBeDefined();

    const { announcement, sealed } = await send(packageOf(1));
    await decided(announcement, sealed);
    expect(statusOf(await trusting(destination).events(announcement, sealed))).toBe('SUCCESSFULLY_SUBMITTED');
    expect(statusOf(await trusting(encryption).events(announcement, sealed))).toBe('UNKNOWN');
  });

  it('an attachment that is not the one that was hashed is not sealed', async () => {
    const content = packageOf(5);
    const exchanged = content.attachments.map((one) => ({ ...one, content: Buffer.from('other') }));
    const service = createFitConnect(delivery.config);
    await expect(service.seal({ ...content, attachments: exchanged })).rejects.toThrow(/not the one/);
  });

  it('what is not encrypted for the destination is refused and stays unsent', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf();
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    const plain = { ...sealed, encryptedData: Buffer.from(content.data[0]!.text).toString('base64url') };
    await expect(service.deliver(announcement, plain)).rejects.toThrow(/invalid encrypted data/);
    expect((await delivery.control.submission(announcement.submissionId)).state).toBe('incomplete');
    await service.deliver(announcement, sealed);
    expect((await delivery.control.submission(announcement.submissionId)).submittedAt).not.toBeNull();
  });
});

describe('a destination that no longer offers the format', () => {
  const other = { ...schema, schemaUri: 'https://schema.example.org/hundesteuer/2.0.0/schema.json' };
  afterEach(() => delivery.control.setOffers(DESTINATION_ID, [schema]));

  it('gets nothing announced or sealed, and what was sealed before is not sent', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    await delivery.control.setOffers(DESTINATION_ID, [other]);
    await expect(service.deliver(announcement, sealed)).rejects.toBeInstanceOf(SealOutdated);
    await expect(announce(service, content)).rejects.toBeInstanceOf(SchemaNotOffered);
    await expect(service.seal(content)).rejects.toThrow(
      /hundesteuer\/2.0.0.*but we have .*hundesteuer\/1.0.0/,
    );
    const { received, state } = await delivery.control.submission(announcement.submissionId);
    expect({ received, state }).toEqual({ received: { uploads: 0, finalizations: 0 }, state: 'incomplete' });
    await delivery.control.setOffers(DESTINATION_ID, [schema]);
    await service.deliver(announcement, sealed);
  });

  it('rejects what is sent all the same', async () => {
    await delivery.control.order({ hold: true });
    const { announcement, sealed } = await send(packageOf(10));
    await delivery.control.setOffers(DESTINATION_ID, [other]);
    await delivery.control.decide(announcement.submissionId, 'accept');
    const log = await createFitConnect(delivery.config).events(announcement, sealed);
    expect(statusOf(log)).toBe('PROCESSING_ERROR');
    expect(log.events.at(-1)?.problems[0]?.type).toContain('unsupported-data-schema');
    await delivery.control.order({});
  });

  it('gets the first of several formats that it offers', async () => {
    await delivery.control.setOffers(DESTINATION_ID, [other, schema]);
    const text = JSON.stringify({ version: 2 });
    const content = packageOf(10);
    const { announcement } = await send({ ...content, data: [{ schema: other, text }, ...content.data] });
    const arrived = await delivery.control.submission(announcement.submissionId);
    expect(arrived.data).toEqual({ version: 2 });
    expect(arrived.metadata?.contentStructure.data.submissionSchema).toEqual(other);
  });

  it('rejects data that is not JSON although it should be', async () => {
    const { announcement, sealed } = await send({ ...packageOf(10), data: [{ schema, text: '{"a":1,}' }] });
    const log = await decided(announcement, sealed);
    expect(log.events.at(-1)?.problems[0]?.type).toContain('data-json-syntax-violation');
  });
});

describe('data in a format whose schema the authority has', () => {
  afterEach(() => delivery.control.setOffers(DESTINATION_ID, [schema]));
  const xml = (content: string) => `<hund xmlns="urn:example:hund">${content}</hund>`;

  it.each([
    ['JSON that fits', checkedJson, '{"since":"2026-01-31"}', null],
    ['JSON that lacks something', checkedJson, '{}', 'data-schema-violation'],
    ['JSON with more than is allowed', checkedJson, '{"since":"2026-01-31","x":1}', 'data-schema-violation'],
    ['a day that does not exist', checkedJson, '{"since":"2026-02-31"}', 'data-schema-violation'],
    ['XML that fits', checkedXml, xml('<since>2026-01-31</since><name>Bello</name>'), null],
    [
      'XML in another order',
      checkedXml,
      xml('<name>Bello</name><since>2026-01-31</since>'),
      'data-schema-violation',
    ],
    [
      'XML without its namespace',
      checkedXml,
      '<hund><since>2026-01-31</since></hund>',
      'data-schema-violation',
    ],
    ['XML that does not end', checkedXml, '<hund>', 'data-xml-syntax-violation'],
  ])('is compared with it: %s', async (_, { schemaUri, mimeType }, text, fault) => {
    const format = { schemaUri, mimeType };
    await delivery.control.setOffers(DESTINATION_ID, [format]);
    const { announcement, sealed } = await send({ ...packageOf(10), data: [{ schema: format, text }] });
    const log = await decided(announcement, sealed);
    expect(log.events.at(-1)).toMatchObject({
      kind: fault === null ? 'accept' : 'reject',
      problems: fault === null ? [] : [{ type: expect.stringContaining(fault) }],
    });
  });
});

describe('a package whose seal is outdated', () => {
  it('is not sent to another destination, nor for a key that was replaced', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    const elsewhere = service.deliver(announcement, sealed, delivery.postboxDestinationId);
    await expect(elsewhere).rejects.toBeInstanceOf(SealOutdated);
    await delivery.control.changeEncryptionKey();
    await expect(service.deliver(announcement, sealed)).rejects.toBeInstanceOf(SealOutdated);
    const { received, state } = await delivery.control.submission(announcement.submissionId);
    expect({ received, state }).toEqual({ received: { uploads: 0, finalizations: 0 }, state: 'incomplete' });
  });

  it('is done when it has arrived before', async () => {
    const { announcement, sealed } = await send(packageOf(10));
    await delivery.control.changeEncryptionKey();
    await createFitConnect(delivery.config).deliver(announcement, sealed);
    expect((await delivery.control.submission(announcement.submissionId)).received.finalizations).toBe(1);
  });
});

describe('a service that is out of order', () => {
  it('is asked again after a pause', async () => {
    delivery.faults().set({ fault: 'down', requests: 2 });
    const { announcement, sealed } = await send(packageOf(10));
    expect(statusOf(await decided(announcement, sealed))).toBe('SUCCESSFULLY_SUBMITTED');
  });

  it('is reported as unavailable when it stays so, and works later', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    delivery.faults().set({ fault: 'down', requests: 50 });
    await expect(service.deliver(announcement, sealed)).rejects.toBeInstanceOf(PartnerUnavailable);
    await expect(service.events(announcement, sealed)).rejects.toBeInstanceOf(PartnerUnavailable);
    delivery.faults().end();
    await service.deliver(announcement, sealed);
    expect(statusOf(await decided(announcement, sealed))).toBe('SUCCESSFULLY_SUBMITTED');
  });

  it('keeps everything over a restart, and a token that it has forgotten is fetched anew', async () => {
    await delivery.control.order({ hold: true });
    const service = createFitConnect(delivery.config);
    const content = packageOf(10);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    await service.deliver(announcement, sealed);
    const half = packageOf(10, 20);
    const halfAnnounced = await announce(service, half);
    const halfSealed = await service.seal(half);
    await delivery.restart();
    await service.deliver(announcement, sealed);
    await service.deliver(halfAnnounced, halfSealed);
    expect(statusOf(await decided(announcement, sealed))).toBe('SUCCESSFULLY_SUBMITTED');
    expect(statusOf(await decided(halfAnnounced, halfSealed))).toBe('SUCCESSFULLY_SUBMITTED');
  });
});

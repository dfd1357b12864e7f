import { beforeEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { DeliveryEvent, SealedPackage } from '#server/ports/delivery.ts';
import type { FitConnectClient } from './client.ts';
import { deliverOnce } from './deliver.ts';
import { AnnouncementExpired, DeliveryRefused, SealOutdated } from './errors.ts';
import type { EventReader } from './events.ts';

const announcement = { submissionId: 'submission-1', caseId: 'case-1' };
const schema = { schemaUri: 'urn:example:form:1', mimeType: 'application/json' } as const;
const sealed = {
  destinationId: 'authority',
  encryptionKid: 'key-1',
  publicService: { identifier: 'service', name: 'Service' },
  offer: { area: null, schema },
  attachments: [
    { attachmentId: 'a', encrypted: '1' },
    { attachmentId: 'b', encrypted: '2' },
  ],
} as SealedPackage;
const unavailable = new PartnerUnavailable('delivery service', 'away');
const conflict = new DeliveryRefused('closed', 409);
const refusal = new DeliveryRefused('no', 422);

/** The log at each look; the last one is repeated. */
let logs: (DeliveryEvent['kind'][] | null)[];
/** Faults of the tries of a call, null for success. */
let finalizations: (Error | null)[];
let uploads: (Error | null)[];
let kids: string[];
/** The destination's format for the service at each look; the last one is repeated. */
let offers: string[];
let calls: string[];

beforeEach(() => {
  logs = [['create']];
  finalizations = [];
  uploads = [];
  kids = ['key-1'];
  offers = [schema.schemaUri];
  calls = [];
});

const nextOf = <T>(queue: T[]): T => (queue.length > 1 ? queue.shift() : queue[0])!;

async function deliver({
  limit = 2,
  destinationId = 'authority',
  content = sealed,
}: {
  limit?: number;
  destinationId?: string;
  content?: SealedPackage;
} = {}): Promise<void> {
  const said = (call: string, queue: (Error | null)[]) => async () => {
    calls.push(call);
    const error = queue.shift();
    if (error) throw error;
  };
  const client = {
    destination: async (destinationId: string) => ({
      destinationId,
      encryptionKid: nextOf(kids),
      metadataVersions: [],
      publicServices: [
        {
          identifier: 'service',
          regions: [],
          submissionSchemas: [{ ...schema, schemaUri: nextOf(offers) }],
        },
      ],
    }),
    putAttachment: (_: string, id: string) => said(`upload ${id}`, uploads)(),
    finalize: said('finalize', finalizations),
  } as unknown as FitConnectClient;
  const events = {
    signed: async (sent: { destinationId: string }) => {
      calls.push(`log of ${sent.destinationId}`);
      const kinds = logs.length > 1 ? logs.shift()! : logs[0]!;
      return kinds && { events: kinds.map((kind) => ({ kind })), rejected: 0 };
    },
  } as unknown as EventReader;
  await deliverOnce(
    { client, events, retry: { limit, firstDelayMs: 1 } },
    announcement,
    content,
    destinationId,
  );
}
const sends = () => calls.filter((call) => call === 'finalize').length;

describe('a package', () => {
  it('is sent once, after the log was read and all attachments were uploaded', async () => {
    await deliver();
    expect(calls).toEqual(['log of authority', 'upload a', 'upload b', 'finalize']);
  });

  it('is not sent when an earlier attempt has submitted it', async () => {
    logs = [['create', 'submit']];
    await deliver();
    expect(calls).toEqual(['log of authority']);
  });

  it.each<[string, DeliveryEvent['kind'][] | null]>([
    ['the delivery service does not know it', null],
    ['its announcement was deleted', ['create', 'delete']],
  ])('must be announced anew when %s', async (_what, log) => {
    logs = [log];
    await expect(deliver()).rejects.toBeInstanceOf(AnnouncementExpired);
    expect(calls).toEqual(['log of authority']);
  });

  it('must be sealed anew for another destination, or another key', async () => {
    await expect(deliver({ destinationId: 'other' })).rejects.toBeInstanceOf(SealOutdated);
    kids = ['key-2'];
    await expect(deliver()).rejects.toBeInstanceOf(SealOutdated);
    expect(sends()).toBe(0);
    expect(calls, 'the log is that of the destination that it was sealed for').not.toContain('log of other');
  });

  it('must be sealed anew when the key has changed while it was refused', async () => {
    kids = ['key-1', 'key-2'];
    finalizations = [refusal];
    await expect(deliver()).rejects.toBeInstanceOf(SealOutdated);
  });

  it('must be sealed anew when its format is no longer offered, also while it was refused', async () => {
    offers = ['urn:example:form:2'];
    await expect(deliver()).rejects.toBeInstanceOf(SealOutdated);
    expect(sends()).toBe(0);
    offers = [schema.schemaUri, 'urn:example:form:2'];
    finalizations = [refusal];
    await expect(deliver()).rejects.toBeInstanceOf(SealOutdated);
  });

  it('of an earlier version, which does not name its format, is sent', async () => {
    offers = ['urn:example:form:2'];
    const { offer: _offer, ...earlier } = sealed;
    await deliver({ content: earlier });
    expect(sends()).toBe(1);
  });

  it('that could not be sent is tried later, whatever has become of the key', async () => {
    kids = ['key-1', 'key-2'];
    uploads = [unavailable];
    await expect(deliver()).rejects.toBe(unavailable);
  });

  it('that is refused under the same key is not sent again', async () => {
    finalizations = [refusal];
    await expect(deliver()).rejects.toBe(refusal);
    expect(sends()).toBe(1);
  });

  it('whose attachments are there already is sent all the same', async () => {
    uploads = [conflict, conflict];
    await deliver();
    expect(sends()).toBe(1);
  });

  it('whose attachment is refused is not sent', async () => {
    uploads = [null, refusal];
    await expect(deliver()).rejects.toBe(refusal);
    expect(sends()).toBe(0);
  });
});

describe('an answer that was lost', () => {
  it.each([
    ['is not asked for again when the log shows that it has been submitted', unavailable],
    ['of which the service says that it is closed is found in the log', conflict],
  ])('%s', async (_what, error) => {
    logs = [['create'], ['create', 'submit']];
    finalizations = [error];
    await deliver();
    expect(sends()).toBe(1);
  });

  it('is asked for again as long as the log shows nothing', async () => {
    finalizations = [unavailable, unavailable];
    await deliver();
    expect(sends()).toBe(3);
  });

  it('is looked for a last time when all tries are used up', async () => {
    logs = [['create'], ['create'], ['create', 'submit']];
    finalizations = [unavailable, unavailable];
    await deliver({ limit: 1 });
    expect(sends()).toBe(2);
  });

  it('is a fault that passes when all tries are used up: unavailable, or closed without an event', async () => {
    finalizations = [unavailable, unavailable, unavailable];
    await expect(deliver()).rejects.toBe(unavailable);
    expect(sends()).toBe(3);
    finalizations = [conflict, conflict, conflict];
    await expect(deliver()).rejects.toMatchObject({
      name: 'PartnerUnavailable',
      message: expect.stringContaining('no event says so'),
    });
  });
});

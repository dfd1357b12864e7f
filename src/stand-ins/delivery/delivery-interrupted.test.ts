import { randomUUID, X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { PostboxMessage } from '#server/ports/delivery.ts';
import { createFitConnect } from '#server/submission/fit-connect/adapter.ts';
import { AnnouncementExpired } from '#server/submission/fit-connect/errors.ts';
import { createEnvelopes } from '#server/submission/postbox/envelope.ts';
import { createPostbox, messageSchema } from '#server/submission/postbox/postbox.ts';
import { copyKeyPairs } from '#stand-ins/kit/kept-key-pairs.ts';
import { type KeyPair, loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { selfSignedCertificate } from '#stand-ins/kit/self-signed.ts';
import { type Call, calls } from './calls.ts';
import { postboxService } from './destinations.ts';
import { announce, packageOf, startForTest } from './fixture.ts';

let delivery: Awaited<ReturnType<typeof startForTest>>;
let signer: KeyPair;

beforeAll(async () => {
  delivery = await startForTest();
  await copyKeyPairs('interrupted', delivery.stateDir, {
    'postbox-signer': 'Serviceportal',
    other: 'Somebody else',
  });
  signer = await loadKeyPair(delivery.stateDir, 'postbox-signer', 'Serviceportal');
});
afterEach(async () => {
  delivery.faults().end();
  await delivery.control.order({});
});
afterAll(() => delivery.end());

/** A sender that gives up at the first fault, so that something else must repeat the step. */
function impatient() {
  return createFitConnect({ ...delivery.config, retry: { limit: 0, firstDelayMs: 1 } });
}

/** Repeats a step like a job that is restarted after a crash; counts the failures. */
async function untilDone<T>(step: () => Promise<T>, failures: { count: number }): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof PartnerUnavailable)) throw error;
      failures.count += 1;
    }
  }
}

async function submitEvents(
  service: ReturnType<typeof createFitConnect>,
  ids: Parameters<typeof service.deliver>[0],
  sealed: Parameters<typeof service.deliver>[1],
) {
  const log = await service.events(ids, sealed);
  return log.events.filter(({ kind }) => kind === 'submit').length;
}

describe('an application whose sending is interrupted', () => {
  it.each(calls)(
    'is submitted exactly once when the answer of "%s" is lost and all is repeated',
    async (call) => {
      const before = (await delivery.control.submissions()).length;
      const content = packageOf(20, 30);
      const failures = { count: 0 };
      await delivery.control.order({ hold: true });
      delivery.faults().set({ fault: 'dropAnswer', call });

      const announcement = await untilDone(() => announce(impatient(), content), failures);
      const sealed = await untilDone(() => impatient().seal(content), failures);
      await untilDone(() => impatient().deliver(announcement, sealed), failures);

      // The events resolve a lost answer to the finalization; every other lost answer counts as a failure.
      expect(failures.count).toBe(call === 'finalize' ? 0 : 1);
      const arrived = (await delivery.control.submissions()).slice(0, -before || undefined);
      const submitted = arrived.filter(({ state }) => state !== 'incomplete');
      expect(submitted.map(({ submissionId }) => submissionId)).toEqual([announcement.submissionId]);
      expect(submitted[0]?.received.finalizations).toBe(1);
      expect(arrived.length).toBe(call === 'announce' ? 2 : 1);
      expect(await submitEvents(impatient(), announcement, sealed)).toBe(1);
    },
  );

  it('is submitted once when it is delivered again and again, at once and later', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10, 20);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    await Promise.all([1, 2, 3].map(() => createFitConnect(delivery.config).deliver(announcement, sealed)));
    await service.deliver(announcement, sealed);
    expect(await submitEvents(service, announcement, sealed)).toBe(1);
  });

  it('is not sent a second time when it was sealed anew after it had been submitted', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    await service.deliver(announcement, sealed);
    await service.deliver(announcement, await service.seal(content));
    expect(await submitEvents(service, announcement, sealed)).toBe(1);
  });

  it('takes up attachments that an earlier attempt left behind', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10, 20);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    const half = { ...sealed, attachments: sealed.attachments.slice(0, 1) };
    await expect(service.deliver(announcement, half)).rejects.toThrow(/not uploaded/);
    await service.deliver(announcement, sealed);
    expect(await submitEvents(service, announcement, sealed)).toBe(1);
  });

  it('is sent when the first finalization fails', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10);
    const announcement = await announce(service, content);
    const sealed = await service.seal(content);
    delivery.faults().set({ fault: 'failed', call: 'finalize' });
    await service.deliver(announcement, sealed);
    expect(await submitEvents(service, announcement, sealed)).toBe(1);
  });

  it('must be announced anew when the announcement has expired; the orphan does no harm', async () => {
    const service = createFitConnect(delivery.config);
    const content = packageOf(10);
    const orphan = await announce(service, content);
    const sealed = await service.seal(content);
    await delivery.control.expireIncomplete();
    await expect(service.deliver(orphan, sealed)).rejects.toBeInstanceOf(AnnouncementExpired);
    const announcement = await announce(service, content);
    await service.deliver(announcement, sealed);
    expect((await delivery.control.submission(orphan.submissionId)).state).toBe('deleted');
    expect(await submitEvents(service, announcement, sealed)).toBe(1);
  });
});

describe('a message for the postbox', () => {
  const postbox = () =>
    createPostbox({
      signer: () => signer,
      delivery: impatient(),
      destinationId: delivery.postboxDestinationId,
      provider: 'BundID',
    });
  const messageOf = (): PostboxMessage => ({
    mailboxUuid: randomUUID(),
    messageId: `message-${randomUUID()}`,
    sender: 'Stadt Kiel',
    title: 'Ihr Antrag „Hundesteuer“ ist eingegangen',
    content: 'Guten Tag,\n\nIhr Antrag ist eingegangen.',
    service: 'Hundesteuer Anmeldung',
    senderUrl: 'https://service.example.org',
    attachments: [
      { filename: 'Eingangsbestätigung.pdf', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    ],
  });

  it.each<Call>(['announce', 'attachment', 'finalize', 'events'])(
    'is received exactly once when the answer of "%s" is lost and the step is repeated',
    async (call) => {
      const message = messageOf();
      const failures = { count: 0 };
      delivery.faults().set({ fault: 'dropAnswer', call });
      const announcement = await untilDone(() => postbox().announce(message), failures);
      await untilDone(() => postbox().send(announcement, message), failures);
      await postbox().send(announcement, message);

      const received = (await delivery.control.postbox()).filter(
        (one) => one.message?.reference === message.messageId,
      );
      expect(received).toHaveLength(1);
      expect(received[0]?.received.finalizations).toBe(1);
      expect(received[0]?.message).toMatchObject({
        mailboxUuid: message.mailboxUuid,
        title: message.title,
        content: message.content,
        attachments: [{ filename: 'Eingangsbestätigung.pdf', contentLength: 8 }],
      });
    },
  );

  it('whose content was altered after signing is not put into the postbox', async () => {
    const envelope = JSON.parse(await createEnvelopes(signer)({ ...messageOf(), attachments: [] }));
    const altered = { ...envelope, content: envelope.content.replace('Stadt Kiel', 'Stadt Köln') };
    const service = impatient();
    const content = {
      ...packageOf(),
      destinationId: delivery.postboxDestinationId,
      publicService: postboxService,
      data: [{ schema: messageSchema, text: JSON.stringify(altered) }],
    };
    const announcement = await announce(service, content);
    await service.deliver(announcement, await service.seal(content));
    await delivery.control.decide(announcement.submissionId, 'accept');
    const { state, problems } = await delivery.control.submission(announcement.submissionId);
    expect(state).toBe('rejected');
    expect(problems[0]?.detail).toMatch(/signature/);
  });

  it('cannot be signed with a key that is not the certificate’s', async () => {
    const { privateKey } = await loadKeyPair(delivery.stateDir, 'other', 'Somebody else');
    vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 60_000);
    const other = { privateKey, certificate: selfSignedCertificate(privateKey, 'Somebody else', 1) };
    const mixed = { ...signer, privateKey: other.privateKey };
    expect(() => createEnvelopes(mixed)).toThrow(/does not belong/);
    const atTheStart = {
      delivery: impatient(),
      destinationId: delivery.postboxDestinationId,
      provider: 'BundID',
    };
    expect(() => createPostbox({ ...atTheStart, signer: () => mixed })).toThrow(/does not belong/);
    const both = {
      privateKey: signer.privateKey + other.privateKey,
      certificate: signer.certificate + other.certificate,
    };
    const envelope = JSON.parse(await createEnvelopes(both)({ ...messageOf(), attachments: [] }));
    // The last created one of two valid certificates.
    const newest = new X509Certificate(other.certificate);
    expect(new X509Certificate(envelope.authorCertificate).fingerprint256).toBe(newest.fingerprint256);
  });
});

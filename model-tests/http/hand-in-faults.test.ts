import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type PortalClient, Refused } from './client.ts';
import { arrivedOf, handedIn, handIn, pageOf, sendOwing, uploadProof } from './owing.ts';
import { type Crash, clockedServer, type Portal, startPortal } from './portal.ts';

/** Documents handed in while the delivery service fails, or the server dies. */

const ticketOf = async (client: PortalClient, id: string) => (await pageOf(client, id)).ticketNumber;

describe('a delivery service that fails', () => {
  let portal: Portal;
  let person: PortalClient;
  beforeAll(async () => {
    portal = await startPortal({
      script: clockedServer,
      environment: { LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '0.2' },
    });
    person = portal.client();
    await person.logIn('thomsen:Benutzername');
  });
  afterEach(() => portal.partners.delivery.faults.end());
  afterAll(() => portal?.close());

  it.each(['announce', 'attachment', 'finalize', 'events'] as const)(
    'takes a hand-in once when its answer to %s is lost',
    async (call) => {
      const id = await sendOwing(person);
      portal.partners.delivery.faults.set({ fault: 'dropAnswer', call, requests: 1 });
      await handIn(person, id, [await uploadProof(person, id)]);
      await handedIn(person, id, 'delivered');
      expect(await arrivedOf(portal, await ticketOf(person, id))).toHaveLength(2);
    },
  );

  it('is asked again until it is there; meanwhile the documents wait and are not asked for', async () => {
    const id = await sendOwing(person);
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    await handIn(person, id, [await uploadProof(person, id)]);
    const { result } = await person.call('getProcess', { params: { id }, query: {} });
    expect(result!.owed!.documents.map(({ path }) => path)).toEqual(['residenceTitle', 'housingProof']);
    expect((await pageOf(person, id)).handIns).toMatchObject([
      { state: 'waiting', deliveredAt: null, hasReceipt: false },
    ]);
    portal.partners.delivery.faults.end();
    await handedIn(person, id, 'delivered');
  });

  it('lets a hand-in fail when it refuses it, and takes it when the person has it tried again', async () => {
    const id = await sendOwing(person);
    const [first] = await arrivedOf(portal, await ticketOf(person, id));
    await portal.delivery.setDestination(first!.destinationId, 'inactive');
    const { handIns } = await handIn(person, id, [await uploadProof(person, id)]);
    await handedIn(person, id, 'failed');
    const { result } = await person.call('getProcess', { params: { id }, query: {} });
    expect(result!.owed!.documents.map(({ path }) => path)).toContain('incomeProof');
    await portal.delivery.setDestination(first!.destinationId, 'active');
    const params = { id, handIn: handIns[0]!.id };
    const again = await person.call('repeatHandIn', { params, query: {} });
    expect(again.handIns).toMatchObject([{ id: handIns[0]!.id }]);
    await handedIn(person, id, 'delivered');
    const since = await person.call('repeatHandIn', { params, query: {} });
    expect(since.handIns).toMatchObject([{ state: 'delivered' }]);
    const arrived = await arrivedOf(portal, await ticketOf(person, id));
    expect(arrived.map(({ caseId }) => caseId)).toEqual([first!.caseId, first!.caseId]);
  });

  it('gets it announced again when the announcement has expired, and sealed again for a new key', async () => {
    const id = await sendOwing(person);
    portal.partners.delivery.faults.set({
      fault: 'down',
      call: 'finalize',
      requests: Number.MAX_SAFE_INTEGER,
    });
    await handIn(person, id, [await uploadProof(person, id)]);
    await expect
      .poll(async () => (await portal.delivery.submissions()).some(({ state }) => state === 'incomplete'), {
        timeout: 20_000,
      })
      .toBe(true);
    await portal.delivery.expireIncomplete();
    await portal.delivery.changeEncryptionKey();
    portal.partners.delivery.faults.end();
    await handedIn(person, id, 'delivered');
    const arrived = await arrivedOf(portal, await ticketOf(person, id));
    expect(arrived).toHaveLength(2);
    await expect
      .poll(async () => (await portal.delivery.submission(arrived[1]!.submissionId)).state, {
        timeout: 20_000,
      })
      .toBe('accepted');
  });

  it('keeps the application until the hand-in has an end, and a week after that', async () => {
    const id = await sendOwing(person);
    const file = await uploadProof(person, id);
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    await handIn(person, id, [file]);
    await portal.passDays(40);
    await portal.passMinute();
    portal.partners.delivery.faults.end();
    await person.logIn('thomsen:Benutzername');
    const stored = async () => {
      const { owed } = (await person.call('listSent', { query: {} })).find((sent) => sent.id === id)!;
      return owed!.handIns[0]!;
    };
    // Its time is over: the last try says so, and the person has a week to have it tried again.
    await expect.poll(async () => (await stored()).state, { timeout: 30_000 }).not.toBe('waiting');
    const { state, documents, id: handInId } = await stored();
    expect(documents[0]!.files).toEqual(['Gehalt.pdf']);
    if (state === 'failed')
      await person.call('repeatHandIn', { params: { id, handIn: handInId }, query: {} });
    expect((await handedIn(person, id, 'delivered')).hasReceipt).toBe(true);
    await portal.passDays(6);
    await portal.passMinute();
    await person.logIn('thomsen:Benutzername');
    expect(await stored()).toMatchObject({ hasReceipt: true });
    await portal.passDays(2);
    await portal.passMinute();
    await person.logIn('thomsen:Benutzername');
    expect(await stored()).toMatchObject({ state: 'delivered', hasReceipt: false });
  });
});

describe('a server that is killed while it delivers a hand-in', () => {
  let portal: Portal;
  let person: PortalClient;
  beforeAll(async () => {
    portal = await startPortal({
      script: path.resolve(import.meta.dirname, 'crashing-server.ts'),
      environment: { LOG_LEVEL: 'fatal' },
    });
    person = portal.client();
    await person.logIn('thomsen:Benutzername');
  });
  afterAll(() => portal?.close());

  it.each<[string, Crash['crash']]>([
    ['the announcement', { at: 'POST .*/v2/submissions$' }],
    ['the first attachment', { at: 'PUT .*/attachments/' }],
    ['the hand-in', { at: 'PUT .*/v2/submissions/[^/]+$' }],
  ])('delivers it once, killed after the delivery service took %s', async (_, crash) => {
    const id = await sendOwing(person);
    const file = await uploadProof(person, id);
    await portal.setCrash(crash);
    await handIn(person, id, [file]).catch((error) => {
      if (error instanceof Refused) throw error;
    });
    await portal.ended();
    await portal.start();
    const { handIns } = await handIn(person, id, [file]);
    expect(handIns).toHaveLength(1);
    await handedIn(person, id, 'delivered');
    expect(await arrivedOf(portal, await ticketOf(person, id))).toHaveLength(2);
  });
});

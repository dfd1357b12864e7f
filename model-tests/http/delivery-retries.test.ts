import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { FormData } from '#forms/types.ts';
import { complete, fillIn, offerOf, settled } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

const RETRY_DAYS = 3;
/** The formats that the portal has for the dog tax, and for documents handed in later. */
const dogTax = { schemaUri: 'urn:serviceportal:form:hundesteuer', mimeType: 'application/json' };
const handIns = { schemaUri: 'urn:serviceportal:hand-in', mimeType: 'application/json' };
/** All that the server has written. */
let written = '';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({
    output: (text) => (written += text),
    environment: {
      LOG_LEVEL: 'error',
      DELIVERY_RETRY_SECONDS: '0.2',
      DELIVERY_RETRY_DAYS: String(RETRY_DAYS),
    },
  });
});
afterEach(() => portal.partners.delivery.faults.end());
afterAll(() => portal?.close());

const logIn = async () => {
  const client = portal.client();
  await client.logIn('petersen:Elster');
  return client;
};
const get = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });

/** Confirms a dog tax form and requests its submission. */
async function send(client: PortalClient): Promise<string> {
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  await client.call('submitProcess', { params: { id } });
  return id;
}

/** Waits until a step is postponed. */
async function waiting(client: PortalClient, id: string): Promise<ProcessView> {
  for (;;) {
    const process = await get(client, id);
    if (!process.facts.running) throw new Error(`it is not on its way: ${process.status}`);
    if (process.submission?.retry) return process;
    await pause(50);
  }
}

const arrivedWith = async (ticketNumber: string) => {
  const arrived = (await portal.delivery.submissions()).filter(({ state }) => state !== 'incomplete');
  const opened = await Promise.all(arrived.map((it) => portal.delivery.submission(it.submissionId)));
  return opened.filter(({ metadata }) => metadata?.additionalReferenceInfo?.senderReference === ticketNumber);
};

describe('the check of content', () => {
  const check = () =>
    promisify(execFile)(process.execPath, ['src/server/check-content.ts', '--destinations'], {
      env: { ...process.env, ...portal.partners.environment },
    });

  it('says where to run it, where it has no access to the delivery service', async () => {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('FITCONNECT')),
    );
    const alone = promisify(execFile)(process.execPath, ['src/server/check-content.ts', '--destinations'], {
      env,
    });
    await expect(alone).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The destinations were not asked: .*\n.*\n {2}FITCONNECT_TOKEN_URL/),
    });
    // No stack.
    await expect(alone).rejects.not.toMatchObject({ stderr: expect.stringMatching(/^\s+at /m) });
  });

  it('asks all destinations before a person does', async () => {
    expect((await check()).stdout).toMatch(/The destinations of \d+ forms take their data/);
    const { authority } = offerOf('hundesteuer');
    await portal.delivery.setOffers(authority.destinationId, [dogTax]);
    await expect(check()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('but we have urn:serviceportal:hand-in'),
    });
    await portal.delivery.setOffers(authority.destinationId, [dogTax, handIns]);
  });
});

describe('a delivery that cannot be made now', () => {
  it('is tried again by itself, says so, and goes out once', async () => {
    const person = await logIn();
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    const id = await send(person);
    const put = await waiting(person, id);
    expect(put).toMatchObject({ status: 'COMPLETED', result: null });
    const { tryUntil, nextTryAt } = put.submission!.retry!;
    const inDays = (Date.parse(tryUntil) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(RETRY_DAYS - 0.01);
    expect(inDays).toBeLessThanOrEqual(RETRY_DAYS);
    expect(nextTryAt === null || nextTryAt <= tryUntil).toBe(true);

    const [draft] = (await person.call('listDrafts', { query: {} })).filter((it) => it.id === id);
    expect(draft).toMatchObject({ running: true, tryUntil });
    const deleting = person.call('deleteDraft', { query: { id } });
    await expect(deleting).rejects.toMatchObject({ problem: { status: 409 } });

    portal.partners.delivery.faults.end();
    const sent = await settled(person, id);
    expect(sent).toMatchObject({ status: 'SUBMITTED', submission: { retry: null } });
    expect(await arrivedWith(put.submission!.ticketNumber)).toHaveLength(1);
  });

  it('is tried again after a restart of the service', async () => {
    const person = await logIn();
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    const id = await send(person);
    await waiting(person, id);
    await portal.kill();
    await portal.start();
    portal.partners.delivery.faults.end();
    expect((await settled(person, id)).status).toBe('SUBMITTED');
  });

  it('is made when the session of a person without an account has ended, and the ticket number is the one told', async () => {
    const person = portal.client();
    await person.fetch('/api/auth/pseudo', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ locale: 'de' }),
    });
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    const id = await send(person);
    const { submission } = await waiting(person, id);
    await person.call('logout', {});
    await expect(get(person, id)).rejects.toBeInstanceOf(Refused);
    portal.partners.delivery.faults.end();
    await expect.poll(() => arrivedWith(submission!.ticketNumber)).toHaveLength(1);
  });

  it('comes to a decision of the person when the time for trying is over', async () => {
    const person = await logIn();
    await portal.stop();
    // Two to three seconds: enough for the first try, and one more.
    await portal.start({ DELIVERY_RETRY_DAYS: String(3 / 86_400) });
    portal.partners.delivery.faults.set({ fault: 'down', requests: Number.MAX_SAFE_INTEGER });
    const id = await send(person);
    expect(await settled(person, id)).toMatchObject({
      status: 'SUBMIT_FAILURE',
      submission: { retry: null },
    });
    portal.partners.delivery.faults.end();
    await person.call('submitProcess', { params: { id } });
    expect((await settled(person, id)).status).toBe('SUBMITTED');
    await portal.stop();
    await portal.start();
  });

  it('waits while the authority does not take its data, tells the operator what it takes, and goes out then', async () => {
    const person = await logIn();
    const { authority } = offerOf('hundesteuer');
    await portal.delivery.setOffers(authority.destinationId, [{ ...dogTax, schemaUri: 'urn:example:new' }]);
    const id = await send(person);
    const { submission } = await waiting(person, id);
    expect(submission!.retry).toMatchObject({ reason: 'notTaken' });
    expect(submission!.finished.map(({ step }) => step)).not.toContain('CREATE_MESSAGE_ID');
    const line = written.split('\n').find((one) => one.includes('the destination does not take our data'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 50,
      processId: id,
      err: { message: expect.stringContaining('offers urn:example:new (application/json) for urn:de:fim:') },
    });
    expect(await arrivedWith(submission!.ticketNumber), 'nothing is sent').toEqual([]);
    await portal.delivery.setOffers(authority.destinationId, [dogTax, handIns]);
    expect((await settled(person, id)).status).toBe('SUBMITTED');
    expect(await arrivedWith(submission!.ticketNumber)).toMatchObject([{ state: 'accepted' }]);
  });

  it('that the authority refuses is not tried again', async () => {
    const person = await logIn();
    const { destinationId } = offerOf('hundesteuer').authority;
    await portal.delivery.setDestination(destinationId, 'inactive');
    try {
      const id = await send(person);
      expect((await settled(person, id)).status).toBe('SUBMIT_FAILURE');
    } finally {
      await portal.delivery.setDestination(destinationId, 'active');
    }
  });
});

describe('what was sealed before the delivery', () => {
  it('is sealed anew when the key of the authority has changed, with the data and hash that were confirmed', async () => {
    const person = await logIn();
    portal.partners.delivery.faults.set({ fault: 'leaves', call: 'attachment' });
    const id = await send(person);
    const { submission } = await waiting(person, id);
    expect(submission!.finished.map(({ step }) => step)).toContain('SEAL_DATA');
    const before = (await portal.delivery.submissions()).map((it) => it.submissionId);
    await portal.delivery.changeEncryptionKey();
    portal.partners.delivery.faults.end();
    const sent = await settled(person, id);
    expect(sent.status).toBe('SUBMITTED');
    const [arrived, ...others] = await arrivedWith(submission!.ticketNumber);
    expect(others).toEqual([]);
    expect(arrived).toMatchObject({ submissionId: sent.result!.externalId });
    // Files uploaded under the old seal stay with the old announcement.
    expect(before).not.toContain(arrived!.submissionId);
    expect(arrived!.data).toMatchObject({
      ticketNumber: submission!.ticketNumber,
      data: { dogName: 'Ørsted' },
    });
    for (const attachmentId of arrived!.announcedAttachments) {
      expect((await portal.delivery.attachment(arrived!.submissionId, attachmentId)).length).toBeGreaterThan(
        0,
      );
    }
  });
});

describe('what was sealed for a format that the authority no longer takes', () => {
  it('is not sent, waits, and goes out as soon as the authority takes it again', async () => {
    const person = await logIn();
    const { authority } = offerOf('hundesteuer');
    portal.partners.delivery.faults.set({ fault: 'leaves', call: 'attachment' });
    const id = await send(person);
    const { submission } = await waiting(person, id);
    expect(submission!.retry).toMatchObject({ reason: 'partnerAway' });
    await portal.delivery.setOffers(authority.destinationId, []);
    portal.partners.delivery.faults.end();
    await expect
      .poll(async () => (await get(person, id)).submission!.retry, { timeout: 20_000 })
      .toMatchObject({ reason: 'notTaken' });
    expect(await arrivedWith(submission!.ticketNumber)).toEqual([]);
    await portal.delivery.setOffers(authority.destinationId, [dogTax, handIns]);
    expect((await settled(person, id)).status).toBe('SUBMITTED');
    expect(await arrivedWith(submission!.ticketNumber)).toMatchObject([{ state: 'accepted' }]);
  });
});

describe('what the authority has', () => {
  it('is completed by the service when the postbox was away, and nothing says that sending failed', async () => {
    const person = await logIn();
    portal.partners.delivery.faults.set({ fault: 'leaves', call: 'finalize' });
    const id = await send(person);
    const { submission } = await waiting(person, id);
    expect(submission!.finished.map(({ step }) => step)).toContain('SUBMIT_DATA_TO_AUTHORITY');
    expect(submission!.finished.map(({ step }) => step)).not.toContain('CREATE_RECEIPT');
    portal.partners.delivery.faults.end();
    expect(await settled(person, id)).toMatchObject({ status: 'SUBMITTED', result: { postbox: 'done' } });
  });

  it('is sent, with a receipt, also when the postbox stays away', async () => {
    const person = await logIn();
    await portal.stop();
    await portal.start({ DELIVERY_RETRY_DAYS: '0' });
    portal.partners.delivery.faults.set({ fault: 'leaves', call: 'finalize' });
    const id = await send(person);
    const sent = await settled(person, id);
    expect(sent).toMatchObject({ status: 'SUBMITTED', postboxSent: false, result: { postbox: 'refused' } });
    expect(sent.result!.documents.map(({ kind }) => kind)).toContain('receipt');
    await portal.stop();
    await portal.start();
  });
});

describe('an answer that never ends', () => {
  it('holds no application, and no worker', async () => {
    await portal.stop();
    await portal.start({ DELIVERY_STEP_SECONDS: '6' });
    const person = await logIn();
    // Opened with an access token in hand, so that the fault hits each application in a step of its own.
    await settled(person, await send(person));
    portal.partners.delivery.faults.set({ fault: 'trickle', requests: 5 });
    const ids = await Promise.all(Array.from({ length: 5 }, () => send(person)));
    const sent = await Promise.all(ids.map((id) => settled(person, id)));
    expect(sent.map(({ status }) => status)).toEqual(ids.map(() => 'SUBMITTED'));
    for (const { submission } of sent) expect(await arrivedWith(submission!.ticketNumber)).toHaveLength(1);
  });

  it('does not keep whoever wants to change the data, and nothing is changed unasked', async () => {
    await portal.stop();
    await portal.start({ DELIVERY_RETRY_DAYS: '0' });
    const person = await logIn();
    portal.partners.delivery.faults.set({ fault: 'leaves', call: 'key' });
    const id = await send(person);
    expect((await settled(person, id)).status).toBe('SUBMIT_FAILURE');
    portal.partners.delivery.faults.end();
    const { data, version } = await person.openForm({ params: { id }, query: {} });
    const change = () =>
      person.call('saveProgress', { params: { id }, body: { version, data: data as FormData, page: null } });
    // A single one: a repeat of the call itself would be answered.
    portal.partners.delivery.faults.set({ fault: 'trickle', requests: 1 });
    await expect(change()).rejects.toMatchObject({
      problem: { status: 503, code: 'delivery-unavailable' },
      retryAfter: expect.any(Number),
    });
    expect((await get(person, id)).status).toBe('SUBMIT_FAILURE');
    await change();
    expect((await get(person, id)).status).toBe('EDITING');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, fillIn, pay, settled, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

/** A sent application as its person follows it, from sending to the authority's answer. */

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
  person = portal.client();
  await person.logIn('lindemann:eID');
});
afterAll(() => portal?.close());

const sentOf = async (client: PortalClient, id: string) =>
  (await client.call('listSent', { query: { lang: 'de' } })).find((sent) => sent.id === id)!;
const resultOf = async (client: PortalClient, id: string) =>
  (await client.call('getProcess', { params: { id }, query: { lang: 'de' } })).result!;
const facts = ({ course }: { course: { fact: string }[] }) => course.map(({ fact }) => fact);
const submissionOf = async (id: string) => (await sentOf(person, id)).externalId;
async function send(client: PortalClient): Promise<string> {
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  await submit(client, id);
  return id;
}
const statusBecomes = (read: () => Promise<{ status: string }>, status: string) =>
  expect.poll(async () => (await read()).status, { timeout: 120_000, interval: 500 }).toBe(status);

describe('news of a sent application', () => {
  const newsOf = async (client: PortalClient, id: string) => (await sentOf(client, id)).newsSince;
  const see = (client: PortalClient, id: string, status: 'SUBMITTED' | 'SUCCESSFULLY_SUBMITTED') =>
    client.call('markSeen', { params: { id }, body: { status } });

  it('is the authority’s answer, since its moment, until the person has seen it on any device', async () => {
    await portal.delivery.order({ hold: true });
    const id = await send(person);
    expect(await newsOf(person, id)).toBeNull();
    await portal.delivery.decide(await submissionOf(id), 'accept');
    await statusBecomes(() => sentOf(person, id), 'SUCCESSFULLY_SUBMITTED');
    const { newsSince, course } = await sentOf(person, id);
    expect(newsSince).toBe(course.at(-1)?.at);

    const phone = portal.client();
    await phone.logIn('lindemann:eID');
    expect(await newsOf(phone, id)).toBe(newsSince);
    // The phone has seen an older state: what came since stays news.
    await see(phone, id, 'SUBMITTED');
    expect(await newsOf(person, id)).toBe(newsSince);
    await see(phone, id, 'SUCCESSFULLY_SUBMITTED');
    expect([await newsOf(phone, id), await newsOf(person, id)]).toEqual([null, null]);
    await portal.delivery.order({});
  });

  it('is seen by the person alone', async () => {
    const id = await send(person);
    await statusBecomes(() => sentOf(person, id), 'SUCCESSFULLY_SUBMITTED');
    const stranger = portal.client();
    await stranger.logIn('petersen:Elster');
    await expect(see(stranger, id, 'SUCCESSFULLY_SUBMITTED')).rejects.toMatchObject({
      problem: { code: 'not-found' },
    });
    const weak = portal.client();
    await weak.logIn('lindemann:Benutzername');
    await expect(see(weak, id, 'SUCCESSFULLY_SUBMITTED')).rejects.toMatchObject({
      problem: { code: 'trust-level-too-low' },
    });
    expect(await newsOf(person, id)).not.toBeNull();
  });
});

describe('the course of a sent application', () => {
  it('begins with the payment, goes on to the authority, and has its usual time from there', async () => {
    await portal.delivery.order({ hold: true });
    const { id } = await fillIn(person, 'fischereischein', { change: { duration: 'five' } });
    await pay(person, await complete(person, id));
    await settled(person, id);
    const before = await sentOf(person, id);
    expect(facts(before)).toEqual(['paid', 'sent', 'messageSent', 'documentsReady']);
    expect(before).toMatchObject({ processingTime: { value: 2, unit: 'week' }, expected: null });
    const { course, status } = await resultOf(person, id);
    expect({ course, status }).toEqual({ course: before.course, status: 'SUBMITTED' });

    await portal.delivery.decide(before.externalId, 'accept');
    await statusBecomes(() => sentOf(person, id), 'SUCCESSFULLY_SUBMITTED');
    const after = await sentOf(person, id);
    expect(facts(after)).toEqual(['paid', 'sent', 'messageSent', 'documentsReady', 'accepted']);
    expect(after.expected).toMatchObject({ isPast: false });
    const days = (Date.parse(after.expected!.on) - Date.now()) / 86_400_000;
    expect(Math.ceil(days)).toBe(14);
    const moments = after.course.map(({ at }) => Math.floor(Date.parse(at) / 1000));
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    await portal.delivery.order({});
  });

  it('ends with a refusal, without the authority’s internal reasons', async () => {
    await portal.delivery.order({ hold: true });
    const id = await send(person);
    await portal.delivery.decide(await submissionOf(id), 'reject');
    await statusBecomes(() => sentOf(person, id), 'PROCESSING_ERROR');
    const sent = await sentOf(person, id);
    expect(facts(sent).at(-1)).toBe('rejected');
    expect(sent.expected).toBeNull();
    expect(JSON.stringify([sent, await resultOf(person, id)])).not.toContain('clerk');
    await portal.delivery.order({});
  });

  it('is there without an account as well, for the session that sent it', async () => {
    const nobody = portal.client();
    await nobody.call('openPseudo', { body: { locale: 'de' } });
    const id = await send(nobody);
    await statusBecomes(() => resultOf(nobody, id), 'SUCCESSFULLY_SUBMITTED');
    // The authority may be faster than the documents.
    expect(facts(await resultOf(nobody, id)).toSorted()).toEqual(['accepted', 'documentsReady', 'sent']);
  });
});

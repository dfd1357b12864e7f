import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { OpenedSubmission } from '#stand-ins/delivery/control-answers.ts';
import { complete, decide, fillIn, offerOf, pay, settled } from './applications.ts';
import { envelopeOf } from './envelope.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';

let content: OwnContent;
let portal: Portal;

beforeAll(async () => {
  content = await ownContent();
  portal = await startPortal({
    contentDir: content.dir,
    environment: { LOG_LEVEL: 'fatal', DELIVERY_RETRY_SECONDS: '0.2' },
  });
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

/** Opens what has arrived at the authority. */
async function arrivedOf({ submission }: ProcessView): Promise<OpenedSubmission> {
  const all = await portal.delivery.submissions();
  const opened = await Promise.all(all.map(({ submissionId }) => portal.delivery.submission(submissionId)));
  const { ticketNumber } = submission!;
  const mine = opened.filter(
    ({ state, metadata }) =>
      state !== 'incomplete' && metadata?.additionalReferenceInfo?.senderReference === ticketNumber,
  );
  expect(mine).toHaveLength(1);
  return mine[0]!;
}

const isAccepted = (sent: ProcessView) =>
  expect.poll(() => arrivedOf(sent).then(({ state }) => state), { timeout: 20_000 }).toBe('accepted');

describe("an application in the authority's own format", () => {
  it('arrives as JSON by the schema of the service, with what the schema has no room for beside it', async () => {
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await fillIn(client, 'fischereischein');
    await pay(client, await complete(client, id));
    const sent = await settled(client, id);
    const arrived = await arrivedOf(sent);
    expect(arrived.metadata?.contentStructure.data.submissionSchema).toEqual({
      schemaUri: 'urn:serviceportal:demonstration:s99000000002_1.0.schema.json',
      mimeType: 'application/json',
    });
    const files = arrived.metadata!.contentStructure.attachments;
    const idOf = (name: string) => files.find(({ filename }) => filename === name)?.attachmentId;
    expect(arrived.data).toMatchObject({
      'G99000000011V1.0.0': {
        'G99000000013V1.0.0': { 'F99000000035V1.0.0': idOf('einverstaendnis.pdf') },
      },
      'G99000000014V1.0.0': {
        'F99000000036V1.0.0': 'exam',
        'F99000000037V1.0.0': '2024-10-12',
        'F99000000045V1.0.0': [idOf('zeugnis.pdf')],
      },
      'G99000000015V1.0.0': { 'F99000000046V1.0.0': false, 'F99000000047V1.0.0': true },
      'G99000000016V1.0.0': { 'F99000000050V1.0.0': 60, 'F99000000052V1.0.0': idOf('foto.jpg') },
    });
    expect(await envelopeOf(portal, arrived)).toMatchObject({
      form: 'fischereischein',
      ticketNumber: sent.submission!.ticketNumber,
      confirmedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      applicant: null,
      owed: [],
    });
    expect(await envelopeOf(portal, arrived)).not.toHaveProperty('data');
    await isAccepted(sent);
  });

  it('arrives as XML in the order of the schema, and is accepted', async () => {
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await fillIn(client, 'bewohnerparkausweis');
    await complete(client, id);
    await client.logIn('lindemann:eID', { trustLevel: 'substantial', processId: id });
    await client.call('persistProcess', { params: { id } });
    await pay(client, await decide(client, id));
    const sent = await settled(client, id);
    const arrived = await arrivedOf(sent);
    expect(arrived.metadata?.contentStructure.data.submissionSchema.mimeType).toBe('application/xml');
    const xml = Buffer.from(await portal.delivery.attachment(arrived.submissionId, 'data')).toString();
    expect(xml).toContain('<F99000000014V1.0.0>true</F99000000014V1.0.0>');
    expect(xml.match(/<F99000000022V1.0.0>/g)).toHaveLength(2);
    expect(await envelopeOf(portal, arrived)).toMatchObject({ account: { providerId: 'nkb' } });
    await isAccepted(sent);
  });

  it('is not sent while the destination offers only our own format, and goes once it offers it', async () => {
    const { authority, dataSchemas } = offerOf('fischereischein');
    const offered = dataSchemas!.map(({ schemaUri, mimeType }) => ({ schemaUri, mimeType }));
    const own = { schemaUri: 'urn:serviceportal:form:fischereischein', mimeType: 'application/json' };
    await portal.delivery.setOffers(authority.destinationId, [own]);
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await fillIn(client, 'fischereischein');
    await pay(client, await complete(client, id));
    const get = () => client.call('getProcess', { params: { id }, query: {} });
    await expect
      .poll(async () => (await get()).submission?.retry?.reason, { timeout: 20_000 })
      .toBe('notTaken');
    await portal.delivery.setOffers(authority.destinationId, offered);
    expect(await settled(client, id)).toMatchObject({ status: 'SUBMITTED' });
  });

  it('is announced anew when the format was named between announcement and sealing', async () => {
    const own = { schemaUri: 'urn:serviceportal:form:hundesteuer', mimeType: 'application/json' };
    const { authority } = offerOf('hundesteuer');
    await portal.delivery.setOffers(authority.destinationId, [own]);
    portal.partners.delivery.faults.set({ fault: 'down', call: 'key', requests: Number.MAX_SAFE_INTEGER });
    const client = portal.client();
    await client.logIn('petersen:Elster');
    const { id } = await fillIn(client, 'hundesteuer');
    await complete(client, id);
    await client.call('submitProcess', { params: { id } });
    const get = () => client.call('getProcess', { params: { id }, query: {} });
    await expect
      .poll(async () => (await get()).submission?.retry?.reason, { timeout: 20_000 })
      .toBe('partnerAway');

    const format = { schemaUri: 'urn:example:dogs', mimeType: 'application/json', file: 'dogs.json' };
    await portal.delivery.setOffers(authority.destinationId, [format]);
    await content.add('services/hundesteuer/dogs.json', JSON.stringify(dogs));
    await content.edit('services/hundesteuer/form.json', (text) =>
      text.replace(/("key": "dogName",[^}]*}[^}]*},\s*"properties": \{)/, '$1 "fim": "F99000000900",'),
    );
    await content.set('hundesteuer', { submissionSchemas: [format] });
    portal.reloadContent();
    // Until the server has the content, the destination takes nothing of what it knows.
    portal.partners.delivery.faults.end();
    const sent = await settled(client, id);
    expect(sent.status).toBe('SUBMITTED');
    const arrived = await arrivedOf(sent);
    expect(arrived.data).toEqual({ F99000000900: 'Ørsted' });
    expect(await envelopeOf(portal, arrived)).toMatchObject({ form: 'hundesteuer' });
  });
});

/** A schema of which the form fills the only element. */
const dogs = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'S99000000900.schema.json',
  title: 'Hund',
  type: 'object',
  properties: { F99000000900: { title: 'Name', type: 'string', maxLength: 200 } },
  required: ['F99000000900'],
  additionalProperties: false,
};

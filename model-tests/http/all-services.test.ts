import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { type Locale, locales } from '#domain/locale.ts';
import { readPdf, tableRows } from '#server/documents/testing/read-pdf.ts';
import type { LoginChoice } from '#stand-ins/identity/visit.ts';
import { complete, decide, fillIn, offerOf, pay, type ServiceName, settled, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { envelopeOf } from './envelope.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
});
afterAll(() => portal?.close());
afterEach(() => portal.delivery.order({}));

/** Requirements of each service for a person, by its metadata, and its fee in cents for the answers of the tests. */
const services: Record<
  ServiceName,
  { login: 'no' | 'card' | 'first' | 'before sending' | 'both'; notice: boolean; feeCents: number }
> = {
  hundesteuer: { login: 'no', notice: false, feeCents: 0 },
  bewohnerparkausweis: { login: 'before sending', notice: false, feeCents: 3070 },
  meldebescheinigung: { login: 'first', notice: true, feeCents: 3900 },
  'meldebescheinigung-online-ausweis': { login: 'card', notice: false, feeCents: 0 },
  gewerbeanmeldung: { login: 'both', notice: false, feeCents: 2600 },
  wohngeld: { login: 'before sending', notice: true, feeCents: 0 },
  fischereischein: { login: 'no', notice: false, feeCents: 6000 },
};
const cases = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  locales.map((lang) => ({ service, lang })),
);

const PERSON: LoginChoice = 'lindemann:eID';
const logIn = (client: PortalClient, processId?: string) =>
  client.logIn(PERSON, { trustLevel: 'substantial', processId });

/** Completes everything the service requires, up to the moment before sending; with a fee, paying also sends. */
async function prepare(client: PortalClient, service: ServiceName, lang: Locale): Promise<ProcessView> {
  const { login, notice, feeCents } = services[service];
  if (login === 'card') await client.logInBy('eid', 'lindemann:high');
  else if (login === 'first' || login === 'both') await logIn(client);
  else await client.call('openPseudo', { body: { locale: lang } });
  const { id } = await fillIn(client, service, { lang });
  let process = await complete(client, id);
  expect(process).toMatchObject({ status: 'COMPLETED', facts: { feeCents } });
  if (login === 'before sending' || login === 'both') {
    await logIn(client, id);
    process = await client.call('persistProcess', { params: { id } });
    // The demonstration's answers differ from the account's values: people with an earlier login have decided already.
    const conflictOpen = login === 'before sending';
    expect(process.facts).toMatchObject({ hasUser: true, loginConfirmed: true, conflictOpen });
    if (conflictOpen) process = await decide(client, id);
  }
  if (notice) {
    const body = { version: process.version, electronicNoticeDelivery: true };
    process = await client.call('chooseNotice', { params: { id }, body });
    expect(process.status).toBe('ELECTRONIC_NOTICE_SELECTED');
  }
  if (feeCents === 0) return process;
  const paid = await pay(client, process);
  expect(paid).toMatchObject({ paymentMethod: 'CREDITCARD', payment: { state: 'paid' } });
  return paid;
}

const download = async (client: PortalClient, id: string, kind: string) => {
  const response = await client.fetch(`/api/process/${id}/file/${kind}`);
  expect(response.status, kind).toBe(200);
  return response.bytes();
};
/** Marks in the documents for a value of the account, or of the card. */
const notes = {
  account: { de: 'Aus dem Konto', en: 'From the account' },
  card: { de: 'Aus dem Online-Ausweis', en: 'From the ID card' },
};
const tags = { de: 'de-DE', en: 'en-GB' };
/** Lines of a page that is worth a sheet. */
const LEAST_LINES = 8;
/** Text for a comparison: a PDF breaks lines where it must. */
const bare = (text: string) => text.normalize('NFC').replace(/\s+/g, '');

describe.each(cases)('$service in $lang', ({ service, lang }) => {
  it('arrives at the authority as it was confirmed, with all documents', async () => {
    const client = portal.client();
    const { id } = await prepare(client, service, lang);
    const { pages, hash } = await client.call('getSnapshot', { params: { id }, query: { lang } });
    const { data } = await client.openForm({ params: { id }, query: {} });
    const { feeCents, login } = services[service];
    // A card has no postbox.
    const hasPostbox = login !== 'no' && login !== 'card';
    const sent = await (feeCents > 0 ? settled(client, id) : submit(client, id));
    expect(sent).toMatchObject({ status: 'SUBMITTED', postboxSent: hasPostbox });
    expect(sent.result?.paymentAmount).toBe(feeCents > 0 ? feeCents : null);

    const pdf = await readPdf(await download(client, id, 'form'));
    expect(pdf.language).toBe(tags[lang]);
    const shown = tableRows(pdf).map(({ label, value }) => `${bare(label)}: ${bare(value)}`);
    const rows = pages.flatMap((page) => page.rows);
    for (const { label, value, kind, fromAccount } of rows) {
      if (kind === 'heading' || value === '') continue;
      const note = notes[login === 'card' ? 'card' : 'account'][lang];
      const text = bare(value) + (fromAccount ? bare(note) : '');
      if (kind === 'text') expect(shown, `${label} in the PDF`).toContain(`${bare(label)}: ${text}`);
      else
        expect(
          shown.some((row) => row.startsWith(`${bare(label)}:`)),
          `${label} in the PDF`,
        ).toBe(true);
    }
    expect(bare(pdf.texts.join(''))).toContain(hash.slice(0, 16));

    const receipt = await readPdf(await download(client, id, 'receipt'));
    expect(receipt.language).toBe(tags[lang]);
    expect(bare(receipt.texts.join(''))).toContain(sent.result!.ticketNumber);
    const letter = await readPdf(await download(client, id, 'coverLetter'));
    for (const { lines } of [pdf, receipt, letter]) {
      expect(Math.min(...lines), `lines of pages: ${lines}`).toBeGreaterThan(LEAST_LINES);
    }
    const uploads = sent.result?.documents.filter((it) => it.kind === 'attachment') ?? [];
    for (const { kind } of uploads) {
      expect(new TextDecoder().decode((await download(client, id, kind)).slice(0, 2))).toBe('PK');
    }

    const arrived = await portal.delivery.submission(sent.result!.externalId);
    expect(arrived.destinationId).toBe(offerOf(service).authority.destinationId);
    expect(arrived.received.finalizations).toBe(1);
    // An authority's own schema has room for the answers alone; authority-schemas.test.ts reads them.
    const ownSchema = offerOf(service).dataSchemas !== undefined;
    const told = await envelopeOf(portal, arrived);
    expect(told).toMatchObject({
      ticketNumber: sent.result!.ticketNumber,
      confirmedHash: hash,
      ...(!ownSchema && { data }),
    });
    const proven = rows.filter(({ fromAccount }) => fromAccount).map(({ path }) => path);
    const account = { providerId: login === 'card' ? 'eid' : 'nkb', trustLevel: 'high', fields: proven };
    expect(told).toMatchObject({ account: login === 'no' ? null : account });
    const files = arrived.announcedAttachments.length - (ownSchema ? 1 : 0);
    expect(files > 1, 'attachments').toBe(uploads.length > 0);
    const delivered = await portal.delivery.attachment(arrived.submissionId, sent.messageId!);
    expect((await readPdf(delivered)).texts).toEqual(pdf.texts);

    if (login === 'no') return;
    const status = async () =>
      (await client.call('listSent', { query: { lang } })).find((it) => it.id === id)?.status;
    await expect.poll(status, { interval: 250 }).toBe('SUCCESSFULLY_SUBMITTED');
    const { events } = await client.call('getTransportReport', { params: { messageId: sent.messageId! } });
    expect(events.map(({ kind }) => kind)).toEqual(['create', 'submit', 'accept']);
  });
});

it('shows an application that the authority refused as a processing error', async () => {
  await portal.delivery.order({ rejectNext: true });
  const client = portal.client();
  await client.logIn('thomsen:Elster');
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  await submit(client, id);
  const status = async () =>
    (await client.call('listSent', { query: {} })).find((it) => it.id === id)?.status;
  await expect.poll(status, { interval: 250 }).toBe('PROCESSING_ERROR');
  // No document says any more that it has arrived.
  const { result } = await client.call('getProcess', { params: { id }, query: {} });
  expect(result?.status).toBe('PROCESSING_ERROR');
  expect(result?.documents.map(({ kind }) => kind)).toEqual(['form', 'attachment']);
  for (const kind of ['receipt', 'coverLetter']) {
    expect((await client.fetch(`/api/process/${id}/file/${kind}`)).status, kind).toBe(404);
  }
  expect((await client.fetch(`/api/process/${id}/file/form`)).status).toBe(200);
});

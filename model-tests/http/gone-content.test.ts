import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elements, readPdf } from '#server/documents/testing/read-pdf.ts';
import { unzip } from '#server/documents/testing/unzip.ts';
import { fillIn } from './applications.ts';
import { checkApplications } from './check-content.ts';
import type { PortalClient } from './client.ts';
import { handedIn, handIn, pageOf, sendOwing, uploadProof } from './owing.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { type Portal, startPortal } from './portal.ts';
import { sendWhole } from './send-whole.ts';
import { withoutForm } from './without-form.ts';

/** Sent applications stay as they were when their form has left the content. */

const TOKEN = 'operators-token-of-this-test-0123456789';
let content: OwnContent;
let portal: Portal;
let person: PortalClient;
let log = '';
/** The applications, and what was told of them while the content had their forms. */
let dogs = '';
let owing = '';
let residence = '';
let draft = '';
let before: Told;

beforeAll(async () => {
  content = await ownContent();
  portal = await startPortal({
    contentDir: content.dir,
    environment: { LOG_LEVEL: 'info', OPERATIONS_TOKEN: TOKEN, DELIVERY_RETRY_SECONDS: '0.2' },
    output: (text) => {
      log += text;
    },
  });
  person = portal.client();
  await person.logIn('lindemann:eID');
  await portal.delivery.order({ hold: true });
  dogs = await sendWhole(person, 'hundesteuer');
  owing = await sendOwing(person, 'hundesteuer');
  residence = await sendWhole(person, 'meldebescheinigung');
  draft = (await fillIn(person, 'hundesteuer')).id;
  before = await told();
  await withoutForm(content, portal, () => log).leaves(
    'hundesteuer',
    'meldebescheinigung',
    'meldebescheinigung-online-ausweis',
  );
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

/** Everything that list and result tell of the sent applications, in both languages. */
type Told = Awaited<ReturnType<typeof told>>;
async function told() {
  const inLocale = async (lang: 'de' | 'en') => {
    const list = await person.call('listSent', { query: { lang } });
    const results = await Promise.all(
      [dogs, owing, residence].map((id) => person.call('getProcess', { params: { id }, query: { lang } })),
    );
    // Neither when the authority was asked last, nor another way to apply, is a word about the application.
    return {
      list: list.map(({ statusChecked: _, ...one }) => one),
      results: results.map(({ result, ...one }) => {
        const { statusChecked: _, ...said } = result!;
        const { otherWay: __, ...metadata } = one.metadata;
        return { ...one, metadata, result: said };
      }),
    };
  };
  return { de: await inLocale('de'), en: await inLocale('en') };
}
const bare = (text: string) => text.normalize('NFC').replace(/\s/gu, '');
async function pdfOf(path: string): Promise<string> {
  const answer = await person.fetch(path);
  expect(answer.status, path).toBe(200);
  const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  return bare(
    elements(pdf)
      .map(({ text }) => text)
      .join(''),
  );
}

it('list and result say the same as before, in both languages, but that it cannot be sent again', async () => {
  const after = await told();
  for (const lang of ['de', 'en'] as const) {
    const unrepeated = before[lang].list.map((one) => ({ ...one, repeat: 'notOffered' }));
    expect(after[lang].list).toEqual(unrepeated);
    expect(after[lang].results).toEqual(before[lang].results);
  }
  const [, owed, repeated] = after.en.results.map(({ result }) => result);
  expect(repeated!.recalled.de.length).toBeGreaterThan(0);
  expect(repeated!.recalled.en).toHaveLength(repeated!.recalled.de.length);
  expect(repeated!.recalled.en).not.toEqual(repeated!.recalled.de);
  // Labels are those of the language in which the page is read, whatever the one of the application.
  const labels = (lang: 'de' | 'en') =>
    after[lang].results[1]!.result.owed!.documents.map(({ label }) => label);
  expect(owed!.owed!.documents.length).toBeGreaterThan(0);
  expect(labels('en')).not.toEqual(labels('de'));
});

it('all its documents are downloaded', async () => {
  for (const { result, id, metadata } of before.de.results) {
    for (const { kind } of result.documents.filter((one) => one.kind !== 'attachment')) {
      const text = await pdfOf(`/api/process/${id}/file/${kind}`);
      expect(text, kind).toContain(bare(result.ticketNumber));
      expect(text, kind).toContain(bare(metadata.title));
    }
  }
  const zip = await person.fetch(`/api/process/${dogs}/file/attachment`);
  const names = unzip(Buffer.from(await zip.arrayBuffer())).map(({ name }) => name);
  expect(names.sort()).toEqual(['ausweis.pdf', 'bescheid.pdf', 'zeugnis.pdf']);
});

it('documents that are owed are handed in, with a receipt', async () => {
  const { documents } = await pageOf(person, owing);
  expect(documents.map(({ path }) => path)).toContain('reliefProof');
  const file = await uploadProof(person, owing, 'reliefProof', 'Pass');
  await handIn(person, owing, [file]);
  const { id } = await handedIn(person, owing, 'delivered');
  const receipt = await pdfOf(`/api/process/${owing}/hand-in/${id}/receipt`);
  expect(receipt).toContain(bare(before.de.results[1]!.result.ticketNumber));
  expect(receipt).toContain('Pass.pdf');
  const { result } = await person.call('getProcess', { params: { id: owing }, query: {} });
  expect(result!.owed).toMatchObject({
    documents: [],
    handIns: [{ id, state: 'delivered', hasReceipt: true }],
  });
});

it('the authority’s answer reaches its person, and is news until it is seen', async () => {
  const entry = async () => (await person.call('listSent', { query: {} })).find(({ id }) => id === dogs)!;
  await portal.delivery.decide((await entry()).externalId, 'accept');
  await expect
    .poll(async () => (await entry()).status, { timeout: 120_000, interval: 500 })
    .toBe('SUCCESSFULLY_SUBMITTED');
  const page = await person.call('pageOfSent', { query: {} });
  expect(page.news).toMatchObject([{ id: dogs, name: before.de.results[0]!.metadata.title }]);
  await person.call('markSeen', { params: { id: dogs }, body: { status: 'SUCCESSFULLY_SUBMITTED' } });
  expect((await person.call('pageOfSent', { query: {} })).news).toEqual([]);
  const result = (await person.call('getProcess', { params: { id: dogs }, query: {} })).result!;
  expect(result.status).toBe('SUCCESSFULLY_SUBMITTED');
});

it('the filter finds it by the names that it had', async () => {
  const found = async (text: string, lang: 'de' | 'en') =>
    (await person.call('pageOfSent', { query: { text, lang } })).entries.map(({ id }) => id);
  expect(await found('hundesteuer', 'de')).toEqual([owing, dogs]);
  expect(await found('dog', 'en')).toEqual([owing, dogs]);
  expect(await found('meldebescheinigung', 'de')).toEqual([residence]);
});

describe('whoever runs the portal', () => {
  it('is told in the log', async () => {
    await expect.poll(() => log).toMatch(/"metadataId":"hundesteuer-kiel","drafts":1,"sent":2,/);
  });

  it('is told by the check of a content, before the server gets it', async () => {
    const copy = await portal.copyDatabase();
    const { code, out, errors } = await checkApplications(content.dir, { DATA_DIR: copy });
    expect([code, errors]).toEqual([0, '']);
    expect(out).toContain('\n  hundesteuer-kiel (Anmeldung zur Hundesteuer): 1 draft, 2 sent\n');
    const whole = await checkApplications('content', { DATA_DIR: copy });
    expect(whole.out).toContain('Every application in the database has its form.');
    await rm(copy, { recursive: true });
  });

  it('is told by that check when there is no database, and when a server works on it', async () => {
    expect(await checkApplications('content', {})).toMatchObject({
      code: 1,
      errors: expect.stringContaining('DATABASE_URL: is missing, and so is DATA_DIR'),
    });
    expect(await checkApplications('content', { DATA_DIR: portal.dataDir })).toMatchObject({
      code: 1,
      errors: expect.stringContaining('The applications could not be counted: '),
    });
  });

  it.each([
    ['/betrieb', 'Anträge, deren Formular im Inhalt fehlt'],
    ['/en/operations', 'Applications whose form the content lacks'],
  ])('sees on %s which, with how many drafts and sent ones', async (address, caption) => {
    const loggedIn = await fetch(portal.url + address, {
      method: 'POST',
      body: new URLSearchParams({ token: TOKEN }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });
    const cookie = loggedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    const page = await (await fetch(portal.url + address, { headers: { cookie } })).text();
    const [, body = ''] =
      new RegExp(`<caption[^>]*>${caption}</caption>.*?<tbody[^>]*>(.*?)</tbody>`, 's').exec(page) ?? [];
    const rows = [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell.trim()),
    );
    expect(rows).toEqual([
      ['hundesteuer-kiel', 'Anmeldung zur Hundesteuer', '1', '2'],
      ['meldebescheinigung-kiel', expect.any(String), '0', '1'],
    ]);
  });
});

it('a draft is listed, and can be deleted', async () => {
  const drafts = await person.call('listDrafts', { query: {} });
  expect(drafts).toMatchObject([
    { id: draft, serviceName: before.de.results[0]!.metadata.title, gone: true },
  ]);
  await person.call('deleteDraft', { query: { id: draft } });
  expect(await person.call('listDrafts', { query: {} })).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import { elements, readPdf } from '#server/documents/testing/read-pdf.ts';
import { complete, fillIn, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type OwnContent, ownContent } from './own-content.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

/** Documents that a person promises for later: what they are told after the sending. */

let portal: Portal;
let content: OwnContent;
let person: PortalClient;
beforeAll(async () => {
  content = await ownContent();
  const environment = { LOG_LEVEL: 'fatal' };
  portal = await startPortal({ contentDir: content.dir, script: clockedServer, environment });
  person = portal.client();
  await person.logIn('thomsen:Benutzername');
});
afterAll(async () => {
  await portal?.close();
  await content?.remove();
});

const later: FormData = {
  residenceTitleLater: true,
  residenceTitle: [],
  proofsLater: { housing: true, payment: false, income: true },
  housingProof: [],
  incomeProof: [],
};
const german = ['Aufenthaltstitel', 'Mietvertrag oder Kreditvertrag', 'Nachweise über das Einkommen'];

async function send(
  client: PortalClient,
  service: 'wohngeld' | 'hundesteuer' = 'wohngeld',
  change: FormData = later,
): Promise<string> {
  const { id } = await fillIn(client, service, { change });
  await complete(client, id);
  await submit(client, id);
  return id;
}
const owedOf = async (client: PortalClient, id: string, lang: 'de' | 'en' = 'de') =>
  (await client.call('getProcess', { params: { id }, query: { lang } })).result!.owed;
const listed = async (client: PortalClient, id: string, lang: 'de' | 'en' = 'de') =>
  (await client.call('listSent', { query: { lang } })).find((sent) => sent.id === id)!.owed;
const labels = (owed: Awaited<ReturnType<typeof owedOf>>) => owed?.documents.map(({ label }) => label);

/** Returns the words of a document, without spaces: readers drop those at the ends of lines. */
async function wordsOf(client: PortalClient, id: string, kind: 'form' | 'receipt' | 'coverLetter') {
  const answer = await client.fetch(`/api/process/${id}/file/${kind}`);
  const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  return bare(
    elements(pdf)
      .map(({ text }) => text)
      .join(''),
  );
}
const bare = (text: string) => text.normalize('NFC').replace(/\s/gu, '');

/** Asks for a proof of each person of the household, which may be left out. */
function withProofOfEachPerson(text: string): string {
  const form = JSON.parse(text) as { components: { components: { key: string; components: object[] }[] }[] };
  const group = form.components.flatMap(({ components }) => components).find(({ key }) => key === 'members');
  group!.components.push({
    type: 'file',
    key: 'card',
    label: 'Ausweis',
    input: true,
    properties: { later: 'yes' },
    multiple: false,
    filePattern: 'application/pdf',
    fileMaxSize: '1MB',
  });
  return JSON.stringify(form);
}

describe('documents promised for later', () => {
  it('are listed on the result and in the personal area, in both languages, with their last day', async () => {
    const id = await send(person);
    const owed = await owedOf(person, id);
    expect(labels(owed)).toEqual(german);
    expect(owed?.isPast).toBe(false);
    const days = (Date.parse(owed!.until!) - Date.now()) / 86_400_000;
    expect(Math.ceil(days)).toBeGreaterThanOrEqual(28);
    expect(Math.ceil(days)).toBeLessThanOrEqual(28 + 5);
    expect(await listed(person, id)).toEqual(owed);
    expect(labels(await listed(person, id, 'en'))).toEqual([
      'Residence title',
      'Tenancy or loan agreement',
      'Proof of income',
    ]);
  });

  it('are in the receipt with the way by post, in the letter to be ticked, and in the application', async () => {
    const id = await send(person);
    const [form, receipt, letter] = await Promise.all([
      wordsOf(person, id, 'form'),
      wordsOf(person, id, 'receipt'),
      wordsOf(person, id, 'coverLetter'),
    ]);
    for (const label of german) {
      expect(form).toContain(bare(label));
      expect(receipt).toContain(bare(label));
      expect(letter).toContain(bare(`[   ]  ${label}`));
    }
    const postbox = bare('Postfach 11 52 24099 Kiel');
    expect([receipt.includes(postbox), letter.includes(postbox)]).toEqual([true, true]);
    expect(receipt).toContain(bare('Das reichen Sie noch nach'));
    // The letter has the sender's own address, as the form asked for it.
    expect(letter).toContain(bare('Absender'));
  });

  it('are told to the authority with the application', async () => {
    const ids = [await send(person), await send(person, 'hundesteuer', {})];
    const all = await person.call('listSent', { query: {} });
    const arrived = ids.map((id) => all.find((sent) => sent.id === id)!.externalId);
    const [owing, owingNothing] = await Promise.all(arrived.map((id) => portal.delivery.submission(id)));
    const paths = ['residenceTitle', 'housingProof', 'incomeProof'];
    expect(owing!.data).toMatchObject({
      owed: german.map((label, index) => ({ path: paths[index], label })),
    });
    expect(owingNothing!.data).toMatchObject({ owed: [] });
  });

  it('are named in the message to the postbox, which only the person reads', async () => {
    const other = portal.client();
    await other.logIn('petersen:Elster');
    const { id } = await fillIn(other, 'wohngeld', { change: later });
    const { version } = await complete(other, id);
    await other.call('chooseNotice', { params: { id }, body: { version, electronicNoticeDelivery: false } });
    const { result } = await submit(other, id);
    const [message] = (await portal.delivery.postbox()).filter((one) =>
      one.message?.content.includes(result!.ticketNumber),
    );
    expect(message!.message!.content).toContain(`nach:\n– ${german.join('\n– ')}\nBitte bis spätestens `);
  });

  it('say nothing where nothing was promised', async () => {
    const id = await send(person, 'hundesteuer', {});
    expect([await owedOf(person, id), await listed(person, id)]).toEqual([null, null]);
    expect(await wordsOf(person, id, 'receipt')).not.toContain(bare('Das reichen Sie noch nach'));
    expect(await wordsOf(person, id, 'coverLetter')).not.toContain(bare('angekündigt'));
  });

  it('are told to a session without an account as long as it lasts', async () => {
    const anonymous = portal.client();
    await anonymous.fetch('/api/auth/pseudo', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ locale: 'de' }),
    });
    const id = await send(anonymous, 'hundesteuer', { reliefProof: [] });
    const owed = await owedOf(anonymous, id);
    // Leaving the optional upload empty promises it; the content sets no day for this service.
    expect(labels(owed)).toEqual(['Nachweise für Ermäßigung oder Befreiung']);
    expect(owed).toMatchObject({ until: null, isPast: false });
    expect(await wordsOf(anonymous, id, 'coverLetter')).toContain(bare('[   ]  Nachweise'));
  });

  it('stay what they were when the content changes', async () => {
    const id = await send(person);
    const before = await owedOf(person, id);
    await content.edit('services/wohngeld/form.json', (text) =>
      text.replaceAll('Mietvertrag oder Kreditvertrag', 'Vertrag'),
    );
    await content.edit('services/wohngeld/form.en.json', (text) =>
      text.replaceAll('Mietvertrag oder Kreditvertrag', 'Vertrag'),
    );
    await content.set('wohngeld', { handInDays: 3 });
    portal.reloadContent();
    await expect
      .poll(
        async () => {
          const { id: draft } = await fillIn(person, 'wohngeld', { change: later });
          const { form } = await person.openForm({ params: { id: draft }, query: {} });
          return JSON.stringify(form).includes('Kreditvertrag');
        },
        { timeout: 30_000 },
      )
      .toBe(false);
    expect(await owedOf(person, id)).toEqual(before);
    expect(await listed(person, id)).toEqual(before);
  });

  it('are not asked for once the application was rejected', async () => {
    await portal.delivery.order({ hold: true });
    const id = await send(person);
    expect(await owedOf(person, id)).not.toBeNull();
    const { externalId } = (await person.call('listSent', { query: {} })).find((sent) => sent.id === id)!;
    await portal.delivery.decide(externalId, 'reject');
    await expect.poll(() => listed(person, id), { timeout: 60_000, interval: 500 }).toBeNull();
    expect(await owedOf(person, id)).toBeNull();
    await portal.delivery.order({});
  });

  it('are listed without names of persons once the data is erased, with the ticket number for the post', async () => {
    await content.edit('services/wohngeld/form.json', withProofOfEachPerson);
    await content.edit('services/wohngeld/form.en.json', (text) =>
      text.replace('{', '{ "Ausweis": "Identity card",'),
    );
    portal.reloadContent();
    let id = '';
    await expect
      .poll(
        async () => {
          id = await send(person);
          return labels(await owedOf(person, id));
        },
        { timeout: 30_000 },
      )
      .toEqual(expect.arrayContaining(['Søren Hasan: Ausweis', 'Mia Hasan: Ausweis']));
    expect(await wordsOf(person, id, 'receipt')).toContain(bare('Søren Hasan: Ausweis'));
    await portal.passDays(31);
    await portal.passMinute();
    await person.logIn('thomsen:Benutzername');
    const left = (await person.call('listSent', { query: { lang: 'en' } })).find((sent) => sent.id === id)!;
    expect(left.documents).toEqual([]);
    expect(labels(left.owed)).toEqual(expect.arrayContaining(['Identity card', 'Proof of income']));
    const stored = await storedRows(portal, (db) =>
      db.selectFrom('submission').select('owed').where('processId', '=', id).execute(),
    );
    expect(JSON.stringify(stored)).not.toContain('Hasan');
  });

  it('are overdue after their last day, and not before', async () => {
    const id = await send(person);
    const { result } = await person.call('getProcess', { params: { id }, query: {} });
    const days = Math.round(
      (Date.parse(result!.owed!.until!) - Date.parse(result!.submittedAt.slice(0, 10))) / 86_400_000,
    );
    await portal.passDays(days - 1);
    await person.logIn('thomsen:Benutzername');
    expect((await listed(person, id))?.isPast).toBe(false);
    await portal.passDays(3);
    await person.logIn('thomsen:Benutzername');
    expect((await listed(person, id))?.isPast).toBe(true);
  });
});

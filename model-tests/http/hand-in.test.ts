import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { elements, readPdf } from '#server/documents/testing/read-pdf.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { EICAR } from '#stand-ins/scanner/server.ts';
import { fillIn } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { arrivedOf, handedIn, handIn, pageOf, sendOwing, uploadProof } from './owing.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

/** Documents that a person hands in with their account after the sending. */

let portal: Portal;
let person: PortalClient;
let log = '';
beforeAll(async () => {
  portal = await startPortal({
    script: clockedServer,
    environment: { LOG_LEVEL: 'info', DELIVERY_RETRY_SECONDS: '0.2' },
    output: (text) => {
      log += text;
    },
  });
  person = portal.client();
  await person.logIn('thomsen:Benutzername');
});
afterEach(async () => {
  portal.partners.delivery.faults.end();
  portal.partners.scanner.behave('works');
  await portal.delivery.order({});
});
afterAll(() => portal?.close());

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refused) return error.problem.code;
      throw error;
    },
  );
const listed = async (client: PortalClient, id: string) =>
  (await client.call('listSent', { query: { lang: 'de' } })).find((sent) => sent.id === id)!;
const paths = (owed: Awaited<ReturnType<typeof listed>>['owed']) => owed?.documents.map(({ path }) => path);
const bare = (text: string) => text.normalize('NFC').replace(/\s/gu, '');

async function receiptOf(client: PortalClient, id: string, handInId: string): Promise<string> {
  const answer = await client.fetch(`/api/process/${id}/hand-in/${handInId}/receipt`);
  expect(answer.status).toBe(200);
  const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  return bare(
    elements(pdf)
      .map(({ text }) => text)
      .join(''),
  );
}
const leftFiles = (id: string) =>
  storedRows(portal, (db) =>
    db
      .selectFrom('file')
      .select('kind')
      .where('processId', '=', id)
      .where('handInId', 'is not', null)
      .execute(),
  );

describe('documents handed in', () => {
  it('arrive as a second submission of the same case, which names the first', async () => {
    const id = await sendOwing(person);
    const { ticketNumber, externalId } = await listed(person, id);
    expect((await listed(person, id)).owed).toMatchObject({ online: true, handIns: [] });
    const files = [
      await uploadProof(person, id, 'incomeProof', 'Gehalt'),
      await uploadProof(person, id, 'housingProof', 'Miete'),
    ];
    expect((await pageOf(person, id)).files).toMatchObject([
      { id: files[0], path: 'incomeProof', checked: true },
      { id: files[1], path: 'housingProof', checked: true },
    ]);
    const page = await handIn(person, id, files);
    expect(page.files).toEqual([]);
    expect(page.handIns).toMatchObject([
      {
        documents: [
          { path: 'housingProof', label: 'Mietvertrag oder Kreditvertrag', files: ['Miete.pdf'] },
          { path: 'incomeProof', label: 'Nachweise über das Einkommen', files: ['Gehalt.pdf'] },
        ],
      },
    ]);
    const { id: handInId, deliveredAt } = await handedIn(person, id, 'delivered');
    expect(Date.parse(deliveredAt!)).toBeLessThanOrEqual(Date.now());

    const [first, second, ...others] = await arrivedOf(portal, ticketNumber);
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      caseId: first!.caseId,
      destinationId: first!.destinationId,
      publicService: first!.publicService,
      data: {
        ticketNumber,
        application: { submissionId: externalId, caseId: first!.caseId },
        number: 1,
        documents: [
          { path: 'housingProof', label: 'Mietvertrag oder Kreditvertrag', attachments: [files[1]] },
          { path: 'incomeProof', attachments: [files[0]] },
        ],
      },
    });
    expect(second!.submissionId).not.toBe(externalId);
    const { contentStructure } = second!.metadata!;
    expect(contentStructure.data.submissionSchema.schemaUri).toBe('urn:serviceportal:hand-in');
    expect(contentStructure.attachments.map(({ filename }) => filename).sort()).toEqual([
      'Gehalt.pdf',
      'Miete.pdf',
    ]);
    await expect
      .poll(async () => (await portal.delivery.submission(second!.submissionId)).state, { timeout: 20_000 })
      .toBe('accepted');

    const receipt = await receiptOf(person, id, handInId);
    for (const text of ['Gehalt.pdf', 'Miete.pdf', ticketNumber, 'Mietvertrag oder Kreditvertrag']) {
      expect(receipt).toContain(bare(text));
    }
    const sent = await portal.delivery.attachment(second!.submissionId, files[0]!);
    expect(receipt.replaceAll('\u200b', '')).toContain(createHash('sha512').update(sent).digest('hex'));

    const { owed, documents } = await listed(person, id);
    expect(paths(owed)).toEqual(['residenceTitle']);
    expect(owed?.handIns).toMatchObject([{ id: handInId, state: 'delivered', hasReceipt: true }]);
    expect(documents.map(({ kind }) => kind)).not.toContain('handIn');
    expect(await leftFiles(id)).toEqual([{ kind: 'handInReceipt' }]);
    expect(log).toContain('hand-in delivered');
    expect(log).not.toMatch(/Gehalt|Miete/u);
  });

  it('are one delivery, however often and from however many windows the same files are handed in', async () => {
    const id = await sendOwing(person);
    const { ticketNumber } = await listed(person, id);
    const files = [await uploadProof(person, id), await uploadProof(person, id, 'housingProof')];
    const answers = await Promise.all([handIn(person, id, files), handIn(person, id, files.toReversed())]);
    expect(new Set(answers.map(({ handIns }) => handIns.map((one) => one.id).join())).size).toBe(1);
    await handedIn(person, id, 'delivered');
    expect((await handIn(person, id, files)).handIns).toHaveLength(1);
    expect(await codeOf(handIn(person, id, files.slice(1)))).toBe('status-conflict');
    expect(await codeOf(person.call('dropHandInFile', { params: { id, file: files[0]! } }))).toBe(
      'status-conflict',
    );
    expect(await arrivedOf(portal, ticketNumber)).toHaveLength(2);
  });

  it('may be handed in again, also for a document that the authority has', async () => {
    const id = await sendOwing(person);
    await handIn(person, id, [await uploadProof(person, id)]);
    await handedIn(person, id, 'delivered');
    await handIn(person, id, [await uploadProof(person, id, 'incomeProof', 'Seite 2')]);
    expect((await handedIn(person, id, 'delivered', 1)).documents).toMatchObject([{ path: 'incomeProof' }]);
    expect((await pageOf(person, id)).handIns).toHaveLength(2);
  });

  it('are taken past the last day', async () => {
    const id = await sendOwing(person);
    const { until } = (await listed(person, id)).owed!;
    const days = Math.ceil((Date.parse(until!) - Date.now()) / 86_400_000);
    await portal.passDays(Math.min(days + 1, 29));
    await person.logIn('thomsen:Benutzername');
    const page = await pageOf(person, id);
    expect(page.until).toBe(until);
    await handIn(person, id, [await uploadProof(person, id)]);
    expect((await handedIn(person, id, 'delivered')).hasReceipt).toBe(true);
  });
});

describe('a file for an owed document', () => {
  it('is refused for what is not owed, as another kind, and too large', async () => {
    const id = await sendOwing(person);
    expect(await codeOf(person.uploadHandIn(id, 'paymentProof', 'a.pdf', tinyPdf({})))).toBe('input-invalid');
    const text = new TextEncoder().encode('kein PDF');
    expect(await codeOf(person.uploadHandIn(id, 'incomeProof', 'a.pdf', text))).toBe('file-type-refused');
    expect(await codeOf(handIn(person, id, [randomUUID()]))).toBe('input-invalid');
    const other = await sendOwing(person);
    const foreign = await uploadProof(person, other);
    expect(await codeOf(handIn(person, id, [foreign]))).toBe('input-invalid');
    expect((await pageOf(person, id)).handIns).toEqual([]);
  });

  it('can be removed before it is handed in, twice without an error', async () => {
    const id = await sendOwing(person);
    const file = await uploadProof(person, id);
    await person.call('dropHandInFile', { params: { id, file } });
    await person.call('dropHandInFile', { params: { id, file } });
    expect((await pageOf(person, id)).files).toEqual([]);
    expect(await codeOf(handIn(person, id, [file]))).toBe('input-invalid');
  });

  it('waits for the scanner, is not handed in before, and never becomes one of the application', async () => {
    const id = await sendOwing(person);
    const before = (await listed(person, id)).documents;
    portal.partners.scanner.behave('away');
    const file = await uploadProof(person, id);
    expect((await pageOf(person, id)).files).toMatchObject([{ id: file, checked: false }]);
    expect(await codeOf(handIn(person, id, [file]))).toBe('scanner-unavailable');
    portal.partners.scanner.behave('works');
    await expect
      .poll(async () => (await person.call('getUpload', { params: { id, file } })).checked, {
        timeout: 30_000,
      })
      .toBe(true);
    await handIn(person, id, [file]);
    await handedIn(person, id, 'delivered');
    expect((await listed(person, id)).documents).toEqual(before);
  });

  it('is refused when the scanner finds something in it', async () => {
    const id = await sendOwing(person);
    const infected = tinyPdf({ text: EICAR });
    expect(await codeOf(person.uploadHandIn(id, 'incomeProof', 'a.pdf', infected))).toBe('file-infected');
    expect((await pageOf(person, id)).files).toEqual([]);
  });

  it('is forgotten after a week in which nobody hands it in', async () => {
    const id = await sendOwing(person);
    await uploadProof(person, id);
    await portal.passDays(6);
    await portal.passMinute();
    await person.logIn('thomsen:Benutzername');
    expect((await pageOf(person, id)).files).toHaveLength(1);
    await portal.passDays(2);
    await portal.passMinute();
    await person.logIn('thomsen:Benutzername');
    expect((await pageOf(person, id)).files).toEqual([]);
  });
});

describe('handing in is closed', () => {
  const everyCall = async (client: PortalClient, id: string) => {
    const params = { id };
    return Promise.all([
      codeOf(client.call('getHandIn', { params, query: {} })),
      codeOf(client.uploadHandIn(id, 'incomeProof', 'a.pdf', tinyPdf({}))),
      codeOf(handIn(client, id, [randomUUID()])),
      codeOf(client.call('repeatHandIn', { params: { id, handIn: randomUUID() }, query: {} })),
    ]);
  };
  const all = (code: string) => [code, code, code, code];

  it('to everybody else', async () => {
    const id = await sendOwing(person);
    const stranger = portal.client();
    await stranger.logIn('lindemann:eID');
    expect(await everyCall(stranger, id)).toEqual(all('not-found'));
    const file = await uploadProof(person, id);
    expect(await codeOf(stranger.call('dropHandInFile', { params: { id, file } }))).toBe('not-found');
    const { handIns } = await handIn(person, id, [file]);
    await handedIn(person, id, 'delivered');
    const receipt = await stranger.fetch(`/api/process/${id}/hand-in/${handIns[0]!.id}/receipt`);
    expect(receipt.status).toBe(404);
  });

  it('without an account, whose owner is told so', async () => {
    const anonymous = portal.client();
    await anonymous.call('openPseudo', { body: { locale: 'de' } });
    const id = await sendOwing(anonymous, 'hundesteuer');
    expect(await everyCall(anonymous, id)).toEqual(all('login-required'));
    const { result } = await anonymous.call('getProcess', { params: { id }, query: {} });
    expect(result!.owed).toMatchObject({ online: false, handIns: [] });
  });

  it('before the sending, and where nothing is owed', async () => {
    const { id } = await fillIn(person, 'wohngeld');
    expect(await everyCall(person, id)).toEqual(all('hand-in-closed'));
  });

  it('to a login of a lower level than the application was made with', async () => {
    const high = portal.client();
    await high.logIn('lindemann:eID');
    const id = await sendOwing(high, 'hundesteuer');
    const low = portal.client();
    await low.logIn('lindemann:Benutzername');
    expect(await everyCall(low, id)).toEqual(all('trust-level-too-low'));
  });

  it('once the application was rejected', async () => {
    await portal.delivery.order({ hold: true });
    const id = await sendOwing(person);
    await portal.delivery.decide((await listed(person, id)).externalId, 'reject');
    await expect
      .poll(async () => (await listed(person, id)).owed, { timeout: 60_000, interval: 500 })
      .toBeNull();
    expect(await everyCall(person, id)).toEqual(all('hand-in-closed'));
  });

  it('once the data of the application is erased, with the receipt and the names of the files', async () => {
    const id = await sendOwing(person);
    const { handIns } = await handIn(person, id, [await uploadProof(person, id)]);
    await handedIn(person, id, 'delivered');
    await portal.passDays(31);
    await portal.passMinute();
    await person.logIn('thomsen:Benutzername');
    expect(await everyCall(person, id)).toEqual(all('hand-in-closed'));
    const { owed } = await listed(person, id);
    expect(owed).toMatchObject({
      online: false,
      handIns: [{ state: 'delivered', hasReceipt: false, documents: [{ path: 'incomeProof', files: [] }] }],
    });
    const receipt = await person.fetch(`/api/process/${id}/hand-in/${handIns[0]!.id}/receipt`);
    expect(receipt.status).toBe(410);
    expect(await leftFiles(id)).toEqual([]);
    const stored = await storedRows(portal, (db) =>
      db.selectFrom('handIn').selectAll().where('processId', '=', id).execute(),
    );
    expect(JSON.stringify(stored)).not.toContain('Gehalt');
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packedObjects, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { openStorage } from '#server/storage/database.ts';
import { EICAR } from '#stand-ins/scanner/server.ts';
import { complete, fillIn, KIEL, offerOf, pdf, settled, submit } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

const NAME = 'Geheimnis.pdf';
const FIELD = 'reliefProof';
/** A PDF that all readers open, containing what every scanner finds. */
const infected = tinyPdf({ text: EICAR });

let portal: Portal;
let person: PortalClient;
let log = '';

beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'warn', DELIVERY_RETRY_SECONDS: '0.2' },
    output: (text) => {
      log += text;
    },
  });
  person = portal.client();
  await person.logIn('petersen:Elster');
});
afterEach(() => portal.partners.scanner.behave('works'));
afterAll(() => portal?.close());

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refused) return error.problem;
      throw error;
    },
  );
const begun = () =>
  person.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const look = (id: string, file: string, client = person) =>
  client.call('getUpload', { params: { id, file } });

/** Result of a file's check: `checked`, or the code of its refusal. */
async function outcome(id: string, file: string): Promise<'checked' | string> {
  for (;;) {
    let checked = false;
    const problem = await problemOf(look(id, file).then((answer) => ({ checked } = answer)));
    if (problem) return problem.code;
    if (checked) return 'checked';
    await pause(100);
  }
}

/** A filled-in form that names a file the scanner has not seen. */
async function withUnseenFile(content = pdf('unseen')) {
  portal.partners.scanner.behave('works');
  const { id, version } = await fillIn(person, 'hundesteuer');
  const { data } = await person.openForm({ params: { id }, query: {} });
  portal.partners.scanner.behave('away');
  const { checked, ...file } = await person.upload(id, FIELD, NAME, content);
  const change = { wantsRelief: 'yes', reliefReasons: { shelter: true }, [FIELD]: [file] };
  await person.call('saveProgress', {
    params: { id },
    body: { version, data: { ...data, ...change }, page: null },
  });
  return { id, checked, file };
}

describe('a file that has come in', () => {
  it('is kept when the scanner finds it clean', async () => {
    const { id } = await begun();
    const file = await person.upload(id, FIELD, NAME, pdf('clean'));
    expect(file).toMatchObject({ name: NAME, checked: true });
    expect(await look(id, file.id)).toEqual(file);
  });

  it('is refused when it is infected, in the form of a PDF, too', async () => {
    const { id } = await begun();
    for (const content of [
      infected,
      tinyPdf({ objects: [`(${EICAR.replaceAll(/[()\\]/g, '\\$&')})`], text: EICAR }),
    ]) {
      expect(await problemOf(person.upload(id, FIELD, NAME, content))).toMatchObject({
        status: 422,
        code: 'file-infected',
      });
    }
    const behindBeginning = new TextEncoder().encode(`%PDF-1.7\n${EICAR}`);
    expect((await problemOf(person.upload(id, FIELD, NAME, behindBeginning)))?.code).toBe('file-damaged');
    const packed = tinyPdf({ text: EICAR, objects: [packedObjects('<< /S /Launch >>')] });
    expect((await problemOf(person.upload(id, FIELD, NAME, packed)))?.code).toBe('file-active');
  });

  it('is nobody else’s to ask for', async () => {
    const { id } = await begun();
    const file = await person.upload(id, FIELD, NAME, pdf('mine'));
    const other = portal.client();
    await other.logIn('thomsen:Elster');
    expect((await problemOf(look(id, file.id, other)))?.code).toBe('not-found');
    const own = await begun();
    expect((await problemOf(look(own.id, file.id)))?.code, 'in another application').toBe('not-found');
  });
});

describe('while the scanner is away', () => {
  it.each(['away', 'garbled', 'silent'] as const)(
    'a file stays in quarantine and is checked later by itself: %s',
    async (behaviour) => {
      const { id } = await begun();
      portal.partners.scanner.behave(behaviour);
      const file = await person.upload(id, FIELD, NAME, pdf('late'));
      expect(file.checked).toBe(false);
      expect((await look(id, file.id)).checked).toBe(false);
      portal.partners.scanner.behave('works');
      expect(await outcome(id, file.id)).toBe('checked');
    },
  );

  it('files wait for one that hangs without being given to it, and all are checked when it works again', async () => {
    const { id } = await begun();
    const { scanner } = portal.partners;
    scanner.behave('away');
    const files = await Promise.all(
      ['one', 'two', 'three', 'four'].map((text) => person.upload(id, FIELD, NAME, pdf(text))),
    );
    scanner.behave('silent');
    const [asked, pinged] = [scanner.asked(), scanner.pinged()];
    // More often than the number of parallel checks: no file holds up the others.
    await expect.poll(() => scanner.pinged()).toBeGreaterThan(pinged + 3);
    expect(scanner.asked()).toBe(asked);
    scanner.behave('works');
    for (const { id: file } of files) expect(await outcome(id, file)).toBe('checked');
  });

  it('an application that names such a file cannot be confirmed, and goes out once the file is clean', async () => {
    const { id, file, checked } = await withUnseenFile();
    expect(checked).toBe(false);
    expect(await problemOf(complete(person, id))).toMatchObject({
      code: 'form-invalid',
      fields: [{ name: FIELD, reason: 'file' }],
    });
    portal.partners.scanner.behave('works');
    expect(await outcome(id, file.id)).toBe('checked');
    await complete(person, id);
    expect((await submit(person, id)).status).toBe('SUBMITTED');
  });

  it('an infected file is found later, and what named it cannot be sent', async () => {
    const { id, file } = await withUnseenFile(infected);
    portal.partners.scanner.behave('works');
    expect(await outcome(id, file.id)).toBe('file-infected');
    expect((await problemOf(complete(person, id)))?.code).toBe('form-invalid');
  });

  it('a service that is killed goes on with the check', async () => {
    const { id, file } = await withUnseenFile();
    await portal.kill();
    portal.partners.scanner.behave('works');
    await portal.start();
    expect(await outcome(id, file.id)).toBe('checked');
  });
});

describe('what was taken without a scanner', () => {
  const restart = async (environment: Record<string, string>) => {
    await portal.stop();
    await portal.start(environment);
  };
  /** A form with a file, filled in while the scanner was switched off. */
  async function earlier(content: Uint8Array) {
    const { id, version } = await fillIn(person, 'hundesteuer');
    const { data } = await person.openForm({ params: { id }, query: {} });
    const { checked, ...file } = await person.upload(id, FIELD, NAME, content);
    expect(checked, 'nobody is to wait for what will not come').toBe(true);
    const saved = {
      ...data,
      wantsRelief: 'yes',
      reliefReasons: { shelter: true },
      [FIELD]: [file],
    };
    await person.call('saveProgress', { params: { id }, body: { version, data: saved, page: null } });
    return id;
  }

  it('is checked before it is confirmed or sent, as soon as there is one', async () => {
    await restart({ SCANNER: 'off' });
    const [open, bad, confirmed] = [
      await earlier(pdf('open')),
      await earlier(infected),
      await earlier(pdf('confirmed')),
    ];
    await complete(person, confirmed);
    await restart({});
    portal.partners.scanner.behave('away');
    expect(await problemOf(complete(person, open))).toMatchObject({
      status: 503,
      code: 'scanner-unavailable',
    });
    await person.call('submitProcess', { params: { id: confirmed } });
    for (;;) {
      const process = await person.call('getProcess', { params: { id: confirmed }, query: {} });
      if (process.submission?.retry) break;
      expect(process.facts.running, process.status).toBe(true);
      await pause(50);
    }
    portal.partners.scanner.behave('works');
    expect((await settled(person, confirmed)).status).toBe('SUBMITTED');
    await complete(person, open);
    expect(await problemOf(complete(person, bad))).toMatchObject({
      code: 'form-invalid',
      fields: [{ name: FIELD, reason: 'file' }],
    });
  });
});

it('nothing of an infected file stays, and the log names neither file nor content', async () => {
  await portal.stop();
  const storage = await openStorage({ dataDir: portal.dataDir });
  const chunks = await storage.db.selectFrom('fileChunk').select('fileId').execute();
  const files = await storage.db.selectFrom('file').select(['id', 'kind', 'name']).execute();
  await storage.close();
  expect(chunks.length).toBeGreaterThan(0);
  const infected = files.filter(({ kind }) => kind === 'file-infected');
  expect(infected.length).toBeGreaterThan(0);
  expect(chunks.filter(({ fileId }) => infected.some(({ id }) => id === fileId))).toEqual([]);
  // Neither a sealed name nor an open one.
  expect(infected.map(({ name }) => String(name)).join('')).toBe('');
  expect(log).toContain('an upload was refused by the scanner');
  expect(log).toContain('Win.Test.EICAR_HDB-1');
  expect(log).not.toContain('Geheimnis');
  expect(log).not.toContain(EICAR.slice(0, 20));
});

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { locales } from '#domain/locale.ts';
import { MAX_FILES, MAX_TOTAL_BYTES } from '#forms/files.ts';
import {
  jpegSegment,
  packedObjects,
  padding,
  pngChunk,
  tinyFile,
  tinyJpeg,
  tinyPdf,
  tinyPng,
} from '#server/examination/testing/tiny-files.ts';
import { mostOpen } from '#server/processes/quota.ts';
import { itLater } from '../later.ts';
import { complete, confirmationOf, fillIn, KIEL, offerOf, pdf, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'fatal', COMMIT: 'abc1234', DELIVERY_RETRY_DAYS: '0' },
  });
  person = portal.client();
  await person.logIn('thomsen:Elster');
});
afterAll(() => portal?.close());
afterEach(() => portal.partners.delivery.faults.end());

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
const dogTax = () =>
  person.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
const save = (id: string, version: number, data: Record<string, unknown>) =>
  person.call('saveProgress', { params: { id }, body: { version, data, page: null } });
const send = async (method: string, address: string, body?: string) => {
  const response = await person.fetch(address, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: await response.json() };
};

describe('addresses that nobody has', () => {
  const long = 'a'.repeat(3000);

  it.each([
    [400, '/api/auth/return?ticket=a%00b'],
    [400, `/api/auth/return?ticket=${long}`],
    [400, '/api/auth/return?ticket=a&ticket=b'],
    [400, `/api/service/${long}`],
    [400, `/api/process/${long}`],
    [400, '/api/process/a%00b'],
    [400, '/api/areas?name=a%00b&q=a%00b'],
    [400, '/api/auth/saml2/request?providerId=nkb&redirect=/a%00b&cancelUrl=/&locale=de&timezone=x'],
    [404, `/${long}/_payload.json`],
    [404, `/themenfelder/${long}/_payload.json`],
    [404, `/themenfelder/${long}`],
    [410, `/leistung/${long}/_payload.json`],
    [410, `/leistung/${long}`],
    [410, '/leistung/a%00b/_payload.json'],
  ])('are answered with %i, by us: %s', async (status, address) => {
    const response = await person.fetch(address);
    expect(response.status).toBe(status);
    if (!address.startsWith('/api')) return;
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  it.each(['a\0b', long, '../x'])('nor has a login the state %j', async (RelayState) => {
    const response = await fetch(new URL('/api/auth/saml2/acs', portal.url), {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: 'PHg+', RelayState }),
      redirect: 'manual',
    });
    expect([response.status, (await response.json()).code]).toEqual([400, 'input-invalid']);
  });
});

describe('input that does not hold', () => {
  it('is answered with the names of the fields', async () => {
    const { id } = await dogTax();
    const answer = await send(
      'PUT',
      `/api/process/${id}/complete`,
      JSON.stringify({ version: -1, hash: 'x', statements: 'all' }),
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'input-invalid' } });
    expect(answer.body.fields.map(({ name }: { name: string }) => name).sort()).toEqual([
      'hash',
      'statements',
      'version',
    ]);
  });

  it.each(['{', '"text"', '[]', 'null', '{"__proto__":{}}'])(
    'as a body is refused and named: %s',
    async (body) => {
      const { id } = await dogTax();
      const answer = await send('PUT', `/api/process/${id}/progress`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.fields.length).toBeGreaterThan(0);
    },
  );

  /** Spec section 5: a missing one raises an error stating that the parameter was null or undefined. */
  const required: [call: string, method: string, address: string, names: string[]][] = [
    ['form metadata', 'GET', '/api/form/availableMetadata', ['leiKaId', 'authorityKeys']],
    ['forms', 'GET', '/api/forms', ['leiKaId']],
    ['payment data', 'GET', '/api/payment/data', ['metadataId']],
    ['process by metadata', 'GET', '/api/process', ['metadataId']],
    [
      'login by SAML',
      'GET',
      '/api/auth/saml2/request',
      ['providerId', 'redirect', 'locale', 'timezone', 'cancelUrl'],
    ],
    [
      'login by OpenID Connect',
      'GET',
      '/api/auth/oidc/url',
      ['providerId', 'redirect', 'locale', 'timezone'],
    ],
    ['payment completion', 'GET', '/api/payment/complete', ['result', 'id']],
    ['draft deletion', 'DELETE', '/api/processes', ['id']],
    ['pseudo login', 'PUT', '/api/auth/pseudo', ['locale']],
    ['process start', 'POST', '/api/process', ['metadataId']],
  ];
  it.each(required)('of %s: each missing parameter is named', async (_, method, address, names) => {
    const { status, body } = await send(
      method,
      address,
      method === 'GET' || method === 'DELETE' ? undefined : '{}',
    );
    expect([status, body.code]).toEqual([400, 'parameter-missing']);
    expect(body.detail).toBe(`Required parameter ${names.join(', ')} was null or undefined.`);
    expect(body.fields.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it.each([
    ['completion', 'PUT', 'process/{id}/complete', ['version', 'hash', 'statements']],
    ['payment start', 'POST', 'payment/{id}/start', ['version']],
    ['progress', 'PUT', 'process/{id}/progress', ['version', 'data', 'page']],
    ['electronic notice', 'PUT', 'process/{id}/electronic-notice', ['version', 'electronicNoticeDelivery']],
  ])('of the %s: a missing body is named', async (_, method, address, names) => {
    const { id } = await dogTax();
    const { status, body } = await send(method, `/api/${address.replace('{id}', id)}`);
    expect([status, body.detail]).toEqual([
      400,
      `Required parameter ${names.join(', ')} was null or undefined.`,
    ]);
  });

  it('of a body that has two shapes is named by the one that is meant', async () => {
    const { id } = await dogTax();
    const { body } = await send('PUT', `/api/process/${id}/progress`, '{"version":1,"caseId":"x"}');
    expect(body).toMatchObject({ status: 400, code: 'input-invalid', fields: [{ name: 'caseId' }] });
  });

  it('of a form is refused when the form is completed, with its data path and rule', async () => {
    const { id, version } = await dogTax();
    await save(id, version, { dogName: 'Bella' });
    const { errors } = await person.call('getSnapshot', { params: { id }, query: {} });
    const body = { ...(await confirmationOf(person, id)), version: version + 1 };
    const answer = await problemOf(person.call('completeProcess', { params: { id }, body }));
    expect(answer).toMatchObject({ status: 422, code: 'form-invalid' });
    expect(answer?.fields).toEqual(errors.map(({ path, rule }) => ({ name: path, reason: rule })));
  });

  it('handed over by another site is checked like any other', async () => {
    const call = person.call('startProcess', {
      body: {
        metadataId: offerOf('hundesteuer').metadataId,
        area: KIEL,
        externalProcessData: { email: 'no address' },
      },
    });
    expect(await problemOf(call)).toMatchObject({ status: 422, fields: [{ name: 'email' }] });
  });
});

describe('form data', () => {
  const strangers = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, 1]));
  const refusals: [string, string][] = [
    ['too large', `{"text":"${'x'.repeat(512 * 1024)}"}`],
    ['too large in bytes', `{"text":"${'ä'.repeat(300 * 1024)}"}`],
    ['too deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['with deep lists', `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
    ['with a null character', '{"text":"a\\u0000b"}'],
    ['with half a character', '{"text":"\\ud800"}'],
    ['with a null character in a name', '{"a\\u0000":1}'],
    ['with 40,000 keys that the form does not have', JSON.stringify(strangers)],
    ['with 100,000 rows', `{"dogs":[${'{},'.repeat(100_000)}{}]}`],
    ['with a text that is a list', `{"dogName":[${'1,'.repeat(10_000)}1]}`],
  ];
  it('of another site is refused like any other', async () => {
    const { metadataId } = offerOf('hundesteuer');
    const body = { metadataId, area: KIEL, externalProcessData: strangers };
    expect(await problemOf(person.call('startProcess', { body }))).toMatchObject({
      status: 400,
      fields: [{ name: 'data', reason: 'more than the form has' }],
    });
  });

  it.each(refusals)('%s is refused and changes nothing', async (_, data) => {
    const { id, version } = await dogTax();
    const body = `{"version":${version},"data":${data},"page":null}`;
    const answer = await send('PUT', `/api/process/${id}/progress`, body);
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ name: 'data' }] } });
    expect((await person.call('getProcess', { params: { id }, query: {} })).version).toBe(version);
  });

  it('of several hundred fields fits, and comes back as it was', async () => {
    const { metadataId } = offerOf('wohngeld');
    const { id, version } = await person.call('startProcess', { body: { metadataId, area: KIEL } });
    const text = 'ﬀ\u{1f436}"\\'.repeat(20);
    const keys = [
      'givenName',
      'familyName',
      'birthdate',
      'relation',
      'occupation',
      'hasIncome',
      'custodyShare',
    ];
    const member = Object.fromEntries(keys.map((key) => [key, text]));
    const data = { members: Array.from({ length: 100 }, () => member) };
    await save(id, version, data);
    expect((await person.openForm({ params: { id }, query: {} })).data).toEqual(data);
  });

  it('of a body past one megabyte is not even read', async () => {
    const { id, version } = await dogTax();
    expect(await problemOf(save(id, version, { text: 'x'.repeat(1024 * 1024) }))).toMatchObject({
      status: 413,
    });
  });
});

describe('an upload', () => {
  const upload = (id: string, content: Uint8Array, name = 'a.pdf', field = 'reliefProof') =>
    person.upload(id, field, name, content);

  it('is what its bytes say, not what its name says', async () => {
    const { id } = await dogTax();
    const html = new TextEncoder().encode('<html><script>alert(1)</script>');
    expect(await problemOf(upload(id, html))).toMatchObject({ status: 415, code: 'file-type-refused' });
    expect((await problemOf(upload(id, html)))?.limit).toContain('application/pdf');
    expect(await upload(id, pdf('x'), 'photo.jpg')).toMatchObject({
      name: 'photo.pdf',
      type: 'application/pdf',
    });
    expect(await upload(id, tinyFile('a.png'), 'photo.hta')).toMatchObject({
      name: 'photo.png',
      type: 'image/png',
    });
  });

  it('that is empty or too large is refused, with the limit', async () => {
    const { id } = await dogTax();
    expect(await problemOf(upload(id, new Uint8Array()))).toMatchObject({
      status: 400,
      code: 'file-empty',
    });
    const large = new Uint8Array(11 * 1024 * 1024);
    large.set(pdf('x'));
    const answer = await problemOf(upload(id, large));
    expect(answer).toMatchObject({ status: 413, code: 'file-too-large', limit: expect.any(Number) });
  });

  it.each([20, 66, 100])('of %i MB is told so, and nothing of the server', async (megabytes) => {
    const { id } = await dogTax();
    const large = new Uint8Array(megabytes * 1024 * 1024);
    large.set(pdf('x'));
    const response = await person.fetch(`/api/process/${id}/upload?path=reliefProof&name=a.pdf`, {
      method: 'POST',
      body: large,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({
      status: 413,
      code: 'file-too-large',
      requestId: expect.any(String),
    });
  });

  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['..\\..\\boot.ini', 'boot.pdf'],
    ['a\u0000b\u202e.pdf', 'ab.pdf'],
    ['/', 'file.pdf'],
    ['..', 'file.pdf'],
    ['brief.hta', 'brief.pdf'],
    ['brief.pdf.hta', 'brief.pdf'],
    ['brief\u202efdp.hta', 'brieffdp.pdf'],
    ['con', '_con.pdf'],
    ['Zeugnis Größe.pdf', 'Zeugnis Größe.pdf'],
  ])('is called by its bare name: %j', async (name, kept) => {
    const { id } = await dogTax();
    expect((await upload(id, pdf('x'), name)).name).toBe(kept);
  });

  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
  it.each([
    ['five bytes of a PDF', 'file-damaged', new TextEncoder().encode('%PDF-')],
    [
      'a program behind the beginning of a PDF',
      'file-damaged',
      new TextEncoder().encode('%PDF-1.7\n<html><HTA:APPLICATION><script></script></html>'),
    ],
    ['a PDF with a script', 'file-active', tinyPdf({ objects: [script] })],
    ['a PDF with a script that is packed', 'file-active', tinyPdf({ objects: [packedObjects(script)] })],
    ['a PDF that starts a program', 'file-active', tinyPdf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })],
    ['a PDF with a lock', 'file-protected', tinyPdf({ trailer: '/Encrypt 9 0 R' })],
    ['a picture that is cut', 'file-damaged', tinyFile('a.jpg').subarray(0, 30)],
    ['a picture of a billion points', 'file-picture-too-large', tinyPng(60_000, 60_000)],
  ])('is refused for what is in it: %s', async (_, code, content) => {
    const { id } = await dogTax();
    expect(await problemOf(upload(id, content, 'brief.hta'))).toMatchObject({ status: 422, code });
  });

  it('of a picture is delivered as that picture, without what was added to it', async () => {
    const hidden = Buffer.from('PK\u0003\u0004 <script>alert(1)</script>'.repeat(20_000));
    // Longer than one piece in the database, so that the kept part moves from piece to piece.
    const points = randomBytes(700_000).map((byte) => (byte === 0xff ? 0 : byte));
    const picture = pngChunk('IDAT', points);
    const jpeg = Buffer.concat([tinyJpeg().subarray(0, -2), points, tinyJpeg().subarray(-2)]);
    const png = tinyPng(1, 1, { before: [picture] });
    const added = tinyPng(1, 1, { before: [pngChunk('tEXt', hidden), picture], behind: [pngChunk('prVt')] });
    const thumbnail = jpegSegment(0xe1, tinyJpeg());
    const withThumbnail = Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(2)]);
    const pictures = [
      { name: 'a.jpg', kept: jpeg, sent: Buffer.concat([jpeg, hidden]) },
      { name: 'b.png', kept: png, sent: Buffer.concat([added, hidden]) },
      { name: 'c.jpg', kept: withThumbnail, sent: withThumbnail },
    ];
    const { id, version } = await fillIn(person, 'hundesteuer');
    const { data } = await person.openForm({ params: { id }, query: {} });
    const files = [];
    for (const { name, kept, sent } of pictures) {
      const { checked: _, ...file } = await upload(id, sent, name);
      expect(file.size, name).toBe(kept.length);
      files.push(file);
    }
    await save(id, version, { ...data, reliefProof: files });
    await complete(person, id);
    const { result } = await submit(person, id);
    const { metadata } = await portal.delivery.submission(result!.externalId);
    for (const { name, kept } of pictures) {
      const arrived = metadata!.contentStructure.attachments.find(({ filename }) => filename === name);
      const delivered = await portal.delivery.attachment(result!.externalId, arrived!.attachmentId);
      expect(Buffer.compare(delivered, kept), name).toBe(0);
    }
  });

  it('that is refused for what is in it takes up no room', async () => {
    const { id } = await dogTax();
    const broken = new TextEncoder().encode('%PDF-');
    for (let count = 0; count < MAX_FILES; count += 1) {
      expect((await problemOf(upload(id, broken)))?.code).toBe('file-damaged');
    }
    expect(await upload(id, pdf('x'))).toMatchObject({ name: 'a.pdf' });
  });

  it('goes only to file fields, and only while the form is open', async () => {
    const { id } = await dogTax();
    for (const field of ['dogName', 'nothing', '__proto__', 'reliefProof[0].x']) {
      expect(await problemOf(upload(id, pdf('x'), 'a.pdf', field)), field).toMatchObject({ status: 400 });
    }
    const sent = await fillIn(person, 'hundesteuer');
    await complete(person, sent.id);
    await submit(person, sent.id);
    expect(await problemOf(upload(sent.id, pdf('x')))).toMatchObject({
      status: 409,
      processStatus: 'SUBMITTED',
    });
  });

  it('has the room that is left, however many come in at once', async () => {
    const { id } = await dogTax();
    const all = await Promise.all(
      Array.from({ length: MAX_FILES + 5 }, () => problemOf(upload(id, pdf('x')))),
    );
    expect(all.filter((problem) => problem === null)).toHaveLength(MAX_FILES);
  });

  it('has its room as soon as it is announced, until it ends or is given up', async () => {
    const { id } = await dogTax();
    const large = 9 * 1024 * 1024;
    /** Begins to send a file and never ends. */
    const begin = async () => {
      const query = new URLSearchParams({ path: 'reliefProof', name: 'a.pdf' });
      const sending = httpRequest(new URL(`/api/process/${id}/upload?${query}`, portal.url), {
        method: 'POST',
        headers: { ...person.headers(), 'content-length': large },
      });
      sending.on('error', () => {});
      await new Promise<unknown>((resolve) => sending.write(pdf('x'), resolve));
      return sending;
    };
    const begun = await Promise.all(Array.from({ length: Math.floor(MAX_TOTAL_BYTES / large) }, begin));
    const more = tinyPdf({ objects: [padding(MAX_TOTAL_BYTES % large)] });
    const sendMore = async () => (await problemOf(upload(id, more)))?.code;
    await expect.poll(sendMore).toBe('file-limit-reached');
    for (const sending of begun) sending.destroy();
    await expect.poll(sendMore).toBeUndefined();
  });

  it('that was taken out of the form again is erased, and makes room for another', async () => {
    const { id, version } = await dogTax();
    const files = [];
    for (let count = 1; count <= MAX_FILES; count += 1) files.push(await upload(id, pdf(`${count}`)));
    expect(await problemOf(upload(id, pdf('one more')))).toMatchObject({ code: 'file-limit-reached' });
    const named = await save(id, version, { reliefProof: files });
    const fewer = await save(id, named.version, { reliefProof: files.slice(1) });
    await upload(id, pdf('one more'));
    expect(await problemOf(upload(id, pdf('too many')))).toMatchObject({ code: 'file-limit-reached' });
    await save(id, fewer.version, { reliefProof: files.slice(1) });
    expect(await problemOf(upload(id, pdf('what was never named stays')))).toMatchObject({
      code: 'file-limit-reached',
    });
  });

  it('that was taken out of the form again is not part of the application', async () => {
    const { id, version } = await fillIn(person, 'hundesteuer');
    await upload(id, pdf('a mistake'), 'mistake.pdf');
    const { data } = await person.openForm({ params: { id }, query: {} });
    await save(id, version, { ...data, reliefProof: [(data.reliefProof as unknown[])[0]] });
    await complete(person, id);
    const { result } = await submit(person, id);
    const names = await namesInZip(await (await person.fetch(`/api/process/${id}/file/attachment`)).bytes());
    expect(names.sort()).toEqual(['ausweis.pdf', 'bescheid.pdf']);
    const { metadata } = await portal.delivery.submission(result!.externalId);
    expect(JSON.stringify(metadata)).not.toContain('mistake');
  });
});

/** Names in a ZIP, read with the system's own tool. */
async function namesInZip(bytes: Uint8Array): Promise<string[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'zip-'));
  await writeFile(path.join(dir, 'a.zip'), bytes);
  const script =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print("\\n".join(z.namelist()))';
  const { stdout } = await promisify(execFile)('python3', ['-c', script, path.join(dir, 'a.zip')]);
  await rm(dir, { recursive: true });
  return stdout.trim().split('\n');
}

describe('a download', () => {
  it('is whole whatever part is asked for, private, and never shown inside the portal', async () => {
    const { id } = await fillIn(person, 'hundesteuer');
    const address = `/api/process/${id}/file/form`;
    expect((await person.fetch(address)).status).toBe(404);
    await complete(person, id);
    await submit(person, id);
    const whole = await person.fetch(address);
    const bytes = await whole.bytes();
    expect(whole.headers.get('content-type')).toBe('application/pdf');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="Antrag-SP-/);
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    const part = await person.fetch(address, { headers: { range: 'bytes=0-9' } });
    expect([part.status, (await part.bytes()).length]).toEqual([200, bytes.length]);
    const head = await person.fetch(address, { method: 'HEAD' });
    expect([head.status, (await head.bytes()).length]).toEqual([200, 0]);
    expect((await person.fetch(`/api/process/${id}/file/sealed`)).status).toBe(400);
    const expiry = await person.call('getFileExpiry', { params: { id, file: 'form' } });
    expect(Date.parse(expiry.expires) - Date.now()).toBeGreaterThan(13 * 86_400_000);
  });
});

describe('the delivery', () => {
  it('that is down and is not tried again fails the submission, keeps the application, and the repeat works', async () => {
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    portal.partners.delivery.faults.set({ fault: 'down', requests: 1000 });
    expect(await submit(person, id)).toMatchObject({ status: 'SUBMIT_FAILURE', result: null });
    const { data } = await person.openForm({ params: { id }, query: {} });
    expect(data.dogName).toBe('Ørsted');
    portal.partners.delivery.faults.end();
    expect(await submit(person, id)).toMatchObject({ status: 'SUBMITTED' });
    const announced = await portal.delivery.submissions();
    expect(announced.filter(({ state }) => state === 'incomplete')).toEqual([]);
  });

  it('that is down in the last step of sending does not let the data change under it', async () => {
    const { id, version } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    portal.partners.delivery.faults.set({ fault: 'failed', call: 'finalize' });
    expect((await submit(person, id)).status).toBe('SUBMITTED');
    expect(await problemOf(save(id, version, {}))).toMatchObject({ status: 409 });
  });

  it('that failed before anything arrived lets the data change and sends the new one', async () => {
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    portal.partners.delivery.faults.set({ fault: 'down', requests: 1000 });
    const failed = await submit(person, id);
    portal.partners.delivery.faults.end();
    const { data } = await person.openForm({ params: { id }, query: {} });
    await save(id, failed.version, { ...data, dogName: 'Anders' });
    await complete(person, id);
    const { result } = await submit(person, id);
    const sent = await portal.delivery.submission(result!.externalId);
    expect(JSON.stringify(sent.data)).toContain('Anders');
    expect(JSON.stringify(sent.data)).not.toContain('Ørsted');
  });
});

describe('applications that are begun', () => {
  it('are so many at once and no more, without an account and with one', async () => {
    const anonymous = portal.client();
    await anonymous.call('openPseudo', { body: { locale: 'de' } });
    const begin = (client: PortalClient) =>
      client.call('startProcess', { body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL } });
    const tries = await Promise.all(
      Array.from({ length: mostOpen.session + 3 }, () => problemOf(begin(anonymous))),
    );
    expect(tries.filter((problem) => problem === null)).toHaveLength(mostOpen.session);
    expect(await problemOf(begin(anonymous))).toMatchObject({ status: 409, code: 'too-many-applications' });
    const other = portal.client();
    await other.call('openPseudo', { body: { locale: 'de' } });
    await begin(other);

    const somebody = portal.client();
    await somebody.logIn('petersen:Elster');
    const drafts = [];
    for (let count = 0; count < mostOpen.person; count += 1) drafts.push(await begin(somebody));
    expect(await problemOf(begin(somebody))).toMatchObject({ code: 'too-many-applications' });
    await somebody.call('deleteDraft', { query: { id: drafts[0]!.id } });
    await begin(somebody);
  });
});

describe('a save that says nothing new', () => {
  it('makes nobody else’s next save look stale, as that of a page that was just left', async () => {
    const { id, version } = await fillIn(person, 'hundesteuer');
    const { data } = await person.openForm({ params: { id }, query: {} });
    const saved = await person.call('saveProgress', {
      params: { id },
      body: { version, data, page: 'dog' },
    });
    expect(saved.version).toBe(version);
    expect(await person.call('getProcess', { params: { id }, query: {} })).toMatchObject({ page: 'dog' });
    const changed = await save(id, version, { ...data, dogName: 'Anders' });
    expect(changed.version).toBeGreaterThan(version);
    expect(await problemOf(save(id, version, data))).toMatchObject({ code: 'version-conflict' });
  });

  it('of what was confirmed makes it editable, and that is new', async () => {
    const { id } = await fillIn(person, 'hundesteuer');
    const { version } = await complete(person, id);
    const { data } = await person.openForm({ params: { id }, query: {} });
    expect((await save(id, version, data)).version).toBeGreaterThan(version);
  });
});

describe('what was confirmed', () => {
  it('is what is completed: a summary that has changed since is refused', async () => {
    const { id, version } = await fillIn(person, 'hundesteuer');
    const seen = await confirmationOf(person, id);
    const { data } = await person.openForm({ params: { id }, query: {} });
    const saved = await save(id, version, { ...data, dogName: 'Anders' });
    const finish = (version: number) =>
      problemOf(person.call('completeProcess', { params: { id }, body: { ...seen, version } }));
    expect(await finish(seen.version)).toMatchObject({
      code: 'version-conflict',
    });
    expect(await finish(saved.version)).toMatchObject({
      status: 409,
      code: 'summary-changed',
    });
  });

  it('has the same hash in both languages', async () => {
    const { id } = await fillIn(person, 'hundesteuer');
    const hashes = await Promise.all(
      locales.map(
        async (lang) => (await person.call('getSnapshot', { params: { id }, query: { lang } })).hash,
      ),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });
});

describe('a wrong moment', () => {
  it('answers 409 with the present status', async () => {
    const { id, version } = await dogTax();
    expect(await problemOf(person.call('submitProcess', { params: { id } }))).toMatchObject({
      status: 409,
      code: 'status-conflict',
      processStatus: 'CREATED',
    });
    expect(
      await problemOf(person.call('startPayment', { params: { processId: id }, body: { version } })),
    ).toMatchObject({ status: 409, processStatus: 'CREATED' });
  });
});

const serverScript = path.resolve(import.meta.dirname, '../../src/server/main.ts');
const run = (environment: Record<string, string>) =>
  promisify(execFile)(process.execPath, [serverScript], {
    env: { PATH: process.env.PATH, ...environment },
  }).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );

describe('a service that cannot start', () => {
  it('names every variable that is missing or wrong', async () => {
    const { SIGNING_SECRET: _, PAYMENT_URL: __, ...rest } = portal.partners.environment;
    const { code, stderr } = await run({ ...rest, PORT: 'eighty', SIGNING_SECRET: 'short' });
    expect(code).toBe(1);
    for (const name of ['PORT', 'SIGNING_SECRET', 'PAYMENT_URL'])
      expect(stderr).toMatch(new RegExp(`^ +${name}: `, 'm'));
    expect(stderr).not.toContain('    at ');
  });

  itLater('says which content file is broken, in which line and why', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'broken-'));
    cpSync('content', dir, { recursive: true });
    const file = path.join(dir, 'services/hundesteuer/metadata.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"feeAmount": 0', '"feeAmount": "nothing"'));
    const line = text.split('\n').findIndex((it) => it.includes('"feeAmount": 0')) + 1;
    const { code, stderr } = await run({
      ...portal.partners.environment,
      CONTENT_DIR: dir,
      DATA_DIR: path.join(dir, 'data'),
    });
    await rm(dir, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`services/hundesteuer/metadata\\.json:${line}\\b.*number`));
    expect(stderr).not.toContain('    at ');
  });
});

describe('what the service says of itself', () => {
  it('is its version and commit', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await person.call('getVersion', {})).toEqual({ version, commit: 'abc1234' });
  });

  it('is an OpenAPI document with every call, and each answers', async () => {
    const document = await (await person.fetch('/api/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: expect.any(String) } });
    const ids = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    ).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId));
    expect(ids.sort()).toEqual(Object.keys(calls).sort());
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      const operation = document.paths[call.path][call.method.toLowerCase()];
      const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const described = operation.parameters.filter((it: { in: string }) => it.in === 'path');
      expect(
        described.map((it: { name: string }) => it.name),
        name,
      ).toEqual(inPath);
      expect(
        described.every((it: { required: boolean }) => it.required),
        name,
      ).toBe(true);
      expect(
        Object.keys(operation.responses).some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
    }
    expect((await person.fetch('/api/docs')).status).toBe(200);
  });

  it('is nothing at an address that does not exist', async () => {
    expect(await send('GET', '/api/nothing')).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });
});

describe('too many calls from one address', () => {
  itLater('refuses those that cost most for a minute, and nothing else', async () => {
    const limited = await startPortal({ environment: { RATE_LIMIT: '2' } });
    try {
      const client = limited.client();
      const open = () => client.call('openPseudo', { body: { locale: 'de' } });
      await open();
      await open();
      await expect(open()).rejects.toMatchObject({ problem: { status: 429, code: 'too-many-requests' } });
      for (let reads = 0; reads < 5; reads += 1) await client.call('getVersion', {});
      // The claimed address of the caller does not matter.
      const others = ['192.0.2.1', '192.0.2.2'].map((ip) =>
        client.fetch('/api/auth/pseudo', {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
          body: JSON.stringify({ locale: 'de' }),
        }),
      );
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([429, 429]);
    } finally {
      await limited.close();
    }
  });

  itLater('counts who is behind a proxy that is known, a whole network of version 6 as one', async () => {
    const limited = await startPortal({ environment: { RATE_LIMIT: '1', TRUST_PROXY: 'loopback' } });
    try {
      const from = async (address: string) =>
        (
          await limited.client().fetch('/api/auth/pseudo', {
            method: 'PUT',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
            body: JSON.stringify({ locale: 'de' }),
          })
        ).status;
      expect(await from('192.0.2.1')).toBe(200);
      expect(await from('192.0.2.2')).toBe(200);
      // The caller's own entry comes before that of the proxy.
      expect(await from('198.51.100.7, 192.0.2.2')).toBe(429);
      expect(await from('2001:db8:1:2::1')).toBe(200);
      expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
      expect(await from('2001:db8:1:3::1')).toBe(200);
      // Spellings of a proxy for the same address.
      for (const same of ['192.0.2.1:50123', '"192.0.2.1"', '::ffff:192.0.2.1', '[2001:db8:1:2::7]:50124']) {
        expect(await from(same), same).toBe(429);
      }
      // An invalid address counts as the proxy that has passed it on.
      expect(await from('nonsense')).toBe(200);
      for (const nonsense of ['other', '192.0.2.300', '[x]', '192.0.2.7 192.0.2.8', '192.000.002.009']) {
        expect(await from(nonsense), nonsense).toBe(429);
      }
    } finally {
      await limited.close();
    }
  });
});

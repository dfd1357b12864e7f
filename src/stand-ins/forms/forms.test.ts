import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ID, createAsker, newPair, PDF, PORTAL, RIGHT } from './fixture.ts';
import { type FormsStandIn, startFormsStandIn } from './server.ts';
import { visitForm } from './visit.ts';

/** Noon (UTC), so that every time zone of Europe has the same day. */
const NOON = new Date().setUTCHours(12, 0, 0, 0);
const portalKey = newPair();
let stateDir: string;
let standIn: FormsStandIn;
let time: number;
const asker = createAsker(
  () => standIn,
  portalKey.privateKey,
  () => time,
);
const { ask, answer, open, send, sign, state } = asker;

const start = (port = 0, sessionSeconds = 900) =>
  startFormsStandIn({
    port,
    stateDir,
    clientId: CLIENT_ID,
    clientKey: portalKey.publicPem,
    sessionSeconds,
    now: () => new Date(time),
  });
const visit = (token: string) => visitForm({ address: `${standIn.origin}/frame`, token });
const openForm = async (change: Record<string, unknown> = {}) => {
  const opened = await open(change);
  return { ...opened, form: await visit(opened.token) };
};
const statusOf = async (answering: Promise<Response>) => {
  const response = await answering;
  const body = (await response.json()) as { error?: string };
  return [response.status, body.error];
};
const pass = (seconds: number) => {
  time += seconds * 1000;
};

beforeEach(async () => {
  stateDir = await mkdtemp(path.join(tmpdir(), 'forms-'));
  time = NOON;
  standIn = await start();
});

afterEach(async () => {
  await standIn.close();
  await rm(stateDir, { recursive: true });
});

describe('a form that is filled in', () => {
  it('begins empty, on its first page, and says what is missing', async () => {
    const opened = await open();
    expect(opened.protocol).toBe(1);
    expect(opened.tokenExpires).toBe(Math.floor(time / 1000) + 60);
    expect(opened.sessionExpires).toBe(Math.floor(time / 1000) + 900);
    const begun = await state(opened);
    expect(begun).toMatchObject({
      formId: 'jagdschein',
      revision: 0,
      page: 'person',
      complete: false,
      data: {},
      files: [],
      feeCents: null,
      lastInput: null,
    });
    expect(begun.faults[0]).toEqual({
      path: 'givenName',
      page: 'person',
      label: { de: 'Vorname', en: 'Given name' },
      rule: 'required',
    });
    expect(begun.summary.de.map(({ key }) => key)).toEqual([
      'person',
      'contact',
      'licence',
      'examination',
      'grounds',
      'reliability',
    ]);
  });

  it('is complete after the last page, with everything as people read it in both languages', async () => {
    const { form, ...ids } = await openForm();
    await form.fill(RIGHT);
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    const before = await state(ids);
    expect(before).toMatchObject({ faults: [], complete: false });
    expect(await form.complete()).toMatchObject({ isComplete: true });
    const done = await state(ids);
    expect(done).toMatchObject({ complete: true, feeCents: 14_000, page: 'reliability' });
    expect(done.revision).toBeGreaterThan(before.revision);
    expect(done.data).toMatchObject({ birthdate: '1985-12-24', hasWeapons: true, licence: 'year3' });
    const rows = (locale: 'de' | 'en') =>
      Object.fromEntries(done.summary[locale].flatMap((page) => page.rows).map((row) => [row.path, row]));
    expect(rows('de')).toMatchObject({
      birthdate: { value: '24.12.1985', kind: 'text', level: 0 },
      telephone: { label: 'Telefonnummer', value: '' },
      licence: { value: 'Jahresjagdschein für drei Jagdjahre (140,00 €)' },
      fee: { label: 'Gebühr', value: '140,00\u00a0€' },
      hasWeapons: { value: 'Ja', kind: 'boolean' },
      grounds: { value: '', kind: 'heading', level: 0 },
      'grounds[1]': { label: 'Revier 2', value: '', kind: 'heading', level: 1 },
      'grounds[1].role': { value: 'Als Gast', kind: 'text', level: 2 },
      certificate: { value: 'zeugnis.pdf (1 KB)', kind: 'file' },
      convicted: { value: 'Nein', kind: 'boolean' },
    });
    expect(rows('en')).toMatchObject({
      birthdate: { value: '24 Dec 1985' },
      fee: { value: '€140.00' },
      hasWeapons: { value: 'Yes' },
      'grounds[1].role': { value: 'As a guest' },
    });
    expect(rows('de')).not.toHaveProperty('convictedReason');
    expect(rows('de')).not.toHaveProperty('previousNumber');
  });

  it.each([
    ['year1', 6000],
    ['year3', 14_000],
    ['day', 2000],
  ])('%s costs %i cents', async (licence, feeCents) => {
    const { form, ...ids } = await openForm();
    await form.fill({ licence });
    expect((await state(ids)).feeCents).toBe(feeCents);
  });

  it('is no longer complete when something was changed after the last page', async () => {
    const { form, ...ids } = await openForm();
    await form.fill(RIGHT);
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    await form.complete();
    await form.fill({ locality: 'Eutin' });
    expect(await state(ids)).toMatchObject({ complete: false, faults: [] });
    await form.complete();
    expect((await state(ids)).complete).toBe(true);
    await form.upload('certificate', PDF, 'zeugnis2.pdf');
    expect((await state(ids)).complete).toBe(false);
  });

  it('is no longer complete when a day has passed by', async () => {
    await standIn.close();
    standIn = await start(0, 10 * 86_400);
    const { form, ...opened } = await openForm();
    const today = new Date(time).toISOString().slice(0, 10).split('-').reverse().join('.');
    await form.fill({ ...RIGHT, validFrom: today });
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    await form.complete();
    expect((await state(opened)).complete).toBe(true);
    pass(2 * 86_400);
    expect(await state(opened)).toMatchObject({
      complete: false,
      faults: [{ path: 'validFrom', rule: 'notPast' }],
    });
  });

  it.each([
    ['birthdate', '31.02.1985', 'date'],
    ['birthdate', '1.1.2085', 'past'],
    ['birthdate', '24.12.1825', 'date'],
    ['birthdate', new Date(NOON - 17.9 * 365.25 * 86_400_000).toISOString().slice(0, 10), 'age'],
    ['postalCode', '2430', 'postalCode'],
    ['email', 'foerster', 'email'],
    ['examinationDate', '1.1.2085', 'past'],
    ['validFrom', '1.1.2020', 'notPast'],
    ['insuredUntil', '31.12.2020', 'notPast'],
    ['insurer', ' ', 'required'],
    ['familyName', 'x'.repeat(101), 'maxLength'],
    ['licence', 'free', 'choice'],
    ['convicted', true, 'required', 'convictedReason'],
    ['issue', 'renewal', 'required', 'previousNumber'],
    ['grounds', [{ name: 'Steinwarder', district: '', role: 'guest' }], 'required', 'grounds[0].district'],
  ])('%s may not be %s: %s', async (field, value, rule, at = field) => {
    const { form, ...ids } = await openForm();
    await form.fill({ ...RIGHT, [field]: value });
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    expect((await form.complete()).isComplete).toBe(false);
    const { faults, complete } = await state(ids);
    expect(faults.map((fault) => [fault.path, fault.rule])).toEqual([[at, rule]]);
    expect(complete).toBe(false);
  });

  it('forgets what is no longer asked', async () => {
    const { form, ...ids } = await openForm();
    await form.fill({ convicted: true, convictedReason: 'Wilderei' });
    expect((await state(ids)).data).toMatchObject({ convictedReason: 'Wilderei' });
    await form.fill({ convicted: false });
    expect((await state(ids)).data).not.toHaveProperty('convictedReason');
  });

  it('stays on a page that is wrong, and says why in the language of the person', async () => {
    const { form, ...ids } = await openForm();
    const german = await form.step({ action: 'next' });
    expect(german).toMatchObject({ outcome: 'wrong', page: 'person' });
    expect(german.html).toContain('Geben Sie Ihren Vornamen an.');
    const english = await form.step({ action: 'show', locale: 'en', isChecked: true });
    expect(english.html).toContain('Enter your given name.');
    await form.fill({ givenName: 'J', familyName: 'F', birthdate: '1.2.1980', placeOfBirth: 'Plön' });
    expect(await form.step({ action: 'next' })).toMatchObject({ outcome: 'shown', page: 'contact' });
    expect((await state(ids)).page).toBe('contact');
    expect(await form.step({ action: 'back' })).toMatchObject({ page: 'person' });
    expect(await form.step({ action: 'back' })).toMatchObject({ outcome: 'cancelled', page: 'person' });
  });

  it('leads from the last page to what is wrong on others, and shows it there', async () => {
    const { form } = await openForm();
    await form.fill({ ...RIGHT, email: 'foerster' });
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    const last = await form.step({ page: 'reliability', action: 'next' });
    expect(last.html).toMatch(/data-go="contact">Anschrift und Kontakt: Prüfen Sie die E-Mail-Adresse/);
    const there = await form.step({ action: 'go', to: 'contact', isChecked: true });
    expect(there).toMatchObject({ page: 'contact' });
    expect(there.html).toContain('id="q-email-fault"');
    expect((await form.step({ action: 'go', to: 'nowhere' })).page).toBe('contact');
  });

  it('offers the way straight to the end only where nothing else is missing', async () => {
    const { form } = await openForm();
    await form.fill({ ...RIGHT, email: '' });
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    const shows = async (page: string) =>
      (await form.step({ page, action: 'show' })).html?.includes('data-action="finish"');
    expect([await shows('contact'), await shows('person')]).toEqual([true, false]);
    expect(await form.step({ page: 'contact', action: 'finish' })).toMatchObject({ outcome: 'wrong' });
  });

  it('takes entries along when only the language changes', async () => {
    const { form, ...ids } = await openForm();
    const shown = await form.step({ action: 'show', locale: 'en', values: { givenName: 'Jürgen <b>' } });
    expect(shown.html).toContain('value="Jürgen &#60;b&#62;"');
    expect((await state(ids)).data).toEqual({ givenName: 'Jürgen <b>' });
  });

  it('has at most eight rows in its group', async () => {
    const { form, ...ids } = await openForm();
    for (let index = 0; index < 9; index += 1)
      await form.step({ page: 'grounds', action: 'addRow', rows: { key: 'grounds', index } });
    expect((await state(ids)).data.grounds).toHaveLength(8);
    await form.step({ page: 'grounds', action: 'removeRow', rows: { key: 'grounds', index: 3 } });
    expect((await state(ids)).data.grounds).toHaveLength(7);
  });

  it('counts what it has stored, and nothing else', async () => {
    const { form, ...ids } = await openForm();
    const first = await form.fill({ givenName: 'Jürgen' });
    expect(first.revision).toBe(1);
    expect((await form.fill({ givenName: 'Jürgen' })).revision).toBe(1);
    expect((await form.fill({ givenName: 'Jörg' })).revision).toBe(2);
    expect(await state(ids)).toMatchObject({ revision: 2, lastInput: Math.floor(time / 1000) });
  });
});

describe('uploads', () => {
  it('are handed out with the hash that was said', async () => {
    const { form, processId, caseId } = await openForm();
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    const [file] = (await state({ processId, caseId })).files;
    expect(file).toMatchObject({
      path: 'certificate',
      label: { de: 'Prüfungszeugnis', en: 'Examination certificate' },
      name: 'zeugnis.pdf',
      size: PDF.length,
      type: 'application/pdf',
      sha256: createHash('sha256').update(PDF).digest('hex'),
    });
    const bytes = await ask('file', { processId, caseId, fileId: file?.id });
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(PDF);
    expect(await statusOf(ask('file', { processId, caseId, fileId: randomUUID() }))).toEqual([
      404,
      'unknown-file',
    ]);
  });

  it.each([
    ['no PDF, JPEG or PNG', Buffer.from('<script>'), 'kann nicht gelesen werden'],
    ['too large', Buffer.concat([PDF, Buffer.alloc(5 * 1024 ** 2)]), 'zu groß'],
  ])('are refused: %s', async (_what, content, words) => {
    const { form } = await openForm();
    await expect(form.upload('certificate', content, 'zeugnis.pdf')).rejects.toThrow(words);
  });

  it('are refused: a fourth one, or for a question that takes none', async () => {
    const { form } = await openForm();
    for (const name of ['1.pdf', '2.pdf', '3.pdf']) await form.upload('certificate', PDF, name);
    await expect(form.upload('certificate', PDF, '4.pdf')).rejects.toThrow('Mehr Dateien');
    await expect(form.upload('givenName', PDF, '4.pdf')).rejects.toThrow('not-accepted');
  });

  it('are handed out for their own case only', async () => {
    const [mine, other] = [await openForm(), await openForm()];
    await other.form.upload('certificate', PDF, 'zeugnis.pdf');
    const [file] = (await state(other)).files;
    expect((await ask('file', { ...ids(mine), fileId: file?.id })).status).toBe(404);
    expect((await ask('file', { ...ids(other), fileId: file?.id })).status).toBe(200);
  });

  it('can be removed', async () => {
    const { form, ...ids } = await openForm();
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    const { files, revision } = await state(ids);
    const headers = { Authorization: `Bearer ${form.session.secret}` };
    const address = `${standIn.origin}/frame/files/${files[0]?.id}`;
    expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(200);
    expect(await state(ids)).toMatchObject({ files: [], revision: revision + 1 });
    const asked = { processId: ids.processId, caseId: ids.caseId, fileId: files[0]?.id };
    expect((await ask('file', asked)).status).toBe(404);
  });
});

describe('opening', () => {
  it('takes what the state gave, with files whose bytes the portal has', async () => {
    const first = await openForm();
    await first.form.fill(RIGHT);
    await first.form.upload('certificate', PDF, 'zeugnis.pdf');
    const { data, files } = await state(first);
    const again = await openForm({ data, files, page: 'grounds' });
    const resumed = await state(again);
    expect(resumed).toMatchObject({ data, files, page: 'grounds', complete: false, faults: [], revision: 0 });
    expect(await again.form.complete()).toMatchObject({ isComplete: true });
  });

  it('takes of the prefill what fits and is open', async () => {
    const opened = await open({
      data: { givenName: 'Jörg' },
      prefill: {
        givenName: 'Jürgen',
        familyName: 'Förster',
        birthdate: '24.12.1985',
        postalCode: '2430x',
        placeOfBirth: 'Plön',
        licence: 'year1',
        shoeSize: '43',
      },
    });
    expect((await state(opened)).data).toEqual({
      givenName: 'Jörg',
      familyName: 'Förster',
      placeOfBirth: 'Plön',
    });
    const other = await open({ prefill: { birthdate: '1985-12-24' } });
    expect((await state(other)).data).toEqual({ birthdate: '1985-12-24' });
  });

  it.each<[string, object]>([
    ['a field that the form does not have', { data: { shoeSize: '43' } }],
    ['a value of another kind', { data: { givenName: 3 } }],
    ['yes and no as a text', { data: { convicted: 'yes' } }],
    ['rows that are none', { data: { grounds: [{ size: 'large' }] } }],
    ['too many rows', { data: { grounds: Array.from({ length: 9 }, () => ({})) } }],
    ['a file for a field that takes none', { files: [storedFile('givenName')] }],
    ['a file without a hash', { files: [{ ...storedFile('certificate'), sha256: 'none' }] }],
    ['a portal that is no origin', { portal: `${PORTAL}/de` }],
    ['a language that it does not speak', { locale: 'fr' }],
  ])('is refused with %s', async (_what, change) => {
    await expect(open({ ...change })).rejects.toThrow('422 {"error":"not-accepted"}');
  });

  it('is refused for a form that it does not have, and in another version', async () => {
    await expect(open({ formId: 'angelschein' })).rejects.toThrow('404 {"error":"unknown-form"}');
    await expect(open({ protocol: 2 })).rejects.toThrow('426 {"error":"protocol"}');
  });

  it('ends the older case of the same process, and no other', async () => {
    const [first, other] = [await openForm(), await openForm()];
    const second = await openForm({ processId: first.processId });
    expect(await statusOf(ask('state', ids(first)))).toEqual([410, 'case-lost']);
    await expect(first.form.fill({ givenName: 'J' })).rejects.toThrow('410');
    expect((await state(second)).revision).toBe(0);
    expect((await state(other)).revision).toBe(0);
  });

  it('gives a token that opens one frame, once, within a minute', async () => {
    const { token } = await open();
    await visit(token);
    await expect(visit(token)).rejects.toThrow('410');
    const late = await open();
    pass(59);
    await visit(late.token);
    const later = await open();
    pass(60);
    await expect(visit(later.token)).rejects.toThrow('410');
    await expect(visit('unknown')).rejects.toThrow('410');
  });

  it('says of a used token whose frame it was', async () => {
    const { token, caseId } = await openForm();
    const again = await fetch(`${standIn.origin}/frame/redeem`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(await again.json()).toEqual({ error: 'lost', caseId });
  });
});

describe('what the portal asks', () => {
  it.each<[string, Parameters<typeof ask>[2]]>([
    ['signed by another key', { key: newPair().privateKey }],
    ['for another server', { claims: { aud: 'http://127.0.0.1:1' } }],
    ['by another portal', { claims: { iss: 'another' } }],
    ['of another type', { type: 'JWT' }],
    ['for another operation', { to: 'close' }],
    ['with an operation that is not the signed one', { claims: { op: 'close' } }],
    ['that is old', { claims: { iat: NOON / 1000 - 120, exp: NOON / 1000 - 60 } }],
    ['that is old and says it is good', { claims: { iat: NOON / 1000 - 120 } }],
    ['of a time to come', { claims: { iat: NOON / 1000 + 300, exp: NOON / 1000 + 360 } }],
    ['that is good for too long', { claims: { exp: Math.floor(NOON / 1000) + 3600 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['without an id', { claims: { jti: undefined } }],
    ['with an id that is no UUID', { claims: { jti: '1' } }],
  ])('is refused %s', async (_what, wrong) => {
    const { processId, caseId } = await open();
    expect(await statusOf(ask('state', { processId, caseId }, wrong))).toEqual([401, 'unauthorized']);
    expect((await state({ processId, caseId })).revision).toBe(0);
  });

  it('is refused when it is no JWS', async () => {
    expect(await statusOf(send('state', 'e30.e30.e30'))).toEqual([401, 'unauthorized']);
  });

  it('is answered once', async () => {
    const { processId, caseId } = await open();
    const jws = await sign('state', { processId, caseId });
    expect((await send('state', jws)).status).toBe(200);
    expect(await statusOf(send('state', jws))).toEqual([401, 'unauthorized']);
    pass(64);
    await open();
    expect((await send('state', jws)).status).toBe(401);
  });

  it('is refused for the case of another process', async () => {
    const [one, other] = [await open(), await open()];
    for (const op of ['state', 'prolong', 'close'])
      expect(await statusOf(ask(op, { processId: one.processId, caseId: other.caseId }))).toEqual([
        410,
        'case-lost',
      ]);
    expect((await state(other)).revision).toBe(0);
  });

  it('is answered to the request, with process and case', async () => {
    const { processId, caseId } = await open();
    const jti = randomUUID();
    const response = await ask('state', { processId, caseId }, { claims: { jti } });
    const claims = JSON.parse(
      Buffer.from((await response.text()).split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    expect(claims).toMatchObject({
      iss: standIn.origin,
      aud: CLIENT_ID,
      op: 'state',
      inResponseTo: jti,
      processId,
      caseId,
      iat: Math.floor(time / 1000),
      exp: Math.floor(time / 1000) + 60,
    });
  });

  it('can close a case, which then is gone', async () => {
    const { form, ...opened } = await openForm();
    await answer('close', ids(opened));
    expect(await statusOf(ask('state', ids(opened)))).toEqual([410, 'case-lost']);
    await expect(form.fill({ givenName: 'J' })).rejects.toThrow('410');
  });
});

describe('the session', () => {
  it('ends when nobody touches it', async () => {
    const { form, ...opened } = await openForm();
    pass(900);
    await expect(form.fill({ givenName: 'J' })).rejects.toThrow('410');
    expect(await statusOf(ask('state', ids(opened)))).toEqual([410, 'case-lost']);
  });

  it('begins anew with what a person enters, not with what the portal reads', async () => {
    const { form, ...opened } = await openForm();
    pass(600);
    await form.fill({ givenName: 'J' });
    expect((await state(opened)).sessionExpires).toBe(Math.floor(time / 1000) + 900);
    pass(600);
    await state(opened);
    await form.step({ action: 'show', locale: 'en' });
    expect((await state(opened)).sessionExpires).toBe(Math.floor(time / 1000) + 300);
  });

  it('is prolonged by the portal, which is no input', async () => {
    const { form, ...opened } = await openForm();
    await form.fill({ givenName: 'J' });
    const { lastInput } = await state(opened);
    pass(800);
    const prolonged = await answer<object>('prolong', ids(opened));
    expect(prolonged).toMatchObject({ lastInput, sessionExpires: Math.floor(time / 1000) + 900 });
    pass(800);
    expect((await state(opened)).lastInput).toBe(lastInput);
  });

  it('does not survive a restart; the keys do', async () => {
    const opened = await open();
    const { publicKey, origin } = standIn;
    await standIn.close();
    standIn = await start(Number(new URL(origin).port));
    expect(standIn.publicKey).toBe(publicKey);
    expect(await statusOf(ask('state', ids(opened)))).toEqual([410, 'case-lost']);
  });
});

describe('the frame', () => {
  it('may be shown by the portals that open forms, sets no cookie and tells nobody its address', async () => {
    const frame = () => fetch(`${standIn.origin}/frame`);
    expect((await frame()).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    await open();
    const { headers } = await frame();
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${PORTAL}`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('has scripts without types', async () => {
    const page = await (await fetch(`${standIn.origin}/frame`)).text();
    const wanted = [/src="([^"]+)"/.exec(page)?.[1] ?? ''];
    for (const script of wanted) {
      const answered = await fetch(new URL(script, standIn.origin));
      expect(answered.status, script).toBe(200);
      expect(answered.headers.get('content-type')).toContain('text/javascript');
      const code = await answered.text();
      expect(code).not.toContain('import type');
      // A browser could not resolve any other import.
      expect(code, script).not.toMatch(/from ["'](?!\.\/)/);
      for (const [, file = ''] of code.matchAll(/from "\.\/([^"]+)"/g)) {
        const address = `/frame/scripts/${file}`;
        if (!wanted.includes(address)) wanted.push(address);
      }
    }
    expect(wanted.length).toBeGreaterThan(5);
    expect((await fetch(`${standIn.origin}/frame/scripts/server.ts`)).status).toBe(404);
  });
});

describe('mistakes that are switched on', () => {
  const control = async (command: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(command);
    return (await fetch(`${standIn.origin}/control`, { method: 'POST', headers, body })).status;
  };
  const stateOf = async (opened: { processId: string; caseId: string }) => ask('state', ids(opened));

  it.each<[string, (opened: { processId: string; caseId: string }) => Promise<unknown>]>([
    ['wrongSignature', (opened) => expect(state(opened)).rejects.toThrow('signature verification failed')],
    ['oldAnswer', (opened) => expect(state(opened)).rejects.toThrow('"iat" claim timestamp check failed')],
    ['otherAudience', (opened) => expect(state(opened)).rejects.toThrow('unexpected "aud" claim value')],
  ])('%s: hits as many answers as asked for, and no more', async (kind, meets) => {
    const opened = await open();
    expect(await control({ kind, requests: 2 })).toBe(200);
    await meets(opened);
    await meets(opened);
    expect(await state(opened)).toMatchObject({ revision: 0 });
  });

  it('outdated: the error, or another version in the answer', async () => {
    await control({ kind: 'outdated' });
    await expect(open()).rejects.toThrow('426 {"error":"protocol"}');
    await control({ kind: 'outdated', how: 'answer' });
    expect((await open()).protocol).toBe(2);
    expect((await open()).protocol).toBe(1);
  });

  it('tokenTwice: the token of the case before, which opens that one or none', async () => {
    const first = await open();
    await control({ kind: 'tokenTwice' });
    const second = await open();
    expect(second.token).toBe(first.token);
    expect((await visit(second.token)).session.caseId).toBe(first.caseId);
    await control({ kind: 'tokenTwice' });
    const third = await open();
    const fourth = await open();
    expect(fourth.token).not.toBe(third.token);
  });

  it('wrongProcess: the case of somebody else, a real one if there is one', async () => {
    const mine = await openForm();
    await mine.form.fill({ givenName: 'Jürgen' });
    await control({ kind: 'wrongProcess' });
    const stranger = await state(mine);
    expect(stranger.processId).not.toBe(mine.processId);
    expect(stranger.data).toEqual({ givenName: 'Fremde', familyName: 'Person' });
    const other = await openForm();
    await other.form.fill({ givenName: 'Antje' });
    await control({ kind: 'wrongProcess' });
    expect(await state(mine)).toMatchObject({ ...ids(other), data: { givenName: 'Antje' } });
    expect(await state(mine)).toMatchObject({ ...ids(mine), data: { givenName: 'Jürgen' } });
  });

  it('dataFails: no object, too large, too deep', async () => {
    const opened = await open();
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    await control({ kind: 'dataFails' });
    expect((await state(opened)).data).toEqual(['no', 'object']);
    await control({ kind: 'dataFails', how: 'large' });
    expect(JSON.stringify((await state(opened)).data).length).toBeGreaterThan(256 * 1024);
    await control({ kind: 'dataFails', how: 'deep' });
    expect(depthOf((await state(opened)).data)).toBe(9);
    expect((await state(opened)).data).toEqual({});
  });

  it('faultyFile: as many bytes, but others', async () => {
    const { form, ...opened } = await openForm();
    await form.upload('certificate', PDF, 'zeugnis.pdf');
    const [file] = (await state(opened)).files;
    const read = async () =>
      Buffer.from(await (await ask('file', { ...ids(opened), fileId: file?.id })).arrayBuffer());
    await control({ kind: 'faultyFile' });
    const faulty = await read();
    expect(faulty).toHaveLength(PDF.length);
    expect(faulty).not.toEqual(PDF);
    expect(await read()).toEqual(PDF);
  });

  it('lostSession: of one process, or of all', async () => {
    const [one, other] = [await openForm(), await openForm()];
    await control({ kind: 'lostSession', processId: one.processId });
    expect(await statusOf(stateOf(one))).toEqual([410, 'case-lost']);
    await expect(one.form.fill({ givenName: 'J' })).rejects.toThrow('410');
    expect((await stateOf(other)).status).toBe(200);
    await control({ kind: 'lostSession' });
    expect(await statusOf(stateOf(other))).toEqual([410, 'case-lost']);
  });

  it('cannotSave: the frame is told, and nothing is stored', async () => {
    const { form, ...opened } = await openForm();
    await control({ kind: 'cannotSave' });
    await expect(form.fill({ givenName: 'J' })).rejects.toThrow('503');
    expect((await state(opened)).revision).toBe(0);
    await form.fill({ givenName: 'J' });
    expect((await state(opened)).revision).toBe(1);
  });

  it('otherOrigin: the frame is shown from there, once', async () => {
    const frame = () => fetch(`${standIn.origin}/frame`, { redirect: 'manual' });
    await control({ kind: 'otherOrigin' });
    const led = await frame();
    expect(led.status).toBe(302);
    const elsewhere = new URL(led.headers.get('location') ?? '');
    expect(elsewhere.origin).not.toBe(standIn.origin);
    expect((await fetch(elsewhere)).status).toBe(200);
    await control({ kind: 'otherOrigin', how: 'nested' });
    const policy = (await frame()).headers.get('content-security-policy');
    expect(policy).toContain(`frame-src ${elsewhere.origin}`);
    expect((await frame()).headers.get('content-security-policy')).toContain("frame-src 'none'");
  });

  it('what frames do is told to the next one', async () => {
    const plays = async () => {
      const { token } = await open();
      const body = JSON.stringify({ token });
      const headers = { 'Content-Type': 'application/json' };
      const answered = await fetch(`${standIn.origin}/frame/redeem`, { method: 'POST', headers, body });
      return ((await answered.json()) as { plays: string[] }).plays;
    };
    for (const kind of ['doubleComplete', 'flood', 'navigatesAway', 'silent']) await control({ kind });
    expect(await plays()).toEqual(['doubleComplete', 'flood', 'navigatesAway', 'silent']);
    expect(await plays()).toEqual([]);
  });

  it('ends with 0 requests, and an unknown one is refused', async () => {
    const opened = await open();
    standIn.faults.set({ fault: 'down', requests: 5 });
    standIn.faults.end();
    expect((await stateOf(opened)).status).toBe(200);
    expect(await control({ kind: 'gone' })).toBe(400);
  });
});

function ids({ processId, caseId }: { processId: string; caseId: string }) {
  return { processId, caseId };
}

function storedFile(field: string) {
  const label = { de: 'Datei', en: 'File' };
  return {
    id: '1b2fd5a9-7a3c-4a54-9d3e-0a8a1a7a3f10',
    path: field,
    label,
    name: 'zeugnis.pdf',
    size: 3,
    type: 'application/pdf',
    sha256: '0'.repeat(64),
  };
}

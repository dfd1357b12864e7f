import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FormFrame, ProcessView } from '#contract/process.ts';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { RIGHT } from '#stand-ins/forms/fixture.ts';
import type { FormsCommand } from '#stand-ins/forms/mistakes.ts';
import { type FormVisit, visitForm } from '#stand-ins/forms/visit.ts';
import type { FaultOrder } from '#stand-ins/kit/faults.ts';
import { EICAR } from '#stand-ins/scanner/server.ts';
import { complete, KIEL, offerOf, pay, settled } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
let log = '';

beforeAll(async () => {
  portal = await startPortal({
    environment: { LOG_LEVEL: 'debug', CALLS_AT_ONCE: '2', CALLS_WAIT_MS: '5000' },
    output: (text) => {
      log += text;
    },
  });
});
afterAll(() => portal?.close());
const kinds = ['wrongProcess', 'dataFails', 'faultyFile', 'outdated', 'tokenTwice'] as const;
afterEach(() => {
  portal.partners.forms.faults.end();
  for (const kind of kinds) portal.partners.forms.control({ kind, requests: 0 });
});

const mistake = (command: FormsCommand) => portal.partners.forms.control(command);
const fault = (order: FaultOrder) => portal.partners.forms.faults.set(order);
const certificate = tinyPdf({ text: 'Zeugnis' });

async function person(name = 'petersen:Elster'): Promise<PortalClient> {
  const client = portal.client();
  await client.logIn(name as 'petersen:Elster');
  return client;
}

const start = (client: PortalClient, more: { externalProcessData?: Record<string, unknown> } = {}) =>
  client.call('startProcess', {
    body: { metadataId: offerOf('jagdschein').metadataId, area: KIEL, ...more },
  });

const get = (client: PortalClient, id: string) => client.call('getProcess', { params: { id }, query: {} });
const snapshot = (client: PortalClient, id: string, lang: 'de' | 'en' = 'de') =>
  client.call('getSnapshot', { params: { id }, query: { lang } });

async function openFrame(client: PortalClient, id: string): Promise<FormFrame & { version: number }> {
  const access = await client.call('getAccessData', { params: { id }, query: {} });
  if (access.fmsType !== 'LIP') throw new Error(access.fmsType);
  return { ...access.frame, version: access.version };
}

/** Reports a stored state of the frame as the portal's page does. */
async function take(client: PortalClient, id: string, caseId: string) {
  const { version } = await get(client, id);
  return client.call('saveProgress', { params: { id }, body: { version, caseId } });
}

async function fillIn(visit: FormVisit, change: Parameters<FormVisit['fill']>[0] = {}): Promise<void> {
  await visit.fill({ ...RIGHT, ...change });
  await visit.upload('certificate', certificate, 'Zeugnis.pdf');
  expect(await visit.complete()).toMatchObject({ isComplete: true });
}

/** A form that was filled in to its end, and taken. */
async function filledIn(client: PortalClient): Promise<{ id: string; frame: FormFrame; visit: FormVisit }> {
  const { id } = await start(client);
  const frame = await openFrame(client, id);
  const visit = await visitForm(frame);
  await fillIn(visit);
  expect(await take(client, id, frame.caseId)).toMatchObject({ complete: true });
  return { id, frame, visit };
}

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refused) return `${error.problem.status} ${error.problem.code}`;
      throw error;
    },
  );

const shownAt = (summary: Awaited<ReturnType<typeof snapshot>>, path: string) =>
  summary.pages.flatMap(({ rows }) => rows).find((row) => row.path === path)?.value;

describe('an application with a form of a form server', () => {
  it('goes from the start without a login to the receipt', async () => {
    const client = portal.client();
    await client.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await filledIn(client);
    const german = await snapshot(client, id);
    const english = await snapshot(client, id, 'en');
    expect(german).toMatchObject({ errors: [], feeCents: 14_000 });
    expect(english.hash).toBe(german.hash);
    expect(shownAt(german, 'hasWeapons')).toBe('Ja');
    expect(shownAt(english, 'hasWeapons')).toBe('Yes');
    expect(await complete(client, id)).toMatchObject({ status: 'COMPLETED', facts: { feeCents: 14_000 } });

    await client.logIn('petersen:Elster', { processId: id, forceNew: true });
    const due = await client.call('persistProcess', { params: { id } });
    await pay(client, due);
    const sent: ProcessView = await settled(client, id);
    expect(sent).toMatchObject({ status: 'SUBMITTED', result: { paymentAmount: 14_000 } });
    expect(sent.result?.documents.map(({ kind }) => kind).sort()).toContain('receipt');
    for (const { kind } of sent.result?.documents ?? []) {
      const file = await client.fetch(`/api/process/${id}/file/${kind}`);
      expect(file.status, kind).toBe(200);
    }
    const arrived = await portal.delivery.submission(sent.result!.externalId);
    expect(arrived.data).toMatchObject({
      form: 'jagdschein',
      confirmedHash: german.hash,
      statements: [{ id: 'correctness', version: 1, lang: 'de' }],
      data: { data: { familyName: 'Förster', licence: 'year3' }, files: [{ path: 'certificate' }] },
    });
    expect(arrived.announcedAttachments).toHaveLength(2);
  });

  it('continues on another device, with its file, and ends where it was', async () => {
    const first = await person();
    const { id, visit } = await filledIn(first);
    const second = await person();
    const frame = await openFrame(second, id);
    const again = await visitForm(frame);
    await expect(visit.fill({ locality: 'Kiel' })).rejects.toThrow();
    await again.fill({ locality: 'Eutin' });
    expect(await again.complete()).toMatchObject({ isComplete: true });
    const before = await snapshot(second, id);
    expect(await take(second, id, frame.caseId)).toMatchObject({ complete: true });
    const after = await snapshot(second, id);
    expect(after.hash).not.toBe(before.hash);
    expect(shownAt(after, 'locality')).toBe('Eutin');
    expect(shownAt(after, 'givenName')).toBe('Jürgen');
    expect(shownAt(after, 'certificate')).toMatch(/^Zeugnis\.pdf/);
  });

  it('takes what the account says, and what another site handed over', async () => {
    const client = await person();
    const { id } = await start(client, { externalProcessData: { locality: 'Plön' } });
    const frame = await openFrame(client, id);
    await visitForm(frame).then((visit) => visit.fill({ telephone: '0431 1' }));
    await take(client, id, frame.caseId);
    const summary = await snapshot(client, id);
    expect(shownAt(summary, 'familyName')).toBe('Petersen');
    expect(shownAt(summary, 'locality')).toBe('Plön');
    expect(await problemOf(start(client, { externalProcessData: { iban: 'DE02' } }))).toBe(
      '422 form-invalid',
    );
  });

  it('can be changed after it was confirmed', async () => {
    const client = await person();
    const { id } = await filledIn(client);
    await complete(client, id);
    const frame = await openFrame(client, id);
    const visit = await visitForm(frame);
    await visit.fill({ licence: 'day' });
    await visit.complete();
    expect(await take(client, id, frame.caseId)).toMatchObject({ status: 'EDITING', complete: true });
    expect((await snapshot(client, id)).feeCents).toBe(2000);
    expect(await complete(client, id)).toMatchObject({ facts: { feeCents: 2000 } });
  });

  it('stays confirmed when its form is only opened', async () => {
    const client = await person();
    const { id } = await filledIn(client);
    await complete(client, id);
    const { version } = await get(client, id);
    await openFrame(client, id);
    await openFrame(client, id);
    expect(await get(client, id)).toMatchObject({ status: 'COMPLETED', version });
  });

  it('keeps what was entered last, although nobody told the portal', async () => {
    const client = await person();
    const { id } = await start(client);
    await visitForm(await openFrame(client, id)).then((visit) => visit.fill({ locality: 'Preetz' }));
    expect((await snapshot(client, id)).pages).toEqual([]);
    await openFrame(client, id);
    expect(shownAt(await snapshot(client, id), 'locality')).toBe('Preetz');
  });

  it('goes on with what was saved when the form server has lost everything', async () => {
    const client = await person();
    const { id, frame } = await filledIn(client);
    mistake({ kind: 'lostSession', processId: id });
    expect(await problemOf(take(client, id, frame.caseId))).toBe('410 form-session-lost');
    const visit = await visitForm(await openFrame(client, id));
    expect(await visit.complete()).toMatchObject({ isComplete: true });
    expect((await snapshot(client, id)).errors).toEqual([]);
  });
});

describe('what moves nothing', () => {
  it('a message of the frame when the form server has nothing new', async () => {
    const client = await person();
    const { id, frame } = await filledIn(client);
    const draft = async () => (await client.call('listDrafts', { query: {} })).find((it) => it.id === id);
    const before = await draft();
    await take(client, id, frame.caseId);
    await take(client, id, frame.caseId);
    expect(before).toBeDefined();
    expect(await draft()).toEqual(before);
  });

  it('data, or a file, that a client sends itself', async () => {
    const client = await person();
    const { id, version } = await start(client);
    const save = client.call('saveProgress', {
      params: { id },
      body: { version, data: { told: { complete: true } }, page: null },
    });
    expect(await problemOf(save)).toBe('400 input-invalid');
    expect(await problemOf(client.upload(id, 'certificate', 'a.pdf', certificate))).toBe('400 input-invalid');
    expect(await problemOf(complete(client, id))).toBe('422 form-invalid');
  });

  it('a case that is not open, or that another session has opened', async () => {
    const first = await person();
    const { id, frame } = await filledIn(first);
    expect(await problemOf(take(first, id, randomUUID()))).toBe('410 form-session-lost');
    const second = await person();
    expect(await problemOf(take(second, id, frame.caseId))).toBe('410 form-session-lost');
    const prolong = second.call('prolongForm', { params: { id }, body: { caseId: frame.caseId } });
    expect(await problemOf(prolong)).toBe('410 form-session-lost');
  });

  it("somebody else's application, or one with a form of the portal's own", async () => {
    const owner = await person();
    const { id, frame } = await filledIn(owner);
    const thief = await person('lindemann:Elster');
    expect(await problemOf(openFrame(thief, id))).toBe('404 not-found');
    expect(await problemOf(take(thief, id, frame.caseId))).toBe('404 not-found');
    const own = await owner.call('startProcess', {
      body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
    });
    expect(await problemOf(take(owner, own.id, frame.caseId))).toBe('410 form-session-lost');
  });

  it('a version that has been overtaken', async () => {
    const client = await person();
    const { id, frame, visit } = await filledIn(client);
    await visit.fill({ locality: 'Eutin' });
    const { version } = await get(client, id);
    const late = client.call('saveProgress', {
      params: { id },
      body: { version: version - 1, caseId: frame.caseId },
    });
    expect(await problemOf(late)).toBe('409 version-conflict');
    expect(shownAt(await snapshot(client, id), 'locality')).toBe('Plön');
  });
});

it('an answer that was overtaken while it was on its way is not stored', async () => {
  const client = await person();
  const { id, frame, visit } = await filledIn(client);
  await visit.fill({ locality: 'Eutin' });
  fault({ fault: 'slow', delayMs: 6_000 });
  const late = problemOf(take(client, id, frame.caseId));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await take(client, id, frame.caseId);
  expect(await late).toBe('409 version-conflict');
});

describe('a form server that fails', () => {
  it.each<[FormsCommand | FaultOrder, string]>([
    [{ fault: 'down' }, '503 form-server-unavailable'],
    [{ fault: 'dropAnswer' }, '503 form-server-unavailable'],
    [{ fault: 'empty' }, '503 form-server-unavailable'],
    [{ kind: 'wrongSignature' }, '503 form-server-refused'],
    [{ kind: 'oldAnswer' }, '503 form-server-refused'],
    [{ kind: 'otherAudience' }, '503 form-server-refused'],
    [{ kind: 'wrongProcess' }, '503 form-server-refused'],
    [{ kind: 'dataFails', how: 'shape' }, '503 form-server-refused'],
    [{ kind: 'dataFails', how: 'large' }, '503 form-server-refused'],
    [{ kind: 'dataFails', how: 'deep' }, '503 form-server-refused'],
    [{ kind: 'dataFails', how: 'stale' }, '503 form-server-refused'],
  ])('changes nothing that was saved: %j', async (command, expected) => {
    const client = await person();
    const { id, frame, visit } = await filledIn(client);
    await visit.fill({ locality: 'Eutin' });
    const before = await get(client, id);
    if ('kind' in command) mistake(command);
    else fault(command);
    expect(await problemOf(take(client, id, frame.caseId))).toBe(expected);
    expect((await get(client, id)).version).toBe(before.version);
    expect(shownAt(await snapshot(client, id), 'locality')).toBe('Plön');
    // The form server works again, and has the entries.
    await take(client, id, frame.caseId);
    expect(shownAt(await snapshot(client, id), 'locality')).toBe('Eutin');
  });

  it.each<[FormsCommand | FaultOrder, string]>([
    [{ fault: 'down' }, '503 form-server-unavailable'],
    [{ kind: 'wrongSignature' }, '503 form-server-refused'],
    [{ kind: 'outdated', how: 'error' }, '503 form-server-outdated'],
    [{ kind: 'outdated', how: 'answer' }, '503 form-server-outdated'],
  ])('opens no form: %j', async (command, expected) => {
    const client = await person();
    const { id } = await start(client);
    if ('kind' in command) mistake(command);
    else fault(command);
    expect(await problemOf(openFrame(client, id))).toBe(expected);
    await openFrame(client, id);
  });

  it('keeps nobody waiting who does not need it', async () => {
    const client = await person();
    const ids = [(await start(client)).id, (await start(client)).id, (await start(client)).id];
    fault({ fault: 'slow', delayMs: 6_000, requests: 3 });
    const opened = ids.map((id) => openFrame(client, id).then(() => 'the form'));
    // By then the requests have reached the form server.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const others = Promise.all(ids.map((id) => get(client, id))).then(() => 'what others do');
    expect(await Promise.race([...opened, others])).toBe('what others do');
    await Promise.all(opened);
  });

  it('cannot hand out a token that opens the form of somebody else', async () => {
    const client = await person();
    const other = await person('lindemann:Elster');
    await openFrame(other, (await start(other)).id);
    mistake({ kind: 'tokenTwice' });
    expect(await problemOf(openFrame(client, (await start(client)).id))).toBe('503 form-server-refused');
  });

  it('cannot put in a file other than the one it has named', async () => {
    const client = await person();
    const { id } = await start(client);
    const frame = await openFrame(client, id);
    await fillIn(await visitForm(frame));
    mistake({ kind: 'faultyFile' });
    expect(await problemOf(take(client, id, frame.caseId))).toBe('503 form-server-refused');
    expect((await snapshot(client, id)).pages).toEqual([]);
    expect(await take(client, id, frame.caseId)).toMatchObject({ complete: true });
  });

  it('cannot put in a file that the scanner refuses', async () => {
    const client = await person();
    const { id } = await start(client);
    const frame = await openFrame(client, id);
    const visit = await visitForm(frame);
    await visit.fill(RIGHT);
    await visit.upload('certificate', tinyPdf({ text: EICAR }), 'Zeugnis.pdf');
    await visit.complete();
    const label = { de: 'Prüfungszeugnis', en: 'Examination certificate' };
    expect(await take(client, id, frame.caseId)).toMatchObject({
      complete: false,
      refusedFiles: [{ name: 'Zeugnis.pdf', label, code: 'file-infected' }],
    });
    const { errors } = await snapshot(client, id);
    expect(errors).toMatchObject([{ path: 'certificate', rule: 'file', label: 'Prüfungszeugnis' }]);
    expect(await problemOf(complete(client, id))).toBe('422 form-invalid');
  });

  it('leaves nothing of the application in the log', () => {
    expect(log).toContain('an answer of the form server was refused');
    expect(log).not.toMatch(/Förster|Preetz|Steinwarder|\b24306\b/);
  });
});

describe('a frame that a page has closed', () => {
  const report = (client: PortalClient, id: string, caseId: string) =>
    client.call('reportFrame', { params: { id }, body: { caseId, reason: 'flooded' } });
  const logged = async (id: string) =>
    (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"form-server"') && line.includes(id))
      .map((line) => JSON.parse(line).reason);

  it('is in the log, once the session reports it that has opened it; it changes nothing', async () => {
    const client = await person();
    const { id } = await start(client);
    const frame = await openFrame(client, id);
    const { version } = await get(client, id);
    const other = await person();
    expect(await problemOf(report(other, id, frame.caseId))).toBe('410 form-session-lost');
    expect(await problemOf(report(client, id, randomUUID()))).toBe('410 form-session-lost');
    const thief = await person('lindemann:Elster');
    expect(await problemOf(report(thief, id, frame.caseId))).toBe('404 not-found');
    expect(await logged(id)).toEqual([]);
    await report(client, id, frame.caseId);
    expect(await logged(id)).toEqual(['flooded']);
    expect((await get(client, id)).version).toBe(version);
    await visitForm(frame).then((visit) => visit.fill({ locality: 'Kiel' }));
  });
});

describe('the form', () => {
  it('has one window with the form: another one, and the server when it renders a page, do not end its case', async () => {
    const client = await person();
    const { id } = await start(client);
    const [one, other] = [client.otherWindow(randomUUID()), client.otherWindow(randomUUID())];
    const frame = await openFrame(one, id);
    expect(await problemOf(openFrame(other, id))).toBe('409 edited-elsewhere');
    expect(await problemOf(openFrame(client, id))).toBe('409 edited-elsewhere');
    expect(await problemOf(take(other, id, frame.caseId))).toBe('409 edited-elsewhere');
    await visitForm(frame);
    await openFrame(one, id);
  });

  it('has no form for what cannot be changed any more', async () => {
    const client = await person();
    const { id } = await filledIn(client);
    await complete(client, id);
    await client.logIn('petersen:Elster', { processId: id, forceNew: true });
    await pay(client, await client.call('persistProcess', { params: { id } }));
    await settled(client, id);
    expect(await problemOf(openFrame(client, id))).toBe('409 status-conflict');
  });
});

it.each<[string, (client: PortalClient, id: string) => Promise<unknown>]>([
  ['confirmed', complete],
  ['deleted', (client, id) => client.call('deleteDraft', { query: { id } })],
])('the form server erases the case of an application that is %s', async (_, end) => {
  const client = await person();
  const { id, visit } = await filledIn(client);
  // The first time it is away; the queue repeats it.
  fault({ fault: 'down' });
  await end(client, id);
  await expect
    .poll(
      () =>
        visit.fill({ locality: 'Kiel' }).then(
          () => 'open',
          () => 'ended',
        ),
      { timeout: 20_000 },
    )
    .toBe('ended');
});

it('takes what was entered in a frame while the portal was away, and the file, although it was killed', async () => {
  const client = await person();
  const { id, frame, visit } = await filledIn(client);
  await portal.kill();
  await visit.fill({ locality: 'Eutin' });
  await visit.upload('certificate', tinyPdf({ text: 'Neu' }), 'Neu.pdf');
  expect(await visit.complete()).toMatchObject({ isComplete: true });
  await portal.start();
  expect(await take(client, id, frame.caseId)).toMatchObject({ complete: true });
  const summary = await snapshot(client, id);
  expect(shownAt(summary, 'locality')).toBe('Eutin');
  expect(shownAt(summary, 'certificate')).toMatch(/, Neu\.pdf/);
  // The frame goes on, too.
  await client.call('prolongForm', { params: { id }, body: { caseId: frame.caseId } });
  await visit.fill({ locality: 'Kiel' });
});

it('knows after it was killed which tokens were handed out', async () => {
  const client = await person();
  const other = await person('lindemann:Elster');
  await openFrame(other, (await start(other)).id);
  await portal.kill();
  await portal.start();
  mistake({ kind: 'tokenTwice' });
  expect(await problemOf(openFrame(client, (await start(client)).id))).toBe('503 form-server-refused');
});

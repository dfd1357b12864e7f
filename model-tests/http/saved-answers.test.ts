import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_CHARACTERS } from '#domain/saved-answers.ts';
import { eventually } from '../browser/eventually.ts';
import { complete, fillIn, KIEL, offerOf, type ServiceName, submit } from './applications.ts';
import type { PortalClient, Refused } from './client.ts';
import { clockedServer, type Portal, startPortal } from './portal.ts';
import { storedRows } from './stored-rows.ts';

/** Part of the answers, and of nothing else. */
const SECRET = 'Unverwechselbarer';
const LUEBECK = '010030000000';
let portal: Portal;
let contentDir: string;
const logged: string[] = [];

beforeAll(async () => {
  contentDir = await mkdtemp(path.join(tmpdir(), 'answers-'));
  cpSync('content', contentDir, { recursive: true });
  portal = await startPortal({
    contentDir,
    script: clockedServer,
    environment: { LOG_LEVEL: 'trace', TRUST_PROXY: 'loopback' },
    output: (text) => logged.push(text),
  });
});
afterAll(async () => {
  await portal?.close();
  await rm(contentDir, { recursive: true, force: true });
});

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => (error as Refused).problem,
  );
async function anonymous(): Promise<PortalClient> {
  const client = portal.client();
  await client.call('openPseudo', { body: { locale: 'de' } });
  return client;
}
const saveOf = (client: PortalClient, id: string) =>
  client.call('saveAnswers', { params: { id }, query: { lang: 'de' } });
async function begun(service: ServiceName = 'hundesteuer', client?: PortalClient) {
  const person = client ?? (await anonymous());
  const process = await fillIn(person, service, { change: { familyName: SECRET } });
  const { data, version } = await person.openForm({ params: { id: process.id }, query: {} });
  const page = 'dog';
  await person.call('saveProgress', { params: { id: process.id }, body: { version, data, page } });
  return { person, id: process.id, data };
}
type Opening = { file: string; code: string; service?: ServiceName; area?: string };
const open = (client: PortalClient, { file, code, service = 'hundesteuer', area = KIEL }: Opening) =>
  client.call('restoreAnswers', {
    body: { file, code, metadataId: offerOf(service, area).metadataId, area, lang: 'de' },
  });
const dataOf = async (client: PortalClient, id: string) =>
  (await client.openForm({ params: { id }, query: {} })).data;

describe('answers as a file', () => {
  it('come back in another session, at their page, without the attached files', async () => {
    const { person, id, data } = await begun();
    const saved = await saveOf(person, id);
    expect(saved.name).toMatch(/^hundesteuer-kiel-\d{4}-\d\d-\d\d\.antrag$/);
    const other = await anonymous();
    const { process, changed, page, files } = await open(other, saved);
    expect([process.status, process.page, process.facts.hasUser, changed, page]).toEqual([
      'CREATED',
      'dog',
      false,
      false,
      null,
    ]);
    expect(process.id).not.toBe(id);
    const back = await dataOf(other, process.id);
    const uploads = Object.entries(data).filter(
      ([, value]) => Array.isArray(value) && value.some((it) => (it as { size?: number }).size !== undefined),
    );
    expect(files).toBe(uploads.reduce((sum, [, value]) => sum + (value as unknown[]).length, 0));
    expect(files).toBeGreaterThan(0);
    const without = Object.fromEntries(uploads.map(([key]) => [key, back[key] ?? []]));
    expect(back).toMatchObject({ ...data, ...without });
    for (const value of Object.values(without)) expect(value).toEqual([]);
    // The saved answers are unchanged.
    expect(await dataOf(person, id)).toEqual(data);
  });

  it('leave nothing at the server, and nothing in its logs', async () => {
    const { person, id } = await begun();
    const dump = (from: Portal) =>
      storedRows(from, async (db) => {
        const { rows } = await sql<{ name: string }>`
          select table_name as name from information_schema.tables where table_schema = 'public'
        `.execute(db);
        const tables: Record<string, string> = {};
        for (const { name } of rows) {
          const all = await sql`select * from ${sql.table(name)}`.execute(db);
          tables[name] = JSON.stringify(all.rows);
        }
        return tables;
      });
    const before = await dump(portal);
    const { file, code } = await saveOf(person, id);
    const after = await dump(portal);
    expect(Object.keys(before).length).toBeGreaterThan(10);
    expect(after.process).toBe(before.process);
    for (const [name, rows] of Object.entries(after)) {
      expect(rows, name).not.toContain(code);
      expect(rows, name).not.toContain(file.slice(0, 100));
    }
    await problemOf(open(await anonymous(), { file, code: 'WRONG' }));
    await problemOf(open(await anonymous(), { file: `${file}x`, code }));
    const marker = await problemOf(portal.client().call('getProcess', { params: { id }, query: {} }));
    expect(marker?.code).toBe('login-required');
    await eventually(() => logged.join('').includes('login-required'), true);
    const log = logged.join('') + (await readFile(path.join(portal.dataDir, 'security.log'), 'utf8'));
    for (const secret of [SECRET, code, code.replaceAll('-', ''), file.slice(-40), file.slice(0, 150)]) {
      expect(log).not.toContain(secret);
    }
  });

  it('become an application of whoever is logged in, beside the ones that they have', async () => {
    const { person, id } = await begun();
    const saved = await saveOf(person, id);
    const somebody = portal.client();
    await somebody.logIn('petersen:Elster');
    const earlier = await fillIn(somebody, 'hundesteuer');
    const kept = await dataOf(somebody, earlier.id);
    const { process } = await open(somebody, saved);
    expect(process.facts.hasUser).toBe(true);
    const drafts = (await somebody.call('listDrafts', { query: {} })).map((draft) => draft.id);
    expect(drafts).toEqual(expect.arrayContaining([earlier.id, process.id]));
    expect(await dataOf(somebody, earlier.id)).toEqual(kept);
    expect((await dataOf(somebody, process.id)).familyName).toBe(SECRET);
  });

  it('are made of the caller’s own applications without an account, and of no others', async () => {
    const { id } = await begun();
    expect((await problemOf(saveOf(await anonymous(), id)))?.code).toBe('not-found');
    expect((await problemOf(saveOf(portal.client(), id)))?.code).toBe('login-required');
    const somebody = portal.client();
    await somebody.logIn('thomsen:Benutzername');
    const own = await fillIn(somebody, 'hundesteuer');
    expect((await problemOf(saveOf(somebody, own.id)))?.code).toBe('status-conflict');
    const licence = offerOf('jagdschein');
    const holder = await anonymous();
    const ofFormServer = await holder.call('startProcess', {
      body: { metadataId: licence.metadataId, area: licence.areas[0]! },
    });
    expect((await problemOf(saveOf(holder, ofFormServer.id)))?.code).toBe('status-conflict');
    const sender = await anonymous();
    const sent = await fillIn(sender, 'hundesteuer');
    await complete(sender, sent.id);
    await submit(sender, sent.id);
    expect((await problemOf(saveOf(sender, sent.id)))?.code).toBe('status-conflict');
  });

  it('are refused with a wrong code, changed, or cut off', async () => {
    const { person, id } = await begun();
    const { file, code } = await saveOf(person, id);
    const other = await anonymous();
    const refused = async (change: Partial<Opening>) =>
      (await problemOf(open(other, { file, code, ...change })))?.code;
    expect(await refused({ code: 'K7QM-3XWD-9PTA' })).toBe('saved-answers-code');
    expect(await refused({ code: '' })).toBe('saved-answers-code');
    expect(await refused({ file: file.slice(0, -3) })).toBe('saved-answers-damaged');
    expect(await refused({ file: `{"__proto__":{"a":1}}` })).toBe('saved-answers-damaged');
    expect(await refused({ file: 'x'.repeat(MOST_CHARACTERS + 1) })).toBe('input-invalid');
    expect(await refused({ file: 'x'.repeat(2_000_000) })).toMatch(/input-invalid|file-too-large/);
    expect(
      await problemOf(
        other.call('findProcess', { query: { metadataId: offerOf('hundesteuer').metadataId } }),
      ),
    ).toMatchObject({ code: 'not-found' });
  });

  it('open only where they were saved, and lead there', async () => {
    const { person, id } = await begun();
    const saved = await saveOf(person, id);
    const other = await anonymous();
    const there = { leiKaId: offerOf('hundesteuer').leiKaId, area: KIEL };
    for (const elsewhere of [{ service: 'fischereischein' as const }, { area: LUEBECK }]) {
      expect(await problemOf(open(other, { ...saved, ...elsewhere }))).toMatchObject({
        code: 'saved-answers-other',
        startOver: there,
      });
    }
  });

  it('are tried so many times, then later', async () => {
    const { person, id } = await begun();
    const { file } = await saveOf(person, id);
    const other = await anonymous();
    const tries = [];
    for (let count = 0; count < 32; count += 1) {
      tries.push(
        await fetch(new URL('/api/saved-answers', portal.url), {
          method: 'POST',
          headers: {
            ...other.headers(),
            'content-type': 'application/json',
            'x-forwarded-for': '203.0.113.9',
          },
          body: JSON.stringify({
            file,
            code: `TRY${count}`,
            metadataId: offerOf('hundesteuer').metadataId,
            area: KIEL,
          }),
        }),
      );
    }
    expect(tries.map(({ status }) => status)).toEqual([...Array(30).fill(422), 429, 429]);
    expect(await tries[30]!.json()).toMatchObject({ code: 'too-many-requests' });
    expect(Number(tries[30]!.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('of an earlier form come back as far as the form of today asks for them', async () => {
    const { person, id } = await begun();
    const saved = await saveOf(person, id);
    const name = path.join(contentDir, 'services/hundesteuer/form.json');
    const form = await readFile(name, 'utf8');
    await writeFile(name, form.replaceAll('"dogColour"', '"dogTint"'));
    portal.reloadContent();
    try {
      const other = await anonymous();
      const asked = async () => {
        const process = await other.call('startProcess', {
          body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
        });
        const { form: shown } = await other.openForm({ params: { id: process.id }, query: {} });
        await other.call('deleteDraft', { query: { id: process.id } });
        return JSON.stringify(shown).includes('dogColour');
      };
      await eventually(asked, false);
      const restored = await open(other, saved);
      expect(restored.changed).toBe(true);
      const data = await dataOf(other, restored.process.id);
      expect(data.familyName).toBe(SECRET);
      expect(data).not.toHaveProperty('dogColour');
      expect(data.dogTint).toBe('');
      expect(restored.page).toBe('Der Hund');
      expect(restored.process.page).toBe('dog');
    } finally {
      await writeFile(name, form);
      portal.reloadContent();
    }
  });

  it('end with the days of a draft', async () => {
    const { person, id } = await begun();
    const saved = await saveOf(person, id);
    const days = offerOf('hundesteuer').draftRetentionDays;
    expect(Date.parse(saved.until)).toBeLessThanOrEqual(Date.now() + days * 86_400_000 + 60_000);
    await portal.passDays(days + 1);
    expect((await problemOf(open(await anonymous(), saved)))?.code).toBe('saved-answers-expired');
  });
});

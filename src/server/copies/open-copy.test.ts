import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { locales } from '#domain/locale.ts';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import { collector } from '#server/documents/testing/collect.ts';
import { describeAccessible } from '#server/documents/testing/describe-accessible.ts';
import { readPdf } from '#server/documents/testing/read-pdf.ts';
import { unzip } from '#server/documents/testing/unzip.ts';
import { writeFile } from '#server/files/store.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Database, Storage } from '#server/storage/database.ts';
import type { FileKind } from '#server/storage/file-kinds.ts';
import { json } from '#server/storage/json.ts';
import type { SealedJson } from '#server/storage/sealed.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { openCopy } from './open-copy.ts';
import type { ApplicationRows } from './read-application.ts';

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;
const dogs = [...content.metadata.values()].find(({ fmsFormId }) => fmsFormId === 'hundesteuer')!;
const NOW = new Date('2026-11-27T12:00:00Z');
/** The record that every ZIP ends with (APPNOTE 4.3.16). */
const END = Buffer.from('504b0506', 'hex');

let storage: Storage;
let userId: string;
const error = vi.fn();
const dataKeys = testKeys();
const contextWith = (db: Database, at = NOW) =>
  ({
    storage: { ...storage, db },
    dataKeys,
    content: () => content,
    neighbours: null,
    config: { PUBLIC_URL: 'https://portal.example' },
    now: () => at,
    log: { warn: vi.fn(), error },
  }) as unknown as ServerContext;
const context = () => contextWith(storage.db);
const person = () => ({ whose: 'person', userId }) as const;

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage?.close());
beforeEach(async () => {
  error.mockReset();
  userId = randomUUID();
  const user = { id: userId, providerId: 'nkb', subject: userId as never, createdAt: NOW } as const;
  await storage.db.insertInto('appUser').values(user).execute();
});

let count = 0;
/** Stores a draft; each is a minute younger than the one before. */
async function draft(about: Parameters<typeof processRow>[1] = {}): Promise<string> {
  count += 1;
  const row = processRow(new Date(NOW.getTime() + count * 60_000), {
    userId,
    metadataId: dogs.metadataId,
    areaKey: dogs.areas[0]!,
    data: json({ givenName: `Anđelka ${count}`, familyName: 'Jessen' }) as unknown as SealedJson,
    ...about,
  });
  await storage.db.insertInto('process').values(row).execute();
  return row.id;
}
/** Stores a file, younger than the one before. */
const file = (processId: string, name: string, bytes: Uint8Array, kind: FileKind = 'upload') => {
  count += 1;
  return writeFile(
    contextWith(storage.db, new Date(NOW.getTime() + count)),
    { processId, kind, fieldPath: 'proof', name, mimeType: 'application/pdf' },
    (async function* () {
      yield bytes;
    })(),
  );
};

async function written(
  of: Parameters<typeof openCopy>[1] = person(),
  locale: 'de' | 'en' = 'de',
  options: Parameters<typeof openCopy>[3] = {},
) {
  const { out, bytes } = collector();
  const copy = await openCopy(context(), of, locale, options);
  const missing = await copy.write(out);
  const files = unzip(bytes());
  const named = (name: string) => files.find((one) => one.name === name)!.content;
  return {
    copy,
    missing,
    names: files.map(({ name }) => name),
    named,
    data: (name: string) => JSON.parse(named(name).toString('utf8')),
    text: async (name: string) => (await readPdf(named(name))).texts.join(' '),
  };
}

describe('a copy', () => {
  it('has a folder for each application with everything of it, and what belongs to the person beside', async () => {
    const id = await draft();
    const other = await draft();
    const bytes = Buffer.from('the vaccination card');
    await file(id, 'Impfpass.pdf', bytes);
    await file(id, 'impfpass.PDF', Buffer.from('another one'));
    await file(id, 'noch-nicht.pdf', Buffer.from('unchecked'), 'quarantined');
    const { copy, missing, names, named, data, text } = await written();
    expect(names).toEqual([
      'Entwurf-1/Überblick.pdf',
      'Entwurf-1/Daten.json',
      'Entwurf-1/Dateien/Impfpass.pdf',
      'Entwurf-1/Dateien/impfpass (2).PDF',
      'Entwurf-2/Überblick.pdf',
      'Entwurf-2/Daten.json',
      'Überblick.pdf',
      'Daten.json',
    ]);
    expect(copy).toMatchObject({ name: 'Kopie-2026-11-27.zip', applications: 2 });
    expect(missing).toMatchObject({ erased: 0, unreadable: 0, files: [] });
    expect(named('Entwurf-1/Dateien/Impfpass.pdf')).toEqual(bytes);

    const one = data('Entwurf-1/Daten.json');
    expect(one.tables.process).toMatchObject([{ id, data: { familyName: 'Jessen' } }]);
    expect(one.tables.process[0]).not.toHaveProperty('dataKey');
    expect(one.tables.file.map(({ name }: { name: string }) => name)).toContain('noch-nicht.pdf');
    const whole = data('Daten.json');
    expect(whole.applications).toMatchObject([
      { folder: 'Entwurf-1', id, readAt: NOW.toISOString() },
      { folder: 'Entwurf-2', id: other },
    ]);
    expect(whole.tables.appUser).toMatchObject([{ id: userId }]);

    const page = await text('Entwurf-1/Überblick.pdf');
    expect(page).toContain('Jessen');
    expect(page).toContain('Impfpass.pdf');
    expect(page.replace(/\s+/g, ' ')).toContain('Die Prüfung auf Schadsoftware ist noch nicht');
    expect(await text('Überblick.pdf')).toContain('Entwurf-2');
  });

  it('is in the language of its person', async () => {
    await draft();
    const { names, text } = await written(person(), 'en');
    expect(names).toEqual(['Draft-1/Overview.pdf', 'Draft-1/Data.json', 'Overview.pdf', 'Data.json']);
    expect(await text('Overview.pdf')).toContain('Copy of your data');
  });

  it('is of one application alone, where an operator asks for that', async () => {
    await draft();
    const processId = await draft();
    const { names, data } = await written({ whose: 'application', processId });
    expect(names).toHaveLength(4);
    expect(data('Daten.json')).toMatchObject({ applications: [{ id: processId }], tables: { appUser: [] } });
  });

  it('tells by their paths what a form has asked that is gone', async () => {
    await draft({ metadataId: 'gone-kiel' });
    const page = await written();
    expect(await page.text('Entwurf-1/Überblick.pdf')).toContain('familyName');
  });

  it('lists many applications on several pages', async () => {
    for (let n = 0; n < 5; n += 1) await draft();
    const { names, text } = await written(person(), 'de', { listedAtOnce: 2 });
    const lists = names.filter((name) => /^Überblick-\d\.pdf$/.test(name));
    expect(lists).toEqual(['Überblick-1.pdf', 'Überblick-2.pdf', 'Überblick-3.pdf']);
    expect(await text('Überblick-3.pdf')).toContain('Entwurf-5');
    expect(await text('Überblick.pdf')).toContain('Überblick-3.pdf');
  });
});

for (const locale of locales) {
  const [page, title] = {
    de: ['Überblick.pdf', 'Kopie Ihrer Daten'],
    en: ['Overview.pdf', 'Copy of your data'],
  }[locale] as [string, string];
  const make = (name: (names: string[]) => string) => async () => {
    await file(await draft(), 'a.pdf', Buffer.from('a'));
    const copy = await written(person(), locale);
    return readPdf(copy.named(name(copy.names)));
  };
  describeAccessible('the overview', { locale, title, make: make(() => page) });
  describeAccessible('the page about an application', {
    locale,
    title: dogs.title[locale],
    make: make((names) => names[0]!),
  });
}

describe('what changes meanwhile', () => {
  /** Writes a copy and does something once the first application is on its way. */
  async function writtenWhile(change: (remaining: string[]) => Promise<unknown>, ids: string[]) {
    const chunks: Buffer[] = [];
    const out = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        const isFirst = chunks.length === 0;
        chunks.push(chunk);
        (isFirst ? change(ids) : Promise.resolve()).then(() => done(), done);
      },
    });
    const copy = await openCopy(context(), person(), 'de');
    const missing = await copy.write(out);
    return { missing, files: unzip(Buffer.concat(chunks)) };
  }

  it('an application that is erased is left out, and the copy says so', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await draft());
    const last = ids.at(-1)!;
    const { missing, files } = await writtenWhile(
      () => storage.db.deleteFrom('process').where('id', '=', last).execute(),
      ids,
    );
    expect(missing.erased).toBe(1);
    const whole = JSON.parse(files.at(-1)!.content.toString('utf8'));
    expect(whole.missing).toEqual({ erased: 1, unreadable: 0, files: [] });
    expect(whole.applications).toHaveLength(29);
    expect(JSON.stringify(whole)).not.toContain(last);
    const overview = await readPdf(files.at(-2)!.content);
    expect(overview.texts.join(' ').replace(/\s+/g, ' ')).toContain('während die Kopie entstand: 1');
  });

  it('a file whose seal is broken is missing, and the copy says which', async () => {
    const id = await draft();
    const whole = await file(id, 'ganz.pdf', Buffer.from('whole'));
    const { id: broken } = await file(id, 'zerbrochen.pdf', Buffer.from('broken'));
    await sql`update file_chunk set bytes = (select bytes from file_chunk where file_id = ${whole.id})
      where file_id = ${broken}`.execute(storage.db);
    const { missing, names, text } = await written();
    expect(missing.files).toEqual(['Entwurf-1/Dateien/zerbrochen.pdf']);
    expect(names).toContain('Entwurf-1/Dateien/ganz.pdf');
    expect(names).not.toContain('Entwurf-1/Dateien/zerbrochen.pdf');
    expect(await text('Überblick.pdf')).toContain('zerbrochen.pdf');
    expect(error).toHaveBeenCalled();
  });

  it('a file that is erased while it is read is incomplete, and the copy says which', async () => {
    const id = await draft();
    const long = await file(id, 'lang.bin', new Uint8Array(256 * 1024 * 3));
    await storage.db
      .deleteFrom('fileChunk')
      .where('fileId', '=', long.id)
      .where('position', '>', 1)
      .execute();
    const { missing, named } = await written();
    expect(missing.files).toEqual(['Entwurf-1/Dateien/lang.bin']);
    expect(named('Entwurf-1/Dateien/lang.bin').length).toBe(256 * 1024 * 2);
  });
});

/** A database that counts what is read in its transactions, and can fail at one of them. */
function counting(failAt = Number.POSITIVE_INFINITY) {
  const read: WeakRef<object>[] = [];
  const db = new Proxy(storage.db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return () => ({
        setIsolationLevel: (level: 'repeatable read') => ({
          execute: async (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
            if (read.length >= failAt) throw new Error('the database is gone');
            const result = await target.transaction().setIsolationLevel(level).execute(work);
            // The copy of a row shares its values.
            const [row] = (result as Partial<ApplicationRows>).process ?? [];
            read.push(new WeakRef(row ? row.data : (result as object)));
            return result;
          },
        }),
      });
    },
  });
  return { db, read };
}
const dataFiles = (bytes: Buffer) => bytes.toString('latin1').split('/Daten.json').length - 1;

describe('a copy of many applications', () => {
  it('reads no further than it is taken, and lets go of what is written', async () => {
    for (let n = 0; n < 30; n += 1) await draft();
    const { db, read } = counting();
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    let most = 0;
    let held = 0;
    let seen = Buffer.alloc(0);
    const out = new Writable({
      highWaterMark: 1024,
      write(chunk: Buffer, _encoding, done) {
        seen = Buffer.concat([seen, chunk]);
        // The first is the person; each application is named once before the ZIP's own list.
        most = Math.max(most, read.length - 1 - Math.min(dataFiles(seen), 30));
        setImmediate(() => {
          if (dataFiles(seen) === 20) {
            collectGarbage();
            held = Math.max(held, read.slice(1).filter((rows) => rows.deref() !== undefined).length);
          }
          done();
        });
      },
    });
    const copy = await openCopy(contextWith(db), person(), 'de');
    await copy.write(out);
    expect(read).toHaveLength(31);
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('that fails has no end, which no program takes for a whole one', async () => {
    for (let n = 0; n < 5; n += 1) await draft();
    const { db } = counting(4);
    const { out, bytes } = collector();
    const copy = await openCopy(contextWith(db), person(), 'de');
    await expect(copy.write(out)).rejects.toThrow('the database is gone');
    expect(out.destroyed).toBe(true);
    expect(bytes().length).toBeGreaterThan(0);
    expect(bytes().includes(END)).toBe(false);
  });

  it('stops when its reader goes away', async () => {
    for (let n = 0; n < 20; n += 1) await draft();
    const { db, read } = counting();
    const out = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => {
        out.destroy();
        done();
      },
    });
    const copy = await openCopy(contextWith(db), person(), 'de');
    await expect(copy.write(out)).rejects.toThrow();
    expect(read.length).toBeLessThanOrEqual(4);
  });
});

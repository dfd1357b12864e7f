import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { readManifest } from '#server/backup/manifest.ts';
import { opened, restore } from '#server/backup/restore.ts';
import { readLines } from '#server/backup/row-files.ts';
import type { Place } from '#server/sealing/seal.ts';
import { openText } from '#server/sealing/sealed-columns.ts';
import type { SealedText } from '#server/storage/sealed.ts';
import { complete, fillIn, offerOf, submit } from './applications.ts';
import type { PortalClient } from './client.ts';
import { databaseOf } from './lost-database.ts';
import { clockedServer, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';
import { sealingOf } from './stored-rows.ts';

/**
 * Nothing opens any more of what was erased since a backup, by its person or by its time, wherever the backup lies,
 * and a restore brings nothing of it back, also without a trail.
 */

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const build = { version: '1', commit: 'test' };
const SERVICE = 'hundesteuer';
const { downloadRetentionDays } = offerOf(SERVICE);

async function send(client: PortalClient): Promise<string> {
  const { id } = await fillIn(client, SERVICE);
  await complete(client, id);
  await submit(client, id);
  return id;
}

const isUnknown = (client: PortalClient, id: string) =>
  expect(client.call('getProcess', { params: { id }, query: {} })).rejects.toMatchObject({
    problem: { code: 'not-found' },
  });

describe.each([
  { kind: 'the embedded database', url: undefined, isThere: true },
  { kind: 'PostgreSQL', url: postgres?.url, isThere: postgres !== null },
])('with $kind', ({ url, isThere }) => {
  it.runIf(isThere)(
    'applications, documents alone, a person, and a session stay erased',
    async () => {
      const portal = await startPortal({
        script: clockedServer,
        environment: url ? { DATABASE_URL: url } : {},
      });
      const folder = path.dirname(portal.dataDir);
      const at = (name: string) => path.join(folder, name);
      const target = { databaseUrl: url, dataDir: portal.dataDir };
      const { read, lose } = databaseOf(portal, url);
      const backUp = async (to: string) => {
        if (!url) await portal.stop();
        await opened(target, (database) => makeBackup(database, { to: at(to), keys: at('keys') }, build));
        if (!url) await portal.start();
      };
      try {
        const person = portal.client();
        await person.logIn('thomsen:Elster');
        const [listed, removed] = [await send(person), await send(person)];
        const draft = (await fillIn(person, SERVICE)).id;
        const leaving = portal.client();
        await leaving.logIn('lindemann:eID', { trustLevel: 'substantial' });
        const [theirSent, theirDraft] = [await send(leaving), (await fillIn(leaving, SERVICE)).id];
        const nobody = portal.client();
        await nobody.call('openPseudo', { body: { locale: 'de' } });
        const anonymous = (await fillIn(nobody, SERVICE)).id;
        const erased = [listed, removed, draft, theirSent, theirDraft, anonymous];
        await backUp('backup');
        cpSync(at('keys'), at('keys-of-then'), { recursive: true });

        await person.call('deleteDraft', { query: { id: draft } });
        await person.call('removeSent', { params: { id: removed } });
        await leaving.call('erasePerson', { query: { lang: 'de' } });
        await nobody.call('eraseSession', { query: { lang: 'de' } });
        await portal.passDays(downloadRetentionDays + 0.1);
        await portal.passMinute();
        await portal.passMinute();
        // The entry stays alone.
        const again = portal.client();
        await again.logIn('thomsen:Elster');
        expect((await again.call('listSent', { query: {} })).map(({ id }) => id)).toEqual([listed]);
        await backUp('later');

        // What the backup holds of them opened with the keys of then, and with none of those that there are now.
        const values = await sealedIn(at('backup'));
        const then = await keysIn(portal, at('keys-of-then'));
        expect(opening(values, then)).toEqual(values.map(({ place }) => `${place.table} ${place.id}`));
        expect(opening(values, then)).toEqual(expect.arrayContaining(erased.map((id) => `process ${id}`)));
        expect(opening(values, await keysIn(portal, at('keys')))).toEqual([]);

        await portal.kill();
        await lose();
        const done = await restore({ from: at('backup'), keys: at('keys'), past: [] }, target);
        expect([...done.erased.ids].sort()).toEqual(erased.filter((id) => id !== listed).sort());
        await portal.start();
        await portal.passDays(downloadRetentionDays + 0.2);
        await portal.passMinute();
        await portal.passMinute();
        const back = portal.client();
        await back.logIn('thomsen:Elster');
        expect((await back.call('listSent', { query: {} })).map(({ id }) => id)).toEqual([listed]);
        expect(await back.call('getProcess', { params: { id: listed }, query: {} })).toMatchObject({
          status: 'SUBMITTED',
        });
        for (const id of [removed, draft]) await isUnknown(back, id);
        const returning = portal.client();
        await returning.logIn('lindemann:eID', { trustLevel: 'substantial' });
        expect(await returning.call('listSent', { query: {} })).toEqual([]);
        expect(await returning.call('listDrafts', { query: {} })).toEqual([]);
        const left = await read(async (db) => ({
          processes: await db.selectFrom('process').select(['id', 'data', 'applicant']).execute(),
          files: await db.selectFrom('file').select('id').execute(),
          sessions: await db.selectFrom('session').select('id').where('userId', 'is', null).execute(),
        }));
        expect(left).toEqual({
          processes: [{ id: listed, data: {}, applicant: null }],
          files: [],
          sessions: [],
        });
      } finally {
        await portal.close();
      }
    },
    300_000,
  );
});

type Value = { place: Place; text: SealedText };

/** Values that people entered, and who they were in a session, as a backup has them. */
async function sealedIn(backup: string): Promise<Value[]> {
  const values: Value[] = [];
  for (const { name, columns, file } of (await readManifest(backup)).tables) {
    const column = { process: 'data', session: 'identity' }[name];
    if (column === undefined) continue;
    for await (const lines of readLines(path.join(backup, file))) {
      for (const line of lines) {
        const row = JSON.parse(line) as string[];
        const [id, stored] = [row[columns.indexOf('id')]!, row[columns.indexOf(column)]!];
        const text: unknown = JSON.parse(stored);
        // A session without an account says nothing about anybody, and is stored open.
        if (typeof text === 'string')
          values.push({ place: { table: name, column, id }, text: text as SealedText });
      }
    }
  }
  return values;
}

/** The data keys of a folder, opened by the key of the installation. */
async function keysIn(portal: Parameters<typeof sealingOf>[0], folder: string): Promise<Uint8Array[]> {
  const { dataKeys } = sealingOf(portal);
  const keys: Uint8Array[] = [];
  for await (const lines of readLines(path.join(folder, 'data-keys.jsonl.gz'))) {
    for (const line of lines) {
      const { id, wrapped, wrapped_by: by } = JSON.parse(line) as Record<string, string>;
      if (wrapped) keys.push((await dataKeys.joined(id!, { wrapped, wrappedBy: by! }))!);
    }
  }
  return keys;
}

/** Returns the owners of values that one of these keys opens. */
const opening = (values: readonly Value[], keys: readonly Uint8Array[]): string[] =>
  values
    .filter(({ place, text }) =>
      keys.some((key) => {
        try {
          return openText(key, place, text) !== '';
        } catch {
          return false;
        }
      }),
    )
    .map(({ place }) => `${place.table} ${place.id}`);

import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { openStorage } from '#server/storage/database.ts';
import type { Tables } from '#server/storage/tables.ts';
import { complete, fillIn, KIEL, offerOf } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** Parts of a person's input, uploads and name. Rows with the first are refused, with the second only later. */
const REFUSED = 'Unsagbar';
const TOLERATED = 'Verschwiegen';
/** The person who cannot log in here, by the name that the account supplies. */
const STRANGER = 'Thomsen';

const bytes = (text: string) => tinyPdf({ text });
/** Bytes that sealing adds to a piece of a file. */
const SEAL = 28;

/** Tables with personal data, and rules that refuse rows: what is sealed is told by its length, or by its owner. */
const rules: Record<string, string> = {
  process: `page is distinct from '${REFUSED}'`,
  file: `size <> ${bytes('empty').length}`,
  file_chunk: `octet_length(bytes) <> ${bytes(REFUSED).length + SEAL}`,
  submission_step: `step <> 'SAVE_SUBMISSION'`,
};
/** Rules for logins, one after the other: each refuses all of them. Keys of pseudonyms are no logins. */
const loginRules: Record<string, string> = {
  session: 'user_id is null',
  login_state: "key like 'pseudonyms:%'",
};

const setRule = (db: Kysely<Tables>, table: string, rule: string) =>
  sql.raw(`alter table ${table} add constraint silent_${table} check (${rule}) not valid`).execute(db);

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => (error instanceof Refused ? error.problem.code : 'no answer'),
  );
/** Makes each rule refuse a row: by saving, uploading and sending. */
async function offend(person: PortalClient): Promise<string[]> {
  await person.logIn('lindemann:eID');
  const { id, version } = await person.call('startProcess', {
    body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
  });
  const saving = person.call('saveProgress', {
    params: { id },
    body: { version, data: { dogName: REFUSED }, page: REFUSED },
  });
  const [field, name] = ['reliefProof', 'Nachweis.pdf'];
  const results = [
    await outcome(saving),
    await outcome(person.upload(id, field, `${REFUSED}.pdf`, bytes('empty'))),
    await outcome(person.upload(id, field, name, bytes(REFUSED))),
  ];
  const sent = await fillIn(person, 'hundesteuer', { change: { dogName: TOLERATED } });
  await complete(person, sent.id);
  await person.call('submitProcess', { params: { id: sent.id } });
  return results;
}

const databases = [
  ['the embedded database', undefined],
  ...(postgres ? [['PostgreSQL', postgres.url] as const] : []),
] as const;

describe.each(databases)('the log of a service whose statements fail, with %s', (_, databaseUrl) => {
  it('names table and rule of each refusal, and nothing of the person; nor does the job queue', async () => {
    let output = '';
    const portal = await startPortal({
      output: (text) => {
        output += text;
      },
      environment: {
        LOG_LEVEL: 'trace',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    });
    try {
      const refuse = async (some: Record<string, string>) => {
        await portal.stop();
        const storage = await openStorage({ databaseUrl, dataDir: portal.dataDir });
        for (const [table, rule] of Object.entries(some)) await setRule(storage.db, table, rule);
        await storage.close();
        await portal.start();
      };
      await refuse(rules);
      expect(await offend(portal.client())).toEqual(['internal', 'internal', 'internal']);
      while (!output.includes('job failed')) await new Promise((resolve) => setTimeout(resolve, 100));
      await portal.stop();
      const after = await openStorage({ databaseUrl, dataDir: portal.dataDir });
      const jobs = await sql<{ all: string }>`select json_agg(job)::text as all from jobs.job`.execute(
        after.db,
      );
      await after.close();
      for (const [table, rule] of Object.entries(loginRules)) {
        await refuse({ [table]: rule });
        await portal
          .client()
          .logIn('thomsen:Elster')
          .catch(() => '');
        await expect.poll(() => output).toContain(`silent_${table}`);
      }
      await portal.stop();
      for (const table of Object.keys({ ...rules, ...loginRules }))
        expect(output).toContain(`silent_${table}`);
      for (const told of [output, jobs.rows[0]!.all]) {
        for (const word of [REFUSED, TOLERATED, STRANGER, 'Petersen', 'Lindemann', 'Nachweis']) {
          expect(told).not.toContain(word);
          expect(told).not.toContain(Buffer.from(word).toString('base64').slice(0, -4));
          expect(told).not.toContain(Buffer.from(word).toString('hex'));
        }
      }
      expect(jobs.rows[0]!.all).toContain('JobFailed');
    } finally {
      await portal.close();
    }
  });
});

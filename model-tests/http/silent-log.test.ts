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

/** Tables with personal data, and rules that refuse it. */
const rules: Record<string, string> = {
  process: `data::text not like '%${REFUSED}%' and not (status = 'SUBMITTED' and data::text like '%${TOLERATED}%')`,
  file: `name not like '%${REFUSED}%'`,
  file_chunk: `position('${REFUSED}'::bytea in bytes) = 0`,
  session: `identity::text not like '%${STRANGER}%'`,
  login_state: `value not like '%Petersen%'`,
  submission_step: `step <> 'SAVE_SUBMISSION'`,
};

const setRules = async (db: Kysely<Tables>) => {
  for (const [table, rule] of Object.entries(rules)) {
    const statement = `alter table ${table} add constraint silent_${table} check (${rule})`;
    await sql.raw(statement).execute(db);
  }
};

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => (error instanceof Refused ? error.problem.code : 'no answer'),
  );
const bytes = (text: string) => tinyPdf({ text });

/** Makes each rule refuse a row: by saving, uploading, logging in and sending. */
async function offend(person: PortalClient, strangers: PortalClient[]): Promise<string[]> {
  await person.logIn('lindemann:eID');
  const { id, version } = await person.call('startProcess', {
    body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
  });
  const saving = person.call('saveProgress', {
    params: { id },
    body: { version, data: { dogName: REFUSED }, page: null },
  });
  const [field, name] = ['reliefProof', 'Nachweis.pdf'];
  const results = [
    await outcome(saving),
    await outcome(person.upload(id, field, `${REFUSED}.pdf`, bytes('empty'))),
    await outcome(person.upload(id, field, name, bytes(REFUSED))),
    await strangers[0]!.logIn('thomsen:Elster'),
    await strangers[1]!.logIn('petersen:Elster'),
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
      await portal.stop();
      const before = await openStorage({ databaseUrl, dataDir: portal.dataDir });
      await setRules(before.db);
      await before.close();
      await portal.start();
      const results = await offend(portal.client(), [portal.client(), portal.client()]);
      expect(results).toEqual(['internal', 'internal', 'internal', '', '']);
      while (!output.includes('job failed')) await new Promise((resolve) => setTimeout(resolve, 100));
      await portal.stop();

      const after = await openStorage({ databaseUrl, dataDir: portal.dataDir });
      const jobs = await sql<{ all: string }>`select json_agg(job)::text as all from jobs.job`.execute(
        after.db,
      );
      await after.close();
      for (const table of Object.keys(rules)) expect(output).toContain(`silent_${table}`);
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

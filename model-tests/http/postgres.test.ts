import { afterAll, describe, expect, it } from 'vitest';
import { complete, fillIn, settled } from './applications.ts';
import { checkJournal } from './check-journal.ts';
import { Refused } from './client.ts';
import { startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

// Runs only with an installed PostgreSQL server; the embedded database runs in every other test of this folder.
describe.runIf(postgres)('with PostgreSQL as the database', () => {
  it('keeps drafts over a killed service and delivers an application once', async () => {
    const portal = await startPortal({ environment: { DATABASE_URL: postgres?.url ?? '' } });
    try {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      const { id } = await fillIn(client, 'hundesteuer');
      await portal.kill();
      await portal.start();
      await complete(client, id);
      await client.call('submitProcess', { params: { id } });
      const { status, result } = await settled(client, id);
      expect(status).toBe('SUBMITTED');
      const arrived = await portal.delivery.submissions();
      expect(arrived.map(({ submissionId }) => submissionId)).toEqual([result?.externalId]);
      const checked = await checkJournal({ DATABASE_URL: postgres?.url });
      expect(checked).toEqual({ code: 0, output: expect.stringContaining('all of them keep the laws') });
    } finally {
      await portal.close();
    }
  });

  // The embedded database does one transaction at a time; only here do two of them meet on one row.
  it('takes one of several saves that begin from the same version at the same time', async () => {
    const portal = await startPortal({ environment: { DATABASE_URL: postgres?.url ?? '' } });
    try {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      const { id, version } = await fillIn(client, 'hundesteuer');
      const save = async (name: string) => {
        try {
          await client.call('saveProgress', {
            params: { id },
            body: { version, data: { dogName: name }, page: null },
          });
          return 'saved';
        } catch (error) {
          return error instanceof Refused ? error.problem.code : error;
        }
      };
      const outcomes = await Promise.all(['Rex', 'Asta', 'Bella', 'Max', 'Luna', 'Balu'].map(save));
      expect(outcomes.sort()).toEqual(
        ['saved', ...Array.from({ length: 5 }, () => 'version-conflict')].sort(),
      );
      expect((await client.call('getProcess', { params: { id }, query: {} })).version).toBe(version + 1);
    } finally {
      await portal.close();
    }
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { complete, fillIn, settled } from './applications.ts';
import { startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

// Only where a PostgreSQL server is installed; the embedded database runs in every other test of this folder.
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
    } finally {
      await portal.close();
    }
  });
});

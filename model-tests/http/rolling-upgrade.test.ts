import { afterAll, expect, it } from 'vitest';
import { migratePostgres } from '#server/storage/migrate.ts';
import { changeFor, indexesFor } from '#server/storage/migration.ts';
import { migrations } from '#server/storage/migrations.ts';
import { ownVersion } from '#server/storage/own-version.ts';
import { startPostgres } from './postgres-server.ts';
import { rollForwardAndBack } from './rolling-drill.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

// Runs only with an installed PostgreSQL server. With the previous release: npm run drill:upgrade.
it.runIf(postgres)('servers are replaced on a newer database, and back, and nobody notices', async () => {
  const oldest = ownVersion.split('.').slice(0, 2).join('.');
  const newer = {
    ...migrations,
    '998-column': changeFor(oldest, "alter table process add column shade text not null default 'none'"),
    '999-index': indexesFor(oldest, 'create index process_by_shade on process (shade, id)'),
  };
  const migrate = () => migratePostgres(postgres!.url, {}, { tell: () => {}, known: newer, tries: 1_000 });
  const { saves, ...outcome } = await rollForwardAndBack({ databaseUrl: postgres!.url, migrate });
  expect(outcome).toEqual({ lost: 0, seen: [], sent: ['SUBMITTED', 'SUBMITTED'] });
  expect(saves).toBeGreaterThan(50);
  expect(await postgres!.ask("select from process where shade = 'none' limit 1")).toHaveLength(1);
});

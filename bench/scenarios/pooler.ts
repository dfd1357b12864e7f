import { setTimeout as pause } from 'node:timers/promises';
import { complete, fillIn } from '#model-tests/http/applications.ts';
import { startPgBouncer } from '#model-tests/http/pooler.ts';
import { startPortal } from '#model-tests/http/portal.ts';
import { startPostgres } from '#model-tests/http/postgres-server.ts';
import { type Figure, median, percentile, type Scenario, timed } from '../kit/figures.ts';

const APPLICATIONS = 10;
/** Time between two looks whether an application is sent. */
const LOOK_MS = 20;
const ROLE = 'limited';
/** Settings of the role with which no transaction needs to begin with them (docs/operations.md#a-pooler-of-connections). */
const settings = [
  "statement_timeout = '8s'",
  "idle_in_transaction_session_timeout = '15s'",
  'log_parameter_max_length = 0',
  'log_parameter_max_length_on_error = 0',
  'log_error_verbosity = terse',
];
/** Longest time that a pooler may add to what a person waits for. */
const ADDED_SECONDS = 1.5;

export const pooler: Scenario = {
  title: 'Behind PgBouncer',
  about: `${APPLICATIONS} dog tax applications are submitted one after the other, at PostgreSQL itself and behind PgBouncer in transaction mode, where nothing can listen for new jobs`,
  measure: async () => {
    const postgres = await startPostgres();
    if (postgres === null) throw new Error('PostgreSQL is not installed');
    const bouncer = await startPgBouncer(postgres.url, ['postgres', ROLE]);
    try {
      if (bouncer === null) throw new Error('PgBouncer is not installed');
      const direct = await submitted({ DATABASE_URL: postgres.url });
      const behind = (url: string) => submitted({ DATABASE_URL: url, DATABASE_POOLER: 'transaction' });
      const pooled = await behind(bouncer.url);
      await postgres.ask(`create role ${ROLE} login superuser`);
      for (const setting of settings) await postgres.ask(`alter role ${ROLE} set ${setting}`);
      const ofRole = await behind(bouncer.url.replace('postgres@', `${ROLE}@`));
      const added = (times: number[], share: number) =>
        (percentile(times, share) - percentile(direct, share)) / 1000;
      return [
        ...figures('PostgreSQL itself', direct),
        ...figures('PgBouncer', pooled),
        ...figures('PgBouncer with the settings at the role', ofRole),
        { name: 'what it adds, p50', value: added(pooled, 0.5), unit: 's', budget: { most: ADDED_SECONDS } },
        { name: 'what it adds, p95', value: added(pooled, 0.95), unit: 's', budget: { most: ADDED_SECONDS } },
        {
          name: 'PgBouncer against PostgreSQL itself, p50',
          value: median(pooled) / median(direct),
          unit: '×',
        },
      ];
    } finally {
      await bouncer?.close();
      await postgres.stop();
    }
  },
};

const figures = (at: string, times: number[]): Figure[] =>
  [0.5, 0.95].map((share) => ({
    name: `submission at ${at}, p${share * 100}`,
    value: percentile(times, share),
    unit: 'ms',
  }));

/** Submits applications one after the other. @returns the times from the call to SUBMITTED, in milliseconds */
async function submitted(environment: Record<string, string>): Promise<number[]> {
  const portal = await startPortal({ environment });
  try {
    const times = [];
    for (let count = 0; count < APPLICATIONS; count += 1) {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      const { id } = await fillIn(client, 'hundesteuer');
      await complete(client, id);
      const { ms } = await timed(async () => {
        await client.call('submitProcess', { params: { id } });
        const isRunning = async () =>
          (await client.call('getProcess', { params: { id }, query: {} })).facts.running;
        while (await isRunning()) await pause(LOOK_MS);
      });
      times.push(ms);
    }
    return times;
  } finally {
    await portal.close();
  }
}

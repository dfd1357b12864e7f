import { randomInt } from 'node:crypto';
import { startPortal } from '#model-tests/http/portal.ts';
import { startPostgres } from '#model-tests/http/postgres-server.ts';
import { badAnswers } from '../faults/bad-answers.ts';
import { databaseFaults } from '../faults/database-faults.ts';
import { deliveryAway } from '../faults/delivery-away.ts';
import { count, seconds } from '../faults/figures.ts';
import { paymentFaults } from '../faults/payment-faults.ts';
import { savingKills } from '../faults/saving-kills.ts';
import { stops } from '../faults/stops.ts';
import { submissionKills } from '../faults/submission-kills.ts';
import { manyUploads } from '../faults/uploads.ts';
import { chanceOf } from '../kit/chance.ts';
import { type Figure, type Scenario, timed } from '../kit/figures.ts';

const seed = Number(process.env.FAULTS_SEED ?? randomInt(1_000_000));
const quiet = { LOG_LEVEL: 'silent', DELIVERY_RETRY_SECONDS: '1' };

export const faults: Scenario = {
  title: 'Faults',
  about:
    'the service is killed, its partners fail, its database is lost, while people save, upload, pay and send; FAULTS_SEED repeats the moments and faults of a run',
  measure: async function* () {
    yield count('seed', seed);
    yield* withEmbedded();
    yield* withPostgres();
  },
};

/** Figures of one part, under its name, and how long it took. */
async function* part(name: string, work: () => Promise<Figure[]>): AsyncGenerator<Figure> {
  const { ms, result } = await timed(work);
  for (const figure of result) yield { ...figure, name: `${name}: ${figure.name}` };
  yield seconds(`${name}: the whole part`, ms);
}

async function* withEmbedded(): AsyncGenerator<Figure> {
  const chance = chanceOf(seed);
  const portal = await startPortal({ environment: quiet });
  try {
    yield* part('killed while sending', () => submissionKills([portal], chance, 12));
    yield* part('killed while people write', () => savingKills(portal, chance, 6));
    yield* part('payment provider', () => paymentFaults(portal, chance, 24));
    yield* part('delivery away', () => deliveryAway(portal));
    yield* part('bad answers', () => badAnswers(portal));
    yield* part('told to end', () => stops(portal, chance, 6));
    yield* part('many uploads', () => manyUploads(portal));
  } finally {
    await portal.close();
  }
}

async function* withPostgres(): AsyncGenerator<Figure> {
  const chance = chanceOf(seed);
  const postgres = await startPostgres();
  if (!postgres) {
    process.stdout.write(
      '  No PostgreSQL is installed here (/usr/lib/postgresql): its faults were not measured.\n',
    );
    return;
  }
  const environment = { ...quiet, DATABASE_URL: postgres.url };
  const first = await startPortal({ environment });
  const second = await startPortal({ environment, between: async () => first.partners.environment });
  try {
    yield* part('two services, one killed', () => submissionKills([first, second], chance, 6));
    yield* part('one of two told to end', () => stops(first, chance, 3));
    yield* part('PostgreSQL', () => databaseFaults([first, second], postgres));
  } finally {
    await first.close();
    await second.close();
    await postgres.stop();
  }
}

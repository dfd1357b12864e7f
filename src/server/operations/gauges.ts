import { sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import { interruptionKinds, kindOf } from '#domain/interruption.ts';
import type { ServerContext } from '#server/context.ts';
import { PREFIX } from '#server/monitoring/metrics.ts';
import type { PartnerStanding } from '#server/partners/partner-presence.ts';
import { jobQueues } from './job-queues.ts';
import { presentCounts } from './present-counts.ts';
import { stateAges } from './state-ages.ts';

type Labels = Record<string, string>;
type Sample = { labels?: Labels; value: number };

/** Facts of this process that are in no table. */
export type ProcessFacts = {
  partners: () => readonly PartnerStanding[];
  /** Whole days until each certificate runs out, of the one that is valid longest. */
  certificates: () => readonly { certificate: string; days: number }[];
  /** Seconds by which this process's clock is ahead of each partner's. */
  clocks: () => readonly { partner: string; aheadSeconds: number }[];
  /** Seconds for which new content of this process has waited for the others. */
  contentWaits: () => number;
  /** Whether the last line of each log of the portal's own could not be written. */
  logs: () => readonly { log: string; isUnwritten: boolean }[];
};

/** Time for which a look at whole tables counts: several systems may ask, each as often as it likes. */
const REMEMBERED_MS = 30_000;

/**
 * Adds what operators watch to the metrics: the database, queues, money and deliveries that wait, states of all machines,
 * partners, certificates, clocks and the content. Labels are names of the code and the configuration. What cannot be
 * found out now is left out, and `portal_database_up` is 0 while the database is away.
 */
export function addGauges(
  registry: Registry,
  context: Pick<ServerContext, 'storage' | 'content' | 'contentReport' | 'interruptions' | 'build' | 'now'>,
  facts: ProcessFacts,
): void {
  const { db } = context.storage;
  const add = (
    name: string,
    help: string,
    labelNames: string[],
    samples: () => Sample[] | Promise<Sample[]>,
  ) =>
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // A reset sets one without labels to 0, which would be a figure that nobody has found out.
        if (labelNames.length === 0) this.remove();
        const found = await Promise.resolve()
          .then(samples)
          .catch((): Sample[] => []);
        for (const { labels = {}, value } of found) this.set(labels, value);
      },
    });

  // The first one: what the others ask below waits for a moment itself, and would be counted.
  const { connections, refusedForRoom } = context.storage;
  if (connections)
    add(
      'database_connections',
      'Connections of this process to PostgreSQL, and calls that wait for one',
      ['state'],
      () => Object.entries(connections()).map(([state, value]) => ({ labels: { state }, value })),
    );
  new Counter({
    name: `${PREFIX}database_refused_for_room_total`,
    help: 'How often the database lacked disk, memory or connections for what it was asked',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(refusedForRoom());
    },
  });

  const { version, commit } = context.build;
  add('info', 'Version of the portal, and the commit it was built from', ['version', 'commit'], () => [
    { labels: { version, commit }, value: 1 },
  ]);
  add('content_info', 'Version of the content that is served', ['version'], () => [
    { labels: { version: context.content().version.slice(0, 12) }, value: 1 },
  ]);
  add('content_left_out', 'Faulty entries that the served content lacks', [], () => [
    { value: context.contentReport().leftOut.length },
  ]);
  add('content_reload_refused', '1 while the last reload of the content was refused', [], () => [
    { value: context.contentReport().lastReload?.outcome === 'refused' ? 1 : 0 },
  ]);
  add(
    'content_waiting_seconds',
    'Time for which new content of this process waits for the others',
    [],
    () => [{ value: facts.contentWaits() }],
  );

  add('database_up', '1 while the database answers', [], () =>
    sql`select 1`.execute(db).then(
      () => [{ value: 1 }],
      () => [{ value: 0 }],
    ),
  );
  add('database_bytes', 'Size of the database', [], async () => {
    const { rows } = await sql<{ bytes: string }>`
      select pg_database_size(current_database()) as bytes`.execute(db);
    return [{ value: Number(rows[0]?.bytes) }];
  });

  const jobs = remembered(() => jobQueues(db));
  add('jobs', 'Jobs in the queue, by state', ['queue', 'state'], async () =>
    (await jobs()).map(({ queue, state, count }) => ({ labels: { queue, state }, value: count })),
  );
  add('oldest_job_seconds', 'Time for which the oldest job has been due', ['queue'], async () =>
    (await jobs()).flatMap(({ queue, state, seconds }) =>
      state === 'created' ? [{ labels: { queue }, value: Math.max(0, seconds) }] : [],
    ),
  );

  const waiting = remembered(() => waitingOf(context));
  add(
    'waiting',
    'What waits for a partner: open payments, deliveries, refunds, questions after a restore',
    ['what'],
    async () => (await waiting()).map(({ what, count }) => ({ labels: { what }, value: count })),
  );
  add('oldest_waiting_seconds', 'Time for which the oldest of them waits', ['what'], async () =>
    (await waiting()).map(({ what, seconds }) => ({ labels: { what }, value: Math.max(0, seconds ?? 0) })),
  );
  const states = remembered(() => presentCounts(db));
  add(
    'states',
    'Applications, payments, submissions … in each state of their machine',
    ['machine', 'state'],
    async () =>
      Object.entries(await states()).flatMap(([machine, counts]) =>
        counts.map(({ state, count }) => ({ labels: { machine, state }, value: count })),
      ),
  );

  add(
    'paused',
    '1 for each kind of thing that operators have announced (maintenance) or paused',
    ['what'],
    () => {
      const kinds = context.interruptions.shown().map(({ what }) => kindOf(what));
      return interruptionKinds.map((what) => ({ labels: { what }, value: kinds.includes(what) ? 1 : 0 }));
    },
  );
  add(
    'paused_seconds',
    'Time for which the oldest pause of each kind has been in force, of those that only an operator ends',
    ['what'],
    () => {
      const at = context.now().getTime();
      const pauses = context.interruptions
        .shown()
        .filter(({ state, until }) => state === 'inForce' && until === null)
        .map(({ what, from }) => ({ kind: kindOf(what), seconds: (at - Date.parse(from)) / 1000 }));
      return interruptionKinds.map((what) => {
        const ages = pauses.filter(({ kind }) => kind === what).map(({ seconds }) => seconds);
        return { labels: { what }, value: Math.max(0, ...ages) };
      });
    },
  );

  const ages = remembered(() => stateAges(db));
  add(
    'oldest_state_seconds',
    'Time for which the oldest one has been in each state that is no end of its machine',
    ['machine', 'state'],
    async () =>
      (await ages()).map(({ machine, state, since }) => ({
        labels: { machine, state },
        value: Math.max(0, (context.now().getTime() - since.getTime()) / 1000),
      })),
  );

  add('partner_up', '1 while a partner that was asked answers', ['partner'], () =>
    facts
      .partners()
      .map(({ partner, awaySeconds }) => ({ labels: { partner }, value: awaySeconds > 0 ? 0 : 1 })),
  );
  add('partner_away_seconds', 'Time for which a partner has not answered', ['partner'], () =>
    facts.partners().map(({ partner, awaySeconds }) => ({ labels: { partner }, value: awaySeconds })),
  );
  add(
    'partner_answer_seconds',
    'Time to an answer of a partner: the middle one of the last five',
    ['partner'],
    () =>
      facts
        .partners()
        .flatMap(({ partner, answerSeconds: value }) =>
          value === null ? [] : { labels: { partner }, value },
        ),
  );
  add('certificate_days', 'Whole days until a certificate runs out', ['certificate'], () =>
    facts.certificates().map(({ certificate, days }) => ({ labels: { certificate }, value: days })),
  );
  add(
    'log_unwritten',
    '1 while the last line of the security log or the trail could not be written',
    ['log'],
    () => facts.logs().map(({ log, isUnwritten }) => ({ labels: { log }, value: isUnwritten ? 1 : 0 })),
  );
  add('clock_ahead_seconds', "Seconds by which this clock is ahead of a login's", ['partner'], () =>
    facts.clocks().map(({ partner, aheadSeconds }) => ({ labels: { partner }, value: aheadSeconds })),
  );
}

/** Returns the answer of the last call for a while, to all who ask. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at > REMEMBERED_MS) {
      const answer = ask();
      last = { at, answer };
      answer.catch(() => {
        last = null;
      });
    }
    return last.answer;
  };
}

type Waiting = { what: string; count: number; seconds: number | null };

/** Returns how much waits for a partner or an operator, and for how many seconds the oldest does. */
export async function waitingOf({
  storage,
  now,
}: Pick<ServerContext, 'storage' | 'now'>): Promise<Waiting[]> {
  const { db } = storage;
  const at = now();
  const of = async (what: string, row: Promise<{ count: string; since: Date | null } | undefined>) => {
    const { count = '0', since = null } = (await row) ?? {};
    return { what, count: Number(count), seconds: since && (at.getTime() - since.getTime()) / 1000 };
  };
  const deliveriesIn = (state: 'waiting' | 'SUBMISSION_FAILURE') =>
    db
      .selectFrom('submission')
      .innerJoin('process', 'process.id', 'submission.processId')
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('process.statusChanged').as('since')])
      .where('submission.state', '=', state)
      .executeTakeFirst();
  return Promise.all([
    of(
      'open payments',
      db
        .selectFrom('payment')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('createdAt').as('since')])
        // The provider is asked about others, too, but what it says has ended is open for nobody.
        .where('state', '=', 'pending')
        .where('askedUntil', '>', at)
        .executeTakeFirst(),
    ),
    of('deliveries', deliveriesIn('waiting')),
    of('failed deliveries', deliveriesIn('SUBMISSION_FAILURE')),
    of(
      'refunds',
      db
        .selectFrom('refund')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('notedAt').as('since')])
        .where('refundedAt', 'is', null)
        .executeTakeFirst(),
    ),
    of(
      'questions after a restore',
      db
        .selectFrom('unreconciled')
        .select(({ fn }) => [fn.countAll<string>().as('count'), sql<null>`null`.as('since')])
        .executeTakeFirst(),
    ),
  ]);
}

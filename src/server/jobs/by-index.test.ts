import { randomUUID } from 'node:crypto';
import { CompiledQuery, type RootOperationNode, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { expect, it, vi } from 'vitest';
import type { ServerContext } from '#server/context.ts';
import { recorded } from '#server/journal/journal.ts';
import { insertAttempt } from '#server/payment/attempt.ts';
import type { Storage } from '#server/storage/database.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { tend } from './jobs.ts';

it('the work of every minute finds what there is to do by an index, however much is stored', async () => {
  const storage = await openTestStorage();
  const boss = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  await boss.start();
  try {
    const statements: RootOperationNode[] = [];
    const db = storage.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const error = vi.fn();
    await tend({
      storage: { ...storage, db, tidying: null },
      config: { REFUND_DAYS: 30 },
      now: () => new Date(),
      content: () => ({ version: '1', metadata: new Map() }),
      mailer: {},
      neighbours: {},
      feedbackComponent: {},
      log: { error },
    } as unknown as ServerContext);
    expect(error).not.toHaveBeenCalled();

    await storeMany(storage);
    // Of few rows, plans would read all of them.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) {
      await sql.raw(`set enable_${way} = off`).execute(storage.db);
    }
    const { rows: partial } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where indexdef like '% WHERE %'`.execute(storage.db);
    const small = new Set(partial.map(({ name }) => name));
    const plans = statements.map((node) => storage.db.getExecutor().compileQuery(node, { queryId: 'plan' }));
    expect(plans.length).toBeGreaterThan(20);
    for (const query of plans) {
      const { rows } = await storage.db.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]),
      );
      const nodes = nodesIn(Object.values(rows[0]!)[0]);
      const whole = nodes.filter(isScan).filter(
        (scan) =>
          // Tables of the job queue are its own.
          !/^(job|j[0-9a-f]{8,})/.test(scan['Relation Name'] ?? '') &&
          !('Index Cond' in scan) &&
          !small.has(scan['Index Name'] ?? ''),
      );
      expect(whole, query.sql).toEqual([]);
      // Of one moment there may be any number of rows, which a limit would not spare from being sorted. Days have few.
      const sorted =
        / limit /.test(query.sql) && nodes.some(({ 'Node Type': type }) => /Sort/.test(type ?? ''));
      expect(sorted && !/\bday\b|ctid/.test(query.sql), query.sql).toBe(false);
    }
  } finally {
    await boss.stop({ graceful: false });
    await storage.close();
  }
});

/** Applications that were sent and paid, as most of those that are stored. */
async function storeMany({ db }: Storage): Promise<void> {
  const later = new Date(Date.now() + 86_400_000);
  const process = processRow(later, { status: 'SUBMITTED' });
  await db.insertInto('process').values(process).execute();
  const context = { now: () => later, config: { SIGNING_SECRET: ['secret'] } } as unknown as ServerContext;
  await recorded({ ...context, storage: { db } } as ServerContext, async (trx) => {
    await insertSubmission(context, trx, process.id, 'server');
    await insertAttempt(context, trx, { processId: process.id, attempt: 1, amountCents: 1, endPointId: 'x' });
  });
  await sql`insert into submission_step values (${process.id}, 'SUBMIT_DATA_TO_AUTHORITY', now(), 'done')`.execute(
    db,
  );
  await sql`insert into hand_in (id, process_id, number, state, context, documents, locale, created_at)
    values (${randomUUID()}, ${process.id}, 1, 'delivered', '{}', '[]', 'de', now())`.execute(db);
  const again = (table: string, values: string) =>
    sql
      .raw(`insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${values}))).*
        from ${table} one, generate_series(1, 3000) n`)
      .execute(db);
  const id = (what: number | string) => `md5(n::text || '${what}')::uuid`;
  await again('process', `'id', ${id('process')}`);
  await again(
    'submission',
    `'process_id', ${id('process')}, 'message_id', ${id('message')}, 'ticket_number', n::text, 'state', 'SUBMISSION_COMPLETED'`,
  );
  await again('submission_step', `'process_id', ${id('process')}`);
  await again(
    'payment',
    `'id', ${id('payment')}, 'process_id', ${id('process')}, 'live_process', ${id('process')}, 'state', 'paid'`,
  );
  await again('hand_in', `'id', ${id('hand in')}, 'process_id', ${id('process')}`);
  await sql`analyze`.execute(db);
}

type Node = { 'Node Type'?: string; 'Relation Name'?: string; 'Index Name'?: string };

const nodesIn = (plan: unknown): Node[] =>
  typeof plan === 'object' && plan !== null ? [plan as Node, ...Object.values(plan).flatMap(nodesIn)] : [];

/** Whether a node reads a table or an index itself. A bitmap of a table is read as the index below it says. */
const isScan = ({ 'Node Type': type }: Node): boolean =>
  type?.endsWith('Scan') === true && type !== 'Bitmap Heap Scan' && type !== 'Subquery Scan';

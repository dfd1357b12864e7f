import type { Pool } from 'pg';

/** Copies a sent application with everything that its entry is made of, each copy a minute older than the last. */
export async function multiplySent(database: Pool, id: string, count: number): Promise<void> {
  const copied = (table: string, key: string, changes: string) =>
    database.query(
      `insert into ${table} select (jsonb_populate_record(${table}, jsonb_build_object('${key}', copy.id) || ${changes})).*
        from ${table}, copy where ${table}.${key} = $1`,
      [id],
    );
  await database.query(
    `create table if not exists copy as select n, gen_random_uuid() as id from generate_series(1, ${count}) as n`,
  );
  await copied(
    'process',
    'id',
    // What is sealed opens in its own row alone: the copies have none of it, as once their documents are erased.
    `jsonb_build_object('status_changed', date_trunc('milliseconds', now()) - copy.n * interval '1 minute',
      'data', '{}'::jsonb, 'applicant', null, 'account', null, 'decisions', null, 'proven', null, 'statements', null,
      'confirming_login', null, 'mail_to', null, 'confirmed_hash', null)`,
  );
  await copied(
    'submission',
    'process_id',
    // Their statuses are final: nobody reads them again.
    `jsonb_build_object('sent_state', 'successfullySubmitted', 'unseen_since', null, 'owed', null,
      'message_id', gen_random_uuid(), 'ticket_number',
      'SP-' || lpad((copy.n / 10000)::text, 4, 'A') || '-BBBB-' || lpad((copy.n % 10000)::text, 4, 'C'))`,
  );
  await copied('file', 'process_id', "jsonb_build_object('id', gen_random_uuid(), 'name', 'Antrag.pdf')");
  await database.query('analyze');
}

import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DataKeys } from '#server/sealing/data-keys.ts';
import { sealJson } from '#server/sealing/sealed-columns.ts';

/** Applications that one statement stores. */
const AT_ONCE = 5_000;
/** Length of what is entered, on average, in characters. */
const DATA = { familyName: 'Claussen', text: 'x'.repeat(600) };

/**
 * Stores applications whose time is over, with all that belongs to them, as nobody had erased anything for long: of ten,
 * four drafts and three whose documents are to go, two whose entry is, and one draft without an account whose session is
 * over. Each has a real data key, and what was entered is sealed by it.
 */
export async function storeBacklog(
  connectionString: string,
  dataKeys: DataKeys,
  { count, over }: { count: number; over: Date },
): Promise<void> {
  // Its statements take longer than those of the portal may.
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }),
  });
  for (let stored = 0; stored < count; stored += AT_ONCE) {
    const made = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - stored) }, async () => {
        const id = randomUUID();
        const { key, row } = await dataKeys.fresh('application', id);
        return { id, data: sealJson(key, { table: 'process', column: 'data', id }, DATA), row };
      }),
    );
    const of = <T>(read: (one: (typeof made)[number]) => T) => made.map(read);
    await sql`insert into process (id, version, status, context, status_changed, created_at, updated_at, available_until,
        metadata_id, area_key, locale, session_id, user_id, data, counted)
      select id, 3, case when n % 10 < 4 or n % 10 = 9 then 'EDITING' else 'SUBMITTED' end, '{"running": false}', ${over},
        ${over}, ${over}, ${over}::timestamptz + n * interval '1 ms', 'gone', '010020000000', 'de',
        case when n % 10 = 9 then md5(n::text || 'session')::uuid end,
        case when n % 10 < 9 then md5((n / 3)::text || 'person')::uuid end,
        case when n % 10 in (7, 8) then '{}'::jsonb else data::jsonb end, false
      from (select id, data, ${stored}::integer + position::integer as n
        from unnest(${of(({ id }) => id)}::uuid[], ${of(({ data }) => data)}::text[]) with ordinality
        as given (id, data, position)) made`.execute(db);
    await sql`insert into data_key (id, kind, wrapped, wrapped_by, created_at)
      select id, 'application', wrapped, ${made[0]!.row.wrappedBy}, ${over}
      from unnest(${of(({ id }) => id)}::uuid[], ${of(({ row }) => row.wrapped)}::text[]) as given (id, wrapped)`.execute(
      db,
    );
  }
  const wrappedBy = sql`'local:test'`;
  const key = (
    kind: string,
    from: string,
  ) => sql`insert into data_key (id, kind, wrapped, wrapped_by, created_at)
    select id, ${kind}, repeat('x', 80), ${wrappedBy}, ${over} from ${sql.raw(from)}`;
  const sealed = sql`'sealed:1:' || repeat('x', 60)`;
  const statements = [
    // What an erased application had: nothing opens any more.
    sql`delete from data_key using process where process.id = data_key.id and process.data = '{}'`,
    sql`insert into app_user (id, provider_id, subject, created_at, needed_at)
      select distinct user_id, 'nkb', 'hmac:1:' || user_id, ${over}::timestamptz, ${over}::timestamptz from process
      where user_id is not null`,
    sql`insert into session (id, token_hash, identity, created_at, fetched_at, expires_at, session_expires_at)
      select session_id, session_id, '{}', ${over}, ${over}, ${over}, ${over} from process where session_id is not null`,
    key('session', 'session'),
    sql`insert into submission (process_id, message_id, ticket_number, state, context, submitted_at, downloads_until,
        listed_until, sent_state, sent_context, events, owed)
      select id, gen_random_uuid(), id, 'SUBMISSION_COMPLETED', '{}', ${over}, ${over},
        case when data = '{}' then ${over}::timestamptz else now() + interval '1 year' end, 'SUBMITTED', '{}', '[]', null
      from process where status = 'SUBMITTED'`,
    sql`insert into submission_step (process_id, step, finished_at, outcome)
      select process_id, step, ${over}, 'done' from submission,
        unnest(array['SAVE_SUBMISSION', 'SUBMIT_DATA_TO_AUTHORITY']) step`,
    sql`insert into file (id, process_id, kind, name, mime_type, size, sha512, created_at)
      select gen_random_uuid(), id, kind, ${sealed}, 'application/pdf', 1000, repeat('x', 128), ${over}
      from process, unnest(array['upload', 'form']) kind where data <> '{}'`,
    sql`insert into file_chunk (file_id, position, bytes, sealed) select id, 0, decode(repeat('ab', 1000), 'hex'), true
      from file`,
    sql`insert into payment (id, process_id, live_process, attempt, state, context, amount_cents, end_point_id,
        created_at, changed_at, asked_until, transaction_id)
      select gen_random_uuid(), process_id, process_id, 1, 'paid', '{}', 1000, 'kiel', ${over}, ${over}, ${over}, process_id
      from submission`,
    sql`insert into payment (id, process_id, attempt, state, context, amount_cents, end_point_id, created_at, changed_at,
        asked_until)
      select gen_random_uuid(), gen_random_uuid(), 1, 'failed', '{}', 1000, 'kiel', ${over}, ${over}, ${over}
      from generate_series(1, ${count / 20}::integer)`,
    sql`insert into journal (process_id, machine, event, state_before, state_after, mover, at, last_at, refused, times)
      select id, 'process', event, 'EDITING', 'EDITING', 'person', ${over}, ${over}, false, 1
      from process, unnest(array['saved', 'confirmed', 'sent']) event`,
    sql`insert into login_state (key, value, expires_at)
      select 'relay:' || n, ${sealed}, ${over} from generate_series(1, ${count / 10}::integer) n`,
    sql`insert into handover (id, direction, partner, reference, lei_ka_id, area_key, locale, data_state, return_url, data,
        asks, created_at, code_until, expires_at)
      select gen_random_uuid(), 'in', 'mv', n, '1', '01', 'de', 'fits', ${sealed}, to_jsonb(${sealed}), 0, ${over},
        ${over}, ${over} from generate_series(1, ${count / 10}::integer) n`,
    key('handover', 'handover'),
    sql`insert into mail (id, process_id, number, kind, occasion, state, context, locale, metadata_id, facts, created_at)
      select gen_random_uuid(), process_id, 1, 'confirmation', '', 'sent', '{}', 'de', 'gone', to_jsonb(${sealed}), ${over}
      from submission`,
    key('mail', 'mail'),
    sql`vacuum analyze`,
  ];
  for (const statement of statements) await statement.execute(db);
  await db.destroy();
}

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#domain/days.ts';
import { producedKinds } from '#domain/document-kind.ts';
import type { Locale } from '#domain/locale.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import { addMoves, readMoves } from '#server/analytics/moves.ts';
import { insertMove, insertRefusal } from '#server/journal/entries.ts';
import { editorOf, hold } from '#server/windows/editing.ts';
import type { Storage } from './database.ts';
import { json } from './json.ts';
import { migrations } from './migrations.ts';
import type { SealedJson, SealedText } from './sealed.ts';
import type { Tables } from './tables.ts';
import { openTestStorage } from './testing/open-storage.ts';

let storage: Storage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage?.close());

/** A database as an earlier version of the portal left it. */
async function databaseOf(version: keyof typeof migrations & string) {
  const { db } = storage;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const upTo = async (name: string | undefined) => {
    const { error } = await (name ? migrator.migrateTo(name) : migrator.migrateToLatest());
    if (error) throw error;
  };
  await upTo(version);
  return { db, update: () => upTo(undefined) };
}

async function storeProcess(
  to: Kysely<Tables>,
  process: {
    status: ProcessStatus;
    context: object;
    postboxHandle?: string | null;
    locale?: Locale;
    confirmedHash?: string;
  },
): Promise<string> {
  const id = randomUUID();
  const at = new Date('2026-11-01T10:00:00Z');
  const { status, context, postboxHandle, locale = 'de', confirmedHash = null } = process;
  await to
    .insertInto('process')
    .values({
      id,
      version: 1,
      status,
      context: json(context),
      statusChanged: at,
      createdAt: at,
      updatedAt: at,
      availableUntil: at,
      metadataId: 'wohngeld-kiel',
      areaKey: '010020000000',
      locale,
      sessionId: null,
      userId: null,
      data: json({}) as SealedJson,
      page: null,
      confirmedHash: confirmedHash as SealedText | null,
      confirmedAt: null,
      applicant: postboxHandle === undefined ? null : (json({ name: 'Petra', postboxHandle }) as SealedJson),
      counted: false,
    })
    .execute();
  return id;
}

it('knows of every stored application whether there is a postbox for its notice', async () => {
  const { db, update } = await databaseOf('004-expired-drafts');
  const facts = { mode: 'none', feeCents: 0, noticeOffered: true, notice: 'accepted', running: false };
  const chosen = { status: 'ELECTRONIC_NOTICE_SELECTED', context: facts } as const;
  const ids = {
    'with a postbox': await storeProcess(db, { ...chosen, postboxHandle: 'p-1' }),
    'without a postbox': await storeProcess(db, { ...chosen, postboxHandle: null }),
    'without an account': await storeProcess(db, chosen),
    'declined without a postbox': await storeProcess(db, {
      ...chosen,
      context: { ...facts, notice: 'declined' },
      postboxHandle: null,
    }),
    'sent without a postbox': await storeProcess(db, { ...chosen, status: 'SUBMITTED', postboxHandle: null }),
    'being sent without a postbox': await storeProcess(db, {
      ...chosen,
      context: { ...facts, running: true },
      postboxHandle: null,
    }),
    'at the authority without a postbox': await storeProcess(db, {
      ...chosen,
      status: 'SUBMIT_FAILURE',
      postboxHandle: null,
    }),
    'not delivered without a postbox': await storeProcess(db, {
      ...chosen,
      status: 'SUBMIT_FAILURE',
      postboxHandle: null,
    }),
    'not allowed': await storeProcess(db, {
      status: 'EDITING',
      context: { ...facts, noticeOffered: false, notice: null },
      postboxHandle: 'p-1',
    }),
  };
  const steps = {
    [ids['at the authority without a postbox']]: 'SUBMIT_DATA_TO_AUTHORITY',
    [ids['not delivered without a postbox']]: 'SEAL_DATA',
  };
  for (const [id, step] of Object.entries(steps)) {
    await sql`insert into submission (process_id, message_id, ticket_number, state, context, sent_state, sent_context,
        events) values (${id}, ${randomUUID()}, ${id}, 'SUBMISSION_FAILURE', '{}', 'pending', '{}', '[]')`.execute(
      db,
    );
    await sql`insert into submission_step values (${id}, ${step}, now())`.execute(db);
  }
  await update();
  const rows = await db.selectFrom('process').selectAll().execute();
  const stored = Object.fromEntries(
    Object.entries(ids).map(([name, id]) => {
      const { status, context } = rows.find((row) => row.id === id)!;
      const { noticeAllowed, hasPostbox, notice } = context as Record<string, unknown>;
      expect(Object.keys(context).sort()).toEqual(
        ['conflictOpen', 'feeCents', 'hasPostbox', 'mode', 'notice', 'noticeAllowed', 'running'].sort(),
      );
      return [name, [status, noticeAllowed, hasPostbox, notice]];
    }),
  );
  expect(stored).toEqual({
    'with a postbox': ['ELECTRONIC_NOTICE_SELECTED', true, true, 'accepted'],
    'without a postbox': ['COMPLETED', true, false, null],
    'without an account': ['COMPLETED', true, false, null],
    'declined without a postbox': ['ELECTRONIC_NOTICE_SELECTED', true, false, 'declined'],
    // Data that an authority has received is not changed afterwards.
    'sent without a postbox': ['SUBMITTED', true, false, 'accepted'],
    'being sent without a postbox': ['ELECTRONIC_NOTICE_SELECTED', true, false, 'accepted'],
    'at the authority without a postbox': ['SUBMIT_FAILURE', true, false, 'accepted'],
    'not delivered without a postbox': ['SUBMIT_FAILURE', true, false, null],
    'not allowed': ['EDITING', false, true, null],
  });
});

it('leaves what was confirmed before in the language that its documents were to have', async () => {
  const { db, update } = await databaseOf('005-postbox-decides-notice');
  const process = { status: 'COMPLETED', context: {}, locale: 'en' } as const;
  const confirmed = await storeProcess(db, { ...process, confirmedHash: 'a' });
  const open = await storeProcess(db, { ...process, status: 'EDITING' });
  await update();
  const rows = await db.selectFrom('process').select(['id', 'confirmedLocale']).execute();
  expect(new Map(rows.map(({ id, confirmedLocale }) => [id, confirmedLocale]))).toEqual(
    new Map([
      [confirmed, 'en'],
      [open, null],
    ]),
  );
});

it('says of every step that was taken what became of it, and who delivered', async () => {
  const { db, update } = await databaseOf('006-confirmed-language');
  const store = async (postboxHandle: string | null, hashes: object, sentAt: string | null) => {
    const id = await storeProcess(db, { status: 'SUBMITTED', context: {}, postboxHandle });
    const ids = { submissionId: 's', caseId: 'c' };
    await sql`insert into submission (process_id, message_id, ticket_number, state, context, announcement, postbox,
        postbox_sent_at, hashes, sent_state, sent_context, events)
      values (${id}, ${randomUUID()}, ${id}, 'SUBMISSION_COMPLETED', '{}', ${json(ids)},
        ${postboxHandle === null ? null : json(ids)}, ${sentAt}, ${json(hashes)}, 'submitted', '{}', '[]')`.execute(
      db,
    );
    for (const step of [
      'GET_FILES',
      'CALCULATE_HASHES_FOR_ATTACHMENTS',
      'SEAL_DATA',
      'SUBMIT_DATA_TO_POSTBOX',
    ]) {
      await sql`insert into submission_step values (${id}, ${step}, now())`.execute(db);
    }
    return id;
  };
  const ids = {
    sent: await store('p-1', { file: 'hash' }, '2026-11-01T10:00:00Z'),
    refused: await store('p-1', { file: 'hash' }, null),
    'nothing to do': await store(null, {}, null),
  };
  await update();
  const outcomesOf = async (processId: string) => {
    const rows = await db
      .selectFrom('submissionStep')
      .selectAll()
      .where('processId', '=', processId)
      .execute();
    return Object.fromEntries(rows.map(({ step, outcome }) => [step, outcome]));
  };
  const files = (outcome: string) => ({ GET_FILES: outcome, CALCULATE_HASHES_FOR_ATTACHMENTS: outcome });
  expect(await outcomesOf(ids.sent)).toEqual({
    ...files('done'),
    SEAL_DATA: 'done',
    SUBMIT_DATA_TO_POSTBOX: 'done',
  });
  expect(await outcomesOf(ids.refused)).toEqual({
    ...files('done'),
    SEAL_DATA: 'done',
    SUBMIT_DATA_TO_POSTBOX: 'refused',
  });
  expect(await outcomesOf(ids['nothing to do'])).toEqual({
    ...files('nothingToDo'),
    SEAL_DATA: 'done',
    SUBMIT_DATA_TO_POSTBOX: 'nothingToDo',
  });
  const kept = await db.selectFrom('submission').select(['processId', 'announcement', 'postbox']).execute();
  expect(kept.find(({ processId }) => processId === ids.sent)).toMatchObject({
    announcement: { submissionId: 's', caseId: 'c', kind: 'FIT_CONNECT' },
    postbox: { submissionId: 's', provider: 'BundID' },
  });
  expect(kept.find(({ processId }) => processId === ids['nothing to do'])?.postbox).toBeNull();
});

it('lets what was on its way be tried again like what is sent from now on', async () => {
  const { db, update } = await databaseOf('008-completed-processes');
  const id = await storeProcess(db, { status: 'PAID', context: {} });
  const context = { step: 'SEAL_DATA', repeats: 0, problem: null };
  await sql`insert into submission (process_id, message_id, ticket_number, state, context, sent_state, sent_context, events)
    values (${id}, ${randomUUID()}, 'SP-1', 'SEAL_DATA', ${json(context)}, 'submitted', '{}', '[]')`.execute(
    db,
  );
  await update();
  const [row] = await db.selectFrom('submission').select('context').execute();
  expect(row?.context).toEqual({ ...context, tries: 0, nextTryAt: null, tryUntil: null });
});

it('finds what is completed by an index, without looking at what has been sent', async () => {
  const { db, update } = await databaseOf('007-outcomes-of-steps');
  await storeProcess(db, { status: 'PAID', context: {} });
  await update();
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'process_completed'
  `.execute(db);
  expect(rows[0]?.indexdef).toContain("'PAID'");
});

it('counts what is open without an account by an index of its own', async () => {
  const { db, update } = await databaseOf('009-retried-steps');
  await storeProcess(db, { status: 'EDITING', context: {} });
  await update();
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'process_open_anonymous'
  `.execute(db);
  expect(rows[0]?.indexdef).toContain("'SUBMITTED'");
});

it('knows of no stored upload that a scanner has looked at it', async () => {
  const { db, update } = await databaseOf('010-open-anonymous-processes');
  const processId = await storeProcess(db, { status: 'EDITING', context: {} });
  await sql`insert into file (id, process_id, kind, field_path, name, mime_type, size, sha512, created_at)
    values (${randomUUID()}, ${processId}, 'upload', 'proof', 'a.pdf', 'application/pdf', 1, '', now())`.execute(
    db,
  );
  await update();
  const stored = await db.selectFrom('file').select(['kind', 'name', 'checkedAt']).execute();
  expect(stored).toEqual([{ kind: 'upload', name: 'a.pdf', checkedAt: null }]);
});

it('lets a window edit an application from before there were windows, and forgets it with the application', async () => {
  const { db, update } = await databaseOf('011-checked-files');
  const id = await storeProcess(db, { status: 'EDITING', context: {} });
  await update();
  const claim = { processId: id, sessionId: randomUUID(), window: randomUUID(), now: new Date() };
  expect(await hold(db, claim)).toMatchObject({ windowId: claim.window, wantedBy: null });
  await db.deleteFrom('process').where('id', '=', id).execute();
  expect(await editorOf(db, id)).toBeUndefined();
});

it('knows of no session opened before on which device that was, and that none has been ended from elsewhere', async () => {
  const { db, update } = await databaseOf('016-editing-window');
  await sql`insert into session
    (id, token_hash, identity, created_at, fetched_at, expires_at, session_expires_at)
    values (${randomUUID()}, 'h', '{}', now(), now(), now(), now())`.execute(db);
  await update();
  const sessions = await db.selectFrom('session').select(['tokenHash', 'device', 'endedAt']).execute();
  expect(sessions).toEqual([{ tokenHash: 'h', device: null, endedAt: null }]);
});

it('names no unit for an application from before there were units', async () => {
  const { db, update } = await databaseOf('018-data-of-the-account');
  const id = await storeProcess(db, { status: 'EDITING', context: {} });
  await update();
  const row = await db.selectFrom('process').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.responsibleDataProcessingUnitId).toBeNull();
});

it('leaves no conflict open in an application from before the account was compared', async () => {
  const { db, update } = await databaseOf('011-checked-files');
  const facts = { mode: 'complete', feeCents: 0, running: false, hasUser: true };
  const id = await storeProcess(db, { status: 'COMPLETED', context: facts, confirmedHash: 'a' });
  await update();
  const row = await db.selectFrom('process').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    status: 'COMPLETED',
    context: { ...facts, conflictOpen: false },
    account: null,
    decisions: null,
    proven: null,
  });
});

it('begins the journal of an application from before there was one with what happens next, and erases it with it', async () => {
  const { db, update } = await databaseOf('021-form-cases');
  const id = await storeProcess(db, { status: 'EDITING', context: {} });
  await update();
  const journal = () => db.selectFrom('journal').select(['event', 'stateAfter']).execute();
  expect(await journal()).toEqual([]);
  const about = { processId: id, machine: 'process', attempt: null, by: 'person', from: 'EDITING' } as const;
  const move = { ...about, event: 'form.completed', to: 'COMPLETED', rule: 'PROC-06' };
  const stay = await db.transaction().execute((trx) => insertMove(trx, move, new Date()));
  expect(stay).toEqual({ counted: false, seconds: null });
  for (let round = 0; round < 2; round += 1) {
    await insertRefusal(db, { ...about, event: 'payment.settled' }, new Date());
  }
  expect(await journal()).toEqual([
    { event: 'form.completed', stateAfter: 'COMPLETED' },
    { event: 'payment.settled', stateAfter: null },
  ]);
  await db.deleteFrom('process').where('id', '=', id).execute();
  expect(await journal()).toEqual([]);
});

it('does not claim to know what was stated with a confirmation from before that was kept', async () => {
  const { db, update } = await databaseOf('022-journal');
  const id = await storeProcess(db, { status: 'COMPLETED', context: {}, confirmedHash: 'a' });
  await update();
  const row = await db.selectFrom('process').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ confirmedHash: 'a', statements: null, confirmedForm: null });
});

it('knows nothing of the account’s session of a session opened before, and forgets with ours what it knows', async () => {
  const { db, update } = await databaseOf('022-journal');
  const id = randomUUID();
  await sql`insert into session
    (id, token_hash, identity, created_at, fetched_at, expires_at, session_expires_at)
    values (${id}, 'h', '{}', now(), now(), now(), now())`.execute(db);
  await update();
  const known = () => db.selectFrom('accountSession').select('name').execute();
  expect(await known()).toEqual([]);
  const account = json({ protocol: 'oidc', idToken: 'x' } as const) as SealedJson;
  const about = { sessionId: id, providerId: 'sk', account, name: null, sessionIndex: null } as const;
  await db.insertInto('accountSession').values(about).execute();
  await db.deleteFrom('session').where('id', '=', id).execute();
  expect(await known()).toEqual([]);
});

it('loses nothing in a crash but which window edits: windows report that again', async () => {
  const { db, update } = await databaseOf('028-account-sessions');
  await update();
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace space on space.oid = relnamespace
    where relpersistence <> 'p' and relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual(['editing']);
});

it('knows the case of a form server that was opened before', async () => {
  const { db, update } = await databaseOf('028-account-sessions');
  const id = await storeProcess(db, { status: 'EDITING', context: {} });
  const opened = { caseId: randomUUID(), sessionId: randomUUID(), tokenHash: 'h', openedAt: new Date(0) };
  await db
    .insertInto('formCase')
    .values({ processId: id, ...opened })
    .execute();
  await update();
  expect(await db.selectFrom('formCase').selectAll().execute()).toEqual([{ processId: id, ...opened }]);
  await db.deleteFrom('process').where('id', '=', id).execute();
  expect(await db.selectFrom('formCase').selectAll().execute()).toEqual([]);
});

it('names the rule of a move from before as that of its other arrows, and adds up the totals', async () => {
  const { db, update } = await databaseOf('031-confirmed-forms');
  const id = await storeProcess(db, { status: 'PAID', context: {} });
  const about = {
    processId: id,
    attempt: null,
    event: 'moved',
    from: 'here',
    to: 'there',
    by: 'server',
  } as const;
  const before = [
    ...['PROC-01', 'PROC-07', 'PROC-24', 'PROC-43', 'PROC-52', 'PROC-72', 'PROC-74'],
    ...['SENT-09', 'SENT-25', 'SUB-E10', 'SUB-F09', 'SUB-F10', 'SUB-W07', 'PAY-15', null],
  ];
  for (const rule of before) {
    const move = { ...about, machine: 'process', rule } as const;
    await db.transaction().execute((trx) => insertMove(trx, move, new Date()));
  }
  const total = { event: 'moved', from: 'here', to: 'there', by: 'server', stays: 1 } as const;
  const counted = (day: string, rule: string, count: number, seconds: number) =>
    ({ ...total, machine: 'process', day, rule, count, seconds }) as const;
  await addMoves(db, [
    counted('2026-11-20', 'PROC-08', 1, 10),
    counted('2026-11-20', 'PROC-25', 2, 20),
    counted('2026-11-20', 'PROC-57', 4, 40),
    counted('2026-11-21', 'PROC-33', 8, 80),
    counted('2026-11-21', 'PROC-34', 16, 160),
    counted('2026-11-21', '', 32, 320),
  ]);
  await update();
  const journal = await db.selectFrom('journal').select('rule').orderBy('id').execute();
  expect(journal.map(({ rule }) => rule)).toEqual([
    ...['PROC-01', 'PROC-07', 'PROC-07', 'PROC-08', 'PROC-17', 'PROC-60', 'PROC-74'],
    ...['SENT-09', 'SENT-07', 'SUB-E01', 'SUB-F01', 'SUB-F10', 'SUB-W02', 'PAY-15', null],
  ]);
  const on = async (day: string) =>
    (await readMoves(db, { from: day, to: day }))
      .map(({ rule, count, stays, seconds }) => [rule, count, stays, seconds])
      .sort();
  expect(await on('2026-11-20')).toEqual([['PROC-08', 7, 3, 70]]);
  expect(await on('2026-11-21')).toEqual([
    ['', 32, 1, 320],
    ['PROC-08', 8, 1, 80],
    ['PROC-34', 16, 1, 160],
  ]);
});

it('asks about a payment from before for 14 days after it was begun', async () => {
  const { db, update } = await databaseOf('032-one-id-for-each-rule');
  const processId = await storeProcess(db, { status: 'PAYMENT_PENDING', context: {} });
  await sql`insert into payment
    (id, process_id, attempt, state, context, amount_cents, end_point_id, created_at, changed_at)
    values (${randomUUID()}, ${processId}, 1, 'pending', '{}', 100, 'kiel', ${new Date(0)}, ${new Date()})`.execute(
    db,
  );
  await update();
  const payments = await db.selectFrom('payment').select('askedUntil').execute();
  expect(payments).toEqual([{ askedUntil: new Date(14 * DAY_MS) }]);
});

it('sends no e-mail about an application from before, whose address nobody has confirmed', async () => {
  const { db, update } = await databaseOf('033-payments-asked-until');
  await storeProcess(db, { status: 'COMPLETED', context: {} });
  await update();
  const rows = await db.selectFrom('process').select(['wantsMails', 'mailTo']).execute();
  expect(rows).toEqual([{ wantsMails: true, mailTo: null }]);
});

it('knows of nothing owed for applications that an earlier version has sent', async () => {
  const { db, update } = await databaseOf('037-feedback');
  const processId = await storeProcess(db, { status: 'SUBMITTED', context: {} });
  await sql`insert into submission
    (process_id, message_id, ticket_number, state, context, sent_state, sent_context, events, status_checks)
    values (${processId}, ${randomUUID()}, 'SP-1', 'SUBMISSION_COMPLETED', '{}', 'successfullySubmitted', '{}', '[]', 3)`.execute(
    db,
  );
  await update();
  const { owed } = await db.selectFrom('submission').select('owed').executeTakeFirstOrThrow();
  expect(owed).toBeNull();
});

it('has no news of applications that an earlier version has sent', async () => {
  const { db, update } = await databaseOf('033-payments-asked-until');
  const processId = await storeProcess(db, { status: 'SUBMITTED', context: {} });
  await sql`insert into submission
    (process_id, message_id, ticket_number, state, context, sent_state, sent_context, events, status_checks)
    values (${processId}, ${randomUUID()}, 'SP-1', 'SUBMISSION_COMPLETED', '{}', 'successfullySubmitted', '{}', '[]', 3)`.execute(
    db,
  );
  await update();
  const { unseenSince, statusChecks } = await db
    .selectFrom('submission')
    .select(['unseenSince', 'statusChecks'])
    .where('processId', '=', processId)
    .executeTakeFirstOrThrow();
  expect([unseenSince, statusChecks]).toEqual([null, 3]);
});

it('lets each document of an application exist once', async () => {
  const { db } = storage;
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where indexname = 'document_once'`.execute(db);
  const kinds = Array.from(rows[0]!.definition.matchAll(/'(\w+)'/g), ([, kind]) => kind);
  expect(kinds).toEqual([...producedKinds]);
});

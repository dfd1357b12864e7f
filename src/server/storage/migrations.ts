import { change, changeFor, indexesFor, type PortalMigration } from './migration.ts';
import { renameRules } from './rule-ids.ts';
import { unsealed } from './unsealed.ts';

/** A sent application keeps its choice: the authority already knows it. */
function noticeByPostbox(): string {
  const hasPostbox = "(coalesce(applicant ->> 'postboxHandle', '') <> '')";
  const isSent = `(status = 'SUBMITTED' or context ->> 'running' = 'true' or exists (
    select from submission_step where process_id = process.id and step = 'SUBMIT_DATA_TO_AUTHORITY'))`;
  const inVain = `(context ->> 'notice' = 'accepted' and not ${hasPostbox} and not ${isSent})`;
  return `update process set
    status = case
      when status = 'ELECTRONIC_NOTICE_SELECTED' and ${inVain} then 'COMPLETED' else status
    end,
    context = (context - 'noticeOffered') || jsonb_build_object(
      'noticeAllowed', context -> 'noticeOffered',
      'hasPostbox', ${hasPostbox},
      'notice', case when ${inVain} then 'null'::jsonb else context -> 'notice' end
    )`;
}

const start = change(
  `create table session (
    id uuid primary key,
    token_hash text not null unique,
    user_id uuid,
    identity jsonb not null,
    authenticated_at timestamptz,
    created_at timestamptz not null,
    fetched_at timestamptz not null,
    expires_at timestamptz not null,
    session_expires_at timestamptz not null
  )`,
  `create table app_user (
    id uuid primary key,
    provider_id text not null,
    subject text not null,
    created_at timestamptz not null,
    unique (provider_id, subject)
  )`,
  'create table login_state (key text primary key, value text not null, expires_at timestamptz not null)',
  `create table process (
    id uuid primary key,
    version integer not null,
    status text not null,
    context jsonb not null,
    status_changed timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    available_until timestamptz not null,
    metadata_id text not null,
    area_key text not null,
    locale text not null,
    session_id uuid,
    user_id uuid,
    data jsonb not null,
    page text,
    confirmed_hash text,
    confirmed_at timestamptz,
    applicant jsonb
  )`,
  'create index process_of_user on process (user_id, status) where user_id is not null',
  'create index process_of_session on process (session_id) where session_id is not null',
  'create index process_by_availability on process (available_until)',
  `create table payment (
    id uuid primary key,
    process_id uuid not null references process (id) on delete cascade,
    attempt integer not null,
    state text not null,
    context jsonb not null,
    amount_cents integer not null check (amount_cents > 0),
    end_point_id text not null,
    transaction_id text,
    reference text,
    redirect_url text,
    method text,
    checkout_sign text,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    checks integer not null default 0,
    unique (process_id, attempt)
  )`,
  // Paying twice for one process is impossible: one open attempt at a time.
  "create unique index payment_open on payment (process_id) where state in ('created', 'pending')",
  `create table submission (
    process_id uuid primary key references process (id) on delete cascade,
    message_id uuid not null unique,
    ticket_number text not null unique,
    state text not null,
    context jsonb not null,
    lease_owner text,
    lease_until timestamptz,
    announcement jsonb,
    sealed jsonb,
    postbox jsonb,
    postbox_sent_at timestamptz,
    hashes jsonb,
    submitted_at timestamptz,
    downloads_until timestamptz,
    sent_state text not null,
    sent_context jsonb not null,
    events jsonb not null,
    status_checked_at timestamptz,
    status_checks integer not null default 0,
    last_error text
  )`,
  `create table submission_step (
    process_id uuid not null references submission (process_id) on delete cascade,
    step text not null,
    finished_at timestamptz not null,
    primary key (process_id, step)
  )`,
  `create table file (
    id uuid primary key,
    process_id uuid not null references process (id) on delete cascade,
    kind text not null,
    field_path text,
    name text not null,
    mime_type text not null,
    size integer not null,
    sha512 text not null,
    created_at timestamptz not null
  )`,
  'create index file_of_process on file (process_id, kind)',
  // The receipt is written once; so are the other documents.
  "create unique index document_once on file (process_id, kind) where kind in ('form', 'receipt', 'coverLetter')",
  `create table file_chunk (
    file_id uuid not null references file (id) on delete cascade,
    position integer not null,
    bytes bytea not null,
    primary key (file_id, position)
  )`,
  // Money that an operator must return; stays when the process is erased.
  `create table refund (
    payment_id uuid primary key,
    process_id uuid not null,
    transaction_id text not null,
    reference text,
    end_point_id text not null,
    amount_cents integer not null,
    noted_at timestamptz not null
  )`,
);

/** Database changes in their order. A landed entry is never edited; a change is a new entry. */
export const migrations: Record<string, PortalMigration> = {
  '001-start': start,
  // A payment may turn out paid after its draft is gone: its row has no personal data and stays to be asked about.
  '002-payments-outlive-drafts': change('alter table payment drop constraint payment_process_id_fkey'),
  // Counts for the operators, and whether an application's steps may be counted.
  '003-daily-counts': change(
    `create table daily_count (
      day text not null,
      kind text not null,
      subject text not null,
      detail text not null,
      count integer not null,
      primary key (day, kind, subject, detail)
    )`,
    'alter table process add column counted boolean not null default false',
  ),
  // For a while, the owner of an expired draft is shown that it has expired: none of its content is stored.
  '004-expired-drafts': change(
    `create table expired_draft (
      id uuid primary key,
      user_id uuid not null,
      metadata_id text not null,
      area_key text not null,
      expired_at timestamptz not null
    )`,
    'create index expired_draft_by_time on expired_draft (expired_at)',
  ),
  // The notice is only offered with a postbox: before, the form alone decided, and people accepted it in vain.
  '005-postbox-decides-notice': change(noticeByPostbox()),
  // The language of the documents is that of the confirmation; before, it was that of the start.
  '006-confirmed-language': change(
    'alter table process add column confirmed_locale text',
    'update process set confirmed_locale = locale where confirmed_hash is not null',
  ),
  // The outcome of each step, and who delivered: before, every step counted as done, and the names were fixed.
  '007-outcomes-of-steps': change(
    "alter table submission_step add column outcome text not null default 'done'",
    `update submission_step set outcome = case
      when step = 'SUBMIT_DATA_TO_POSTBOX' and submission.postbox_sent_at is null
        and coalesce(process.applicant ->> 'postboxHandle', '') <> '' then 'refused'
      when step = 'SUBMIT_DATA_TO_POSTBOX' and submission.postbox_sent_at is null then 'nothingToDo'
      when step in ('GET_FILES', 'CALCULATE_HASHES_FOR_ATTACHMENTS') and submission.hashes = '{}'
        then 'nothingToDo'
      else 'done'
    end
    from submission join process on process.id = submission.process_id
    where submission.process_id = submission_step.process_id`,
    'alter table submission_step alter column outcome drop default',
    `update submission set
      announcement = announcement || '{"kind":"FIT_CONNECT"}',
      postbox = postbox || '{"provider":"BundID"}'`,
  ),
  // Every minute the server looks for applications that are paid and not being sent.
  '008-completed-processes': change(
    `create index process_completed on process (status)
      where status in ('COMPLETED', 'ELECTRONIC_NOTICE_SELECTED', 'PAID')`,
  ),
  // A step that cannot be done now is retried automatically.
  '009-retried-steps': change(
    `update submission set context = context || '{"tries":0,"nextTryAt":null,"tryUntil":null}'`,
  ),
  // Each start without an account counts all that are open.
  '010-open-anonymous-processes': change(
    `create index process_open_anonymous on process (id) where user_id is null and status <> 'SUBMITTED'`,
  ),
  // Files that the scanner has found clean; uploads from before there was a scanner are checked before they are sent.
  '011-checked-files': change(
    'alter table file add column checked_at timestamptz',
    "create index file_in_quarantine on file (created_at) where kind = 'quarantined'",
  ),
  // A login before submission is made for one application: before, any login after the completion counted.
  '014-logins-that-confirm': change('alter table session add column confirms_process uuid'),
  // A sent application needs the level that it was made with; for earlier ones only the level of their form is known.
  '015-levels-of-applications': change('alter table process add column made_at_level text'),
  // The window that edits. The table is not logged: after a crash nobody edits until a window reports.
  '016-editing-window': change(
    `create unlogged table editing (
      process_id uuid primary key references process (id) on delete cascade,
      window_id uuid not null,
      session_id uuid not null,
      since timestamptz not null,
      until timestamptz not null,
      wanted_by uuid,
      wanted_session uuid,
      wanted_at timestamptz,
      changed_at timestamptz not null default clock_timestamp()
    )`,
    'create index editing_by_change on editing (changed_at)',
  ),
  // People see their logins and end them from elsewhere. The places of earlier logins are unknown.
  '017-logins': change(
    'alter table session add column device jsonb',
    'alter table session add column ended_at timestamptz',
    'create index session_of_user on session (user_id) where user_id is not null',
  ),
  // The account's values for the data, and the person's decisions about it. Earlier logins were not stored.
  '018-data-of-the-account': change(
    'alter table process add column account jsonb',
    'alter table process add column decisions jsonb',
    'alter table process add column proven jsonb',
    `update process set context = context || '{"conflictOpen":false}'`,
  ),
  // The unit at the authority that processes the data. Earlier applications went to the authority as a whole.
  '019-data-processing-unit': change(
    'alter table process add column responsible_data_processing_unit_id text',
  ),
  // People who come from another state's portal, or are handed over to one.
  '020-handovers': change(
    `create table handover (
      id uuid primary key,
      direction text not null,
      partner text not null,
      reference text not null,
      jti text,
      code_hash text,
      browser_hash text,
      lei_ka_id text not null,
      area_key text not null,
      locale text not null,
      return_url text,
      data jsonb,
      data_state text not null,
      forward text,
      process_id uuid references process (id) on delete set null,
      user_id uuid,
      made_at_level text,
      status text,
      ticket_number text,
      submitted_at timestamptz,
      told_at timestamptz,
      next_ask_at timestamptz,
      asks integer not null default 0,
      created_at timestamptz not null,
      code_until timestamptz not null,
      expires_at timestamptz
    )`,
    'create unique index handover_by_reference on handover (direction, partner, reference)',
    'create unique index handover_by_message on handover (partner, jti) where jti is not null',
    'create unique index handover_by_code on handover (code_hash) where code_hash is not null',
    'create index handover_of_process on handover (process_id) where process_id is not null',
    'create index handover_of_user on handover (user_id) where user_id is not null',
    'create index handover_to_ask on handover (next_ask_at) where next_ask_at is not null',
    'create index handover_by_end on handover (expires_at) where expires_at is not null',
  ),
  // Open cases at the form server.
  '021-form-cases': change(`create unlogged table form_case (
    process_id uuid primary key references process (id) on delete cascade,
    case_id uuid not null,
    session_id uuid not null,
    token_hash text not null unique,
    opened_at timestamptz not null
  )`),
  // Moves of status machines, for the operators, and their totals. Earlier moves were not recorded.
  '022-journal': change(
    `create table journal (
      id bigint generated always as identity primary key,
      process_id uuid not null references process (id) on delete cascade,
      machine text not null,
      attempt integer,
      event text,
      state_before text,
      state_after text,
      rule text,
      mover text not null,
      at timestamptz not null,
      last_at timestamptz not null,
      refused boolean not null,
      times integer not null
    )`,
    'create index journal_of_process on journal (process_id, id)',
    `create unique index journal_refusal
      on journal (process_id, machine, coalesce(attempt, 0), event, state_before, mover) where refused`,
    `create table journal_total (
      day text not null,
      machine text not null,
      event text not null,
      state_before text not null,
      state_after text not null,
      rule text not null,
      mover text not null,
      count integer not null,
      stays integer not null,
      seconds bigint not null,
      primary key (day, machine, event, state_before, state_after, rule, mover)
    )`,
  ),
  // A login that confirms is kept with the application. One that was under way has to be made again.
  '023-confirming-login': change(
    'alter table process add column confirming_login jsonb',
    'alter table session drop column confirms_process',
  ),
  // Statements of a person with a confirmation. Earlier wordings were not stored.
  '025-statements': change('alter table process add column statements jsonb'),
  // Sessions at the accounts, to end them along with ours. Of those that were opened before, nothing was kept.
  '028-account-sessions': change(
    `create table account_session (
      id bigint generated always as identity primary key,
      session_id uuid not null references session (id) on delete cascade,
      provider_id text not null,
      account jsonb not null,
      name text,
      session_index text
    )`,
    'create index account_session_of_session on account_session (session_id)',
    'create index account_session_by_name on account_session (provider_id, name) where name is not null',
  ),
  // Entries in a frame that are not stored here yet are found by their case only, which must survive a crash and a
  // failover.
  '029-form-cases-that-last': change('alter table form_case set logged'),
  // Whether a person has left is stored apart from the address. Addresses of earlier hand-overs were erased when they
  // left.
  '030-handovers-that-were-left': change('alter table handover add column left_at timestamptz'),
  // The form at the time of the confirmation. Earlier ones were not stored.
  '031-confirmed-forms': change('alter table process add column confirmed_form text'),
  // Moves from before name rules that stood at one arrow each. They get the id that all arrows of the rule share.
  '032-one-id-for-each-rule': { ...change('renames rules in the journal and its totals'), up: renameRules },
  // The end of the questions about a payment was computed from its creation.
  '033-payments-asked-until': change(
    "alter table payment add column asked_until timestamptz not null default now() + interval '14 days'",
    "update payment set asked_until = created_at + interval '14 days'",
  ),
  // E-mails, and what people have said about them. Applications from before have no confirmed address.
  '034-mails': change(
    'alter table process add column wants_mails boolean not null default true',
    'alter table process add column mail_to text',
    // Without a reference to the application, which a confirmation outlives.
    `create table mail (
      id uuid primary key,
      process_id uuid not null,
      number integer not null,
      kind text not null,
      occasion text not null,
      state text not null,
      context jsonb not null,
      recipient text,
      locale text not null,
      metadata_id text not null,
      facts jsonb not null,
      lease_until timestamptz,
      created_at timestamptz not null,
      unique (process_id, kind, occasion)
    )`,
    "create index mail_waiting on mail (created_at) where state = 'waiting'",
  ),
  // News of a sent application that its person has not seen. Those of earlier versions were shown without this.
  '036-news-of-sent-applications': change('alter table submission add column unseen_since timestamptz'),
  // Feedback about services and applications, without anything about its sender.
  '037-feedback': change(
    `create table feedback (
      id uuid primary key,
      day text not null,
      occasion text not null,
      lei_ka_id text,
      area text,
      locale text not null,
      stars smallint,
      found text,
      text text not null
    )`,
    'create index feedback_by_day on feedback (day)',
  ),
  // Documents that were promised for later. Those of earlier applications were not noted.
  '038-documents-owed': change('alter table submission add column owed jsonb'),
  // Whether a feedback is passed on to the national component. Those of earlier versions are not: nobody was told so.
  '039-feedback-passed-on': change(
    'alter table feedback add column passing text',
    "create index feedback_waiting on feedback (day, id) where passing = 'waiting'",
  ),
  // Documents that people hand in after a sent application. An earlier version knows neither these rows nor the kinds of
  // their files, and leaves both alone.
  '040-hand-ins': change(
    `create table hand_in (
      id uuid primary key,
      process_id uuid not null references process (id) on delete cascade,
      number integer not null,
      state text not null,
      context jsonb not null,
      documents jsonb not null,
      announcement jsonb,
      sealed jsonb,
      lease_owner text,
      lease_until timestamptz,
      locale text not null,
      created_at timestamptz not null,
      delivered_at timestamptz,
      receipt_due boolean not null default false,
      receipt_id uuid,
      unique (process_id, number)
    )`,
    "create index hand_in_due on hand_in (created_at) where state = 'waiting' or receipt_due",
    'alter table file add column hand_in_id uuid references hand_in (id) on delete cascade',
    'create index file_of_hand_in on file (hand_in_id) where hand_in_id is not null',
    "create index hand_in_file_unchecked on file (created_at) where kind = 'handInQuarantined'",
  ),
  // Pictures in small, made by the browser that uploads them. Those of earlier versions have none.
  '041-previews': change(
    `create table preview (
      file_id uuid primary key references file (id) on delete cascade,
      jpeg bytea not null
    )`,
  ),
  // The page that wrote the entries last. Of earlier versions nobody knows: their writes count as somebody else's.
  '042-written-by': change('alter table process add column written_by uuid'),
  // Every minute the server looks for what has reached its end, and for work that nobody does: each by an index.
  // So do sent applications, whose end is set when they are sent.
  '043-ends': change(
    'create index session_by_end on session (least(expires_at, session_expires_at), id)',
    'create index login_state_by_end on login_state (expires_at, key)',
    'alter table submission add column listed_until timestamptz',
    // The process of a payment as long as there is one. What an earlier version stores meanwhile has none.
    'alter table payment add column live_process uuid references process (id) on delete set null',
    `update payment set live_process = process_id
      where exists (select from process where process.id = payment.process_id)`,
    'create index payment_of_live_process on payment (live_process) where live_process is not null',
    'create index payment_left on payment (asked_until, id) where live_process is null',
    "create index payment_asked on payment (asked_until) where state <> 'paid'",
    `create index daily_count_query on daily_count (subject) include (count) where kind = 'nothingFound'`,
    'create index refund_by_time on refund (noted_at, payment_id)',
    `create index file_unfinished on file (created_at, id)
      where kind in ('unfinished', 'file-infected', 'file-uncheckable')`,
    `create index hand_in_file_left on file (created_at, id)
      where kind in ('handIn', 'handInQuarantined') and hand_in_id is null`,
    `create index handover_left on handover (code_until, id) where forward is not null and left_at is not null`,
    'create index expired_draft_of_user on expired_draft (user_id)',
    `create index submission_open on submission (process_id)
      where state not in ('SUBMISSION_COMPLETED', 'SUBMISSION_FAILURE')`,
    "create index process_not_sent on process (status_changed) where status = 'SUBMIT_FAILURE'",
    // People who have nothing left are forgotten. A process of an earlier version does not say that it needs them.
    'alter table app_user add column needed_at timestamptz not null default now()',
    'create index app_user_by_need on app_user (needed_at, id)',
    // Many rows may have one moment: without their id in the index, all of them would be sorted for each batch.
    'create index process_by_end on process (available_until, id)',
    'drop index process_by_availability',
    'create index expired_draft_by_end on expired_draft (expired_at, id)',
    'drop index expired_draft_by_time',
    'create index handover_by_end_and_id on handover (expires_at, id) where expires_at is not null',
    'drop index handover_by_end',
  ),
  // Keys that seal what is stored about people. A session is continued under its id by deleting and storing its row in
  // one transaction, so its key goes at the end of the transaction, and only if the session is gone then.
  '044-data-keys': change(
    `create table data_key (
      id uuid primary key,
      kind text not null,
      wrapped text not null,
      wrapped_by text not null,
      created_at timestamptz not null
    )`,
    'create index data_key_by_wrapping on data_key (wrapped_by, id)',
    `create function forget_data_key() returns trigger language plpgsql as $$
      declare is_there boolean;
      begin
        execute format('select exists (select from %I where id = $1)', tg_table_name) into is_there using old.id;
        if not is_there then delete from data_key where id = old.id; end if;
        return null;
      end $$`,
    ...['process', 'session', 'handover', 'mail'].map(
      (table) => `create constraint trigger forget_data_key after delete on ${table}
        deferrable initially deferred for each row execute function forget_data_key()`,
    ),
  ),
  // Whether bytes are sealed, and what an earlier version has stored open: it is found by an index, until it is sealed.
  '045-sealed-applications': change(
    'alter table file_chunk add column sealed boolean not null default false',
    'alter table preview add column sealed boolean not null default false',
    `create index process_unsealed on process (id) where ${unsealed.process}`,
    `create index submission_unsealed on submission (process_id) where ${unsealed.submission}`,
    `create index hand_in_unsealed on hand_in (id) where ${unsealed.handIn}`,
    `create index file_unsealed on file (id) where ${unsealed.file}`,
    `create index file_chunk_unsealed on file_chunk (file_id, position) where ${unsealed.fileChunk}`,
    `create index preview_unsealed on preview (file_id) where ${unsealed.preview}`,
  ),
  // What an earlier version has stored about people in clear is found, to be hashed or sealed while people work.
  '046-in-clear': change(
    `create index app_user_in_clear on app_user (id) where ${unsealed.appUser}`,
    `create index handover_in_clear on handover (id) where ${unsealed.handover}`,
  ),
  // What was offered when an application was begun or sent, so that it is still named when the content no longer has
  // it; many applications share one row. An earlier version names none, which is made up for (jobs/keep-offers.ts).
  // Lists of sent applications in pages, and the newest answers of authorities, each by an index.
  '048-kept-offers': change(
    `create table kept_offer (
      id text primary key,
      metadata_id text not null,
      offer jsonb not null,
      used_at timestamptz not null
    )`,
    'create index kept_offer_of_form on kept_offer (metadata_id, used_at)',
    'create index kept_offer_by_use on kept_offer (used_at, id)',
    'alter table process add column offer_id text',
    'create index process_of_offer on process (offer_id) where offer_id is not null',
    'create index process_without_offer on process (id) where offer_id is null',
    `create index process_sent on process (user_id, coalesce(made_at_level, ''), status_changed, id)
      where status = 'SUBMITTED' and user_id is not null`,
    `create index process_sent_of_offer
      on process (user_id, offer_id, coalesce(made_at_level, ''), status_changed, id)
      where status = 'SUBMITTED' and user_id is not null and offer_id is not null`,
    "create index process_sent_of_form on process (metadata_id) where status = 'SUBMITTED'",
    "create index process_open_of_form on process (metadata_id) where status <> 'SUBMITTED'",
    // Whose news it is, as long as it is news; an earlier version notes only since when.
    'alter table submission add column unseen_by uuid',
    `update submission set unseen_by = process.user_id from process
      where process.id = submission.process_id and unseen_since is not null`,
    'create index submission_news on submission (unseen_by, unseen_since) where unseen_since is not null',
  ),
  // What is to be asked, or taken over, after a restore (docs/decisions/0097-backup-and-restore.md).
  '049-unreconciled': change(
    `create table unreconciled (
      kind text not null,
      id uuid not null,
      facts jsonb,
      noted_at timestamptz not null,
      primary key (kind, id)
    )`,
    'create index unreconciled_by_time on unreconciled (noted_at, id)',
  ),
  // What the result repeats of the answers, sealed: without its form nobody could say what they answer.
  '052-recalled': change('alter table submission add column recalled jsonb'),
  // Money that operators have returned, and who has proposed and noted that.
  '053-refunded': changeFor(
    '0.1',
    'alter table refund add column proposed jsonb',
    'alter table refund add column refunded_at timestamptz',
    'alter table refund add column refunded jsonb',
  ),
  // Which content all processes show, and what each of them has (docs/decisions/0105-content-of-all-processes.md).
  '055-content-of-all': changeFor(
    '0.1',
    `create table content_shown (
      id integer primary key check (id = 1),
      version text,
      since timestamptz not null,
      asked integer not null
    )`,
    'insert into content_shown (id, version, since, asked) values (1, null, now(), 0)',
    `create table content_process (
      id uuid primary key,
      name text not null,
      shows text not null,
      has text not null,
      asked integer not null,
      faults jsonb not null,
      seen_at timestamptz not null
    )`,
    'create table content_copy (version text primary key, files bytea not null)',
  ),
  // What is sealed cannot be compressed: the database does not try to at each save.
  '058-sealed-as-it-is': changeFor(
    '0.1',
    ...Object.entries({
      process: ['data', 'statements', 'applicant', 'account', 'decisions', 'proven', 'confirming_login'],
      submission: ['owed', 'recalled'],
      hand_in: ['documents'],
      handover: ['data'],
      session: ['identity', 'device'],
      account_session: ['account'],
      mail: ['facts'],
      file_chunk: ['bytes'],
      preview: ['jpeg'],
    }).flatMap(([table, columns]) =>
      columns.map((column) => `alter table ${table} alter column ${column} set storage external`),
    ),
  ),
  // What operators have interrupted, and what they say of it to people (docs/decisions/0113-interruptions.md).
  '059-interruptions': changeFor(
    '0.1',
    `create table interruption (
      what text primary key,
      state text not null,
      context jsonb not null,
      version integer not null
    )`,
  ),
  // A payment is found by the number that its person has on the receipt, or the payment service has.
  '060-payment-references': indexesFor(
    '0.1',
    'create index payment_by_reference on payment (reference) where reference is not null',
    'create index payment_by_transaction on payment (transaction_id) where transaction_id is not null',
  ),
  // How each server of the installation stands, for operators (docs/decisions/0117-what-operators-see-and-erase.md).
  '061-running-servers': changeFor(
    '0.1',
    `create table running_server (
      id uuid primary key,
      name text not null,
      facts jsonb not null,
      seen_at timestamptz not null
    )`,
  ),
};

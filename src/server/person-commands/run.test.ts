import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#domain/days.ts';
import type { ProcessStatus } from '#domain/process-status.ts';
import { begin } from '#machines/kit/advance.ts';
import { processMachine } from '#machines/process/process.machine.ts';
import type { ProcessContext } from '#machines/process/process.types.ts';
import { loadContent } from '#server/content-store/load.ts';
import type { ServerContext } from '#server/context.ts';
import { unzip } from '#server/documents/testing/unzip.ts';
import { sealProcess } from '#server/processes/sealed-row.ts';
import { testKeys } from '#server/sealing/testing/test-keys.ts';
import type { Actor, SecurityEvent } from '#server/security/events.ts';
import { findSession, openSessionOf } from '#server/sessions/session.ts';
import type { Storage } from '#server/storage/database.ts';
import { json } from '#server/storage/json.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { personOf } from '#server/use-cases/one-person.ts';
import { previewRemoval, removeByOperator } from '#server/use-cases/remove-by-operator.ts';
import { PersonCommandRefused } from './ask.ts';
import { runPersonCommand } from './run.ts';

/** Commands of operators about the data of a person, without a command line. */

const now = new Date('2026-11-01T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

let storage: Storage;
let recorded: [SecurityEvent, Actor][];
let isWritable: { log: boolean; trail: boolean };
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage.close());
beforeEach(() => {
  recorded = [];
  isWritable = { log: true, trail: true };
});
afterEach(async () => {
  for (const table of ['process', 'payment', 'refund', 'session', 'appUser'] as const)
    await storage.db.deleteFrom(table).execute();
});

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;

const assertWritten = (file: keyof typeof isWritable) => () => {
  if (!isWritable[file]) throw new Error('no space left');
};
const dataKeys = testKeys();
const context = {
  get storage() {
    return storage;
  },
  dataKeys,
  now: () => now,
  config: { SESSION_IDLE_MINUTES: 30, SESSION_ABSOLUTE_MINUTES: 480, PUBLIC_URL: 'https://portal.example' },
  content: () => content,
  counts: { step: () => undefined, moved: () => undefined },
  log: { warn: () => undefined, error: () => undefined },
  security: {
    record: (event: SecurityEvent, actor: Actor) => void recorded.push([event, actor]),
    assertWritten: assertWritten('log'),
  },
  trail: { assertWritten: assertWritten('trail'), note: () => undefined },
} as unknown as ServerContext;

const anna = { providerId: 'nkb', subject: 'anna' } as const;
const start = { mode: 'none', feeCents: 0, noticeAllowed: false, hasUser: true, hasPostbox: false } as const;
let tickets = 0;
/** Stores an application; one that is sent has the ticket number that is returned. */
async function stored(
  status: ProcessStatus,
  { userId = null, facts = {} }: { userId?: string | null; facts?: Partial<ProcessContext> } = {},
) {
  const { context: initial } = begin(processMachine, start);
  const row = processRow(now, { status, context: json({ ...initial, ...facts }), userId });
  await storage.db.insertInto('process').values(row).execute();
  tickets += 1;
  const ticket = `SP-ABCD-EFGH-${String(tickets).padStart(4, '2')}`;
  if (status === 'EDITING') return { id: row.id, ticket };
  await storage.db
    .insertInto('submission')
    .values({
      processId: row.id,
      messageId: randomUUID(),
      ticketNumber: ticket,
      state: 'SUBMISSION_FAILURE',
      context: '{}',
      announcement: null,
      sealed: null,
      postbox: null,
      leaseOwner: null,
      leaseUntil: null,
      postboxSentAt: null,
      hashes: null,
      submittedAt: null,
      downloadsUntil: null,
      sentState: 'unknown' as never,
      sentContext: '{}',
      events: '[]',
      statusCheckedAt: null,
      statusChecks: 0,
      lastError: null,
    })
    .execute();
  return { id: row.id, ticket };
}
const known = () => personOf(context, anna);
async function paying(processId: string) {
  await storage.db
    .insertInto('payment')
    .values({
      ...{ id: randomUUID(), processId, attempt: 1, state: 'pending', context: json({} as never) },
      ...{ amountCents: 100, endPointId: 'e', transactionId: null, reference: null, redirectUrl: null },
      ...{ method: null, checkoutSign: null, createdAt: now, changedAt: now, askedUntil: later(DAY_MS) },
      checks: 0,
    })
    .execute();
}

const plain = { ticket: null, account: null, wholePerson: false, paidCents: null, lang: 'de', dryRun: false };
async function ask(asked: object) {
  const lines: string[] = [];
  const bytes: Buffer[] = [];
  const out = new Writable({
    write: (chunk, _, done) => {
      bytes.push(chunk);
      done();
    },
  });
  const command = { ...plain, reason: 'Az. 12/2026', by: 'k.jensen', ...asked };
  const isDone = await runPersonCommand(context, command, { tell: (line) => void lines.push(line), out });
  return { isDone, lines, copy: Buffer.concat(bytes) };
}
const left = async () =>
  (await storage.db.selectFrom('process').select('id').execute()).map(({ id }) => id).sort();
const events = () => recorded.map(([event]) => event).filter(({ event }) => event === 'operator');
const outcomes = () => events().map((event) => ('outcome' in event ? event.outcome : null));

describe('the reason, and who', () => {
  it.each([
    ['reason', '', /--reason is missing/],
    ['reason', ' ', /--reason is missing/],
    ['reason', 'a'.repeat(201), /--reason has 200 characters at most/],
    ['reason', 'asked by anna@example.org', /--reason is one line without "@"/],
    ['reason', 'two\nlines', /--reason is one line/],
    ['by', '', /--by is missing/],
  ])('%s "%s" is refused, and nothing is done', async (name, value, words) => {
    const { id, ticket } = await stored('SUBMITTED');
    const refused = ask({ command: 'remove', ticket, [name]: value });
    await expect(refused).rejects.toThrow(PersonCommandRefused);
    await expect(refused).rejects.toThrow(words);
    expect(await left()).toEqual([id]);
    expect(recorded).toEqual([]);
  });

  it('are in the log before and after, with the application and no ticket number', async () => {
    const { id, ticket } = await stored('SUBMITTED', { userId: await known() });
    expect(await ask({ command: 'remove', ticket })).toMatchObject({ isDone: true });
    const asked = {
      ...{ event: 'operator', action: 'person-remove', by: 'k.jensen', because: 'Az. 12/2026' },
      ...{ dryRun: false, process: id },
    };
    expect(events()).toEqual([
      { ...asked, outcome: 'requested' },
      { ...asked, outcome: 'succeeded' },
    ]);
    expect(recorded.map(([event]) => event)).toContainEqual(
      expect.objectContaining({ event: 'deletion', what: 'sent', reason: 'operator', process: id }),
    );
    expect(recorded[0]?.[1]).toEqual({ operator: 'k.jensen', person: expect.any(String) });
    expect(JSON.stringify(recorded)).not.toContain(ticket);
  });

  it.each(['log', 'trail'] as const)('that the %s cannot take stop it', async (file) => {
    const { id, ticket } = await stored('SUBMITTED');
    isWritable[file] = false;
    await expect(ask({ command: 'remove', ticket })).rejects.toThrow(
      /Nothing was done: .* cannot be written/,
    );
    await expect(ask({ command: 'export', ticket })).rejects.toThrow(/Nothing was done/);
    expect(await left()).toEqual([id]);
  });

  it('that cannot be written down at the end are not told as done', async () => {
    const { ticket } = await stored('SUBMITTED');
    const { record } = context.security;
    context.security.record = (...said) => {
      record(...said);
      if (said[0].event === 'deletion') isWritable.log = false;
    };
    const { isDone, lines } = await ask({ command: 'remove', ticket });
    context.security.record = record;
    expect(isDone).toBe(false);
    expect(lines.at(-1)).toMatch(/could not be written meanwhile/);
    expect(await left()).toEqual([]);
  });
});

describe('what is asked about', () => {
  it('is a ticket number or a person, and not both', async () => {
    await expect(ask({ command: 'export' })).rejects.toThrow('One of --ticket and --account');
    const both = ask({ command: 'export', ticket: 'SP-1', account: anna });
    await expect(both).rejects.toThrow('One of --ticket and --account');
    const person = ask({ command: 'remove', account: anna });
    await expect(person).rejects.toThrow('"remove" is about one application');
  });

  it('must be known; the attempt is in the log', async () => {
    for (const [asked, words, reason] of [
      [{ ticket: 'SP-NONE-NONE-NONE' }, 'No application here has this ticket number', 'unknown-ticket'],
      [{ account: anna }, 'Nobody with this identifier is known here', 'unknown-person'],
    ] as const) {
      recorded = [];
      expect(await ask({ command: 'export', ...asked })).toEqual({
        isDone: false,
        lines: [words],
        copy: Buffer.alloc(0),
      });
      expect(events()).toMatchObject([{ outcome: 'requested' }, { outcome: 'refused', reason }]);
    }
  });

  it('is the person of that account alone', async () => {
    const [own, other] = [await known(), await personOf(context, { providerId: 'elster', subject: 'anna' })];
    const [{ id }, others] = [
      await stored('EDITING', { userId: own }),
      await stored('EDITING', { userId: other }),
    ];
    await ask({ command: 'delete', account: anna });
    expect(await left()).toEqual([others.id]);
    expect(await left()).not.toContain(id);
  });
});

describe('removing an application', () => {
  it('finds it however its number is typed, and leaves everything else', async () => {
    const userId = await known();
    const [{ ticket }, other] = [
      await stored('SUBMITTED', { userId }),
      await stored('SUBMITTED', { userId }),
    ];
    const { isDone, lines } = await ask({ command: 'remove', ticket: ` ${ticket.toLowerCase()} ` });
    expect([isDone, lines[0]]).toEqual([
      true,
      `${ticket} is removed with its documents; the authority keeps what it has received`,
    ]);
    expect(await left()).toEqual([other.id]);
    const again = await ask({ command: 'remove', ticket });
    expect(again).toMatchObject({ isDone: false, lines: ['No application here has this ticket number'] });
  });

  it('is not of what has moved since an operator looked', async () => {
    const { id } = await stored('SUBMITTED');
    const actor = { operator: 'k.jensen' };
    expect(await removeByOperator(context, id, { seen: '0/SUBMITTED', actor })).toBe('moved');
    expect(await left()).toEqual([id]);
    const { mark } = (await previewRemoval(context, id))!;
    expect(await removeByOperator(context, id, { seen: mark, actor })).toBe('done');
    expect(await removeByOperator(context, id, { seen: mark, actor })).toBe('gone');
  });

  it('works without an account', async () => {
    const { ticket } = await stored('SUBMITTED');
    expect(await ask({ command: 'remove', ticket })).toMatchObject({ isDone: true });
    expect(await left()).toEqual([]);
  });

  it('says what would be done', async () => {
    const { id, ticket } = await stored('SUBMITTED');
    const { isDone, lines } = await ask({ command: 'remove', ticket, dryRun: true });
    expect([isDone, lines[0]]).toEqual([true, expect.stringContaining(`${ticket} would be removed`)]);
    expect(await left()).toEqual([id]);
    expect(events()).toMatchObject([{ dryRun: true }, { dryRun: true, outcome: 'succeeded' }]);
    expect(recorded.map(([event]) => event.event)).not.toContain('deletion');
  });

  it.each([false, true])('is refused while money is under way (dry run: %s)', async (dryRun) => {
    const { id, ticket } = await stored('SUBMITTED');
    await paying(id);
    const { isDone, lines } = await ask({ command: 'remove', ticket, dryRun });
    expect([isDone, lines[0]]).toEqual([
      false,
      expect.stringMatching(/stays: a payment for it can still be/),
    ]);
    expect(await left()).toEqual([id]);
    expect(events().at(-1)).toMatchObject({ outcome: 'refused', reason: 'paying' });
  });

  it('is refused while it is being sent, and where it was not sent', async () => {
    const sending = await stored('PAID', { facts: { running: true } });
    const failed = await stored('SUBMIT_FAILURE');
    expect((await ask({ command: 'remove', ticket: sending.ticket })).lines[0]).toContain('it is being sent');
    expect((await ask({ command: 'remove', ticket: failed.ticket })).lines[0]).toContain('it was not sent');
    expect(await left()).toEqual([sending.id, failed.id].sort());
    expect(outcomes()).toEqual(['requested', 'refused', 'requested', 'refused']);
  });
});

describe('deleting everything', () => {
  const login = async (userId: string) =>
    (await openSessionOf(
      context,
      userId,
      {
        ...{ ...anna, providerType: 'saml2', name: 'Anna', trustLevel: 'low', providerData: {} },
        ...{ userData: {}, postboxHandle: null },
      },
      { at: now, kept: null },
    ))!;

  it('of the person who has sent an application ends every login, whatever its level', async () => {
    const userId = await known();
    const { token } = await login(userId);
    const { ticket } = await stored('SUBMITTED', { userId });
    await stored('EDITING', { userId });
    const preview = await ask({ command: 'delete', ticket, dryRun: true });
    const counts = '1 drafts, 1 sent applications, 0 hand-overs, 0 notes of expired drafts, 1 logins';
    expect(preview).toMatchObject({ isDone: true });
    expect(preview.lines[0]).toBe(`Would be deleted: ${counts}`);
    expect(await left()).toHaveLength(2);
    expect(await findSession(context, token)).not.toBeNull();

    const { isDone, lines } = await ask({ command: 'delete', ticket });
    expect([isDone, lines.slice(0, 2)]).toEqual([
      true,
      [`Deleted: ${counts}`, 'Nothing of the person is left here'],
    ]);
    expect(await left()).toEqual([]);
    expect(await findSession(context, token)).toBeNull();
    expect(await storage.db.selectFrom('appUser').select('id').execute()).toEqual([]);
  });

  it('leaves what is under way, and says why', async () => {
    const userId = await known();
    const sent = await stored('SUBMITTED', { userId });
    await paying(sent.id);
    const paid = await stored('EDITING', { userId, facts: { paidCents: 6000 } });
    await stored('EDITING', { userId });
    const preview = await ask({ command: 'delete', account: anna, dryRun: true });
    expect(preview.isDone).toBe(false);
    expect(preview.lines).toContain('Money on record for drafts: --paid-cents 6000');
    const { isDone, lines } = await ask({ command: 'delete', account: anna, paidCents: 5999 });
    expect(isDone).toBe(false);
    expect(lines).toContain(
      `${sent.ticket} stays: a payment for it can still be made, or its outcome is not known`,
    );
    expect(lines).toContainEqual(expect.stringMatching(`${paid.id} stays: .* --paid-cents`));
    expect(lines.at(-1)).toContain('The account here stays');
    expect(await left()).toEqual([sent.id, paid.id].sort());
    const consented = await ask({ command: 'delete', account: anna, paidCents: 6000 });
    expect(consented.lines).toContain('60.00 EUR are noted to be returned');
    expect(await left()).toEqual([sent.id]);
  });

  it('needs an account', async () => {
    const { id, ticket } = await stored('SUBMITTED');
    const { isDone, lines } = await ask({ command: 'delete', ticket });
    expect([isDone, lines[0]]).toEqual([false, expect.stringContaining('was sent without an account')]);
    expect(await left()).toEqual([id]);
  });

  it('twice at once does it once', async () => {
    const userId = await known();
    for (let n = 0; n < 5; n += 1) await stored('EDITING', { userId });
    const both = await Promise.all([1, 2].map(() => ask({ command: 'delete', account: anna })));
    expect(await left()).toEqual([]);
    expect(both.map(({ isDone }) => isDone)).toEqual([true, true]);
    const deleted = recorded.filter(([event]) => event.event === 'deletion' && event.what === 'draft');
    expect(deleted).toHaveLength(5);
  });
});

describe('a copy', () => {
  /** The rows for programs of a copy in German. */
  const dataIn = (copy: Buffer) =>
    JSON.parse(String(unzip(copy).find(({ name }) => name === 'Daten.json')?.content));
  const idsIn = (copy: Buffer) => dataIn(copy).applications.map(({ id }: { id: string }) => id);

  it('has one application, also without an account', async () => {
    const userId = await known();
    const [own, other] = [await stored('SUBMITTED', { userId }), await stored('SUBMITTED')];
    const one = await ask({ command: 'export', ticket: own.ticket });
    expect([one.isDone, idsIn(one.copy)]).toEqual([true, [own.id]]);
    expect(dataIn(one.copy).tables.appUser).toEqual([]);
    expect(idsIn((await ask({ command: 'export', ticket: other.ticket })).copy)).toEqual([other.id]);
  });

  it('has everything of the person, by account or with --whole-person', async () => {
    const userId = await known();
    const [{ id, ticket }, draft] = [
      await stored('SUBMITTED', { userId }),
      await stored('EDITING', { userId }),
    ];
    await stored('EDITING');
    for (const asked of [{ account: anna }, { ticket, wholePerson: true }]) {
      const { copy } = await ask({ command: 'export', ...asked });
      expect(idsIn(copy).sort()).toEqual([id, draft.id].sort());
      expect(dataIn(copy).tables.appUser).toHaveLength(1);
    }
    const { ticket: nobodys } = await stored('SUBMITTED');
    expect(await ask({ command: 'export', ticket: nobodys, wholePerson: true })).toMatchObject({
      isDone: false,
      copy: Buffer.alloc(0),
    });
  });

  it('speaks the language that is asked for', async () => {
    const { ticket } = await stored('SUBMITTED');
    const namesIn = async (lang: string) =>
      unzip((await ask({ command: 'export', ticket, lang })).copy).map(({ name }) => name);
    expect(await namesIn('de')).toContain('Überblick.pdf');
    expect(await namesIn('en')).toContain('Overview.pdf');
    await expect(ask({ command: 'export', ticket, lang: 'da' })).rejects.toThrow();
  });

  it('says what it lacks', async () => {
    const { id, ticket } = await stored('SUBMITTED');
    const sealed = await sealProcess(context, storage.db, { id, dataKey: null }, { data: { a: 1 } });
    await storage.db.updateTable('process').set(sealed).where('id', '=', id).execute();
    await storage.db.deleteFrom('dataKey').where('id', '=', id).execute();
    const { isDone, lines } = await ask({ command: 'export', ticket });
    expect(isDone).toBe(true);
    expect(lines).toContainEqual(expect.stringMatching(/^1 applications are missing in it: their seals/));
  });

  it('of an application that is deleted meanwhile is not made', async () => {
    const { id, ticket } = await stored('SUBMITTED');
    const { record } = context.security;
    context.security.record = (...said) => {
      record(...said);
      // One connection does one statement after the other.
      void storage.db.deleteFrom('process').where('id', '=', id).execute();
    };
    await expect(ask({ command: 'export', ticket })).rejects.toThrow('was deleted meanwhile');
    context.security.record = record;
    expect(outcomes()).toEqual(['requested', 'failed']);
  });

  it('of a dry run is not made', async () => {
    const { ticket } = await stored('SUBMITTED');
    expect(await ask({ command: 'export', ticket, dryRun: true })).toMatchObject({
      isDone: true,
      copy: Buffer.alloc(0),
    });
  });

  it('that fails is in the log as failed', async () => {
    const { ticket } = await stored('SUBMITTED');
    const out = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) });
    const command = { ...plain, command: 'export', ticket, reason: 'Az. 1', by: 'k.jensen' };
    await expect(runPersonCommand(context, command, { tell: () => {}, out })).rejects.toThrow('disk is full');
    expect(outcomes()).toEqual(['requested', 'failed']);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailKind } from '#domain/mail.ts';
import { recoverMails, releaseLeases } from '#server/jobs/recovery.ts';
import { recorded } from '#server/journal/journal.ts';
import { queueMail } from '#server/mails/row.ts';
import { type Letter, MailDeferred, MailRefused } from '#server/ports/mailer.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { chooseMails } from '#server/use-cases/choose-mails.ts';
import { sendMail } from '#server/use-cases/send-mail.ts';
import { eraseProcess } from '#server/workflow/erase.ts';
import { fillIn, logIn, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
let sent: Letter[] = [];
let isAway = false;
const mailer = {
  send: async (letter: Letter) => {
    if (isAway) throw new MailDeferred('no answer');
    sent.push(letter);
  },
};
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  await db().deleteFrom('mail').execute();
  [sent, isAway, server.context.mailer] = [[], false, mailer];
  session = await logIn(server.context, 'petra', {});
});

const db = () => server.context.storage.db;
const mails = () => db().selectFrom('mail').selectAll().orderBy('createdAt').execute();
const states = async () => (await mails()).map(({ state }) => state);
const draft = async () => (await fillIn(server.context, session, 'hundesteuer')).id;

/** Makes an e-mail about an application due. @returns its id */
async function due(id: string, kind: MailKind = 'draftEnds', afterMs = 0): Promise<string> {
  const { context } = server;
  const row = await stored(context, id);
  const recipient = 'petra@example.org';
  const occasion = kind === 'draftEnds' ? row.availableUntil.toISOString() : '';
  await recorded(context, (trx) => queueMail(context, trx, row, { kind, occasion, recipient, afterMs }));
  const [mail] = await db().selectFrom('mail').select('id').where('processId', '=', id).execute();
  return mail!.id;
}
const send = (mailId: string) => sendMail(server.context, mailId);
const isHeld = (seconds: number) =>
  sql`update mail set lease_until = now() + make_interval(secs => ${seconds})`.execute(db());
/** Seconds until the jobs of e-mails. */
const waits = async () =>
  (
    await sql<{ wait: number }>`
      select round(extract(epoch from start_after - now()))::integer as wait from jobs.job where name = 'mail'`.execute(
      db(),
    )
  ).rows.map(({ wait }) => wait);

describe('an e-mail', () => {
  it('is due to nobody who wants none', async () => {
    const id = await draft();
    await chooseMails(server.context, session, id, false);
    const row = await stored(server.context, id);
    const mail = { kind: 'draftEnds', recipient: 'petra@example.org' } as const;
    await recorded(server.context, (trx) => queueMail(server.context, trx, row, mail));
    expect([await mails(), await server.jobsOf('mail')]).toEqual([[], []]);
  });
  it('that waits is dropped when its person wants none any more, and those of others stay', async () => {
    const id = await draft();
    const other = await logIn(server.context, 'jonas', {});
    const others = (await fillIn(server.context, other, 'hundesteuer')).id;
    await due(id);
    await due(others);
    await chooseMails(server.context, session, id, false);
    const left = await db().selectFrom('mail').select(['processId', 'state', 'recipient']).execute();
    expect(left).toContainEqual({ processId: id, state: 'dropped', recipient: null });
    expect(left).toContainEqual({ processId: others, state: 'waiting', recipient: expect.anything() });
  });
  it('is sent once, by the worker that has it', async () => {
    const mailId = await due(await draft());
    await isHeld(60);
    await send(mailId);
    expect(sent).toEqual([]);
    await isHeld(-1);
    for (let times = 0; times < 2; times += 1) await send(mailId);
    expect([sent.length, await states()]).toEqual([1, ['sent']]);
  });
  it('that may come true by itself waits for that', async () => {
    const mailId = await due(await draft(), 'draftEnds', 3_600_000);
    await send(mailId);
    expect([sent, await waits()]).toEqual([[], [expect.closeTo(3600, -1)]]);
  });
  it('whose server is away is tried again by a job, at growing pauses of four hours at the most', async () => {
    const mailId = await due(await draft());
    await server.loseJobs();
    isAway = true;
    await send(mailId);
    expect(await waits()).toEqual([expect.closeTo(60, -1)]);
    expect((await mails())[0]).toMatchObject({ state: 'waiting', leaseUntil: null });
    for (let times = 0; times < 12; times += 1) {
      server.passDays(0.17);
      await send(mailId);
    }
    const [mail] = await mails();
    expect(Date.parse(mail!.context.nextTryAt) - server.context.now().getTime()).toBe(4 * 3_600_000);
  });
});

describe('an e-mail is sent only while it is true', () => {
  /** Changes an application to a status and facts, after an e-mail about it became due. */
  async function afterwards(kind: MailKind, status: string, facts: object) {
    const id = await draft();
    const mailId = await due(id, kind);
    const row = await stored(server.context, id);
    const context = json({ ...(row.context as object), ...facts });
    await db()
      .updateTable('process')
      .set({ status: status as never, context })
      .where('id', '=', id)
      .execute();
    await send(mailId);
    return (await states())[0];
  }
  it.each<[MailKind, string, object, string]>([
    ['confirmation', 'SUBMITTED', {}, 'sent'],
    ['confirmation', 'SUBMIT_FAILURE', {}, 'dropped'],
    ['notSent', 'SUBMIT_FAILURE', { running: false }, 'sent'],
    ['notSent', 'SUBMIT_FAILURE', { running: true }, 'dropped'],
    ['notSent', 'SUBMITTED', { running: false, paidCents: 100 }, 'dropped'],
    ['notSent', 'EDITING', { running: false, paidCents: 0 }, 'dropped'],
    ['notSent', 'EDITING', { running: false, paidCents: 100 }, 'sent'],
    ['draftEnds', 'EDITING', { running: false }, 'sent'],
    ['draftEnds', 'EDITING', { running: true }, 'dropped'],
    ['draftEnds', 'SUBMITTED', { running: false }, 'dropped'],
    ['notDelivered', 'SUBMITTED', {}, 'dropped'],
  ])('%s: %s %o: %s', async (kind, status, facts, state) => {
    expect(await afterwards(kind, status, facts)).toBe(state);
    expect(sent).toHaveLength(state === 'sent' ? 1 : 0);
  });
  it('notSent: not where the authority has it, though the rest has failed', async () => {
    const id = await draft();
    const mailId = await due(id, 'notSent');
    const row = await stored(server.context, id);
    await recorded(server.context, (trx) => insertSubmission(server.context, trx, id, 'server'));
    const context = json({ ...(row.context as object), running: false });
    await db().updateTable('process').set({ status: 'SUBMIT_FAILURE', context }).execute();
    const at = new Date();
    const step = { processId: id, step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done' };
    await db()
      .insertInto('submissionStep')
      .values({ ...step, finishedAt: at } as never)
      .execute();
    await send(mailId);
    expect([sent, await states()]).toEqual([[], ['dropped']]);
  });
  it('notDelivered: where the authority has rejected it', async () => {
    const id = await draft();
    const mailId = await due(id, 'notDelivered');
    await recorded(server.context, (trx) => insertSubmission(server.context, trx, id, 'server'));
    await db().updateTable('submission').set({ sentState: 'processingError' }).execute();
    await send(mailId);
    expect(await states()).toEqual(['sent']);
  });
  it('draftEnds: not once the time of the draft is another, or over, or the draft of nobody', async () => {
    for (const change of ['later', 'over', 'nobodys'] as const) {
      await db().deleteFrom('mail').execute();
      const id = await draft();
      const mailId = await due(id);
      const { availableUntil } = await stored(server.context, id);
      const later = new Date(availableUntil.getTime() + 1000);
      if (change === 'later') await db().updateTable('process').set({ availableUntil: later }).execute();
      if (change === 'nobodys') await db().updateTable('process').set({ userId: null }).execute();
      if (change === 'over') server.passDays(30);
      await send(mailId);
      expect([change, sent]).toEqual([change, []]);
    }
  });
  it('to nobody who wants none any more', async () => {
    const id = await draft();
    const mailId = await due(id);
    await db().updateTable('process').set({ wantsMails: false }).where('id', '=', id).execute();
    await send(mailId);
    expect([sent, await states()]).toEqual([[], ['dropped']]);
  });
  it('not at all where the mail server refuses its address, and it is given up', async () => {
    const mailId = await due(await draft());
    server.context.mailer = {
      send: async () => {
        throw new MailRefused('no such address');
      },
    } as never;
    await send(mailId);
    expect((await mails())[0]).toMatchObject({ state: 'refused', context: { problem: 'no such address' } });
  });
  it('in the name of the portal, with an answer to its customer service, and is noted in the trail', async () => {
    const note = vi.fn();
    const { trail } = server.context;
    server.context.trail = { ...trail, note };
    const mailId = await due(await draft());
    await send(mailId);
    server.context.trail = trail;
    const { portalName, customerService } = server.context.content().theme.portal;
    expect(sent[0]).toMatchObject({
      id: mailId,
      to: 'petra@example.org',
      fromName: portalName.de,
      replyTo: customerService.email,
      locale: 'de',
    });
    for (const body of [sent[0]!.subject, sent[0]!.text, sent[0]!.html]) expect(body).not.toBe('');
    expect(note).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'mail', mail: mailId, kind: 'draftEnds' }),
    );
  });
});

describe('an e-mail about an application that is erased', () => {
  const erase = async (id: string, status: 'SUBMITTED' | 'EDITING' | 'SUBMIT_FAILURE') => {
    const { context } = server;
    const row = { ...(await stored(context, id)), status };
    await recorded(context, (trx) => eraseProcess(context, trx, row));
  };
  it.each([
    ['EDITING', 'draftEnds', false],
    ['SUBMITTED', 'draftEnds', false],
    ['SUBMITTED', 'confirmation', true],
    ['SUBMIT_FAILURE', 'confirmation', false],
    ['SUBMIT_FAILURE', 'notSent', true],
  ] as const)('%s %s: is sent all the same: %s', async (status, kind, stays) => {
    const id = await draft();
    const others = await draft();
    await due(id, kind);
    await due(others);
    await erase(id, status);
    const left = await db().selectFrom('mail').select('processId').execute();
    expect(left).toContainEqual({ processId: others });
    expect(left.length).toBe(stays ? 2 : 1);
  });
  it('goes with it when it was sent, and after it was sent', async () => {
    const [id, other] = [await draft(), await draft()];
    await send(await due(id, 'confirmation'));
    await erase(id, 'SUBMITTED');
    expect(await mails()).toEqual([]);
    const mailId = await due(other, 'confirmation');
    await erase(other, 'SUBMITTED');
    await send(mailId);
    expect(await mails()).toEqual([]);
  });
});

describe('an e-mail that no job takes', () => {
  const forgotten = async () => {
    const mailId = await due(await draft());
    await server.loseJobs();
    return mailId;
  };
  const recovered = async () => {
    await recoverMails(server.context);
    return server.jobsOf('mail');
  };
  it('gets one, once', async () => {
    const mailId = await forgotten();
    expect(await recovered()).toEqual([{ mailId }]);
    expect(await recovered()).toEqual([{ mailId }]);
  });
  it('gets none while a living worker has it, and one when the embedded server starts again', async () => {
    const mailId = await forgotten();
    await isHeld(60);
    expect(await recovered()).toEqual([]);
    await releaseLeases(server.context);
    expect(await recovered()).toEqual([{ mailId }]);
  });
  it('gets none without a mail server, and is given up when its time is over', async () => {
    await forgotten();
    server.context.mailer = null;
    server.passDays(2.9);
    expect([await recovered(), await states()]).toEqual([[], ['waiting']]);
    server.passDays(0.2);
    expect([await recovered(), await states()]).toEqual([[], ['givenUp']]);
  });
});

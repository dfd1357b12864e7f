import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireApplications } from '#server/jobs/expire-applications.ts';
import { completeAllDelivered } from '#server/jobs/recovery.ts';
import { recorded } from '#server/journal/journal.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission, isDelivered } from '#server/submission/row.ts';
import { deleteDraft } from '#server/use-cases/delete-draft.ts';
import { endSession, eraseSession, reviewEnding } from '#server/use-cases/end-session.ts';
import { eraseEverything } from '#server/use-cases/erase-person.ts';
import { expireApplication } from '#server/use-cases/expire-application.ts';
import { confirm, fillIn, logIn, nobodysSession, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

/** Answers of the delivery service to the question what has arrived. */
type Answer = 'arrived' | 'rejected' | 'unsent' | 'away';

let server: TestServer;
let session: Session;
let asked = 0;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await nobodysSession(server.context);
  asked = 0;
});

const db = () => server.context.storage.db;
const exists = async (id: string) =>
  (await db().selectFrom('process').select('id').where('id', '=', id).execute()).length === 1;
const delivered = (id: string) => isDelivered(db(), id);

function says(answer: Answer): void {
  const events = {
    arrived: [{ kind: 'create' }, { kind: 'submit' }],
    rejected: [{ kind: 'create' }],
    unsent: [{ kind: 'create' }, { kind: 'delete' }],
  };
  server.context.delivery = {
    events: async () => {
      asked += 1;
      if (answer === 'away') throw new PartnerUnavailable('delivery service', 'answered 503');
      return { events: events[answer], rejected: answer === 'rejected' ? 1 : 0 };
    },
  } as never;
}

/** An application of which every try to deliver it has failed, as far as the portal knows. */
async function failed(owner: Session, answer: Answer, { paidCents = 0, isSealed = true } = {}) {
  const { context } = server;
  says(answer);
  const { id } = await confirm(context, owner, await fillIn(context, owner, 'hundesteuer'));
  const facts = (await stored(context, id)).context as object;
  await db()
    .updateTable('process')
    .set({ status: 'SUBMIT_FAILURE', context: json({ ...facts, paidCents, running: false }) })
    .where('id', '=', id)
    .execute();
  await recorded(context, (trx) => insertSubmission(context, trx, id, 'server'));
  await db()
    .updateTable('submission')
    .set({
      state: 'SUBMISSION_FAILURE',
      announcement: json({}) as never,
      sealed: isSealed ? (json({}) as never) : null,
    })
    .where('processId', '=', id)
    .execute();
  return id;
}

describe('a failed application whose person deletes it', () => {
  it.each<Answer>(['arrived', 'rejected'])(
    'stays when it is with the authority (%s), and is completed',
    async (answer) => {
      const id = await failed(session, answer, { paidCents: 6000 });
      await expect(deleteDraft(server.context, session, id, true)).rejects.toMatchObject({
        code: 'status-conflict',
      });
      expect([await exists(id), await delivered(id)]).toEqual([true, true]);
      expect(await db().selectFrom('refund').selectAll().execute()).toEqual([]);
      server.passDays(1);
      await completeAllDelivered(server.context);
      expect(await server.jobsOf('submission')).toEqual([{ processId: id }]);
    },
  );
  it('goes when it has certainly not arrived, and its money is to be returned', async () => {
    const id = await failed(session, 'unsent', { paidCents: 6000 });
    await deleteDraft(server.context, session, id, true);
    expect([await exists(id), asked]).toEqual([false, 1]);
  });
  it('stays while the delivery service cannot tell', async () => {
    const id = await failed(session, 'away');
    await expect(deleteDraft(server.context, session, id, false)).rejects.toBeInstanceOf(PartnerUnavailable);
    expect([await exists(id), await delivered(id)]).toEqual([true, false]);
  });
  it('stays when two windows delete it at once, and each is told why', async () => {
    const id = await failed(session, 'arrived');
    const both = [1, 2].map(() => deleteDraft(server.context, session, id, false));
    const reasons = (await Promise.allSettled(both)).map((it) => it.status === 'rejected' && it.reason.code);
    expect(reasons).toEqual(['status-conflict', 'status-conflict']);
    expect(await delivered(id)).toBe(true);
  });
  it('goes without a question when nothing was sealed', async () => {
    const id = await failed(session, 'away', { isSealed: false });
    await deleteDraft(server.context, session, id, false);
    expect([await exists(id), asked]).toEqual([false, 0]);
  });
  it('is asked about for nobody else', async () => {
    const id = await failed(session, 'arrived');
    const other = await nobodysSession(server.context);
    await expect(deleteDraft(server.context, other, id, false)).rejects.toMatchObject({ code: 'not-found' });
    expect([await delivered(id), asked]).toEqual([false, 0]);
  });
});

describe('a failed application whose time is over', () => {
  it.each<[Answer, boolean, boolean]>([
    ['arrived', true, true],
    ['away', true, false],
    ['unsent', false, false],
  ])('%s: stays %s, is with the authority %s', async (answer, stays, isThere) => {
    const id = await failed(session, answer);
    server.passDays(400);
    await expireApplication(server.context, id);
    expect([await exists(id), await delivered(id)]).toEqual([stays, isThere]);
  });
});

describe('failed applications whose time is over, while the delivery service is silent', () => {
  it('hold up no other: the next run has time for one question only', async () => {
    const [first, second] = [await failed(session, 'away'), await failed(session, 'away')];
    const { id: draft } = await fillIn(server.context, session, 'hundesteuer');
    server.passDays(400);
    await db()
      .updateTable('process')
      .set({ availableUntil: server.context.now() })
      .where('id', '=', draft)
      .execute();
    await expireApplications(server.context, 'applications', server.context.now(), () => asked > 0);
    expect([await exists(draft), await exists(first), await exists(second), asked]).toEqual([
      false,
      true,
      true,
      1,
    ]);
  });
});

describe('a failed application without an account, whose session ends', () => {
  const fatesNow = async () => (await reviewEnding(server.context, session, 'de')).map(({ fate }) => fate);

  it('is called sent, and goes without money to be returned, when the authority has it', async () => {
    const id = await failed(session, 'arrived', { paidCents: 6000 });
    expect(await fatesNow()).toEqual(['sent']);
    await eraseSession(server.context, session, { locale: 'de', paidConsent: false });
    expect(await exists(id)).toBe(false);
    expect(await db().selectFrom('refund').selectAll().execute()).toEqual([]);
  });
  it('is left to the job while nobody can tell, which has it completed later', async () => {
    const id = await failed(session, 'away');
    expect(await fatesNow()).toEqual(['sending']);
    await endSession(server.context, session);
    expect(await exists(id)).toBe(true);
    says('arrived');
    server.passDays(1);
    await expireApplication(server.context, id);
    expect([await exists(id), await delivered(id)]).toEqual([true, true]);
  });
  it('goes when it has not arrived', async () => {
    const id = await failed(session, 'unsent');
    expect(await fatesNow()).toEqual(['erased']);
    await endSession(server.context, session);
    expect(await exists(id)).toBe(false);
  });
});

describe('a failed application whose person deletes everything', () => {
  const everything = async (person: Session) =>
    eraseEverything(server.context, { userId: person.userId!, identity: person.identity }, null, {
      actor: { kind: 'operator', name: 'test' } as never,
      reason: 'asked-for',
      session: person,
    });

  it('stays when the authority has it, and its person is told', async () => {
    const person = await logIn(server.context, 'arrived', { givenName: 'Petra' });
    const id = await failed(person, 'arrived');
    const { stays, accountGone } = await everything(person);
    expect([await exists(id), stays.map(({ why }) => why), accountGone]).toEqual([
      true,
      ['unfinished'],
      false,
    ]);
  });
  it('stays while nobody can tell', async () => {
    const person = await logIn(server.context, 'away', { givenName: 'Petra' });
    const id = await failed(person, 'away');
    await expect(everything(person)).rejects.toBeInstanceOf(PartnerUnavailable);
    expect(await exists(id)).toBe(true);
  });
  it('goes when it has not arrived', async () => {
    const person = await logIn(server.context, 'unsent', { givenName: 'Petra' });
    const id = await failed(person, 'unsent');
    expect((await everything(person)).gone.drafts).toBe(1);
    expect(await exists(id)).toBe(false);
  });
});

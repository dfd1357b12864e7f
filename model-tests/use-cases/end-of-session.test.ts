import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPerson } from '#server/copies/read-person.ts';
import { runExpiry } from '#server/jobs/expiry.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { openSessionOf, type Session, sessionNow } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { runPaymentCheck } from '#server/use-cases/check-payment.ts';
import { endLogin } from '#server/use-cases/end-login.ts';
import { endSession, eraseSession, reviewEnding } from '#server/use-cases/end-session.ts';
import { personOf } from '#server/use-cases/one-person.ts';
import { completePayment } from '#server/use-cases/return-from-payment.ts';
import { confirm, fillIn, goToPay, logIn, nobodysSession, send, stored } from './applications.ts';
import { openTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
let session: Session;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.reset();
  session = await nobodysSession(server.context);
});

const db = () => server.context.storage.db;
const left = async () => (await db().selectFrom('process').select('id').execute()).map(({ id }) => id);
/** A draft whose fee is paid, and that is changed once more. */
async function paid() {
  const { id } = await fillIn(server.context, session, 'fischereischein');
  const { context } = await stored(server.context, id);
  const facts = json({ ...(context as object), paidCents: 6000, running: false });
  await db().updateTable('process').set({ context: facts }).where('id', '=', id).execute();
  return id;
}
const erase = async (paidConsent: boolean, by = session) =>
  eraseSession(server.context, by, { locale: 'de', paidConsent });

describe('the end of a session without an account', () => {
  it('erases its drafts and what it has sent, and records each', async () => {
    const { id: draft } = await fillIn(server.context, session, 'hundesteuer');
    const { id: sent } = await send(
      server.context,
      session,
      await fillIn(server.context, session, 'hundesteuer'),
    );
    await endSession(server.context, session);
    expect([await left(), await sessionNow(server.context, session)]).toEqual([[], null]);
    const about = { event: 'deletion', reason: 'session-end' };
    expect(server.recorded()).toHaveLength(2);
    expect(server.recorded()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...about, what: 'draft', process: draft }),
        expect.objectContaining({ ...about, what: 'sent', process: sent }),
      ]),
    );
  });
  it('leaves what is being sent, until that has ended', async () => {
    const { id, context } = await confirm(
      server.context,
      session,
      await fillIn(server.context, session, 'hundesteuer'),
    );
    await db()
      .updateTable('process')
      .set({ context: json({ ...(context as object), running: true }) })
      .execute();
    expect(await reviewEnding(server.context, session, 'de')).toMatchObject([{ fate: 'sending' }]);
    await erase(true);
    expect(await left()).toEqual([id]);
    expect((await stored(server.context, id)).availableUntil).toEqual(server.context.now());
  });
  it('erases what is paid with consent only; without it, nothing at all', async () => {
    await fillIn(server.context, session, 'hundesteuer');
    const id = await paid();
    await expect(erase(false)).rejects.toThrow('status-conflict');
    expect(await left()).toHaveLength(2);
    await endSession(server.context, session);
    expect(await left()).toEqual([id]);
  });
  it('erases what is paid with consent', async () => {
    await paid();
    expect(await erase(true)).toMatchObject([{ fate: 'paid', paidCents: 6000 }]);
    expect(await left()).toEqual([]);
  });
  it('by its time erases what it began, and nothing of an account', async () => {
    const petra = await logIn(server.context, 'petra', {});
    await fillIn(server.context, session, 'hundesteuer');
    const { id } = await fillIn(server.context, petra, 'hundesteuer');
    server.passDays(0.5);
    await runExpiry(server.context);
    expect(await left()).toEqual([id]);
    expect(await db().selectFrom('session').select('id').execute()).toEqual([]);
    const ends = server.recorded().filter(({ event }) => event === 'session-end');
    expect(ends).toMatchObject([{ reason: 'expired' }, { reason: 'expired' }]);
  });
});

describe('the end of a session of an account', () => {
  it('leaves everything of the account', async () => {
    const petra = await logIn(server.context, 'petra', {});
    const { id } = await fillIn(server.context, petra, 'hundesteuer');
    await expect(reviewEnding(server.context, petra, 'de')).rejects.toThrow('status-conflict');
    await expect(erase(true, petra)).rejects.toThrow('status-conflict');
    await endSession(server.context, petra);
    expect(await left()).toEqual([id]);
  });
  it('on another device leaves a trace that says nothing, and is recorded', async () => {
    const [here, there] = [
      await logIn(server.context, 'petra', {}),
      await logIn(server.context, 'petra', {}),
    ];
    await endLogin(server.context, here, there.id);
    expect(await sessionNow(server.context, there)).toBeNull();
    const row = await db()
      .selectFrom('session')
      .selectAll()
      .where('id', '=', there.id)
      .executeTakeFirstOrThrow();
    expect([row.userId, JSON.stringify(row.identity)]).toEqual([null, expect.not.stringContaining('petra')]);
    expect(server.recorded()).toMatchObject([{ event: 'session-end', reason: 'other-login' }]);
  });
  it('is not in the hands of others, and the present one ends only by a logout', async () => {
    const [petra, jan] = [await logIn(server.context, 'petra', {}), await logIn(server.context, 'jan', {})];
    for (const id of [petra.id, session.id]) {
      await expect(endLogin(server.context, petra, id)).rejects.toThrow('not-found');
      await expect(endLogin(server.context, jan, id)).rejects.toThrow('not-found');
      await expect(endLogin(server.context, session, id)).rejects.toThrow('not-found');
    }
    expect([await sessionNow(server.context, petra), server.recorded()]).toEqual([expect.anything(), []]);
  });

  describe('of a company', () => {
    const company = { number: 'C1', name: 'Nordlicht GmbH' } as never;
    const colleague = async (name: string) => {
      const login = identityOf(name);
      const userId = await personOf(server.context, login);
      const opened = await openSessionOf(server.context, userId, login, {
        at: server.context.now(),
        kept: null,
      });
      return opened!.session;
    };
    const identityOf = (name: string) => ({
      ...{
        providerId: 'nkb' as const,
        providerType: 'saml2' as const,
        subject: 'company',
        trustLevel: 'substantial' as const,
      },
      ...{ name, company, providerData: {}, userData: {}, postboxHandle: null },
    });

    it('is not in the hands of colleagues, nor in their copies', async () => {
      const [anna, ben] = [await colleague('Anna'), await colleague('Ben')];
      expect(anna.userId).toBe(ben.userId);
      await expect(endLogin(server.context, anna, ben.id)).rejects.toThrow('not-found');
      const { session: told } = await db()
        .transaction()
        .execute((trx) => readPerson(server.context, trx, { whose: 'login', session: anna as never }));
      expect(told.map(({ id }) => id)).toEqual([anna.id]);
    });
  });
});

describe('a payment', () => {
  const check = (paymentId: string) => runPaymentCheck(server.context, paymentId);

  it('is asked about again while the provider is away, until its time is over', async () => {
    const { paymentId } = await goToPay(server.context, session);
    const provider = server.context.paymentProvider;
    server.context.paymentProvider = {
      ...provider,
      status: async () => {
        throw new PartnerUnavailable('payment', '503');
      },
    };
    await server.loseJobs();
    await check(paymentId);
    expect(await server.jobsOf('payment-check')).toEqual([{ paymentId }]);
    await server.loseJobs();
    server.passDays(15);
    await check(paymentId);
    server.context.paymentProvider = provider;
    expect(await server.jobsOf('payment-check')).toEqual([]);
  });
  it('is told to whoever comes back with the sign of the provider’s page, and to nobody else', async () => {
    const { id, paymentId, transactionId } = await goToPay(server.context, session);
    const { checkoutSign } = await db()
      .selectFrom('payment')
      .select('checkoutSign')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    server.report(transactionId, 'paid');
    expect(await completePayment(server.context, checkoutSign!)).toMatchObject({
      ...{ processId: id, paymentState: 'paid', refundCents: 0 },
    });
    for (const sign of [`${checkoutSign}x`, `${paymentId}.9999999999.x`, ''])
      await expect(completePayment(server.context, sign)).rejects.toThrow('not-found');
  });
});

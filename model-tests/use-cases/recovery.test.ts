import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  completeAllDelivered,
  recoverFileChecks,
  recoverPaymentChecks,
  recoverSubmissions,
  releaseLeases,
  submitAllPaid,
} from '#server/jobs/recovery.ts';
import { recorded } from '#server/journal/journal.ts';
import type { Session } from '#server/sessions/session.ts';
import { json } from '#server/storage/json.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { checkPayments } from '#server/use-cases/check-payment.ts';
import { deleteDraft } from '#server/use-cases/delete-draft.ts';
import { confirm, fillIn, goToPay, nobodysSession, stored } from './applications.ts';
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

describe('payments that no job asks about any more', () => {
  const recovered = async () => {
    await server.loseJobs();
    await recoverPaymentChecks(server.context);
    return server.jobsOf('payment-check');
  };
  const told = async (id: string, transactionId: string, state: 'failed' | 'cancelled' | 'paid') => {
    server.report(transactionId, state);
    await checkPayments(server.context, id);
  };

  it.each(['pending', 'failed', 'cancelled', 'superseded', 'deleted'] as const)(
    'are asked about again when they are %s: money may still come',
    async (state) => {
      const { id, transactionId, paymentId } = await goToPay(server.context, session);
      if (state === 'failed' || state === 'cancelled') await told(id, transactionId, state);
      if (state === 'superseded')
        await sql`update payment set state = 'superseded' where id = ${paymentId}`.execute(db());
      if (state === 'deleted') {
        await told(id, transactionId, 'failed');
        await deleteDraft(server.context, session, id, false);
      }
      expect(await recovered()).toEqual([{ paymentId }]);
    },
  );
  it('are left to the job that waits', async () => {
    const { paymentId } = await goToPay(server.context, session);
    await recoverPaymentChecks(server.context);
    expect(await server.jobsOf('payment-check')).toEqual([{ paymentId }]);
  });
  it('are not asked about once they are paid', async () => {
    const { id, transactionId } = await goToPay(server.context, session);
    await told(id, transactionId, 'paid');
    expect(await recovered()).toEqual([]);
  });
  it('are not asked about when the provider has never heard of them', async () => {
    const { paymentId } = await goToPay(server.context, session);
    await sql`update payment set transaction_id = null where id = ${paymentId}`.execute(db());
    expect(await recovered()).toEqual([]);
  });
  it('are not asked about after their time', async () => {
    await goToPay(server.context, session);
    server.passDays(15);
    expect(await recovered()).toEqual([]);
  });
});

describe('an application whose sending nothing goes on with', () => {
  async function begun() {
    const { context } = server;
    const { id } = await confirm(context, session, await fillIn(context, session, 'hundesteuer'));
    const { context: facts } = await stored(context, id);
    await db()
      .updateTable('process')
      .set({ context: json({ ...(facts as object), running: true }) })
      .where('id', '=', id)
      .execute();
    await recorded(context, (trx) => insertSubmission(context, trx, id, 'server'));
    await server.loseJobs();
    return id;
  }
  const recovered = async () => {
    await recoverSubmissions(server.context);
    return server.jobsOf('submission');
  };

  it('gets a job, once', async () => {
    const processId = await begun();
    expect(await recovered()).toEqual([{ processId }]);
    expect(await recovered()).toEqual([{ processId }]);
  });
  it('gets none while a living worker holds it, and one when the embedded server starts again', async () => {
    const processId = await begun();
    await sql`update submission set lease_owner = 'other', lease_until = now() + interval '1 hour'`.execute(
      db(),
    );
    expect(await recovered()).toEqual([]);
    await releaseLeases(server.context);
    expect(await recovered()).toEqual([{ processId }]);
  });
});

describe('a paid application that is not being sent', () => {
  it('is sent', async () => {
    const { context } = server;
    const { id, transactionId } = await goToPay(context, session);
    const content = context.content();
    const metadata = new Map([...content.metadata].filter(([key]) => !key.startsWith('fischereischein')));
    context.content = () => ({ ...content, metadata });
    server.report(transactionId, 'paid');
    await checkPayments(context, id);
    context.content = () => content;
    const running = async () => ((await stored(context, id)).context as { running: boolean }).running;
    expect(await running()).toBe(false);
    await submitAllPaid(context);
    expect(await running()).toBe(true);
    expect(await server.jobsOf('submission')).toEqual([{ processId: id }]);
  });
  it('is left alone without money', async () => {
    const { context } = server;
    const { id } = await confirm(context, session, await fillIn(context, session, 'hundesteuer'));
    await submitAllPaid(context);
    expect((await stored(context, id)).context).toMatchObject({ running: false });
  });
});

describe('an application that the authority has, without a receipt', () => {
  it('is completed an hour after the last try', async () => {
    const { context } = server;
    const { id } = await confirm(context, session, await fillIn(context, session, 'hundesteuer'));
    await recorded(context, (trx) => insertSubmission(context, trx, id, 'server'));
    const finishedAt = context.now();
    const step = { processId: id, step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done', finishedAt } as const;
    await db().insertInto('submissionStep').values(step).execute();
    await db().updateTable('process').set({ status: 'SUBMIT_FAILURE', statusChanged: finishedAt }).execute();
    await completeAllDelivered(context);
    expect(await server.jobsOf('submission')).toEqual([]);
    server.passDays(0.05);
    await completeAllDelivered(context);
    expect(await server.jobsOf('submission')).toEqual([{ processId: id }]);
  });
});

describe('files in quarantine that nothing checks', () => {
  it('are checked again after a minute', async () => {
    const { context } = server;
    const { id: processId } = await fillIn(context, session, 'hundesteuer');
    const file = {
      id: randomUUID(),
      processId,
      kind: 'quarantined',
      size: 1,
      mimeType: '',
      sha512: '',
    };
    await db()
      .insertInto('file')
      .values({ ...file, fieldPath: 'dangerProof', name: '' as never, createdAt: context.now() } as never)
      .execute();
    await recoverFileChecks(context);
    expect(await server.jobsOf('file-check')).toEqual([]);
    server.passDays(0.001);
    await recoverFileChecks(context);
    await recoverFileChecks(context);
    expect(await server.jobsOf('file-check')).toEqual([{ fileId: file.id }]);
  });
});

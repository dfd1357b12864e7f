import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage, type Storage } from '#server/storage/database.ts';
import { complete, fillIn } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'fatal' } });
  person = portal.client();
  await person.logIn('thomsen:Elster');
});
afterAll(() => portal?.close());

/** An application with an open payment, which the server polls from now on. */
async function opened(): Promise<{ id: string; transactionId: string }> {
  const { id } = await fillIn(person, 'fischereischein', { change: { duration: 'five' } });
  const { version } = await complete(person, id);
  const { redirectUrl } = await person.call('startPayment', { params: { processId: id }, body: { version } });
  return { id, transactionId: new URL(redirectUrl!).pathname.split('/').at(-1)! };
}

/** Takes two payment-check jobs as workers do, and dies. One of them is from an earlier version. */
async function dieOverTwo(storage: Storage): Promise<void> {
  const worker = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  worker.on('error', () => {});
  await worker.start();
  const taken = await worker.fetch('payment-check', { ignoreStartAfter: true, batchSize: 2 });
  expect(taken).toHaveLength(2);
  await worker.stop({ graceful: false });
  await sql`update jobs.job set heartbeat_seconds = null where id = ${taken[0]!.id}`.execute(storage.db);
}

/** Deletes the job that no server has taken. */
const loseTheOther = (storage: Storage) =>
  sql`delete from jobs.job where name = 'payment-check' and state <> 'active'`.execute(storage.db);

const sent = async (id: string) =>
  (await person.call('getProcess', { params: { id }, query: {} })).status === 'SUBMITTED';

it('asks for payments whose jobs were lost, or whose workers died, long before the jobs are taken for expired', {
  timeout: 120_000,
}, async () => {
  const payments = [await opened(), await opened(), await opened()];
  await portal.kill();
  for (const { transactionId } of payments) {
    await portal.partners.payment.control({
      action: 'settle',
      transactionId,
      outcome: 'PAYED',
      method: 'PAYPAL',
    });
  }
  const storage = await openStorage({ dataDir: portal.dataDir });
  await dieOverTwo(storage);
  await loseTheOther(storage);
  await storage.close();
  await portal.start();
  for (const { id } of payments) {
    while (!(await sent(id))) await new Promise((resolve) => setTimeout(resolve, 200));
  }
});

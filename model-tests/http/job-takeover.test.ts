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

/** An application whose payment has been opened, and that is paid while the service is away. */
async function paidWhileAway(meanwhile: (storage: Storage) => Promise<void>): Promise<string> {
  const { id } = await fillIn(person, 'fischereischein', { change: { duration: 'five' } });
  const { version } = await complete(person, id);
  const { redirectUrl } = await person.call('startPayment', {
    params: { processId: id },
    body: { version },
  });
  await portal.kill();
  const transactionId = new URL(redirectUrl!).pathname.split('/').at(-1)!;
  await portal.partners.payment.control({
    action: 'settle',
    transactionId,
    outcome: 'PAYED',
    method: 'PAYPAL',
  });
  const storage = await openStorage({ dataDir: portal.dataDir });
  await meanwhile(storage);
  await storage.close();
  await portal.start();
  return id;
}

/** Takes the question for the payment as a worker does, and dies over it. */
async function dieOverTheQuestion(storage: Storage): Promise<void> {
  const worker = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
  worker.on('error', () => {});
  await worker.start();
  const taken = await worker.fetch('payment-check', { ignoreStartAfter: true });
  expect(taken).toHaveLength(1);
  await worker.stop({ graceful: false });
}

const forgetSignsOfLife = (storage: Storage) =>
  sql`update jobs.job set heartbeat_seconds = null where name = 'payment-check'`.execute(storage.db);

const sent = async (id: string) =>
  (await person.call('getProcess', { params: { id }, query: {} })).status === 'SUBMITTED';

it.each<[string, (storage: Storage) => Promise<unknown>]>([
  ['whose worker died', dieOverTheQuestion],
  [
    'whose worker, of an earlier version, died',
    async (storage) => {
      await dieOverTheQuestion(storage);
      await forgetSignsOfLife(storage);
    },
  ],
  ['that was lost', (storage) => sql`delete from jobs.job where name = 'payment-check'`.execute(storage.db)],
])(
  'asks for a payment by a job %s, long before it is taken for expired',
  { timeout: 120_000 },
  async (_, fault) => {
    const id = await paidWhileAway(async (storage) => {
      await fault(storage);
    });
    while (!(await sent(id))) await new Promise((resolve) => setTimeout(resolve, 200));
  },
);
